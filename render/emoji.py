"""The six symbols as pictures of their own, for emojis: see-through around them, readable on dark and on light.

Must not know where they are used.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from game.tiles import Colour
from render.brush import WHITE
from render.palette import RGB, blend
from render.shapes import SYMBOLS, Point, scaled
from render.theme import Theme

_SMOOTH: Final = 4
"""How much larger a picture is drawn before it is shrunk."""
_REACH: Final = 0.46
"""The radius of a symbol's unit circle, as a share of the picture."""
_RIM: Final = 0.035
"""The width of the dark rim that parts a symbol from a light ground, as a share of the picture."""


def symbol_png(colour: Colour, theme: Theme, size_px: int = 128) -> bytes:
    """A symbol of this theme as a square PNG file with a transparent ground; the same bytes each time."""
    side = size_px * _SMOOTH
    shape = Image.new("L", (side, side))
    outline, hole = SYMBOLS[colour]
    # Symbols of different reach fill the picture alike.
    radius = side * (_REACH - _RIM) / max(max(abs(x), abs(y)) for x, y in outline)
    draw = ImageDraw.Draw(shape)
    draw.polygon(_placed(outline, radius, side), fill=255)
    if hole:
        draw.polygon(_placed(hole, radius, side), fill=0)
    rimmed = shape.copy()
    draw = ImageDraw.Draw(rimmed)
    for points in filter(None, (outline, hole)):
        _stroke(draw, _placed(points, radius, side), side * _RIM)
    picture = Image.new("RGBA", (side, side), (*theme.colours.body_dark, 0))
    picture.paste((*theme.colours.body_dark, 255), (0, 0), rimmed)
    picture.paste((*symbol_ink(colour, theme), 255), (0, 0), shape)
    file = BytesIO()
    # Shrinking mixes colours by their coverage only where these are multiplied first.
    picture.convert("RGBa").reduce(_SMOOTH).convert("RGBA").save(file, "PNG")
    return file.getvalue()


def symbol_ink(colour: Colour, theme: Theme) -> RGB:
    """A symbol's colour, a little lighter than on tiles: grounds of chats are lighter than those."""
    return blend(theme.colours.symbols[colour], WHITE, 0.12)


def _placed(points: list[Point], radius: float, side: int) -> list[Point]:
    return [(x + side / 2, y + side / 2) for x, y in scaled(points, radius)]


def _stroke(draw: ImageDraw.ImageDraw, points: list[Point], width: float) -> None:
    """Both sides of a closed line, its corners round."""
    draw.line([*points, points[0]], fill=255, width=round(2 * width))
    for x, y in points:
        draw.ellipse((x - width, y - width, x + width, y + width), fill=255)
