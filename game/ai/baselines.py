"""Simple players that others have published: what a placement is worth by the pegs that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Literal

from game.ai.evaluation import pegs_after
from game.ai.light import LightPosition, Move

Simple = Literal["increase-min", "reduce-deficit", "ludamad"]

_AHEAD: Final = 5
"""How far *reduce-deficit* wants to be ahead of the leader in each colour."""

_Worth = Callable[[LightPosition, Sequence[int], Sequence[int]], tuple[float, ...]]


def simple(position: LightPosition, style: Simple, rng: Random) -> Move:
    """The placement of the seat on turn that is worth most, one of those that are equally good."""
    worth, before = _WORTHS[style], position.seat_pegs(position.seat)
    best: list[Move] = []
    most: tuple[float, ...] = ()
    known: dict[tuple[int, int, int], tuple[float, ...]] = {}
    for move in position.moves():
        key = move.piece, move.first, move.second
        if key not in known:
            known[key] = worth(position, before, pegs_after(position, *key))
        if not best or known[key] > most:
            best, most = [move], known[key]
        elif known[key] == most:
            best.append(move)
    return rng.choice(best)


def _increase_min(_position: LightPosition, before: Sequence[int], after: Sequence[int]) -> tuple[float, ...]:
    """Points on the lowest colours, then all points."""
    lowest = min(before)
    gained = sum(new - old for old, new in zip(before, after, strict=True) if old == lowest)
    return gained, sum(after)


def _reduce_deficit(position: LightPosition, _before: Sequence[int], after: Sequence[int]) -> tuple[float, ...]:
    """The least sum of what is missing to be five ahead of the leader in each colour, then all points."""
    mode, seats, seat = position.mode, position.seats, position.seat
    others = [other for other in range(mode.sides or seats) if other != mode.side_of(seat, seats)]
    theirs = position.seat_pegs(max(others, key=position.result)) if others else [0] * 6
    missing = sum(max(0, other - peg + _AHEAD) for other, peg in zip(theirs, after, strict=True))
    return -missing, sum(after)


def _ludamad(position: LightPosition, before: Sequence[int], after: Sequence[int]) -> tuple[float, ...]:
    """Points weighed by how low a colour is, and 6 for a colour that comes to the end of its track."""
    end, lowest = position.mode.track.end, min(before)
    worth = 0.0
    for old, new in zip(before, after, strict=True):
        worth += (new - old) * (1 + 2 * (end - old) / end) * (2.5 if old == lowest else 1)
        worth += 6 * (old < end == new)
    return (worth,)


_WORTHS: Final[Mapping[Simple, _Worth]] = {
    "increase-min": _increase_min,
    "reduce-deficit": _reduce_deficit,
    "ludamad": _ludamad,
}
