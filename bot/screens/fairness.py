"""Why nobody can choose the tiles of a game: its bag follows from a seed whose SHA-256 is published from the beginning.

A message that begins a game or a day has the first signs of it, the rest is behind a button.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from bot.screens.model import Button, Screen
from bot.screens.press import DailyPress, GamePress
from bot.screens.verbs import DailyVerb, GameVerb
from bot.tables.table import Table
from bot.texts import Texts
from game.bag import commitment

_SIGNS: Final = 8
"""How many signs of a SHA-256 a public message has: enough to be compared by eye."""
_CHECK: Final = "python -m game replay FILE --verify"


def mark(sha256: str, texts: Texts) -> str:
    """The line of a public message by which the SHA-256 of a seed is known again."""
    return texts("fair.mark", start=sha256[:_SIGNS])


def button(table: Table, texts: Texts) -> Button:
    """The way to all of it for a game."""
    return Button(texts("button.fair"), GamePress(table.id, GameVerb.FAIRNESS))


def button_of_day(day: date, texts: Texts) -> Button:
    """The way to all of it for a day of the daily challenge."""
    return Button(texts("button.fair"), DailyPress(day, DailyVerb.FAIRNESS))


def of_game(table: Table, texts: Texts) -> Screen:
    """How the tiles of a game come about and what is published of its seed; of a finished one the way to its record."""
    over = table.status == "over"
    lines = [texts("fair.about"), *published(table.seed, texts, revealed=over)]
    record = Button(texts("button.record"), GamePress(table.id, GameVerb.RECORD))
    return Screen("\n".join(lines), rows=((record,),) if over else ())


def of_day(day: date, seed: bytes, texts: Texts, *, over: bool) -> Screen:
    """The same for a day of the daily challenge."""
    about = texts("fair.about-day", day=texts.day(day))
    return Screen("\n".join([about, *published(seed, texts, revealed=over)]))


def published(seed: bytes, texts: Texts, *, revealed: bool = False) -> list[str]:
    """What is published of a seed: its SHA-256, and once `revealed` the seed with the way to check it."""
    if not seed:
        return []
    lines = [texts("fair.hash", sha256=commitment(seed))]
    return [*lines, texts("fair.seed", seed=seed.hex()), texts("fair.check", command=_CHECK)] if revealed else lines
