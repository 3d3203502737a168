"""The small pictures that a board is put together from, drawn once.

Every half of a tile is a whole hexagon with the cell behind it already in it, so that laying it is one paste. Must not
know scenes or where things go.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from PIL import Image, ImageDraw

from game.board import DIRECTIONS
from game.tiles import COLOURS, Colour
from render.brush import WHITE, Brush, Stencil
from render.colours import Colours
from render.layout import GRIDS, UNIT_PX, Grid
from render.palette import RGB, Palette
from render.scene import LOOKS, Look
from render.shapes import SYMBOLS, Point, hexagon, scaled

SYMBOL_PX: Final = 26
"""Radius of a symbol on a cell."""
_CELL_CORNER = 4.5
_CELL_RADIUS = (UNIT_PX / 2 - 1 - _CELL_CORNER) / 0.866
"""A cell without the line round it, before its corners are rounded."""
BADGE_PX: Final = 42
"""Across a badge on the board, for cells of `UNIT_PX`."""
Masked = tuple[Image.Image, Image.Image]
"""A sprite and its mask."""
Coat = tuple[float, float, RGB]
"""A layer of a tile: how far inside the cell's border, how far down, and the colour."""


def tile_coats(colours: Colours) -> list[Coat]:
    """The layers of a tile that simply lies there, from the outside in."""
    return [(2.0, 0.0, colours.body_light), (4.0, 0.0, colours.body)]


def coat_tile(brush: Brush, step: Point, coats: list[Coat]) -> None:
    """Draw a tile without symbols from the brush's origin to the cell at `step`: two hexagons and their joint."""
    for inset, lift, colour in coats:
        corner = 7 - inset / 2
        for at in ((0.0, lift), (step[0], step[1] + lift)):
            brush.rounded(hexagon((UNIT_PX / 2 - inset - corner) / 0.866), at, corner, colour)
        brush.line([(0, lift), (step[0], step[1] + lift)], 2 * (21.5 - 0.55 * inset), colour)


