"""Where things are: cells to pixels and back, and the boxes of a picture. Must not know colours or how to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.board import CELLS, diagonal, row

WIDTH_PX: Final = 1200
CELL_PX: Final = 76
"""Width of a hexagon, and the distance of two cells in a row: whole pixels, so that one sprite fits every cell."""
ROW_PX: Final = 66
"""Distance of two rows."""
HEX_PX: Final = 88
"""Height of a hexagon, corner to corner: a regular one within a quarter of a pixel."""
CENTRE_PX: Final = (600, 520)
"""The middle of H8."""
BOARD_PX: Final = 1040
"""Height of the part of a picture that holds the board."""
GAP_PX: Final = 16
"""Between boxes, and between them and the edge of the picture."""

STRIP_PX: Final = 168
"""Height of the rack below a board."""
RACK_PX: Final = 620
"""Height of the picture of a rack alone."""

TITLE_PX: Final = 80
"""Height of the title above a rack alone."""

HEADER_PX: Final = 62
"""Height of the names above a score board."""
SCALE_PX: Final = 22
"""Height of the numbers above its tracks."""
TRACK_PX: Final = 42
"""Distance of two tracks of a score board."""
PANEL_PX: Final = HEADER_PX + SCALE_PX + 6 * TRACK_PX + 10

RESULT_PX: Final = 44
"""What a score board is higher at the end, for the result."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, the last two exclusive."""


def centre_px(cell: int) -> tuple[int, int]:
    """The middle of a cell on a board picture."""
    down, along = row(cell) - 8, diagonal(cell) - 8
    return CENTRE_PX[0] + along * CELL_PX - down * (CELL_PX // 2), CENTRE_PX[1] + down * ROW_PX


def corner_px(cell: int) -> tuple[int, int]:
    """The upper left corner of a cell's sprite."""
    x, y = centre_px(cell)
    return x - CELL_PX // 2, y - HEX_PX // 2


def cell_at_px(x: int, y: int) -> int | None:
    """The cell whose middle is nearest to a point of the board picture; `None` outside every cell."""
    nearest = min(CELLS, key=lambda cell: _distance2(cell, x, y))
    return nearest if _distance2(nearest, x, y) <= (HEX_PX // 2) ** 2 else None


def _distance2(cell: int, x: int, y: int) -> int:
    cx, cy = centre_px(cell)
    return (cx - x) ** 2 + (cy - y) ** 2


@dataclass(frozen=True, slots=True)
class Frame:
    """The boxes of one picture, from top to bottom."""

    height_px: int
    rack: Box | None
    panels: tuple[Box, ...]


def frame(*, board: bool, rack: bool, panels: int, over: bool) -> Frame:
    """The boxes of a picture with these parts; score boards share one row, higher when the game is over."""
    left, right = GAP_PX, WIDTH_PX - GAP_PX
    if not board:
        return Frame(RACK_PX, (left, TITLE_PX, right, RACK_PX - GAP_PX), ())
    y = BOARD_PX
    strip: Box | None = None
    if rack:
        strip = (left, y, right, y + STRIP_PX)
        y += STRIP_PX + GAP_PX
    boxes: list[Box] = []
    if panels:
        width = (right - left - (panels - 1) * GAP_PX) // panels
        bottom = y + PANEL_PX + (RESULT_PX if over else 0)
        lefts = [left + number * (width + GAP_PX) for number in range(panels)]
        boxes = [(x, y, x + width, bottom) for x in lefts]
        y = bottom + GAP_PX
    return Frame(y, strip, tuple(boxes))
