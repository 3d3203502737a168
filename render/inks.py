"""The palette: colours become indices, and blends of two colours become tables. Must not know what they colour.

Pictures are drawn as images of mode L whose values are indices of one palette, which is put on at the very end. That
keeps drawing to copying bytes, and the files small.
"""

from __future__ import annotations

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


class Inks:
    """A palette that grows until it is closed; the same calls in the same order give the same palette."""

    def __init__(self) -> None:
        self._index: dict[RGB, int] = {}
        self._ramps: dict[tuple[RGB, RGB, int], Ramp] = {}
        self._carrier: Image.Image | None = None

    def __len__(self) -> int:
        return len(self._index)

    def ink(self, colour: RGB) -> int:
        """The index of a colour.

        Raises:
            KeyError: the palette is closed and has no such colour.
        """
        colour = _even(colour)
        return self._index[colour] if self._carrier else self._index.setdefault(colour, len(self._index))

    def ramp(self, back: RGB, front: RGB, steps: int = 3) -> Ramp:
        """A table from coverage, 0 to 255, to the index of the blend, with `steps` colours in between.

        In a closed palette the colours in between are the nearest that it has.
        """
        key = (back, front, steps)
        if key not in self._ramps:
            blends = [blend(back, front, step / (steps + 1)) for step in range(1, steps + 1)]
            between = [self._nearest(colour) if self._carrier else self.ink(colour) for colour in blends]
            inks = [self.ink(back), *between, self.ink(front)]
            self._ramps[key] = bytes(inks[round(coverage * (steps + 1) / 255)] for coverage in range(256))
        return self._ramps[key]

    def _nearest(self, colour: RGB) -> int:
        return min(self._index.items(), key=lambda item: sum((a - b) ** 2 for a, b in zip(item[0], colour)))[1]

    def close(self) -> None:
        """Let no more colours in; only then can pictures be quantised."""
        self._carrier = Image.new("P", (1, 1))
        self._carrier.putpalette(self.palette)

    @property
    def palette(self) -> bytes:
        """Red, green and blue of each index."""
        return bytes(value for colour in self._index for value in colour)

    def quantised(self, image: Image.Image) -> Image.Image:
        """An RGB image in the nearest colours of the closed palette, as indices."""
        # The nearest colour is looked up in steps of four, so it is exact for the palette's own colours.
        flat = image.quantize(palette=self._carrier, dither=Image.Dither.NONE)
        return Image.frombytes("L", flat.size, flat.tobytes())
