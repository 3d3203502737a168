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

from render.inks import COVERED, Ramp, mapped

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
        self._sprite = lru_cache(maxsize=1024)(self._drawn)
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

    def wrapped(self, text: str, weight: Weight, size: int, widths_px: tuple[int, ...]) -> list[str]:
        """The text broken at spaces into at most as many lines as there are widths, the last one shortened."""
        words, lines = cleaned(text)[: 2 * _LONGEST].split(" "), list[str]()
        for number, width in enumerate(widths_px):
            if not words:
                break
            line = words.pop(0)
            if number == len(widths_px) - 1:
                line, words = " ".join([line, *words]), []
            while words and self.width_px(f"{line} {words[0]}", weight, size) <= width:
                line += " " + words.pop(0)
            lines.append(self.fitted(line, weight, size, width))
        return [line for line in lines if line]

    def drawable(self, text: str) -> bool:
        """Whether the fonts have a glyph for every character, and something is left to see."""
        return bool(text) and all(self._drawable(letter) for letter in text)

    def width_px(self, text: str, weight: Weight, size: int) -> int:
        """How far a line of text reaches."""
        return self._sprite(text, weight, size)[1]

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
        mask, width = self._sprite(text, weight, size)
        if width:
            x = at[0] - (width // 2 if anchor == "m" else width if anchor == "r" else 0)
            y = at[1] - mask.height // 2
            canvas.paste(mapped(mask, ink), (x - _SIDE, y), mapped(mask, COVERED))
        return width

    def _drawn(self, text: str, weight: Weight, size: int) -> tuple[Image.Image, int]:
        """The coverage of a line, the middle of its capitals at half height, and how far it reaches."""
        if not text:
            return Image.new("L", (1, 1)), 0
        with self._lock:
            font = self._font(weight, size)
            width = round(font.getlength(text))
            # Room above and below for accents and descenders; the baseline is half a capital below the middle.
            height = 2 * size
            mask = Image.new("L", (width + 2 * _SIDE, height))
            baseline = height // 2 + round(0.364 * size)
            ImageDraw.Draw(mask).text((_SIDE, baseline), text, fill=255, font=font, anchor="ls")
        return mask, width

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
        # A mark that did not melt into its letter would need a shaping engine to stand in its place.
        if unicodedata.category(letter)[0] in "CMZ":
            return False
        return self._shape(letter) != self._missing

    def _shape(self, letter: str) -> bytes:
        """How a letter looks, to be compared with the picture that stands for a missing one."""
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
