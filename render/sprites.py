"""The small pictures that a board is put together from, drawn once.

Every half of a tile is a whole hexagon with the cell behind it already in it, so that laying it is one paste. Must not
know scenes or where things go.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from game.board import DIRECTIONS
from game.tiles import COLOURS, Colour
from render.brush import WHITE, Brush, Stencil
from render.colours import Colours
from render.inks import RGB, Inks
from render.layout import CELL_PX, HEX_PX, ROW_PX
from render.shapes import SYMBOLS, Point, hexagon, scaled
from render.text import Writer

SYMBOL_PX: Final = 26
"""Radius of a symbol on a cell."""
_CELL_CORNER = 4.5
_CELL_RADIUS = (CELL_PX / 2 - 1 - _CELL_CORNER) / 0.866
"""A cell without the line round it, before its corners are rounded."""
LOOKS: Final = ("plain", "new", "ghost")
Masked = tuple[Image.Image, Image.Image]
"""A sprite and its mask."""
Coat = tuple[float, float, RGB]
"""A layer of a tile: how far inside the cell's border, how far down, and the colour."""

STEPS: Final[tuple[Point, ...]] = tuple(
    (CELL_PX * x / 2, ROW_PX * y) for x, y in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
)
"""Where the neighbour in each of `DIRECTIONS` lies, in pixels."""


def tile_coats(colours: Colours) -> list[Coat]:
    """The layers of a tile that simply lies there, from the outside in."""
    return [(2.0, 0.0, colours.body_light), (4.0, 1.0, colours.body)]


def coat_tile(brush: Brush, step: Point, coats: list[Coat]) -> None:
    """Draw a tile without symbols from the brush's origin to the cell at `step`: two hexagons and their joint."""
    for inset, lift, colour in coats:
        corner = 7 - inset / 2
        for at in ((0.0, lift), (step[0], step[1] + lift)):
            brush.rounded(hexagon((CELL_PX / 2 - inset - corner) / 0.866), at, corner, colour)
        brush.line([(0, lift), (step[0], step[1] + lift)], 2 * (21.5 - 0.55 * inset), colour)


