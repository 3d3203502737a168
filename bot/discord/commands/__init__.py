"""`/ingenious …`: everything that the buttons do, for those who prefer to type, and the start of it all."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands import challenges, info, lobby, play, player, server, statistics
from bot.discord.commands.localization import described
from bot.discord.responder import Responder
from bot.services.context import Services


def ingenious(services: Services, responder: Responder) -> app_commands.Group:
    """The command with all its subcommands."""
    group = app_commands.Group(name=described("command.ingenious"), description=described("command.about.ingenious"))
    for module in (lobby, play, info, statistics, challenges, player, server):
        module.add(group, services, responder)
    return group
