"""What bots are called: with their level where somebody chooses or compares, without it where one reads fast."""

from __future__ import annotations

from typing import Final

from bot.tables.events import Seat

BOT_NAMES: Final = ("Bot Ada", "Bot Blaise", "Bot Carl")


def short_name(seat: Seat) -> str:
    """The name of a seat, that of a bot without its level; older games have other signs between the two."""
    if seat.user is not None:
        return seat.name
    return next((name for name in BOT_NAMES if seat.name.startswith(name)), seat.name)


def marked_name(seat: Seat) -> str:
    """What the mark of a seat in a picture is made of: all bots begin with the same letter, so theirs are left out."""
    return seat.name if seat.user is not None else short_name(seat).removeprefix("Bot ")
