"""`/ingenious …`: everything that the buttons do, for those who prefer to type, and the start of it all."""

from __future__ import annotations

from discord import app_commands

from bot.app import App
from bot.commands import lobby, look, people, play
from bot.commands.words import described


def ingenious(app: App) -> app_commands.Group:
    """The command with all its subcommands."""
    group = app_commands.Group(name=described("command.ingenious"), description=described("command.about.ingenious"))
    for module in (lobby, play, look, people):
        module.add(group, app)
    return group
