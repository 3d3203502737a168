"""Where things are: cells to pixels and back, and the boxes of a picture. Must not know colours or how to draw."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from game.board import diagonal, row

WIDTH_PX: Final = 1200
UNIT_PX: Final = 76
"""The width of a cell in which sprites are designed."""
CENTRE_PX: Final = (600, 546)
"""The middle of H8."""
BOARD_PX: Final = 1040
"""Height of the part of a picture that holds the board."""
GAP_PX: Final = 16
"""Between boxes, and between them and the edge of the picture."""

STRIP_PX: Final = 168
"""Height of the rack below a board."""
RACK_PX: Final = 620
"""Height of the picture of a rack alone."""

CORNER_PX: Final = 24
"""Between the words in the corners and the edge of the picture."""
TITLE_PX: Final = 80
"""Height of the title above a rack alone."""

HEADER_PX: Final = 62
"""Height of the names above a score board."""
SCALE_PX: Final = 58
"""Height of what lies between them and its tracks: the score, what is said of the player, and the scale."""
TRACK_PX: Final = 42
"""Distance of two tracks of a score board."""
PANEL_PX: Final = HEADER_PX + SCALE_PX + 6 * TRACK_PX + 10

RESULT_PX: Final = 44
"""What a score board is higher at the end, for the result."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, the last two exclusive."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a board lie; the fewer are in play, the larger they are."""

    cell_px: int
    """Width of a hexagon, and the distance of two cells in a row: whole pixels, so that one sprite fits every cell."""
    row_px: int
    """Distance of two rows."""

    @property
    def hex_px(self) -> int:
        """Height of a hexagon, corner to corner: a regular one within half a pixel."""
        return round(self.row_px * 4 / 3)

    @property
    def zoom(self) -> float:
        """How much larger its cells are than those that sprites are designed for."""
        return self.cell_px / UNIT_PX

    @property
    def steps(self) -> tuple[Point, ...]:
        """Where the neighbour in each of `DIRECTIONS` lies, in pixels."""
        ways = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
        return tuple((self.cell_px * x / 2, self.row_px * y) for x, y in ways)

    def scaled(self, size_px: float) -> int:
        """A size that is designed for cells of `UNIT_PX`."""
        return round(size_px * self.zoom)

    def centre_px(self, cell: int) -> tuple[int, int]:
        """The middle of a cell on a board picture."""
        down, along = row(cell) - 8, diagonal(cell) - 8
        return CENTRE_PX[0] + along * self.cell_px - down * (self.cell_px // 2), CENTRE_PX[1] + down * self.row_px

    def corner_px(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell's sprite."""
        x, y = self.centre_px(cell)
        return x - self.cell_px // 2, y - self.hex_px // 2


GRIDS: Final = {5: Grid(96, 83), 6: Grid(82, 71), 7: Grid(72, 62)}
"""By how far the area in play reaches from the centre, in cells: as large as the width and the rim allow."""

PHONE_PX: Final = 272
"""The width in which the narrowest phone shows a picture."""
CAPITAL: Final = 0.727
"""The height of a capital as a share of the size of its font."""
RIM_SIZE: Final = 49
"""The size of the letters of rows and of the numbers beyond the edge of the board."""
RIM_GAP_PX: Final = 8
"""Between the board's body and what is written beyond its edge."""
SLAB_PX: Final = 519
"""From the middle of the board to the corners of its body, before these are rounded."""
SLAB_ROUND_PX: Final = 32
"""The radius of these corners."""


def slab_edge_px(y: float) -> float:
    """How far the board's body reaches left and right of its middle at this height."""
    slanting = SLAB_PX + (2 * SLAB_ROUND_PX - abs(y - CENTRE_PX[1])) / sqrt(3)
    return min(slanting, SLAB_PX + SLAB_ROUND_PX)


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