def cell_mask() -> Image.Image:
    """The pixels of one cell: cells laid at their pitch cover the board once, without gaps."""
    mask = Image.new("1", (CELL_PX, HEX_PX), 1)
    draw = ImageDraw.Draw(mask)
    slope = HEX_PX - ROW_PX
    for y in range(slope):
        half = round((y + 0.5) * CELL_PX / 2 / slope)
        draw.line((0, y, CELL_PX // 2 - half - 1, y), fill=0)
        draw.line((CELL_PX // 2 + half, y, CELL_PX, y), fill=0)
        # What a cell leaves free at its bottom is what the two cells below have at their top.
        draw.line((0, ROW_PX + y, half - 1, ROW_PX + y), fill=0)
        draw.line((CELL_PX - half, ROW_PX + y, CELL_PX, ROW_PX + y), fill=0)
    return mask


class Sprites:
    """The sprites of the board, as images of palette indices."""

    def __init__(self, colours: Colours, inks: Inks, writer: Writer) -> None:
        self._colours = colours
        self._inks = inks
        self._writer = writer
        self._name_inks = [inks.ramp(c, name) for c, name in zip(colours.areas, colours.names, strict=True)]
        self.mask = cell_mask()
        self.cells = [self._cell(area).sprite(inks) for area in range(3)]
        self.printed = {colour: self._printed(colour) for colour in COLOURS}
        self.marks = [self._mark(area) for area in range(3)]
        self.links = {(way, colour): self._link(way, colour) for way in range(3) for colour in COLOURS}
        self.halves = self._halves()
        """By area, direction of the other half, colour and look."""

    def named(self, area: int, name: str) -> Image.Image:
        """An empty cell with its name in it."""
        cell = self.cells[area].copy()
        self._writer.write(cell, (CELL_PX // 2, HEX_PX // 2), name, "semi", 23, self._name_inks[area], anchor="m")
        return cell

    def _cell(self, area: int) -> Brush:
        c = self._colours
        brush = Brush(CELL_PX, HEX_PX, c.lines[area])
        brush.rounded(hexagon(_CELL_RADIUS), (0, 0), _CELL_CORNER, c.areas[area])
        return brush

    def _printed(self, colour: Colour) -> Image.Image:
        """A printed symbol: flat and light inside its outline."""
        c, brush = self._colours, self._cell(0)
        outline, hole = SYMBOLS[colour]
        brush.fill(scaled(outline, SYMBOL_PX + 1), (0, 0), c.print_line(colour))
        brush.fill(scaled(outline, SYMBOL_PX - 3), (0, 0), c.print_fill(colour))
        if hole:
            brush.fill(scaled(hole, SYMBOL_PX + 4), (0, 0), c.print_line(colour))
            brush.fill(scaled(hole, SYMBOL_PX - 1), (0, 0), c.areas[0])
        return brush.sprite(self._inks)

    def _mark(self, area: int) -> Masked:
        """A ring inside a cell's edge, with a mask that leaves the cell's name alone."""
        brush = Brush(CELL_PX, HEX_PX, self._colours.lines[area])
        brush.rounded(hexagon(_CELL_RADIUS), (0, 0), _CELL_CORNER, self._colours.choice)
        brush.rounded(hexagon(32), (0, 0), 4.5, self._colours.areas[area])
        mask = self.mask.copy()
        inner = [(x + CELL_PX / 2, y + HEX_PX / 2) for x, y in hexagon(32)]
        ImageDraw.Draw(mask).polygon(inner, fill=0)
        return brush.sprite(self._inks), mask

    def _link(self, way: int, colour: Colour) -> Masked:
        """A bridge over the border between a cell and its neighbour."""
        size, (x, y) = 44, scaled([STEPS[way]], 0.14)[0]
        brush = Brush(size, size, self._colours.body_dark)
        brush.line([(-x, -y), (x, y)], 10, self._colours.symbols[colour])
        shape = Stencil(size, size)
        shape.line([(-x, -y), (x, y)], 15, WHITE)
        return brush.sprite(self._inks), shape.mask()

    def _halves(self) -> dict[tuple[int, int, Colour, str], Image.Image]:
        halves: dict[tuple[int, int, Colour, str], Image.Image] = {}
        dot = Stencil(CELL_PX, HEX_PX)
        dot.disc(29, (0, 0), WHITE)
        mask = dot.mask()
        for area in range(3):
            for look in LOOKS:
                face = self._colours.ghost(area) if look == "ghost" else self._colours.body
                symbols = {colour: self._symbol(colour, face) for colour in COLOURS}
                for towards in range(len(DIRECTIONS)):
                    body = self._body(area, towards, look)
                    for colour in COLOURS:
                        half = body.copy()
                        half.paste(symbols[colour], (0, 0), mask)
                        halves[area, towards, colour, look] = half
        return halves

    def _symbol(self, colour: Colour, face: RGB) -> Image.Image:
        brush = Brush(CELL_PX, HEX_PX, face)
        brush.symbol(colour, (0, 0), SYMBOL_PX, self._colours.symbols[colour], face)
        return brush.sprite(self._inks)

    def _body(self, area: int, towards: int, look: str) -> Image.Image:
        """The half of a tile without symbols that has its other half in this direction."""
        brush = Brush(CELL_PX, HEX_PX, self._colours.lines[area])
        coat_tile(brush, STEPS[towards], self._coats(area, look))
        return brush.sprite(self._inks)

    def _coats(self, area: int, look: str) -> list[Coat]:
        c = self._colours
        if look == "new":
            return [(0.8, 0.0, c.accent), (5.5, 0.0, c.body_dark), (6.8, 0.2, c.body)]
        if look == "ghost":
            return [(0.8, 0.0, c.choice), (5.5, 0.0, c.ghost(area))]
        return tile_coats(c)
