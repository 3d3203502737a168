"""Names at a table: those of bots, with their level or without it, and how equal names are told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
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


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names in their order, each different from the others to a reader: Alex, Alex (2), Alex (3).

    A name without a visible character becomes the mark of its seat, such as P2.
    """
    found: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        base = name if _visible(name) else f"P{number}"
        shown, copy = base, 1
        while _folded(shown) in taken:
            copy += 1
            shown = f"{base} ({copy})"
        taken.add(_folded(shown))
        found.append(shown)
    return tuple(found)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def _visible(name: str) -> bool:
    """Whether a name has a character that a reader sees; "?" is what an empty name was stored as."""
    blank = "\u115f\u1160\u2800\u3164\uffa0"
    return name != "?" and any(unicodedata.category(letter)[0] not in "CMZ" and letter not in blank for letter in name)
