"""The placements that a panel offers, by the points that they make at once and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.screens.draft import Draft, placed
from bot.screens.phrases import sign
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


def options(view: SeatView) -> list[Option]:
    """Every legal placement of the seat on turn, a double whose order matters twice; the most points first.

    Equal ones in the order of the rack and of the board.
    """
    found: list[Option] = []
    # What a placement moves follows from the points of its halves, so that one of each kind is tried.
    tried: dict[tuple[Tile, int, int], Outcome] = {}

    def outcome(tile: Tile, points: tuple[int, int], at: tuple[int, int]) -> Outcome:
        key = (tile, *points)
        if key not in tried:
            tried[key] = preview(view, tile, at)
        return tried[key]

    for tile, a, b, one, other in placements(view):
        first = outcome(tile, (one, other), (a, b))
        option = Option(Draft(tile, None, a, b), *_worth(first))
        found.append(option)
        if tile.double and one != other:
            second = outcome(tile, (other, one), (b, a))
            if second.position.scores != first.position.scores:
                found[-1] = replace(option, order=True)
                turned = Draft(tile, None, a, b, second_first=True)
                found.append(Option(turned, *_worth(second), order=True))
    return sorted(found, key=_rank)


def _worth(outcome: Outcome) -> tuple[int, int]:
    return sum(outcome.placement.steps), outcome.placement.total


def _rank(option: Option) -> tuple[int, int]:
    return -option.steps, -option.total


def best_by(found: Iterable[Option], key: str) -> dict[int, int]:
    """The most points with a half on each `cell`, or in each `row`, in the order of the board."""
    best: dict[int, int] = {}
    for option in found:
        for cell in option.cells:
            at = row(cell) if key == "row" else cell
            best[at] = max(best.get(at, 0), option.steps)
    return dict(sorted(best.items()))


def on_space(found: Iterable[Option], tile: Tile, space: int) -> list[Option]:
    """The placements of a piece that have a half on this space, each drafted from there; the most points first."""
    return [_from(option, space) for option in found if option.tile.piece == tile and space in option.cells]


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


def option_label(option: Option, texts: Texts) -> str:
    """A placement on a button, its points first: `+6 · 🔴🔵 E7 ↗` lays red on E7 and blue on its upper right."""
    draft = option.draft
    if draft.tile is None or draft.at is None or draft.to is None:
        raise ValueError("not a whole placement")
    tile, at, to = draft.tile, draft.at, draft.to
    symbols = f"{sign(tile.first)}{sign(tile.second)}"
    label = f"+{option.steps} · {symbols} {NAMES[at]} {_ARROWS[to - at]}{_AS_TEXT}"
    if option.order:
        label += f" · {texts('panel.order', cell=NAMES[option.cells[0]])}"
    return label
