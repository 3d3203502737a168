"""The placements that a panel offers, by the points that they make at once and by nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import itemgetter

from bot.screens.draft import Draft, placed
from bot.screens.phrases import sign, tile_code
from bot.texts import Texts
from game.board import NAMES, row
from game.placements import placements
from game.rules import Outcome, preview
from game.state import SeatView
from game.tiles import Tile

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

    @property
    def tile(self) -> Tile:
        """The tile as it lies."""
        return placed(self.draft)[0]

    @property
    def cells(self) -> tuple[int, int]:
        """Its cells, in the order in which they are scored."""
        return placed(self.draft)[1]


Ranked = tuple[int, int, int, Tile, int, int, bool, bool]
"""Lost and made points below zero, a number for the order of equals, the tile, its cells, second first, order matters.

A plain tuple, because a position has up to 4,686 of them.
"""


def ranked(view: SeatView, piece: Tile | None = None) -> list[Ranked]:
    """Every legal placement of the seat on turn, or of one of its pieces, the most points first.

    A double whose order matters is there twice. Equal ones are in the order of the rack and of the board.
    """
    found: list[Ranked] = []
    if view.position.owed < 1:
        # A log that ends between the last placement of a turn and its refill.
        return found
    # What a placement moves follows from the points of its halves, so that one of each kind is tried.
    tried: dict[tuple[Tile, int, int], Outcome] = {}

    def outcome(tile: Tile, points: tuple[int, int], at: tuple[int, int]) -> Outcome:
        key = (tile, *points)
        if key not in tried:
            tried[key] = preview(view, tile, at)
        return tried[key]

    for number, (tile, a, b, one, other) in enumerate(placements(view)):
        if piece is not None and tile != piece:
            continue
        first = outcome(tile, (one, other), (a, b))
        second = outcome(tile, (other, one), (b, a)) if tile.double and one != other else first
        order = second.position.scores != first.position.scores
        found.append((*_worth(first), number, tile, a, b, False, order))
        if order:
            found.append((*_worth(second), number, tile, a, b, True, True))
    return sorted(found, key=itemgetter(0, 1, 2))


def _worth(outcome: Outcome) -> tuple[int, int]:
    return -sum(outcome.placement.steps), -outcome.placement.total


def varied(found: Iterable[Ranked], number: int) -> list[Ranked]:
    """Some of the first of ranked placements, the most points first, in which no tile crowds out the others.

    Of equal points each tile is there once before one is there twice, and none a third time unless too few are left.
    """
    chosen: list[Ranked] = []
    spare: list[Ranked] = []
    for _, equal in groupby(found, key=itemgetter(0)):
        seen: Counter[Tile] = Counter()
        rounds: tuple[list[Ranked], ...] = ([], [])
        for one in equal:
            (rounds[seen[one[3]]] if seen[one[3]] < len(rounds) else spare).append(one)
            seen[one[3]] += 1
        chosen += chain(*rounds)
        if len(chosen) >= number:
            break
    return sorted([*chosen, *spare][:number], key=itemgetter(0))


def as_option(one: Ranked) -> Option:
    """The placement of a rank."""
    steps, total, _, tile, a, b, second_first, order = one
    return Option(Draft(tile, None, a, b, second_first=second_first), -steps, -total, order)


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


def option_label(option: Option, texts: Texts, *, spelt: bool = False) -> str:
    """A placement on a button, its points first: `+6 · 🔴🔵 E7 ↗` lays red on E7 and blue on its upper right.

    `spelt`: with the letters of the tile instead of its signs.
    """
    draft = option.draft
    if draft.tile is None or draft.at is None or draft.to is None:
        raise ValueError("not a whole placement")
    tile, at, to = draft.tile, draft.at, draft.to
    symbols = tile_code(tile, texts) if spelt else f"{sign(tile.first)}{sign(tile.second)}"
    label = f"+{option.steps} · {symbols} {NAMES[at]} {_ARROWS[to - at]}{_AS_TEXT}"
    if option.order:
        label += f" · {texts('panel.order', cell=NAMES[option.cells[0]])}"
    return label
