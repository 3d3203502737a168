"""What is smaller than a whole picture: a rack alone, and a part of the board so close that a phone shows its names.

In the latter only the cells that can be chosen bear their names; words, score boards and the rack are left out. Must
not know rules or why these cells are looked at.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

from PIL import Image

from game.board import DIRECTIONS, NAMES, row
from render.board import draw_board
from render.empty_board import bare_board, name_ink
from render.layout import BOARD_PX, CAPITAL, CENTRE_PX, GAP_PX, GRIDS, PHONE_PX, STRIP_PX, WIDTH_PX, Box, Grid
from render.rack import draw_rack
from render.scene import BoardPart, RackPart
from render.theme import Theme

_CAPITAL_PX: Final = 11
"""How high capitals and digits are at least on the narrowest phone, but where a long row is named."""
NAME_PX: Final = 62
"""How wide the name of a cell may be, for cells of `UNIT_PX`."""
_COLUMNS, _ROWS = 7.0, 5.0
"""The least that is seen, in cells."""
_MOST_COLUMNS, _MOST_ROWS = 9, 8
"""How far it grows at most to show scoring lines whole, in cells."""
_MARGIN: Final = 1.4
"""How far it reaches beyond the middle of the outermost cells that are looked at."""


def paint_close_up(part: BoardPart, cells: frozenset[int], theme: Theme) -> Image.Image:
    """The board round these cells, as an image of mode L that holds indices of the theme's palette."""
    grid = GRIDS[part.radius]
    box = part_box(grid, cells)
    if part.trying:
        # The scoring lines are seen to their ends where the names stay large enough.
        linked = {cell for link in part.links for cell in (link.cell, link.cell + DIRECTIONS[link.direction])}
        wider = part_box(grid, cells | linked)
        if wider[2] - wider[0] <= _MOST_COLUMNS * grid.cell_px and wider[3] - wider[1] <= _MOST_ROWS * grid.row_px:
            box = wider
    canvas = Image.new("L", (WIDTH_PX, BOARD_PX))
    gains = part.gains if part.trying else ()
    links = part.links if part.trying else ()
    shown = replace(part, gains=gains, links=links, earned=None, left="")
    draw_board(canvas, shown, theme, bare_board(part.radius, theme))
    _write_names(canvas, part, box[2] - box[0], theme)
    return canvas.crop(box)


def paint_strip(rack: RackPart, theme: Theme) -> Image.Image:
    """A rack alone as it is below a board, as an image of mode L."""
    canvas = Image.new("L", (WIDTH_PX, STRIP_PX + 2 * GAP_PX), theme.inks.ink(theme.colours.table))
    draw_rack(canvas, rack, (GAP_PX, GAP_PX, WIDTH_PX - GAP_PX, GAP_PX + STRIP_PX), theme, large=False)
    return canvas


def part_box(grid: Grid, cells: frozenset[int]) -> Box:
    """The part of a board picture that shows these cells: no smaller than a few cells, within the picture."""
    middles = [grid.centre_px(cell) for cell in cells] or [CENTRE_PX]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    width = max(max(xs) - min(xs) + 2 * _MARGIN * grid.cell_px, _COLUMNS * grid.cell_px)
    height = max(max(ys) - min(ys) + 2 * _MARGIN * grid.row_px, _ROWS * grid.row_px)
    left, right = _span((min(xs) + max(xs)) / 2, width, WIDTH_PX)
    top, bottom = _span((min(ys) + max(ys)) / 2, height, BOARD_PX)
    return left, top, right, bottom


def name_px(width_px: int) -> int:
    """The size of a font that can be read on a phone in a picture of this width."""
    return ceil(_CAPITAL_PX * width_px / (PHONE_PX * CAPITAL))


def _span(middle: float, length: float, whole: int) -> tuple[int, int]:
    """A length round a middle, moved to where it is within the whole."""
    length = min(round(length), whole)
    start = min(max(0, round(middle - length / 2)), whole - length)
    return start, start + length


def _write_names(canvas: Image.Image, part: BoardPart, width_px: int, theme: Theme) -> None:
    """Name the cells that can be chosen, by their number alone where they are in one row and all would not fit."""
    grid, size = GRIDS[part.radius], name_px(width_px)
    names = {cell: NAMES[cell] for cell in part.marks}
    room = grid.scaled(NAME_PX)
    if len({row(cell) for cell in names}) == 1 and not _fit(names, size, room, theme):
        names = {cell: name[1:] for cell, name in names.items()}
    while size > 1 and not _fit(names, size, room, theme):
        size -= 1
    for cell, name in names.items():
        theme.writer.write(canvas, grid.centre_px(cell), name, "semi", size, name_ink(cell, theme), anchor="m")


def _fit(names: dict[int, str], size: int, room_px: int, theme: Theme) -> bool:
    return all(theme.writer.width_px(name, "semi", size) <= room_px for name in names.values())
