"""The board with nothing on it: its body, the cells in play, and what is written beyond its edge; it never changes."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import sqrt
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from game.board import CELLS, NAMES, PRINTED, diagonal, distance, row
from render.layout import (
    BOARD_PX,
    CAPITAL,
    CENTRE_PX,
    GRIDS,
    RIM_GAP_PX,
    RIM_SIZE,
    SLAB_PX,
    SLAB_ROUND_PX,
    WIDTH_PX,
    Grid,
    slab_edge_px,
)
from render.palette import Ramp, lay
from render.shapes import Point, flat_hexagon, hexagon
from render.theme import Theme

_RIM_PX = 8
"""How far cells that are out of play stay inside the edge of the board's body."""
_NAME_SIZE = 31
"""The size of a cell's name in it, for cells of `UNIT_PX`."""


def area_of(cell: int) -> int:
    """0 for a cell of the white area, 1 for light grey, 2 for dark grey."""
    return max(0, distance(cell) - 5)


def empty_board(radius: int, theme: Theme) -> Image.Image:
    """The board with this area in play and nothing on it; made once, never to be drawn on."""
    return theme.kept(("board", radius, theme.named_cells), lambda: _named(radius, theme))


def bare_board(radius: int, theme: Theme) -> Image.Image:
    """The empty board with nothing written on it or beside it; made once, never to be drawn on."""
    return theme.kept(("bare board", radius), lambda: _base(radius, theme))


def _base(radius: int, theme: Theme) -> Image.Image:
    sprites, grid = theme.boards[radius], GRIDS[radius]
    canvas = _slab(radius, theme)
    for cell in CELLS:
        if distance(cell) > radius:
            continue
        printed = PRINTED.get(cell)
        sprite = sprites.cells[area_of(cell)] if printed is None else sprites.printed[printed]
        lay(canvas, sprite, grid.corner_px(cell), sprites.mask)
    return canvas


def _named(radius: int, theme: Theme) -> Image.Image:
    """The empty board with its rows and diagonals named beyond its edge, and each cell where the theme wants that."""
    canvas, writer = bare_board(radius, theme).copy(), theme.writer
    for words, at, anchor in rim(radius):
        writer.write(canvas, at, words, "semi", RIM_SIZE, theme.text.dim_on_table, anchor=anchor)
    if theme.named_cells:
        size = GRIDS[radius].scaled(_NAME_SIZE)
        for cell in CELLS:
            if distance(cell) <= radius and cell not in PRINTED:
                ink = name_ink(cell, theme)
                writer.write(canvas, GRIDS[radius].centre_px(cell), NAMES[cell], "semi", size, ink, anchor="m")
    return canvas


def name_ink(cell: int, theme: Theme) -> Ramp:
    """The ramp in which the name of a cell is written into it."""
    area = area_of(cell)
    return theme.inks.ramp(theme.colours.areas[area], theme.colours.names[area])


def rim(radius: int) -> list[tuple[str, tuple[int, int], Literal["l", "m", "r"]]]:
    """What stands beyond the edge of the board: the text, where it is, and which of its sides is there.

    The letter of a row is left of it, the number of a diagonal at its upper end.
    """
    grid, half = GRIDS[radius], round(RIM_SIZE * CAPITAL / 2)
    cells = [cell for cell in CELLS if distance(cell) <= radius]
    top = CENTRE_PX[1] - round(SLAB_PX * sqrt(0.75)) - SLAB_ROUND_PX - RIM_GAP_PX - half
    found: list[tuple[str, tuple[int, int], Literal["l", "m", "r"]]] = []
    for _, group in groupby(cells, key=row):
        first = next(group)
        y = grid.centre_px(first)[1]
        found.append((NAMES[first][0], (CENTRE_PX[0] - _beyond_px(y, half), y), "r"))
    for number in sorted({diagonal(cell) for cell in cells}):
        x, y = grid.centre_px(min(cell for cell in cells if diagonal(cell) == number))
        above = y - grid.row_px
        if above < min(grid.centre_px(cell)[1] for cell in cells):
            found.append((str(number), (x + grid.cell_px // 2, top), "m"))
        else:
            found.append((str(number), (CENTRE_PX[0] + _beyond_px(above, half), above), "l"))
    return found


def _beyond_px(y: int, half: int) -> int:
    """How far from the middle a text begins that is to stand beside the board's body."""
    nearest = max(0, abs(y - CENTRE_PX[1]) - half)
    return round(slab_edge_px(CENTRE_PX[1] + nearest)) + RIM_GAP_PX


def _slab(radius: int, theme: Theme) -> Image.Image:
    """The body of the board on the table, with the cells that are out of play and a bed for the others."""
    c, grid = theme.colours, GRIDS[radius]
    canvas = Image.new("RGB", (WIDTH_PX, BOARD_PX), c.table)
    for drop, grow, colour in ((8, 2, c.slab_dark), (0, 2, c.slab_light), (3, 0, c.slab)):
        canvas.paste(colour, (0, 0), _body(drop, SLAB_ROUND_PX + grow))
    if radius < 7:
        # Cells that are out of play are cut off at the rim.
        beyond = [_hexagon(grid, cell, 34) for cell in CELLS if distance(cell) == radius + 1]
        inside = _body(0, SLAB_ROUND_PX - _RIM_PX)
        canvas.paste(c.out, (0, 0), ImageChops.multiply(_cover(beyond, 0, 3), inside))
    for area in range(radius - 4):
        cells = [cell for cell in CELLS if area_of(cell) == area]
        canvas.paste(c.lines[area], (0, 0), _cover([_hexagon(grid, cell, 43) for cell in cells], 0, 2))
    used = (c.table, c.slab_dark, c.slab_light, c.slab, c.out, *c.lines[: radius - 4])
    return theme.inks.quantised(canvas, used)


@lru_cache(maxsize=4)
def _body(drop: float, grow: float) -> Image.Image:
    """The coverage of the board's body, the same for every area and theme."""
    return _cover([flat_hexagon(SLAB_PX)], drop, grow)


def _hexagon(grid: Grid, cell: int, radius: float) -> list[Point]:
    x, y = grid.centre_px(cell)
    return [(x - CENTRE_PX[0] + dx, y - CENTRE_PX[1] + dy) for dx, dy in hexagon(radius * grid.zoom)]


def _cover(shapes: list[list[Point]], drop: float, grow: float) -> Image.Image:
    """The coverage of shapes about the middle of the board, moved down and grown with round corners."""
    mask = Image.new("L", (2 * WIDTH_PX, 2 * BOARD_PX))
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        points = [(2 * (x + CENTRE_PX[0]), 2 * (y + CENTRE_PX[1] + drop)) for x, y in shape]
        draw.polygon(points, fill=255)
        draw.line([*points, points[0]], fill=255, width=round(4 * grow))
        for x, y in points:
            draw.ellipse((x - 2 * grow, y - 2 * grow, x + 2 * grow, y + 2 * grow), fill=255)
    return mask.reduce(2)
