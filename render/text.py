"""Text that fits its box: cleaning names, shortening them, and drawing with the palette's ramps.

Must not know what a text means.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from threading import Lock
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from render.palette import COVERED, Ramp, lay, mapped

Weight = Literal["semi", "extra"]

ELLIPSIS: Final = "…"
_LONGEST = 80
"""Characters of a text that are looked at; no box is wide enough for more."""


class Writer:
    """Draws text in the bundled fonts; safe to use from several threads."""

    def __init__(self, fonts: Mapping[Weight, bytes]) -> None:
        self._files = dict(fonts)
        self._fonts: dict[tuple[Weight, int], ImageFont.FreeTypeFont] = {}
        self._lock = Lock()
        self._length = lru_cache(maxsize=4096)(self._measured)
        self._inked = lru_cache(maxsize=256)(self._in_ink)
        self._drawable = lru_cache(maxsize=4096)(self._has_glyph)
        self._missing = self._shape("\uffff")

    def fitted(self, text: str, weight: Weight, size: int, width_px: int) -> str:
        """The text in one line, shortened with an ellipsis if it is wider; what cannot be drawn left out."""
        text = "".join(letter for letter in cleaned(text)[:_LONGEST] if self.drawable(letter)).strip()
        if self.width_px(text, weight, size) <= width_px:
            return text
        while text and self.width_px(text + ELLIPSIS, weight, size) > width_px:
            text = text[:-1].rstrip()
        return text + ELLIPSIS if text else ""

    def largest(self, text: str, weight: Weight, sizes: tuple[int, ...], width_px: int) -> int:
        """The first of the sizes, which go down, in which the text fits in one line, or the last."""
        return next((size for size in sizes if self.width_px(text, weight, size) <= width_px), sizes[-1])

    def wrapped(self, text: str, weight: Weight, size: int, widths_px: tuple[int, ...]) -> tuple[list[str], bool]:
        """The text broken at spaces into at most as many lines as there are widths, and whether none is shortened."""
        words, lines = cleaned(text)[: 2 * _LONGEST].split(" "), list[str]()
        whole = True
        for number, width in enumerate(widths_px):
            if not words:
                break
            line = words.pop(0)
            if number == len(widths_px) - 1:
                line, words = " ".join([line, *words]), []
            while words and self.width_px(f"{line} {words[0]}", weight, size) <= width:
                line += " " + words.pop(0)
            whole = whole and self.width_px(line, weight, size) <= width
            lines.append(self.fitted(line, weight, size, width))
        return [line for line in lines if line], whole

    def name(self, name: str) -> str:
        """What can be drawn of a name, such as all of it but an emoji; nothing if that is less than half of it."""
        letters = cleaned(name)[: 2 * _LONGEST]
        drawn = cleaned("".join(letter for letter in letters if self.drawable(letter)))
        counted = sum(letter.isalnum() for letter in letters)
        if drawn != letters and 2 * sum(letter.isalnum() for letter in drawn) <= counted:
            return ""
        return drawn

    def drawable(self, text: str) -> bool:
        """Whether the fonts have a glyph for every character, and something is left to see."""
        return bool(text) and all(self._drawable(letter) for letter in text)

    def width_px(self, text: str, weight: Weight, size: int) -> int:
        """How far a line of text reaches."""
        return self._length(text, weight, size)

    def write(
        self,
        canvas: Image.Image,
        at: tuple[int, int],
        text: str,
        weight: Weight,
        size: int,
        ink: Ramp,
        *,
        anchor: Literal["l", "m", "r"] = "l",
    ) -> int:
        """Draw a line of text, its capitals centred on the height of `at`; gives its width in pixels."""
        width = self._length(text, weight, size)
        if width:
            picture, mask = self._inked(text, weight, size, ink)
            x = at[0] - (width // 2 if anchor == "m" else width if anchor == "r" else 0)
            lay(canvas, picture, (x - _SIDE, at[1] - mask.height // 2), mask)
        return width

    def _measured(self, text: str, weight: Weight, size: int) -> int:
        with self._lock:
            return round(self._font(weight, size).getlength(text)) if text else 0

    def _in_ink(self, text: str, weight: Weight, size: int, ink: Ramp) -> tuple[Image.Image, Image.Image]:
        """A line of text with the middle of its capitals at half height, and its mask."""
        width = self._length(text, weight, size)
        with self._lock:
            # Room above and below for accents and descenders; the baseline is half a capital below the middle.
            coverage = Image.new("L", (width + 2 * _SIDE, 2 * size))
            baseline = size + round(0.364 * size)
            font = self._font(weight, size)
            ImageDraw.Draw(coverage).text((_SIDE, baseline), text, fill=255, font=font, anchor="ls")
        return mapped(coverage, ink), mapped(coverage, COVERED)

    def _font(self, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
        key = (weight, size)
        if key not in self._fonts:
            self._fonts[key] = ImageFont.truetype(
                BytesIO(self._files[weight]), size, layout_engine=ImageFont.Layout.BASIC
            )
        return self._fonts[key]

    def _has_glyph(self, letter: str) -> bool:
        if letter == " ":
            return True
        # A combining mark that did not compose with its letter could be placed only by a shaping engine.
        if unicodedata.category(letter)[0] in "CMZ":
            return False
        return self._shape(letter) != self._missing

    def _shape(self, letter: str) -> bytes:
        """How a letter looks, to be compared with the picture of a missing glyph."""
        mask = Image.new("L", (64, 64))
        with self._lock:
            ImageDraw.Draw(mask).text((16, 48), letter, fill=255, font=self._font("semi", 24), anchor="ls")
        return mask.tobytes()


_SIDE = 4
"""Pixels kept free left and right of a line, for glyphs that lean out of their box."""


def cleaned(text: str) -> str:
    """A text in one line without control and format characters, accents composed, spaces single."""
    composed = unicodedata.normalize("NFC", text[: 4 * _LONGEST])
    kept = (" " if letter.isspace() else letter for letter in composed)
    return " ".join("".join(letter for letter in kept if unicodedata.category(letter) not in _UNSEEN).split())


_UNSEEN = ("Cc", "Cf")
