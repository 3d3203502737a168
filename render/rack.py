"""The rack: numbered tiles, alone or below a board. Must not know whose it is."""

from __future__ import annotations

from PIL import Image

from render.layout import Box
from render.scene import RackTile
from render.theme import Theme


def draw_rack(canvas: Image.Image, rack: tuple[RackTile, ...], box: Box, theme: Theme) -> None:
    """Draw a rack into its box."""
    canvas.paste(theme.inks.ink(theme.colours.panel), box)
    sprites = theme.sprites
    pitch = (box[2] - box[0]) // 6
    for number, tile in enumerate(rack):
        x, y = box[0] + pitch * number + 16, box[1] + 70
        look = "new" if tile.chosen else "plain"
        canvas.paste(sprites.halves[0, 0, tile.tile.first, look], (x, y), sprites.mask)
        canvas.paste(sprites.halves[0, 3, tile.tile.second, look], (x + 76, y), sprites.mask)
        theme.writer.write(canvas, (x + 76, box[1] + 36), str(number + 1), "extra", 34, theme.text.on_panel, anchor="m")
