"""`/ingenious …`: everything that the buttons do, for those who prefer to type, and the start of it all."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands import info, lobby, play, player
from bot.discord.commands.localization import described
from bot.services.context import Services


def ingenious(services: Services) -> app_commands.Group:
    """The command with all its subcommands."""
    group = app_commands.Group(name=described("command.ingenious"), description=described("command.about.ingenious"))
    for module in (lobby, play, info, player):
        module.add(group, services)
    return group
