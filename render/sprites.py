"""The small pictures that a board is put together from, drawn once at four times their size.

Every half of a tile is a whole hexagon with the cell behind it already in it, so that laying it is one paste. Must not
know scenes or where things go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from game.board import DIRECTIONS
from game.tiles import COLOURS, Colour
from render.colours import Colours
from render.inks import RGB, Inks, blend
from render.layout import CELL_PX, HEX_PX, ROW_PX
from render.shapes import SYMBOLS, Point, circle, hexagon
from render.text import Writer

SCALE: Final = 4
SYMBOL_PX: Final = 26
"""Radius of a symbol on the board."""
LOOKS: Final = ("plain", "new", "ghost")

_STEPS: Final = tuple((CELL_PX * x / 2, ROW_PX * y) for x, y in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)))
"""Where the neighbour in each of `DIRECTIONS` lies, in pixels."""


class Brush:
    """An RGB canvas of four times the size, with its origin wherever that is handy."""

    def __init__(self, width: int, height: int, fill: RGB, origin: Point) -> None:
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), fill)
        self._draw = ImageDraw.Draw(self._image)
        self._origin = origin

    def fill(self, points: Sequence[Point], at: Point, colour: RGB) -> None:
        """A polygon round `at`."""
        self._draw.polygon(self._scaled(points, at), fill=colour)

    def rounded(self, points: Sequence[Point], at: Point, radius: float, colour: RGB) -> None:
        """A convex polygon grown by `radius`, its corners round."""
        scaled = self._scaled(points, at)
        self._draw.polygon(scaled, fill=colour)
        self._draw.line([*scaled, scaled[0]], fill=colour, width=round(2 * radius * SCALE))
        for x, y in scaled:
            self._dot(x, y, radius * SCALE, colour)

    def line(self, points: Sequence[Point], width: float, colour: RGB) -> None:
        """A line with round ends."""
        scaled = self._scaled(points, (0, 0))
        self._draw.line(scaled, fill=colour, width=round(width * SCALE))
        for x, y in scaled:
            self._dot(x, y, width * SCALE / 2, colour)

    def symbol(self, colour: Colour, at: Point, radius: float, ink: RGB, hole: RGB) -> None:
        """One of the six symbols."""
        outline, inner = SYMBOLS[colour]
        self.fill([(radius * x, radius * y) for x, y in outline], at, ink)
        if inner:
            self.fill([(radius * x, radius * y) for x, y in inner], at, hole)

    def image(self) -> Image.Image:
        """The picture at its real size."""
        return self._image.reduce(SCALE)

    def _scaled(self, points: Sequence[Point], at: Point) -> list[Point]:
        ox, oy = self._origin[0] + at[0], self._origin[1] + at[1]
        return [((x + ox) * SCALE, (y + oy) * SCALE) for x, y in points]

    def _dot(self, x: float, y: float, radius: float, colour: RGB) -> None:
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def cell_mask() -> Image.Image:
    """The pixels of one cell: cells laid at their pitch cover the board once, without gaps."""
    mask = Image.new("1", (CELL_PX, HEX_PX), 1)
    draw = ImageDraw.Draw(mask)
    slope = HEX_PX - ROW_PX
    for y in range(slope):
        half = round((y + 0.5) * CELL_PX / 2 / slope)
        draw.line((0, y, CELL_PX // 2 - half - 1, y), fill=0)
        draw.line((CELL_PX // 2 + half, y, CELL_PX, y), fill=0)
        # What a cell leaves free at its top is what the two cells above have at their bottom.
        draw.line((CELL_PX // 2 - half, ROW_PX + y, CELL_PX // 2 + half - 1, ROW_PX + y), fill=1)
        draw.line((0, ROW_PX + y, half - 1, ROW_PX + y), fill=0)
        draw.line((CELL_PX - half, ROW_PX + y, CELL_PX, ROW_PX + y), fill=0)
    return mask


class Sprites:
    """All sprites of a theme, as images of palette indices."""

    def __init__(self, colours: Colours, inks: Inks, writer: Writer) -> None:
        self._colours = colours
        self._inks = inks
        self._writer = writer
        self._name_inks = [inks.ramp(area, name, 2) for area, name in zip(colours.areas, colours.names, strict=True)]
        self._prepare()
        self.mask = cell_mask()
        self.cells = [self._cell(area) for area in range(3)]
        self.out = self._out()
        self.printed = {colour: self._printed(colour) for colour in COLOURS}
        self.halves = self._halves()
        self.marks = [self._mark(area) for area in range(3)]
        self.links = {
            (direction, colour): self._link(direction, colour) for direction in range(3) for colour in COLOURS
        }
        self.pegs = {colour: self._peg(colour) for colour in COLOURS}
        self.badge = self._badge()

    def named(self, area: int, name: str) -> Image.Image:
        """An empty cell with its name in it."""
        cell = self.cells[area].copy()
        self._writer.write(cell, (CELL_PX // 2, HEX_PX // 2), name, "semi", 23, self._name_inks[area], anchor="m")
        return cell

    def _prepare(self) -> None:
        """Give the palette every colour and every blend that the sprites need."""
        c, inks = self._colours, self._inks
        for area, line in zip(c.areas, c.lines, strict=True):
            inks.ramp(area, line, 1)
            inks.ramp(line, c.body_dark, 2)
            inks.ramp(line, c.accent, 1)
            inks.ramp(area, c.choice, 2)
            inks.ramp(self.ghost_body(area), c.choice, 1)
        inks.ramp(c.body, c.body_light, 1)
        inks.ramp(c.body, c.body_dark, 1)
        inks.ramp(c.body_dark, c.accent, 2)
        for colour in COLOURS:
            inks.ramp(c.body, c.symbols[colour], 3)
            inks.ramp(c.areas[0], self.print_line(colour), 1)
            inks.ramp(c.areas[0], self.print_fill(colour), 1)
        inks.ramp(c.slab, c.out, 1)

    def ghost_body(self, area: RGB) -> RGB:
        """The face of a tile about to be placed."""
        return blend(area, self._colours.body, 0.62)

    def print_line(self, colour: Colour) -> RGB:
        """The outline of a printed symbol."""
        return blend(self._colours.symbols[colour], self._colours.body, 0.12)

    def print_fill(self, colour: Colour) -> RGB:
        """The inside of a printed symbol."""
        return blend(self._colours.areas[0], self._colours.symbols[colour], 0.45)

    def _cell(self, area: int) -> Image.Image:
        return self._inks.quantised(self._cell_brush(area).image())

    def _cell_brush(self, area: int) -> Brush:
        c = self._colours
        brush = Brush(CELL_PX, HEX_PX, c.lines[area], (CELL_PX / 2, HEX_PX / 2))
        brush.rounded(hexagon(36), (0, 0), 5, c.areas[area])
        return brush

    def _out(self) -> Image.Image:
        c = self._colours
        brush = Brush(CELL_PX, HEX_PX, c.slab, (CELL_PX / 2, HEX_PX / 2))
        brush.rounded(hexagon(33), (0, 0), 5, c.out)
        return self._inks.quantised(brush.image())

    def _printed(self, colour: Colour) -> Image.Image:
        c = self._colours
        brush = self._cell_brush(0)
        fill, line = self.print_fill(colour), self.print_line(colour)
        brush.symbol(colour, (0, 0), SYMBOL_PX + 1, line, c.areas[0])
        outline, hole = SYMBOLS[colour]
        inner = [(x * (SYMBOL_PX - 3.5), y * (SYMBOL_PX - 3.5)) for x, y in outline]
        brush.fill(inner, (0, 0), fill)
        if hole:
            brush.fill([(x * (SYMBOL_PX + 4.5), y * (SYMBOL_PX + 4.5)) for x, y in hole], (0, 0), line)
            brush.fill([(x * SYMBOL_PX, y * SYMBOL_PX) for x, y in hole], (0, 0), c.areas[0])
        return self._inks.quantised(brush.image())

    def _mark(self, area: int) -> tuple[Image.Image, Image.Image]:
        """A ring inside a cell's edge, and the mask that leaves the cell's name alone."""
        c = self._colours
        brush = Brush(CELL_PX, HEX_PX, c.lines[area], (CELL_PX / 2, HEX_PX / 2))
        brush.rounded(hexagon(36), (0, 0), 5, c.choice)
        brush.rounded(hexagon(30), (0, 0), 5, c.areas[area])
        mask = Image.new("1", (CELL_PX, HEX_PX))
        shape = [(x + CELL_PX / 2, y + HEX_PX / 2) for x, y in hexagon(41)]
        ImageDraw.Draw(mask).polygon(shape, fill=1)
        shape = [(x + CELL_PX / 2, y + HEX_PX / 2) for x, y in hexagon(31)]
        ImageDraw.Draw(mask).polygon(shape, fill=0)
        return self._inks.quantised(brush.image()), mask

    def _link(self, direction: int, colour: Colour) -> tuple[Image.Image, Image.Image, int]:
        """A bridge over the border of two cells, its mask, and its size."""
        c = self._colours
        size = 44
        x, y = _STEPS[direction]
        length = (x * x + y * y) ** 0.5
        ends = [(-x / length * 10, -y / length * 10), (x / length * 10, y / length * 10)]
        brush = Brush(size, size, c.body, (size / 2, size / 2))
        brush.line(ends, 15, c.body)
        brush.line(ends, 9, c.symbols[colour])
        shape = Brush(size, size, (0, 0, 0), (size / 2, size / 2))
        shape.line(ends, 15, (255, 255, 255))
        mask = shape.image().convert("L").point([0] * 128 + [255] * 128)
        return self._inks.quantised(brush.image()), mask, size

    def _peg(self, colour: Colour) -> tuple[Image.Image, Image.Image]:
        """A peg and its mask."""
        c, size = self._colours, 40
        brush = Brush(size, size, c.body_dark, (size / 2, size / 2))
        brush.fill(circle(19), (0, 0), c.body_light)
        brush.fill(circle(17), (0, 0), c.body)
        brush.symbol(colour, (0, 0), 14, c.symbols[colour], c.body)
        return self._inks.quantised(brush.image()), self._disc(size, 20)

    def _badge(self) -> tuple[Image.Image, Image.Image]:
        c, size = self._colours, 38
        brush = Brush(size, size, c.body_dark, (size / 2, size / 2))
        brush.fill(circle(17), (0, 0), c.accent)
        return self._inks.quantised(brush.image()), self._disc(size, 19)

    def _disc(self, size: int, radius: float) -> Image.Image:
        brush = Brush(size, size, (0, 0, 0), (size / 2, size / 2))
        brush.fill(circle(radius), (0, 0), (255, 255, 255))
        return brush.image().convert("L").point([0] * 128 + [255] * 128)

    def _halves(self) -> dict[tuple[int, int, Colour, str], Image.Image]:
        """By area, direction of the other half, colour and look."""
        halves: dict[tuple[int, int, Colour, str], Image.Image] = {}
        dot = Brush(CELL_PX, HEX_PX, (0, 0, 0), (CELL_PX / 2, HEX_PX / 2))
        dot.fill(circle(30), (0, 0), (255, 255, 255))
        mask = dot.image().convert("L").point([0] * 128 + [255] * 128)
        for area in range(3):
            for look in LOOKS:
                face = self.ghost_body(self._colours.areas[area]) if look == "ghost" else self._colours.body
                symbols = {colour: self._symbol(colour, face) for colour in COLOURS}
                for direction in range(len(DIRECTIONS)):
                    body = self._body(area, direction, look)
                    for colour in COLOURS:
                        half = body.copy()
                        half.paste(symbols[colour], (0, 0), mask)
                        halves[area, direction, colour, look] = half
        return halves

    def _symbol(self, colour: Colour, face: RGB) -> Image.Image:
        brush = Brush(CELL_PX, HEX_PX, face, (CELL_PX / 2, HEX_PX / 2))
        brush.symbol(colour, (0, 0), SYMBOL_PX, self._colours.symbols[colour], face)
        return self._inks.quantised(brush.image())

    def _body(self, area: int, direction: int, look: str) -> Image.Image:
        """The half of an empty tile that has its other half in this direction."""
        brush = self._cell_brush(area)
        other = _STEPS[direction]
        for inset, lift, colour in self._coats(area, look):
            corner = 7 - inset / 2
            for at in ((0.0, lift), (other[0], other[1] + lift)):
                brush.rounded(hexagon(CELL_PX / 2 / 0.866 - (inset + corner) / 0.866), at, corner, colour)
            brush.line([(0, lift), (other[0], other[1] + lift)], 2 * (20 - inset), colour)
        return self._inks.quantised(brush.image())

    def _coats(self, area: int, look: str) -> list[tuple[float, float, RGB]]:
        """From the outside in: how far from the cell's border, how far down, and the colour."""
        c = self._colours
        if look == "new":
            return [(0.0, 0.0, c.accent), (5.0, 0.0, c.body_dark), (6.5, -0.2, c.body_light), (8.0, 0.4, c.body)]
        if look == "ghost":
            return [(0.5, 0.0, c.choice), (5.5, 0.0, self.ghost_body(c.areas[area]))]
        return [(2.0, 0.0, c.body_dark), (3.2, -0.8, c.body_light), (5.2, 0.2, c.body)]
