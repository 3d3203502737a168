"""Matches between bots: how strong one is against another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from game.ai import Style, choose
from game.modes import Mode
from game.rules import apply, deal, decide
from game.state import Position, view


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds of a choice: the median, what 95 % stay below, the longest."""

    p50: float
    p95: float
    max: float


@dataclass(frozen=True, slots=True)
class Result:
    """How player a did against player b."""

    games: int
    win: float
    """The share of games that a won, from 0 to 1; a shared first place counts as its share."""
    ci95: float
    """Half the width of the 95 % interval of `win`."""
    low_a: float
    low_b: float
    """The mean lowest colour of each at the end."""
    ms: Times
    """Of the choices of a."""


@dataclass(slots=True)
class _Tally:
    wins: list[float] = field(default_factory=list[float])
    low_a: list[int] = field(default_factory=list[int])
    low_b: list[int] = field(default_factory=list[int])
    seconds: list[float] = field(default_factory=list[float])


def tournament(
    mode: Mode, seats: int, players: tuple[Style, Style], games: int, seed: int, clock: Callable[[], float]
) -> Result:
    """Play a against b: a on one side and b on all others, on each side of the same deal in turn.

    Alone, both play the same deal, and the better result wins. `clock` gives seconds.

    Raises:
        Illegal: the mode does not allow this number of seats.
    """
    tally, sides = _Tally(), mode.sides or seats
    for number in range(games):
        deal_seed = seed * 1_000_003 + number // sides
        if sides == 1:
            _play_alone(mode, players, deal_seed, clock, tally)
        else:
            _play_together(mode, seats, players, number % sides, deal_seed, clock, tally)
    error = 1.96 * pstdev(tally.wins) / sqrt(games)
    return Result(games, fmean(tally.wins), error, fmean(tally.low_a), fmean(tally.low_b), _times(tally.seconds))


def _play_alone(mode: Mode, players: tuple[Style, Style], seed: int, clock: Callable[[], float], tally: _Tally) -> None:
    pegs_a = _play(mode, players[:1], 0, seed, clock, tally).pegs(0)
    pegs_b = _play(mode, players[1:], None, seed, clock, tally).pegs(0)
    a, b = mode.result(pegs_a), mode.result(pegs_b)
    tally.wins.append(0.5 if a == b else float(a > b))
    tally.low_a.append(min(pegs_a))
    tally.low_b.append(min(pegs_b))


def _play_together(
    mode: Mode,
    seats: int,
    players: tuple[Style, Style],
    side: int,
    seed: int,
    clock: Callable[[], float],
    tally: _Tally,
) -> None:
    """One game in which a sits on `side`."""
    mine = [mode.side_of(seat, seats) == side for seat in range(seats)]
    end = _play(mode, [players[not own] for own in mine], side, seed, clock, tally)
    first = {mode.side_of(seat, seats) for seat in end.ending.standing[0]} if end.ending else {side}
    tally.wins.append((side in first) / len(first))
    for seat, own in enumerate(mine):
        (tally.low_a if own else tally.low_b).append(min(end.pegs(seat)))


def _play(
    mode: Mode, players: Sequence[Style], timed: int | None, seed: int, clock: Callable[[], float], tally: _Tally
) -> Position:
    """The end of a game; the choices of the side `timed` are timed.

    The table and the players have generators of their own, so that the deal does not depend on who plays.
    """
    table, thoughts = Random(seed), Random(f"players of {seed}")
    seats = len(players)
    state = apply(None, deal(mode, seats, table))
    while state.position.ending is None:
        seat = state.position.seat
        seen = view(state, seat)
        begun = clock()
        place = choose(seen, players[seat], thoughts)
        if mode.side_of(seat, seats) == timed:
            tally.seconds.append(clock() - begun)
        for event in decide(state, seat, place, table):
            state = apply(state, event)
    return state.position


def _times(seconds: list[float]) -> Times:
    seconds.sort()
    at = [seconds[min(int(part * len(seconds)), len(seconds) - 1)] for part in (0.5, 0.95, 1)]
    return Times(*(round(1000 * value, 2) for value in at))
