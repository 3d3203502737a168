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

from render.bidi import END, ISOLATE
from render.clusters import LONGEST, cleaned, clusters, pieces
from render.palette import COVERED, Ramp, lay, mapped
from render.shaping import Face, Line, face_of, shaped

__all__ = ["ELLIPSIS", "Weight", "Writer", "cleaned"]

Weight = Literal["semi", "extra"]

ELLIPSIS: Final = "…"


class Writer:
    """Draws text in the bundled fonts; safe to use from several threads.

    Text that the usual fonts have is drawn by Pillow, letter after letter, which is quick. All else is shaped.
    """

    def __init__(self, fonts: Mapping[Weight, bytes]) -> None:
        self._files = dict(fonts)
        self._fonts: dict[tuple[Weight, int], ImageFont.FreeTypeFont] = {}
        self._faces = {weight: Face(file) for weight, file in fonts.items()}
        self._lock = Lock()
        self._length = lru_cache(maxsize=4096)(self._measured)
        self._inked = lru_cache(maxsize=256)(self._in_ink)
        self._is_usual = lru_cache(maxsize=4096)(self._has_glyph)
        self._line = lru_cache(maxsize=512)(self._shaped)

    def fitted(self, text: str, weight: Weight, size: int, width_px: int) -> str:
        """The text in one line, shortened with an ellipsis if it is wider; what cannot be drawn left out."""
        text = self._shown(cleaned(text)[:LONGEST]).strip()
        if self.width_px(text, weight, size) <= width_px:
            return text
        kept = clusters(text)
        while kept and self.width_px("".join(kept).rstrip() + ELLIPSIS, weight, size) > width_px:
            kept.pop()
        text = "".join(kept).rstrip()
        return text + ELLIPSIS if text else ""

    def largest(self, text: str, weight: Weight, sizes: tuple[int, ...], width_px: int) -> int:
        """The first of the sizes, which go down, in which the text fits in one line, or the last."""
        return next((size for size in sizes if self.width_px(text, weight, size) <= width_px), sizes[-1])

    def wrapped(self, text: str, weight: Weight, size: int, widths_px: tuple[int, ...]) -> tuple[list[str], bool]:
        """The text broken at spaces into at most as many lines as there are widths, and whether none is shortened."""
        parts, lines = pieces(cleaned(text)[: 2 * LONGEST]), list[str]()
        whole = True
        for number, width in enumerate(widths_px):
            if not parts:
                break
            last = number == len(widths_px) - 1
            line = parts.pop(0)[1]
            while parts and (last or self.width_px(line + "".join(parts[0]), weight, size) <= width):
                line += "".join(parts.pop(0))
            whole = whole and self.width_px(line, weight, size) <= width
            lines.append(self.fitted(line, weight, size, width))
        return [line for line in lines if line], whole

    def name(self, name: str) -> str:
        """What can be drawn of a name, such as all of it but a rare sign; nothing if that is less than half of it."""
        letters = cleaned(name)[: 2 * LONGEST]
        drawn = cleaned(self._shown(letters))
        counted = sum(letter.isalnum() for letter in letters)
        if drawn != letters and 2 * sum(letter.isalnum() for letter in drawn) <= counted:
            return ""
        return drawn

    def drawable(self, text: str) -> bool:
        """Whether the fonts have a glyph for every character, and something is left to see."""
        return bool(text) and self._shown(text) == text

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
        if not self._usual(text):
            return round(self._line(text, weight).width * size)
        with self._lock:
            return round(self._font(weight, size).getlength(text)) if text else 0

    def _in_ink(self, text: str, weight: Weight, size: int, ink: Ramp) -> tuple[Image.Image, Image.Image]:
        """A line of text with the middle of its capitals at half height, and its mask."""
        width = self._length(text, weight, size)
        # The baseline is half a capital below the middle.
        below = round(0.364 * size)
        if self._usual(text):
            with self._lock:
                # Room above and below for accents and descenders.
                coverage = Image.new("L", (width + 2 * _SIDE, 2 * size))
                font = self._font(weight, size)
                ImageDraw.Draw(coverage).text((_SIDE, size + below), text, fill=255, font=font, anchor="ls")
        else:
            # Marks may be heaped; what is further up or down would reach into other boxes.
            half = round(_REACH * size)
            coverage = self._line(text, weight).coverage(size, _SIDE, width + _SIDE, half + below, half - below)
        return mapped(coverage, ink), mapped(coverage, COVERED)

    def _font(self, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
        key = (weight, size)
        if key not in self._fonts:
            self._fonts[key] = ImageFont.truetype(
                BytesIO(self._files[weight]), size, layout_engine=ImageFont.Layout.BASIC
            )
        return self._fonts[key]

    def _shaped(self, text: str, weight: Weight) -> Line:
        return shaped(text, self._faces[weight])

    def _shown(self, text: str) -> str:
        """The text without what no font has: without marks whose letter is not drawn with them, and such letters."""
        return text if self._usual(text) else "".join(map(self._kept, clusters(text)))

    def _kept(self, cluster: str) -> str:
        if cluster in (ISOLATE, END):
            return cluster
        whole = next((part for part in (cluster, cluster[0]) if face_of(part, self._faces["extra"])), "")
        return "" if unicodedata.category(whole[:1] or "X")[0] in "CM" else whole

    def _usual(self, text: str) -> bool:
        """Whether the usual fonts have each letter, and none has to be placed by the one before it."""
        return all(map(self._is_usual, text))

    def _has_glyph(self, letter: str) -> bool:
        return letter == " " or (unicodedata.category(letter)[0] not in "CMZ" and self._faces["extra"].has(letter))


_SIDE = 4
"""Pixels kept free left and right of a line, for glyphs that lean out of their box."""

_REACH = 0.85
"""How far shaped text may reach up and down from the middle of its capitals, in sizes of the text."""
