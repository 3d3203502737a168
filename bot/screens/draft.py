"""The half-made choice of a placement, as it stands in the custom ids of a panel: `RB.E7.E8`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.tables.errors import Refused
from game.board import NAMES, parse_cell
from game.events import At
from game.tiles import Tile, parse_tile


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-made choice: the tile as it lies, where its first symbol lies, where its second."""

    tile: Tile | None = None
    row: int | None = None
    at: int | None = None
    to: int | None = None
    second_first: bool = False
    """For a double whose order matters: the second cell is scored first (R6.3)."""

    @property
    def text(self) -> str:
        """The draft as it stands in a custom id."""
        parts = [self.tile.code if self.tile else ""]
        if self.row is not None:
            parts.append(str(self.row))
        if self.at is not None:
            parts.append(NAMES[self.at])
        if self.to is not None:
            parts.append(NAMES[self.to])
        if self.second_first:
            parts.append("x")
        return ".".join(parts)


_ROWS: Final = frozenset(str(row) for row in range(1, 16))
NOTHING: Final = Draft()
"""The draft in which nothing is chosen yet."""


def parse_draft(text: str) -> Draft:
    """The draft of a custom id or of an option.

    Raises:
        ValueError: it is none.
    """
    if not text:
        return NOTHING
    code, *rest = text.split(".")
    if len(rest) == 1 and rest[0] in _ROWS:
        draft = Draft(parse_tile(code), row=int(rest[0]))
    else:
        cells = [parse_cell(name) for name in rest[:2]]
        draft = Draft(parse_tile(code), None, *cells, second_first=len(rest) == 3)
    if draft.text != text:
        raise ValueError("no draft")
    return draft


def placed(draft: Draft) -> tuple[Tile, At]:
    """The tile and the cells of a whole draft, in the order in which they are scored.

    Raises:
        Refused: `bad-press`, when something is missing.
    """
    if draft.tile is None or draft.at is None or draft.to is None:
        raise Refused("bad-press")
    if draft.second_first:
        return draft.tile.turned, (draft.to, draft.at)
    return draft.tile, (draft.at, draft.to)
