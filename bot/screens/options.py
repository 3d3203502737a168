"""The placements that a panel offers, by what their points do for the own pegs and by nothing else.

A bonus placement comes first. A step of a low peg is worth more than one of a high peg, as level 2 sees it at a glance;
what a placement leaves to others is for the player to judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from bot.screens.draft import Draft, placed
from bot.screens.phrases import sign, tile_code
from bot.texts import Texts
from game.ai.evaluation import worth
from game.board import NAMES, row
from game.events import At
from game.placements import placements
from game.rules import Outcome, preview
from game.state import SeatView
from game.tiles import Colour, Tile

_ARROWS = {1: "→", 17: "↘", 16: "↙", -1: "←", -17: "↖", -16: "↗"}
_AS_TEXT = "\ufe0e"
"""Asks for the plain sign where there is an emoji of it as well, so that all arrows look alike."""


@dataclass(frozen=True, slots=True)
class Option:
    """A placement on offer, as a whole draft."""

    draft: Draft
    steps: int
    """How far it moves pegs."""
    total: int
    """Its points, those included that are lost at the end of a track."""
    order: bool = False
    """Whether it is a double that moves the peg differently in the other order of scoring (R6.3)."""
    moved: Mapping[Colour, int] = field(default_factory=dict[Colour, int], compare=False)
    """How far it moves the peg of each colour."""

    @property
    def tile(self) -> Tile:
        """The tile as it lies."""
        return placed(self.draft)[0]

    @property
    def cells(self) -> tuple[int, int]:
        """Its cells, in the order in which they are scored."""
        return placed(self.draft)[1]


class Ranked(NamedTuple):
    """A legal placement with what it brings. A position has up to 4,686 of them."""

    good: tuple[int, float, int, int]
    """Its bonuses, what the pegs are worth after it, its points made, and those with the lost ones: all below zero."""
    number: int
    """Its place among equally good ones: in the order of the rack and of the board."""
    tile: Tile
    a: int
    b: int
    second_first: bool
    """For a double whose order matters: the second cell is scored first (R6.3)."""
    order: bool
    """Whether it is such a double."""
    moved: Mapping[Colour, int]
    """How far it moves the peg of each colour."""

    @property
    def steps(self) -> int:
        """How far it moves pegs."""
        return -self.good[2]


def ranked(view: SeatView, piece: Tile | None = None) -> list[Ranked]:
    """Every legal placement of the seat on turn, or of one of its pieces, the best for its pegs first.

    A double whose order matters is there twice. Equal ones are in the order of the rack and of the board.
    """
    found: list[Ranked] = []
    if view.position.owed < 1:
        # A log that ends between the last placement of a turn and its refill.
        return found
    # What a placement moves follows from the points of its halves, so that one of each kind is tried.
    tried: dict[tuple[Tile, int, int], tuple[Outcome, tuple[int, float, int, int], Mapping[Colour, int]]] = {}

    def outcome(
        tile: Tile, points: tuple[int, int], at: At
    ) -> tuple[Outcome, tuple[int, float, int, int], Mapping[Colour, int]]:
        key = (tile, *points)
        if key not in tried:
            done = preview(view, tile, at)
            tried[key] = done, _good(done, view.position.seat), done.placement.moved
        return tried[key]

    for number, (tile, a, b, one, other) in enumerate(placements(view)):
        if piece is not None and tile != piece:
            continue
        first, good, moved = outcome(tile, (one, other), (a, b))
        if not tile.double or one == other:
            found.append(Ranked(good, number, tile, a, b, False, False, moved))
            continue
        second, other_good, other_moved = outcome(tile, (other, one), (b, a))
        order = second.position.scores != first.position.scores
        found.append(Ranked(good, number, tile, a, b, False, order, moved))
        if order:
            found.append(Ranked(other_good, number, tile, a, b, True, True, other_moved))
    return sorted(found, key=itemgetter(0, 1))


def _good(outcome: Outcome, seat: int) -> tuple[int, float, int, int]:
    """How good an outcome is for a seat, rounded so that the same pegs are as good whichever colours they are of."""
    track, pegs = outcome.position.mode.track, outcome.position.pegs(seat)
    done, value = outcome.placement, round(sum(worth(track, peg) for peg in pegs), 9)
    return -done.bonuses, -value, -sum(done.steps), -done.total


def varied(found: Iterable[Ranked], number: int) -> list[Ranked]:
    """Some of the first of ranked placements, the best first, in which no tile crowds out the others.

    Of equally good ones each tile is there once before one is there twice, and none a third time unless too few are
    left.
    """
    chosen: list[Ranked] = []
    spare: list[Ranked] = []
    for _, equal in groupby(found, key=_as_good):
        seen: Counter[Tile] = Counter()
        rounds: tuple[list[Ranked], ...] = ([], [])
        for one in equal:
            (rounds[seen[one.tile]] if seen[one.tile] < len(rounds) else spare).append(one)
            seen[one.tile] += 1
        chosen += chain(*rounds)
        if len(chosen) >= number:
            break
    return sorted([*chosen, *spare][:number], key=_as_good)


def _as_good(one: Ranked) -> tuple[int, float, int]:
    """What is the same for placements that are equally good and bring the same points."""
    return one.good[:3]


def as_option(one: Ranked) -> Option:
    """The placement of a rank."""
    draft = Draft(one.tile, None, one.a, one.b, second_first=one.second_first)
    return Option(draft, one.steps, -one.good[3], one.order, one.moved)


def options(view: SeatView, piece: Tile) -> list[Option]:
    """Every legal placement of a piece, as `ranked`."""
    return [as_option(one) for one in ranked(view, piece)]


def best_by(found: Iterable[Option], key: str) -> dict[int, int]:
    """The most points with a half on each `cell`, or in each `row`, in the order of the board."""
    best: dict[int, int] = {}
    for option in found:
        for cell in option.cells:
            at = row(cell) if key == "row" else cell
            best[at] = max(best.get(at, 0), option.steps)
    return dict(sorted(best.items()))


def on_space(found: Iterable[Option], space: int) -> list[Option]:
    """Those that have a half on this space, each drafted from there."""
    return [_from(option, space) for option in found if space in option.cells]


def _from(option: Option, space: int) -> Option:
    draft = option.draft
    if draft.tile is None or draft.at == space:
        return option
    turned = Draft(draft.tile.turned, None, draft.to, draft.at, second_first=draft.second_first)
    if option.order:
        turned = replace(turned, second_first=not draft.second_first)
    return replace(option, draft=turned)


def same_placement(option: Option, draft: Draft) -> bool:
    """Whether a whole draft means this placement, from whichever of its halves it was drafted."""
    if draft.at is None or draft.to is None or draft.tile is None:
        return False
    tile, at = placed(draft)
    mine, cells = option.tile, option.cells
    if tile.double:
        return tile == mine and (at == cells if option.order else set(at) == set(cells))
    return (tile, at) in ((mine, cells), (mine.turned, cells[::-1]))


def option_label(option: Option, texts: Texts, number: int | None = None, *, spelt: bool = False) -> str:
    """A placement on a button: `2 E7↗ +3🔴+1🔵` lays tile 2 of the rack, as it lies there, on E7 and its upper right.

    Without a `number` the tile is known. `spelt`: with the letters of the colours in place of their signs. A phone has
    room for two such buttons beside each other.
    """
    gains = "".join(
        f"+{steps}{texts(f'code.{colour.name.lower()}')}" if spelt else f"+{steps}{sign(colour)}"
        for colour, steps in option.moved.items()
    )
    return _with_order(f"{'' if number is None else f'{number} '}{_where(option)} {gains or '+0'}", option, texts)


def direction_label(option: Option, texts: Texts, *, spelt: bool = False) -> str:
    """A placement from one space on a button: `+6 · 🔴🔵 E7↗` lays red on E7 and blue on its upper right.

    `spelt`: with the letters of the tile instead of its signs.
    """
    tile = option.draft.tile
    if tile is None:
        raise ValueError("not a whole placement")
    symbols = tile_code(tile, texts) if spelt else f"{sign(tile.first)}{sign(tile.second)}"
    return _with_order(f"+{option.steps} · {symbols} {_where(option)}", option, texts)


def _where(option: Option) -> str:
    """The first space of a placement and the direction of the second."""
    at, to = option.draft.at, option.draft.to
    if at is None or to is None:
        raise ValueError("not a whole placement")
    return f"{NAMES[at]}{_ARROWS[to - at]}{_AS_TEXT}"


def _with_order(label: str, option: Option, texts: Texts) -> str:
    """The label, with the space that scores first where that matters."""
    return f"{label} · {texts('panel.order', cell=NAMES[option.cells[0]])}" if option.order else label
