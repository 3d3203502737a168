"""Time that the others at a table give to the player on turn."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import TimeGiven
from bot.tables.table import Table
from data.ids import UserId

GIFT: Final = timedelta(days=1)
MOST: Final = 3
"""How many gifts a turn gets from all together, so that a table can be kind and nobody can hold it up for ever."""


def give(table: Table, user: UserId, turn: int, gifts: int) -> Change:
    """Give the turn with this number a day, as the gift after so many.

    Raises:
        Refused: `not-playing`, `moved-on`, `your-turn`, `no-clock`, `given-already`, `gifts-enough`, or the game is
            not running.
    """
    if table.check_playing(user) == table.public.seat:
        raise Refused("your-turn")
    if table.turn != turn:
        raise Refused("moved-on")
    if table.pace is None or table.is_bot(table.public.seat):
        raise Refused("no-clock")
    if table.gifts >= MOST:
        raise Refused("gifts-enough")
    if table.gifts != gifts:
        raise Refused("given-already")
    return change(table, TimeGiven(table.public.seat, int(GIFT.total_seconds()), user))


def can_be_given(table: Table) -> bool:
    """Whether the turn that is going on can get a gift of somebody."""
    return bool(table.others()) and table.pace is not None and table.gifts < MOST
