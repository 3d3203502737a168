"""Why one placement is better than another, as data: what differs between the positions that they lead to.

The sentences are made elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from game.ai.evaluation import outcome, worth
from game.ai.light import FIRST, SECOND, LightPosition, Move
from game.matching import max_tiles_left
from game.tiles import COLOURS, Colour

ReasonCode = Literal[
    "wins",
    "earns-bonus",
    "lifts-lowest",
    "raises",
    "crosses",
    "blocks",
    "builds",
    "readies",
    "exchanges",
    "thins",
    "keeps",
    "closes",
    "opens",
    "prepares",
]
"""What the better placement does and the other one does not, or not so much.

`wins`: ends the game with a win. `earns-bonus`: earns `amount` bonus placements more; where it is one and the other
placement earns none, `colour` earns it. `lifts-lowest`: moves `colour`, which is one of the two lowest at most,
`amount` steps further. `raises`: the same for another colour. `crosses`: brings `colour` to the own side of a track
with two. `blocks`: leaves `seat` a best score in `colour` that is `amount` lower. `builds`: leaves its own player, who
has a tile of it, a best score in `colour` that is `amount` higher. `readies`: leaves its own player a bonus placement
in `colour` with a tile of the rack. `exchanges`: allows an exchange.

Only where there is nothing else: `thins`: leaves `seat` fewer good spaces in `colour`; `keeps`: leaves its own player,
who has a tile of it, more of them. `closes`: leaves room for `amount` tiles less, for who is ahead; `opens`: leaves
room for `amount` more, for who is not. `prepares`: nothing of this; it is the better position for the tiles that are
left.
"""

_MOST: Final = 3
_FEW: Final = 2
"""Of how many colours at most it says something that they are the lowest."""
_LEAST: Final = 0.02
_BLOCKING: Final = 0.7
_BUILDING: Final = 0.4
_READY: Final = 0.3
_GOOD: Final = 2
"""What a space must score to be a good one, and at most a point less than the best one."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One difference; `seat` is whom it concerns where that is another player."""

    code: ReasonCode
    colour: Colour | None = None
    amount: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a placement leads to."""

    pegs: tuple[int, ...]
    best: tuple[int, ...]
    """By colour, the most that one symbol can score next."""
    held: frozenset[int]
    """The colours of the tiles that are left on the rack; alone, where the next tile is drawn, all."""
    ready: frozenset[int]
    """The colours in which one of them could earn a bonus next, if nobody else placed a tile."""
    bonuses: tuple[Colour, ...]
    share: float
    """Of a win, where the game is over."""
    symbols: bytes
    points: tuple[bytes, ...]
    """By colour, what each space that can be taken scores."""

    def spaces(self, colour: int, least: int) -> int:
        """How many spaces score at least that."""
        return sum(points >= least for points in self.points[colour])


def reasons(
    position: LightPosition,
    better: Move,
    other: Move | None,
    *,
    exchange: bool = False,
    before: Move | None = None,
) -> tuple[Reason, ...]:
    """The most important things first that speak for `better` against `other`, or against the position as it is.

    Args:
        position: before the placements; its seat on turn makes them.
        better: the better one.
        other: another placement, or `None`.
        exchange: whether the better one goes with an exchange.
        before: what speaks for the better one against this placement too comes first.
    """
    one, two = _effect(position, better), _effect(position, other)
    found = [*_own(position, one, two), *_open(position, one, two, exchange=exchange)]
    if one.share > two.share:
        found.append((9.0, Reason("wins")))
    if len(one.bonuses) > len(two.bonuses):
        found.append((2.0, _bonus(one, two)))
    if exchange:
        found.append((0.1, Reason("exchanges")))
    found = _worth_a_word(found)
    if not found:
        found = _last(position, one, two, alone=other is None)
    if not found and other is None and before not in (None, better):
        found = _last(position, one, _effect(position, before), alone=False)
    shared = reasons(position, better, before) if before not in (None, better) else ()
    first = {_about(reason) for reason in shared}
    found.sort(key=lambda item: (_about(item[1]) not in first, -item[0]))
    return tuple(reason for _, reason in found[:_MOST]) or (Reason("prepares"),)


def _worth_a_word(found: list[tuple[float, Reason]]) -> list[tuple[float, Reason]]:
    """What matters, and of that no single point of a later turn unless there is nothing else to say."""
    found = [item for item in found if item[0] >= _LEAST]
    return [item for item in found if item[1].code not in ("builds", "blocks") or item[1].amount > 1] or found


def _bonus(one: _Effect, two: _Effect) -> Reason:
    more = len(one.bonuses) - len(two.bonuses)
    return Reason("earns-bonus", one.bonuses[0] if more == 1 and not two.bonuses else None, more)


def _last(position: LightPosition, one: _Effect, two: _Effect, *, alone: bool) -> list[tuple[float, Reason]]:
    """What is said where nothing else is: points of little use, or how long the game goes on."""
    if sum(one.pegs) > sum(two.pegs):
        return _own(position, one, two)
    spaces = max(_spaces(position, one, two), default=None)
    if spaces:
        return [(_LEAST, spaces[2])]
    less = max_tiles_left(two.symbols, position.area) - max_tiles_left(one.symbols, position.area)
    if position.seats == 1 or abs(less) <= alone:  # Each placement takes the room of one tile.
        return []
    ahead = _is_ahead(position)
    if less > 0 and ahead:
        return [(_LEAST, Reason("closes", amount=less))]
    return [(_LEAST, Reason("opens", amount=-less))] if less < 0 and not ahead else []


def _spaces(position: LightPosition, one: _Effect, two: _Effect) -> list[tuple[float, int, Reason]]:
    """In which colours the others have fewer good spaces, or the player more; the more it matters the greater."""
    me = position.seat
    leader = _leader(position)
    found: list[tuple[float, int, Reason]] = []
    for colour in COLOURS:
        good = max(_GOOD, max(one.best[colour], two.best[colour]) - 1)
        more = one.spaces(colour, good) - two.spaces(colour, good)
        side, reason = me, Reason("keeps", colour)
        if more < 0 and leader is not None:
            side, reason = leader, Reason("thins", colour, seat=leader)
        elif more <= 0 or colour not in one.held:
            continue
        peg = one.pegs[colour] if side == me else position.seat_pegs(side)[colour]
        gain = _next(position, peg, good) - _next(position, peg, 0)
        if gain >= _LEAST:
            found.append((abs(more) * gain, -colour, reason))
    return found


def _leader(position: LightPosition) -> int | None:
    """The foremost of the others, by its side; `None` alone."""
    mode, me, seats = position.mode, position.seat, position.seats
    others = [side for side in range(mode.sides or seats) if side != mode.side_of(me, seats)]
    return max(others, key=position.result, default=None)


def _is_ahead(position: LightPosition) -> bool:
    leader = _leader(position)
    return leader is not None and position.result(position.seat) > position.result(leader)


def _about(reason: Reason) -> tuple[ReasonCode, Colour | None]:
    return reason.code, reason.colour


def _effect(position: LightPosition, move: Move | None) -> _Effect:
    me, after = position.seat, position.copy()
    if move is not None:
        after.place(move)
    cells = bytes(after.playable)
    pegs, track = after.seat_pegs(me), position.mode.track
    points = tuple(cells.translate(table) for table in after.tables)
    best = tuple(max(colour, default=0) for colour in points)
    alone = position.seats == 1
    held = frozenset(COLOURS if alone else (half[piece] for piece in after.racks[me] for half in (FIRST, SECOND)))
    earned = move is not None and not after.over and after.owed >= position.owed
    board = position.mode.board_of(me, position.seats)
    return _Effect(
        tuple(pegs),
        best,
        held,
        frozenset(colour for colour in held if _pays(after, colour, track.walk(pegs[colour], best[colour]))),
        tuple(c for c in COLOURS if after.paid[board][c] != position.paid[board][c]) if earned else (),
        outcome(after, me) if after.over and position.seats > 1 else 0.0,
        bytes(after.symbols),
        points,
    )


def _pays(position: LightPosition, colour: int, peg: int) -> bool:
    """Whether the seat on turn would earn a bonus when its peg of a colour came to a space."""
    mode, me = position.mode, position.seat
    paid = position.paid[mode.board_of(me, position.seats)][colour]
    before = position.seat_pegs(me)[colour]
    return mode.track.bonuses and peg != before and peg in mode.track.stops and paid != mode.direction(me) * peg


def _own(position: LightPosition, one: _Effect, two: _Effect) -> list[tuple[float, Reason]]:
    """Where the own pegs come further."""
    track, before = position.mode.track, position.seat_pegs(position.seat)
    found: list[tuple[float, Reason]] = []
    for colour in COLOURS:
        gain = one.pegs[colour] - two.pegs[colour]
        if gain > 0:
            code: ReasonCode = "raises"
            if track.two_sided:
                code = "crosses" if one.pegs[colour] > 0 >= two.pegs[colour] else "raises"
            elif before[colour] == min(before) and before.count(min(before)) <= _FEW:
                code = "lifts-lowest"
            weight = worth(track, one.pegs[colour]) - worth(track, two.pegs[colour])
            found.append((weight, Reason(code, colour, gain)))
    return found


def _open(position: LightPosition, one: _Effect, two: _Effect, *, exchange: bool) -> list[tuple[float, Reason]]:
    """Where the others can score less, and where the player can score more."""
    found: list[tuple[float, Reason]] = []
    leader = _leader(position)
    for colour in COLOURS:
        more = one.best[colour] - two.best[colour]
        if more < 0 and leader is not None:
            peg = position.seat_pegs(leader)[colour]
            gain = _next(position, peg, two.best[colour]) - _next(position, peg, one.best[colour])
            found.append((_BLOCKING * gain, Reason("blocks", colour, -more, leader)))
        elif more > 0 and colour in one.held and not exchange:
            peg = one.pegs[colour]
            gain = _next(position, peg, one.best[colour]) - _next(position, peg, two.best[colour])
            found.append((_BUILDING * gain, Reason("builds", colour, more)))
    if not exchange and not one.bonuses and one.ready and not two.ready:
        found.append((_READY, Reason("readies", Colour(min(one.ready)))))
    return found


def _next(position: LightPosition, peg: int, points: int) -> float:
    """What a peg would be worth after these points."""
    track = position.mode.track
    return worth(track, track.walk(peg, points))
