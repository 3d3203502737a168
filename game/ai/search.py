"""The placement that is worth most, where a worth compares the pegs that a placement leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from game.events import At, Place
from game.modes import Mode, Pegs
from game.placements import Choice, choices
from game.scoring import place_tile, walk
from game.state import Position, SeatView
from game.tiles import Tile

_LOOKED_INTO: Final = 4
"""How many of the best placements with a bonus are followed to the placement after it: a millisecond or two each."""

Worth = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a style of play wants."""

    worth: Callable[[Mode, Pegs], Worth]
    """The greater the better, item by item; the pegs as seen by the seat."""
    looks_ahead: bool
    """Whether it counts what the bonus placements would bring."""


def _points(_mode: Mode, pegs: Pegs) -> Worth:
    return (sum(pegs),)


def _lowest_pegs(mode: Mode, pegs: Pegs) -> Worth:
    if mode.track.two_sided:
        # A peg across the middle counts for the result, and one far out is hard to pull back (R9.5).
        return (mode.instant_win(mode.track, pegs), sum(peg + 3 * ((peg > 0) - (peg < 0)) for peg in pegs))
    return tuple(sorted(pegs))


GREEDY: Final = Aim(_points, looks_ahead=False)
CAREFUL: Final = Aim(_lowest_pegs, looks_ahead=True)


@dataclass(frozen=True, slots=True)
class _Option:
    """One of the placements that lead to the same pegs."""

    worth: Worth
    bonuses: int
    tile: Tile
    at: At


def best(view: SeatView, aim: Aim, rng: Random) -> Place:
    """The placement that is worth most; of equal ones one of the foremost tile. It must be the seat's turn."""
    option = _best(view.position, view.rack, aim, rng)
    return Place(option.tile, option.at)


def _best(position: Position, rack: Sequence[Tile], aim: Aim, rng: Random) -> _Option:
    options = _options(position, rack, aim, rng)
    top = max(options, key=lambda option: option.worth)
    if not aim.looks_ahead:
        return top
    paying = sorted((option for option in options if option.bonuses), key=lambda option: option.worth, reverse=True)
    for option in paying[:_LOOKED_INTO]:
        followed = _followed(position, rack, option, aim, rng)
        if followed.worth > top.worth:
            top = followed
    return top


def _followed(position: Position, rack: Sequence[Tile], option: _Option, aim: Aim, rng: Random) -> _Option:
    """The option with the worth of what the best next bonus placement makes of it."""
    after, _ = place_tile(position, option.tile, option.at)
    left = list(rack)
    left.remove(next(tile for tile in rack if tile.piece == option.tile.piece))
    if after.ending or not left:
        return option
    next_one = max(_options(after, left, aim, rng), key=lambda option: option.worth)
    return _Option(next_one.worth, option.bonuses, option.tile, option.at)


def _options(position: Position, rack: Sequence[Tile], aim: Aim, rng: Random) -> list[_Option]:
    """One placement, chosen at random, for each tile and pair of points that can be had with it."""
    groups: dict[tuple[Tile, int, int], list[Choice]] = {}
    for choice in choices(position.symbols, position.area, rack, opening=position.opening):
        groups.setdefault((choice[0], choice[3], choice[4]), []).append(choice)
    options: list[_Option] = []
    for (tile, first, second), group in groups.items():
        _, a, b, _, _ = rng.choice(group)
        options.append(_option(position, aim, tile, (a, b), (first, second)))
        if tile.double and first != second:
            # Which half is scored first can matter where a track has more than one stop (R3.6).
            options.append(_option(position, aim, tile, (b, a), (second, first)))
    return options


def _option(position: Position, aim: Aim, tile: Tile, at: At, gains: tuple[int, int]) -> _Option:
    scores, _, bonuses = walk(position, tile, gains)
    sign = position.mode.direction(position.seat)
    pegs = tuple(sign * peg for peg in scores.pegs)
    return _Option(aim.worth(position.mode, pegs), bonuses, tile, at)
