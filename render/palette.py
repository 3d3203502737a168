"""The palette: colours become indices, and blends of two colours become tables. Must not know what they colour.

Pictures are drawn as images of mode L whose values are indices of one palette, which is put on at the very end. That
keeps drawing to copying bytes, and the files small.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image

RGB = tuple[int, int, int]
Ramp = bytes
"""A table from coverage, 0 to 255, to the palette index of a blend."""

COVERED: Final = bytes([0]) + bytes([255]) * 255
"""A table that makes a mask of a coverage: whatever is not wholly free."""


def blend(back: RGB, front: RGB, share: float) -> RGB:
    """`front` over `back`, 0 to 1."""
    return _even(tuple(round(b + (f - b) * share) for b, f in zip(back, front, strict=True)))


def _even(colour: tuple[int, ...]) -> RGB:
    """The nearest colour of multiples of four, which `Inks.quantised` finds again exactly."""
    r, g, b = (min(252, (value + 2) // 4 * 4) for value in colour)
    return r, g, b


def mapped(image: Image.Image, table: Ramp) -> Image.Image:
    """An image of mode L with each value looked up in a table."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


def lay(canvas: Image.Image, picture: Image.Image, at: tuple[int, int], mask: Image.Image) -> None:
    """Put one image of indices on another, its upper left corner here, where the mask covers it.

    What Pillow's own method checks takes as long as copying a sprite does, hundreds of times a picture.
    """
    box = (*at, at[0] + picture.width, at[1] + picture.height)
    canvas.im.paste(picture.im, box, mask.im)


class Palette:
    """A palette that grows until it is closed; the same calls in the same order give the same palette."""

    def __init__(self) -> None:
        self._index: dict[RGB, int] = {}
        self._between: dict[tuple[RGB, RGB], list[RGB]] = {}
        self._closed = False
        self.palette = b""
        """Red, green and blue of each index, once the palette is closed."""
        self._carrier = Image.new("P", (1, 1))

    def __len__(self) -> int:
        return len(self._index)

    def ink(self, colour: RGB) -> int:
        """The index of a colour.

        Raises:
            KeyError: the palette is closed and has no such colour.
        """
        colour = _even(colour)
        return self._index[colour] if self._closed else self._index.setdefault(colour, len(self._index))

    def reserve(self, back: RGB, front: RGB, steps: int) -> None:
        """Take in two colours and so many blends of them, before the palette is closed."""
        blends = [blend(back, front, step / (steps + 1)) for step in range(1, steps + 1)]
        self._between[_even(back), _even(front)] = blends
        for colour in (back, *blends, front):
            self.ink(colour)

    def close(self) -> None:
        """Let no more colours in."""
        self._closed = True
        self.palette = bytes(value for colour in self._index for value in colour)
        self._carrier.putpalette(self.palette)

    @lru_cache(maxsize=256)  # noqa: B019 - palettes live as long as the program
    def ramp(self, back: RGB, front: RGB) -> Ramp:
        """A table from coverage, 0 to 255, to the index of the blend; its blends are the reserved ones."""
        back, front = _even(back), _even(front)
        between = self._between.get((back, front)) or self._between.get((front, back), [])[::-1]
        inks = [self.ink(colour) for colour in (back, *between, front)]
        return bytes(inks[round(coverage * (len(inks) - 1) / 255)] for coverage in range(256))

    def quantised(self, image: Image.Image, colours: Iterable[RGB]) -> Image.Image:
        """An RGB image of these colours as indices, its edges in the blends that are reserved between any two.

        No other colours are used, though some may be nearer: fewer colours make smaller files.
        """
        used = list(dict.fromkeys(_even(colour) for colour in colours))
        for (back, front), blends in self._between.items():
            if back in used and front in used:
                used += [colour for colour in blends if colour not in used]
        carrier = Image.new("P", (1, 1))
        carrier.putpalette(bytes(value for colour in used for value in colour))
        # The nearest colour is looked up in steps of four, so it is exact for the palette's own colours.
        flat = image.quantize(palette=carrier, dither=Image.Dither.NONE)
        table = bytes(self.ink(colour) for colour in used).ljust(256, b"\0")
        return mapped(flat, table)

    def halved(self, image: Image.Image) -> Image.Image:
        """An image of indices at half its size, each pixel the nearest colour to the mean of four."""
        colours = image.copy()
        colours.putpalette(self.palette)
        flat = colours.convert("RGB").reduce(2).quantize(palette=self._carrier, dither=Image.Dither.NONE)
        return Image.frombytes("L", flat.size, flat.tobytes())
