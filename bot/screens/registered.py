"""A screen with the emojis and commands that Discord has registered for the application. Pure."""

from __future__ import annotations

from bot.screens.emoji import with_emoji
from bot.screens.mentions import with_mentions
from bot.screens.model import Screen
from bot.services.registered import Registered


def with_registered(screen: Screen, registered: Registered) -> Screen:
    """The screen with emojis for its signs and mentions for its commands, as far as there are any."""
    return with_mentions(with_emoji(screen, registered.emojis), registered.commands)
