"""The rematch of a finished game: everybody has to agree, and the start player moves on."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.events import Again, Fact, NotAgain, Opened
from bot.tables.table import Refused, Table
from bot.texts import plain


def again(table: Table, user: int) -> list[Fact]:
    """Agree to a rematch.

    Raises:
        Refused: `not-playing`, `not-finished`, `declined-again`, `again-already`, `rematched`, `departed`.
    """
    _check(table, user)
    if user in table.again:
        raise Refused("again-already")
    return [Again(user)]


def not_again(table: Table, user: int) -> list[Fact]:
    """Decline a rematch.

    Raises:
        Refused: as `again`.
    """
    _check(table, user)
    return [NotAgain(user)]


def _check(table: Table, user: int) -> None:
    if table.status != "over":
        raise Refused("not-finished", game=table.id)
    if table.seat_of(user) is None:
        raise Refused("not-playing")
    if table.next_game is not None:
        raise Refused("rematched", game=table.next_game)
    if table.not_again is not None:
        raise Refused("declined-again")
    departed = [seat.name for seat in table.seats if seat.user is not None and seat.user < 0]
    if departed:
        raise Refused("departed", names=", ".join(plain(name) for name in departed))
    if everybody(table):
        raise Refused("again-already")


def everybody(table: Table) -> bool:
    """Whether all people of the game want the rematch."""
    return set(table.humans) <= table.again


def terms(table: Table) -> Opened:
    """The terms of the rematch: the same, the next seat starts."""
    line = tuple(seat.user or 0 for seat in table.seats[1:] + table.seats[:1])
    bots = line.count(0)
    return replace(table.opened, host=table.host, seats=len(line), bots=bots, line=line, invited=(), previous=table.id)
