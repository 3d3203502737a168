"""What a finished game came to for each seat, as the store keeps it. Pure: a function of the table at its end."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.tables.achievements import feats_of
from bot.tables.events import TableEvent
from bot.tables.fold import apply, start
from bot.tables.own_play import given_up, is_at_stake, left_to_others, own_turns, played_themselves
from bot.tables.table import Table
from data.ids import GameId
from data.store import NewResult
from game.state import Position
from game.tiles import COLOURS

Standing = tuple[tuple[int, ...], ...]
"""The seats by rank, equal ones together."""

UNDECIDED = frozenset({"stopped", "manager", "nobody", "unused"})
"""Endings of games that nobody won: the players agreed to stop, or why it was ended early."""
PLAYED_OUT = frozenset({"board-full", "instant-win"})
"""Endings by the rules, after which the lowest colours mean something."""


def results_of(table: Table) -> tuple[NewResult, ...]:
    """The results of a finished game by seat; none of a table that is not over."""
    if table.status != "over":
        return ()
    position = table.public
    ending = position.ending
    if ending is None:
        return ()
    gone = given_up(table)
    own = [seat.user is not None and played_themselves(table, at) for at, seat in enumerate(table.seats)]
    why = table.ended_early or ending.reason
    ratable = why not in UNDECIDED and is_at_stake(table)
    last = left_to_others(table) if ratable else ()
    standing = ending.standing if table.teams else _with_last(_with_last(ending.standing, last), gone)
    ranks = [_rank(position, standing, seat) for seat in range(len(table.seats))]
    return tuple(
        NewResult(
            seat=at,
            mode=position.mode.name,
            seats=position.seats,
            side=position.mode.side_of(at, position.seats),
            user=seat.user,
            name=seat.name,
            level=seat.level if seat.user is None else None,
            rank=ranks[at],
            won=why not in UNDECIDED
            and (own[at] or seat.user is None)
            and at not in gone
            and ranks[at] == 1 < max(ranks),
            lowest=min(position.pegs(at)),
            points=_points(table, at),
            ending=why,
            resigned=at in gone,
            casual=table.opened.casual,
            feats=() if seat.user is None or why in UNDECIDED else feats_of(table, at),
            ratable=ratable,
            own=own[at] or seat.user is None,
        )
        for at, seat in enumerate(table.seats)
    )


def results_in(game: GameId, events: Iterable[TableEvent]) -> tuple[NewResult, ...]:
    """The results that the log of a game leads to, as they were when it ended; none of one that is not over.

    Raises:
        ValueError: the events do not make a table; or whatever the rules find wrong with them.
    """
    table: Table | None = None
    for event in events:
        table = start(game, event) if table is None else apply(table, event)
        if table.status == "over":
            return results_of(table)
    return ()


def _with_last(standing: Standing, last: Collection[int]) -> Standing:
    """The standing with these seats behind all others."""
    kept = (tuple(seat for seat in equal if seat not in last) for equal in standing)
    behind = (tuple(seat for seat in equal if seat in last) for equal in standing)
    return tuple(equal for equal in (*kept, *behind) if equal)


def _rank(position: Position, standing: Standing, seat: int) -> int:
    """The rank of a seat: one more than there are sides before its own."""
    before: set[int] = set()
    for equal in standing:
        if seat in equal:
            break
        before |= {position.mode.side_of(other, position.seats) for other in equal}
    return 1 + len(before - {position.mode.side_of(seat, position.seats)})


def _points(table: Table, seat: int) -> tuple[int, ...]:
    """How far the tiles of a seat have moved the pegs, by colour; of a person only what they placed themselves."""
    points = [0] * len(COLOURS)
    bot = table.seats[seat].user is None
    turns = [turn.placements for turn in table.public.turns if turn.seat == seat] if bot else own_turns(table, seat)
    for turn in turns:
        for placement in turn:
            for colour, steps in placement.moved.items():
                points[colour] += steps
    return tuple(points)
