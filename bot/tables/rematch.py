"""The rematch of a finished game: everybody has to agree, and the start player moves on."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import Opened, RematchAccepted, RematchDeclined, Rematched
from bot.tables.table import Table
from data.ids import GameId, TournamentId, UserId


def accept(table: Table, user: UserId, *, expired: bool = False) -> Change:
    """Agree to a rematch, unless the time for it has `expired`; it begins when everybody does.

    Raises:
        Refused: `rematch-expired`, `not-playing`, `not-finished`, `declined-again`, `again-already`, `rematched`,
            `departed`.
    """
    _check(table, user)
    if expired:
        raise Refused("rematch-expired")
    if user in table.rematch_accepted:
        raise Refused("again-already")
    return change(table, RematchAccepted(user))


def decline(table: Table, user: UserId) -> Change:
    """Decline a rematch.

    Raises:
        Refused: as `accept`.
    """
    _check(table, user)
    return change(table, RematchDeclined(user))


def begin(table: Table, game: GameId) -> Change:
    """Note that this game is the rematch; nothing where there is one already."""
    return change(table, Rematched(game)) if table.next_game is None else change(table)


def _check(table: Table, user: UserId) -> None:
    if table.status != "over":
        raise Refused("not-finished", game=table.id)
    if table.seat_of(user) is None:
        raise Refused("not-playing")
    if table.next_game is not None:
        raise Refused("rematched", game=table.next_game)
    if table.rematch_declined_by is not None:
        raise Refused("declined-again")
    departed = tuple(
        table.name_of(other) for other in table.humans if other < 0 or (other != user and other in table.departed)
    )
    if departed:
        raise Refused("departed", names=departed)
    if is_agreed(table):
        raise Refused("again-already")


def is_agreed(table: Table) -> bool:
    """Whether all people of the game want the rematch."""
    return not table.departed and set(table.humans) <= table.rematch_accepted


def terms(table: Table) -> Opened:
    """The terms of the rematch: the same, the next seat starts."""
    seats = table.seats[1:] + table.seats[:1]
    line = tuple(seat.user or 0 for seat in seats)
    levels = tuple(seat.level for seat in seats if seat.user is None)
    won = wins(table)
    return replace(
        table.opened,
        host=table.host,
        seats=len(line),
        bots=len(levels),
        line=line,
        levels=levels,
        invited=(),
        previous=table.id,
        tournament=TournamentId(0),
        wins=won[1:] + won[:1],
    )


def wins(table: Table) -> tuple[int, ...]:
    """How many games of a series of rematches each seat has won, this one included once it is over.

    A game that was stopped, or that several sides won, counts for nobody.
    """
    before = table.opened.wins or (0,) * len(table.seats)
    ending = table.public.ending
    first = ending.standing[0] if ending and ending.reason != "stopped" else ()
    sides = {table.mode.side_of(seat, len(table.seats)) for seat in first}
    return tuple(won + (len(sides) == 1 and seat in first) for seat, won in enumerate(before))
