"""The rack: numbered tiles, alone or below a board. Must not know whose it is."""

from __future__ import annotations

from PIL import Image

from render.layout import Box
from render.panel_sprites import ZOOMS
from render.scene import RackPart, RackTile
from render.theme import Theme

LOWEST_MARK = "▲"
"""Below each half whose colour is a lowest one of the reader; the arrow of the score boards."""


def draw_rack(canvas: Image.Image, rack: RackPart, box: Box, theme: Theme, *, large: bool) -> None:
    """Draw a rack into its box, its tiles in one row, or `large` in two."""
    left, top, right, bottom = box
    c, inks = theme.colours, theme.inks
    theme.pieces.box(canvas, box, 18, inks.ramp(c.table, c.panel_light))
    theme.pieces.box(canvas, (left + 2, top + 2, right - 2, bottom - 2), 16, inks.ramp(c.panel_light, c.panel))
    rows = 2 if large and rack.slots > 1 else 1
    columns = -(-rack.slots // rows)
    width, height = (right - left - 16) // columns, (bottom - top - 16) // rows
    for number, tile in enumerate(rack.tiles):
        x = left + 8 + number % columns * width + width // 2
        y = top + 8 + number // columns * height
        _draw_tile(canvas, number, tile, (x, y, height), theme, large=large)


def _draw_tile(
    canvas: Image.Image, number: int, tile: RackTile, at: tuple[int, int, int], theme: Theme, *, large: bool
) -> None:
    """A tile, its number in the notch between its halves, in a slot whose upper edge has its middle here."""
    x, y, height = at
    text = theme.text
    zoom, size = (ZOOMS[1], 60) if large else (ZOOMS[0], 36)
    tiles = theme.pieces.tiles[zoom]
    top = y + (height - tiles.height_px) // 2 + 2
    tiles.draw(canvas, (x - tiles.width_px // 2, top), tile.tile, chosen=tile.chosen)
    ink = text.choice_on_panel if tile.chosen else text.on_panel
    theme.writer.write(canvas, (x, top + round(4 * zoom)), str(number + 1), "extra", size, ink, anchor="m")
    if tile.fresh:
        spark, mask = theme.pieces.sparks[zoom]
        canvas.paste(spark, (x + tiles.width_px // 2 - spark.width, top - 8), mask)
    for half, lowest in enumerate(tile.lowest):
        if lowest:
            below = (x + (2 * half - 1) * tiles.width_px // 4, top + tiles.height_px + 6)
            theme.writer.write(canvas, below, LOWEST_MARK, "extra", 36 if large else 26, text.on_panel, anchor="m")
