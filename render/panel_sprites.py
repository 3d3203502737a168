"""The small pictures beside the board: pegs, badges, medals, corners of boxes, and the tiles of racks.

Must not know scenes or where things go.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from game.tiles import COLOURS, Colour, Tile
from render.brush import WHITE, Brush, Stencil
from render.colours import Colours
from render.layout import UNIT_PX, Box
from render.palette import COVERED, Palette, Ramp, lay, mapped
from render.shapes import star
from render.sprites import SYMBOL_PX, Coat, Masked, coat_tile, tile_coats

ZOOMS: Final = (1.2, 2.3)
"""How much larger than on the board tiles are on a rack below it and on a rack alone."""
PEG_PX: Final = 40
CUP_PX: Final = 104


class PanelSprites:
    """The sprites beside the board, as images of palette indices."""

    def __init__(self, colours: Colours, inks: Palette) -> None:
        self._colours = colours
        self._inks = inks
        self.pegs = {colour: self._peg(colour) for colour in COLOURS}
        self.tokens = {colour: self._token(colour) for colour in COLOURS}
        self.seat = self._seat()
        self.cup = self._cup()
        self.sparks = {zoom: self._spark(round(30 * zoom)) for zoom in ZOOMS}
        self.tiles = {zoom: RackTiles(colours, inks, zoom) for zoom in ZOOMS}
        self._corners = lru_cache(maxsize=64)(self._drawn_corners)

    def box(self, canvas: Image.Image, box: Box, radius: int, ramp: Ramp) -> None:
        """A box with round corners; the ramp's first colour is the ground around it."""
        left, top, right, bottom = box
        canvas.paste(ramp[255], (left + radius, top, right - radius, bottom))
        canvas.paste(ramp[255], (left, top + radius, right, bottom - radius))
        corners = zip((left, right - radius) * 2, (top, top, bottom - radius, bottom - radius), strict=True)
        for (corner, mask), at in zip(self._corners(radius, ramp), corners, strict=True):
            lay(canvas, corner, at, mask)

    def _drawn_corners(self, radius: int, ramp: Ramp) -> tuple[Masked, ...]:
        """The corners of a box: upper left, upper right, lower left, lower right."""
        brush = Stencil(radius, radius, (radius, radius))
        brush.disc(radius, (0, 0), WHITE)
        corner, turn = brush.coverage(), Image.Transpose
        corners = (
            corner,
            corner.transpose(turn.FLIP_LEFT_RIGHT),
            corner.transpose(turn.FLIP_TOP_BOTTOM),
            corner.transpose(turn.ROTATE_180),
        )
        return tuple((mapped(corner, ramp), mapped(corner, COVERED)) for corner in corners)

    def _peg(self, colour: Colour) -> Masked:
        c = self._colours
        brush = Brush(PEG_PX, PEG_PX, c.body_light)
        brush.disc(18, (0, 0.5), c.body)
        brush.symbol(colour, (0, 0), 14.5, c.symbols[colour], c.body)
        return brush.sprite(self._inks), self._disc(PEG_PX, 20)

    def _token(self, colour: Colour) -> Masked:
        """A token of the duel: a coin with the symbol punched into it."""
        c = self._colours
        brush = Brush(PEG_PX, PEG_PX, c.body_dark)
        brush.disc(18.5, (0, 0), c.symbols[colour])
        brush.symbol(colour, (0, 0), 13, c.body_dark, c.symbols[colour])
        return brush.sprite(self._inks), self._disc(PEG_PX, 20)

    def _seat(self) -> Masked:
        """What the letters of a seat are written on."""
        brush = Brush(PEG_PX, PEG_PX, self._colours.body_dark)
        brush.disc(18, (0, 0), self._colours.areas[0])
        return brush.sprite(self._inks), self._disc(PEG_PX, 20)

    def _disc(self, size: int, radius: float) -> Image.Image:
        brush = Stencil(size, size)
        brush.disc(radius, (0, 0), WHITE)
        return brush.mask()

    def _spark(self, size: int) -> Masked:
        """What marks a new tile on the rack."""
        outline = star(4, 0.48 * size, 0.15 * size)
        brush = Brush(size, size, self._colours.panel)
        brush.fill(outline, (0, 0), self._colours.accent)
        shape = Stencil(size, size)
        shape.fill(outline, (0, 0), WHITE)
        return brush.sprite(self._inks), mapped(shape.coverage(), COVERED)

    def _cup(self) -> Masked:
        """The winner's cup in its glory, on the table."""
        c = self._colours
        brush = Brush(CUP_PX + 48, CUP_PX + 32, c.table)
        for side in (-1, 1):
            brush.disc(19, (27 * side, -20), c.accent)
            brush.disc(12, (27 * side, -20), c.table)
        bowl = [(-31, -44), (31, -44), (29, -18), (20, 4), (8, 13), (8, 28), (-8, 28), (-8, 13), (-20, 4), (-29, -18)]
        brush.fill(bowl, (0, 0), c.accent)
        brush.rounded([(-33, -45), (33, -45), (33, -43), (-33, -43)], (0, 0), 3, c.accent)
        brush.rounded([(-16, 29), (16, 29), (24, 42), (-24, 42)], (0, 0), 4, c.accent)
        brush.fill(star(5, 17, 7.2), (0, -18), c.on_accent)
        for at, size in (((-62, -34), 13), ((64, -22), 11), ((-60, 18), 9), ((46, 30), 10), ((2, -62), 9)):
            brush.fill(star(4, size, size / 3.2), at, c.accent)
        cup = brush.sprite(self._inks)
        table = self._inks.ink(c.table)
        return cup, mapped(cup, bytes(255 * (ink != table) for ink in range(256)))


