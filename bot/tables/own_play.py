"""What the people of a game did themselves: without a bot in their seat, and without a hint.

What is rated follows from it, see docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.change import Change, change
from bot.tables.events import Hinted
from bot.tables.table import Table
from data.ids import UserId
from game.events import Stopped
from game.state import Placement


def take_hint(table: Table, user: UserId) -> Change:
    """Note that a person gets a hint for the next placement; nothing where they have had one for it.

    Raises:
        Refused: `not-playing`, or the game is not running.
    """
    table.check_playing(user)
    return change(table) if table.hinted else change(table, Hinted(user))


def own_turns(table: Table, seat: int) -> tuple[tuple[Placement, ...], ...]:
    """The placements that the person of a seat made themselves, without a hint, turn by turn."""
    unaided = iter(table.unaided)
    turns = ((turn, [(one, next(unaided, False)) for one in turn.placements]) for turn in table.public.turns)
    return tuple(tuple(one for one, own in placed if own) for turn, placed in turns if turn.seat == seat)


def given_up(table: Table) -> frozenset[int]:
    """The seats of a finished game whose people gave up, also who ended it by that."""
    ending = table.public.ending
    last = table.events[-1] if table.events else None
    gone = set(table.resigned) | (set(ending.resigned) if ending else set[int]())
    if isinstance(last, Stopped) and last.by == "resign" and last.seat is not None:
        gone.add(last.seat)
    return frozenset(gone)


def has_placed(table: Table, seat: int) -> bool:
    """Whether the person of a seat has made a placement, with a hint or without one."""
    by = (turn.seat for turn in table.public.turns for _ in turn.placements)
    return any(manned and at == seat for at, manned in zip(by, table.manned, strict=False))


def played_themselves(table: Table, seat: int) -> bool:
    """Whether a finished game counts for the person of a seat.

    They made most of its placements themselves, without a hint, or gave up after the first that they made.
    """
    own = sum(len(turn) for turn in own_turns(table, seat))
    every = sum(len(turn.placements) for turn in table.public.turns if turn.seat == seat)
    return 2 * own > every or (seat in given_up(table) and has_placed(table, seat))


def may_be_rated(table: Table) -> bool:
    """Whether a game is of a kind that is rated: people alone play, against each other, and it is not casual."""
    people = all(seat.user is not None for seat in table.seats)
    return people and not table.opened.casual and len(_sides(table, range(len(table.seats)))) > 1


def is_at_stake(table: Table) -> bool:
    """Whether a game is rated if it ends now by the rules or by a resignation: people of two sides have placed."""
    placed = (seat for seat in range(len(table.seats)) if has_placed(table, seat))
    return may_be_rated(table) and len(_sides(table, placed)) > 1


def left_to_others(table: Table) -> tuple[int, ...]:
    """The seats of a finished game at stake whose people neither gave up nor played most of it themselves."""
    gone = given_up(table)
    seats = range(len(table.seats)) if is_at_stake(table) else ()
    return tuple(seat for seat in seats if seat not in gone and not played_themselves(table, seat))


def last_in_rating(table: Table) -> tuple[int, ...]:
    """Those seats of a game that was played out that come last in the rating: behind rivals who played to the end."""
    gone, left = given_up(table), left_to_others(table)
    rivals = _sides(table, (seat for seat in range(len(table.seats)) if seat not in gone and seat not in left))
    return tuple(seat for seat in left if rivals - _sides(table, [seat]))


def _sides(table: Table, seats: Iterable[int]) -> set[int]:
    return {table.mode.side_of(seat, len(table.seats)) for seat in seats}