def cell_mask(grid: Grid) -> Image.Image:
    """The pixels of one cell: cells laid at their pitch cover the board once, without gaps."""
    width, row = grid.cell_px, grid.row_px
    mask = Image.new("1", (width, grid.hex_px), 1)
    draw = ImageDraw.Draw(mask)
    slope = grid.hex_px - row
    for y in range(slope):
        half = round((y + 0.5) * width / 2 / slope)
        draw.line((0, y, width // 2 - half - 1, y), fill=0)
        draw.line((width // 2 + half, y, width, y), fill=0)
        # What a cell leaves free at its bottom is what the two cells below have at their top.
        draw.line((0, row + y, half - 1, row + y), fill=0)
        draw.line((width - half, row + y, width, row + y), fill=0)
    return mask


class Sprites:
    """The sprites of the board in one size, as images of palette indices."""

    def __init__(self, colours: Colours, inks: Palette, radius: int) -> None:
        self.grid = GRIDS[radius]
        self._colours = colours
        self._inks = inks
        zoom = self.grid.zoom
        self._steps = [(x / zoom, y / zoom) for x, y in self.grid.steps]
        areas = range(radius - 4)
        self.mask = cell_mask(self.grid)
        self.cells = [self._cell(area).sprite(inks) for area in areas]
        self.printed = {colour: self._printed(colour) for colour in COLOURS}
        self.marks = [self._mark(area, colours.choice, 32) for area in areas]
        self.others = [self._mark(area, colours.fresh, 27) for area in areas]
        self.links = {(way, colour): self._link(way, colour) for way in range(3) for colour in COLOURS}
        self.badges = {"new": self._badge(colours.fresh), "ghost": self._badge(colours.choice)}
        self.badges["seat"] = self._badge(colours.areas[0])
        self.badges["better"] = self._badge(colours.choice, [[(-9, 1), (-3, 8), (9, -8)]], colours.on_choice)
        crossed = [[(-7.5, -7.5), (7.5, 7.5)], [(-7.5, 7.5), (7.5, -7.5)]]
        self.badges["other"] = self._badge(colours.fresh, crossed, colours.on_fresh)
        ways = range(len(DIRECTIONS))
        self._bodies = {key: self._body(*key) for key in product(areas, ways, LOOKS)}
        self._symbols = {key: self._symbol(*key) for key in product(COLOURS, (None, *areas))}
        self._dot = self._symbol_mask()
        self._halves: dict[tuple[int, int, Colour, Look], Image.Image] = {}

    def half(self, area: int, towards: int, colour: Colour, look: Look) -> Image.Image:
        """One half of a tile on a cell of an area, its other half in direction `towards`."""
        key = (area, towards, colour, look)
        half = self._halves.get(key)
        if half is None:
            half = self._bodies[area, towards, look].copy()
            half.paste(self._symbols[colour, area if look == "ghost" else None], (0, 0), self._dot)
            # Two threads may both make it; they make the same.
            self._halves[key] = half
        return half

    def _brush(self, fill: RGB) -> Brush:
        return Brush(self.grid.cell_px, self.grid.hex_px, fill, zoom=self.grid.zoom)

    def _stencil(self) -> Stencil:
        return Stencil(self.grid.cell_px, self.grid.hex_px, zoom=self.grid.zoom)

    def _cell(self, area: int) -> Brush:
        c = self._colours
        brush = self._brush(c.lines[area])
        brush.rounded(hexagon(_CELL_RADIUS), (0, 0), _CELL_CORNER, c.areas[area])
        return brush

    def _printed(self, colour: Colour) -> Image.Image:
        """A printed symbol: as strong as one on a tile, which it equals, within an outline as dark as a tile."""
        c, brush = self._colours, self._cell(0)
        outline, hole = SYMBOLS[colour]
        brush.fill(scaled(outline, SYMBOL_PX + 3), (0, 0), c.body_dark)
        brush.fill(scaled(outline, SYMBOL_PX - 1), (0, 0), c.symbols[colour])
        if hole:
            brush.fill(scaled(hole, SYMBOL_PX - 1), (0, 0), c.body_dark)
            brush.fill(scaled(hole, SYMBOL_PX - 8), (0, 0), c.areas[0])
        return brush.sprite(self._inks)

    def _mark(self, area: int, ring: RGB, within: float) -> Masked:
        """A ring inside a cell's edge, with a mask that leaves the cell's name alone."""
        brush = self._brush(self._colours.lines[area])
        brush.rounded(hexagon(_CELL_RADIUS), (0, 0), _CELL_CORNER, ring)
        brush.rounded(hexagon(within), (0, 0), 4.5, self._colours.areas[area])
        mask = self.mask.copy()
        middle = (self.grid.cell_px / 2, self.grid.hex_px / 2)
        inner = [(x + middle[0], y + middle[1]) for x, y in hexagon(within * self.grid.zoom)]
        ImageDraw.Draw(mask).polygon(inner, fill=0)
        return brush.sprite(self._inks), mask

    def _link(self, way: int, colour: Colour) -> Masked:
        """A bridge over the border between a cell and its neighbour."""
        size, (x, y) = self.grid.scaled(44), scaled([self._steps[way]], 0.14)[0]
        brush = Brush(size, size, self._colours.body_dark, zoom=self.grid.zoom)
        brush.line([(-x, -y), (x, y)], 10, self._colours.symbols[colour])
        shape = Stencil(size, size, zoom=self.grid.zoom)
        shape.line([(-x, -y), (x, y)], 15, WHITE)
        return brush.sprite(self._inks), shape.mask()

    def _badge(self, fill: RGB, sign: Sequence[Sequence[Point]] = (), ink: RGB = WHITE) -> Masked:
        """What the points of a half or the letters of a seat are written on, or a disc with a sign made of lines."""
        size = self.grid.scaled(BADGE_PX)
        brush = Brush(size, size, self._colours.body_dark, zoom=self.grid.zoom)
        brush.disc(BADGE_PX / 2 - 2, (0, 0), fill)
        for line in sign:
            brush.line(line, 5.5, ink)
        shape = Stencil(size, size, zoom=self.grid.zoom)
        shape.disc(BADGE_PX / 2, (0, 0), WHITE)
        return brush.sprite(self._inks), shape.mask()

    def _symbol_mask(self) -> Image.Image:
        shape = self._stencil()
        shape.disc(29, (0, 0), WHITE)
        return shape.mask()

    def _symbol(self, colour: Colour, ghost: int | None) -> Image.Image:
        """A symbol on the face of a tile, or of a ghost on a cell of an area."""
        face = self._colours.body if ghost is None else self._colours.ghost(ghost)
        brush = self._brush(face)
        brush.symbol(colour, (0, 0), SYMBOL_PX, self._colours.symbols[colour], face)
        return brush.sprite(self._inks)

    def _body(self, area: int, towards: int, look: Look) -> Image.Image:
        """The half of a tile without symbols that has its other half in this direction."""
        brush = self._brush(self._colours.lines[area])
        coat_tile(brush, self._steps[towards], self._coats(area, look))
        return brush.sprite(self._inks)

    def _coats(self, area: int, look: Look) -> list[Coat]:
        c = self._colours
        if look == "new":
            return [(0.8, 0.0, c.fresh), (5.5, 0.0, c.body_dark), (6.8, 0.2, c.body)]
        if look == "ghost":
            return [(0.8, 0.0, c.choice), (5.5, 0.0, c.ghost(area))]
        return tile_coats(c)