class RackTiles:
    """Whole tiles in one size, lying flat on a panel."""

    def __init__(self, colours: Colours, inks: Palette, zoom: float) -> None:
        self.width_px = round(2 * UNIT_PX * zoom) + 8
        self.height_px = round(UNIT_PX / 0.866 * zoom) + 8
        plain = [(0.2, 1.6, colours.slab_dark), *tile_coats(colours)]
        chosen: list[Coat] = [(-2.0, 0.0, colours.choice), (4.0, 0.0, colours.body_dark), (5.5, 0.3, colours.body)]
        self._bodies = [self._body(colours, inks, zoom, coats) for coats in (plain, chosen)]
        size = round(2 * 30 * zoom)
        self._symbols: dict[Colour, Image.Image] = {}
        for colour in COLOURS:
            brush = Brush(size, size, colours.body, zoom=zoom)
            brush.symbol(colour, (0, 0), SYMBOL_PX, colours.symbols[colour], colours.body)
            self._symbols[colour] = brush.sprite(inks)
        disc = Stencil(size, size, zoom=zoom)
        disc.disc(29, (0, 0), WHITE)
        self._mask = disc.mask()

    def draw(self, canvas: Image.Image, at: tuple[int, int], tile: Tile, *, chosen: bool) -> None:
        """Draw a tile with its upper left corner here."""
        canvas.paste(self._bodies[chosen], at)
        for half, colour in enumerate(tile):
            symbol = self._symbols[colour]
            x = at[0] + self.width_px // 2 + (2 * half - 1) * (self.width_px - 8) // 4
            y = at[1] + self.height_px // 2
            canvas.paste(symbol, (x - symbol.width // 2, y - symbol.height // 2), self._mask)

    def _body(self, colours: Colours, inks: Palette, zoom: float, coats: list[Coat]) -> Image.Image:
        origin = (self.width_px / 2 / zoom - UNIT_PX / 2, self.height_px / 2 / zoom)
        brush = Brush(self.width_px, self.height_px, colours.panel, origin, zoom=zoom)
        coat_tile(brush, (UNIT_PX, 0), coats)
        return brush.sprite(inks)
