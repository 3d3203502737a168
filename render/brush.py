"""Drawing at four times the size and shrinking: the one way a sprite comes to smooth edges. Must not know sprites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from game.tiles import Colour
from render.palette import RGB, Palette, mapped
from render.shapes import SYMBOLS, Point, circle, scaled

SCALE: Final = 4
BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)
_HALF: Final = bytes(128) + b"\xff" * 128


class Brush:
    """An RGB canvas with its origin wherever that is handy; `zoom` makes all that is drawn larger."""

    def __init__(self, width: int, height: int, fill: RGB, origin: Point | None = None, *, zoom: float = 1.0) -> None:
        self._used = dict.fromkeys([fill])
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), fill)
        self._draw = ImageDraw.Draw(self._image)
        self._zoom = zoom * SCALE
        self._origin = origin or (width / 2 / zoom, height / 2 / zoom)

    def fill(self, points: Sequence[Point], at: Point, colour: RGB) -> None:
        """A polygon round `at`."""
        self._draw.polygon(self._placed(points, at), fill=self._take(colour))

    def disc(self, radius: float, at: Point, colour: RGB) -> None:
        """A disc round `at`."""
        self.fill(circle(radius), at, colour)

    def rounded(self, points: Sequence[Point], at: Point, radius: float, colour: RGB) -> None:
        """A convex polygon grown by `radius`, its corners round."""
        placed = self._placed(points, at)
        self._draw.polygon(placed, fill=self._take(colour))
        self._draw.line([*placed, placed[0]], fill=self._take(colour), width=round(2 * radius * self._zoom))
        for x, y in placed:
            self._dot(x, y, radius * self._zoom, colour)

    def line(self, points: Sequence[Point], width: float, colour: RGB) -> None:
        """A line with round ends."""
        placed = self._placed(points, (0, 0))
        self._draw.line(placed, fill=self._take(colour), width=round(width * self._zoom))
        for x, y in placed:
            self._dot(x, y, width * self._zoom / 2, colour)

    def symbol(self, colour: Colour, at: Point, radius: float, ink: RGB, hole: RGB) -> None:
        """One of the six symbols."""
        outline, inner = SYMBOLS[colour]
        self.fill(scaled(outline, radius), at, ink)
        if inner:
            self.fill(scaled(inner, radius), at, hole)

    def sprite(self, inks: Palette) -> Image.Image:
        """The picture at its real size, as indices of the palette."""
        return inks.quantised(self._image.reduce(SCALE), self._used)

    def _take(self, colour: RGB) -> RGB:
        self._used[colour] = None
        return colour

    def _placed(self, points: Sequence[Point], at: Point) -> list[Point]:
        ox, oy = self._origin[0] + at[0], self._origin[1] + at[1]
        return [((x + ox) * self._zoom, (y + oy) * self._zoom) for x, y in points]

    def _dot(self, x: float, y: float, radius: float, colour: RGB) -> None:
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=self._take(colour))


class Stencil(Brush):
    """A canvas for a shape alone, which is drawn in white."""

    def __init__(self, width: int, height: int, origin: Point | None = None, *, zoom: float = 1.0) -> None:
        super().__init__(width, height, BLACK, origin, zoom=zoom)

    def coverage(self) -> Image.Image:
        """How much of each pixel the shape covers, 0 to 255."""
        return self._image.reduce(SCALE).convert("L")

    def mask(self) -> Image.Image:
        """The pixels that the shape covers by half or more, as 0 and 255."""
        return mapped(self.coverage(), _HALF)
