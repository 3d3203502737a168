"""Why one placement is better than another, as data: what differs between the positions that they lead to.

The sentences are made elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from game.ai.light import LightPosition, Move
from game.ai.rating import outcome, worth
from game.tiles import COLOURS, Colour

ReasonCode = Literal[
    "wins",
    "earns-bonus",
    "lifts-lowest",
    "raises",
    "crosses",
    "blocks",
    "builds",
    "exchanges",
    "scores-more",
    "prepares",
]
"""What the better placement does and the other one does not, or not so much.

`wins`: ends the game with a win. `earns-bonus`: earns `amount` bonus placements more. `lifts-lowest`: moves `colour`,
which is one of the two lowest at most, `amount` steps further. `raises`: the same for another colour. `crosses`: brings
`colour` to the own side of a track with two. `blocks`: leaves `seat` a best
score in `colour` that is `amount` lower. `builds`: leaves its own player a best score in `colour` that is `amount`
higher. `exchanges`: brings new tiles. `scores-more`: `amount` points more in all. `prepares`: nothing of this; it is
the better position for the tiles that are left.
"""

_MOST: Final = 3
_FEW: Final = 2
"""Of how many colours at most it says something that they are the lowest."""
_LEAST: Final = 0.02
_BLOCKING: Final = 0.7
_BUILDING: Final = 0.4


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
    bonuses: int
    share: float
    """Of a win, where the game is over."""


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
    found = [*_own(position, one, two), *_open(position, one, two)]
    if one.share > two.share:
        found.append((9.0, Reason("wins")))
    if one.bonuses > two.bonuses:
        found.append((2.0, Reason("earns-bonus", amount=one.bonuses - two.bonuses)))
    if exchange:
        found.append((0.1, Reason("exchanges")))
    found = [item for item in found if item[0] >= _LEAST]
    # A point more next time is worth a word only where there is nothing else to say: others place before that.
    found = [item for item in found if item[1].code != "builds" or item[1].amount > 1] or found
    more = sum(one.pegs) - sum(two.pegs)
    if not found and more > 0:
        found.append((_LEAST, Reason("scores-more", amount=more)))
    telling = reasons(position, better, before) if before not in (None, better) else ()
    first = {_about(reason) for reason in telling}
    found.sort(key=lambda item: (_about(item[1]) not in first, -item[0]))
    return tuple(reason for _, reason in found[:_MOST]) or (Reason("prepares"),)


def _about(reason: Reason) -> tuple[ReasonCode, Colour | None]:
    return reason.code, reason.colour


def _effect(position: LightPosition, move: Move | None) -> _Effect:
    me, after = position.seat, position.copy()
    if move is not None:
        after.place(move)
    cells = bytes(after.playable)
    return _Effect(
        tuple(after.seat_pegs(me)),
        tuple(max(cells.translate(table), default=0) for table in after.tables),
        max(0, after.owed - position.owed + 1) if move is not None else 0,
        outcome(after, me) if after.over and position.seats > 1 else 0.0,
    )


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


def _open(position: LightPosition, one: _Effect, two: _Effect) -> list[tuple[float, Reason]]:
    """Where the others can score less, and where the player can score more."""
    mode, me, seats = position.mode, position.seat, position.seats
    sides = range(mode.sides or seats)
    others = [side for side in sides if side != mode.side_of(me, seats)]
    found: list[tuple[float, Reason]] = []
    leader = max(others, key=position.result, default=None)
    for colour in COLOURS:
        more = one.best[colour] - two.best[colour]
        if more < 0 and leader is not None:
            peg = position.seat_pegs(leader)[colour]
            gain = _next(position, peg, two.best[colour]) - _next(position, peg, one.best[colour])
            found.append((_BLOCKING * gain, Reason("blocks", colour, -more, leader)))
        elif more > 0:
            peg = one.pegs[colour]
            gain = _next(position, peg, one.best[colour]) - _next(position, peg, two.best[colour])
            found.append((_BUILDING * gain, Reason("builds", colour, more)))
    return found


def _next(position: LightPosition, peg: int, points: int) -> float:
    """What a peg would be worth after these points."""
    track = position.mode.track
    return worth(track, track.walk(peg, points))
