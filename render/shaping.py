"""Letters of any script as glyphs in their places: which font has them, how they join, and how they are filled.

HarfBuzz joins and fills them. A font is read when the first letter needs it. Must not know palettes or boxes.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final
from unicodedata import normalize

import uharfbuzz as hb
from PIL import Image

from render.bidi import END, ISOLATE, levels, visual
from render.clusters import EMOJI_STYLE, JOINER, clusters, drawn

_FOLDER: Final = Path(__file__).parent / "fonts"

_FONTS: Final = (
    ("NotoSans-Bold.ttf", " -\u03ff\u0400-\u052f\u1d00-\u1fff\u2000-\u218f\u2c60-\u2c7f\ua720-\ua7ff", 1.0),
    ("NotoSansArmenian-Bold.ttf", "\u0530-\u058f\ufb13-\ufb17", 1.0),
    ("NotoSansHebrew-Bold.ttf", "\u0590-\u05ff\ufb1d-\ufb4f", 1.0),
    ("NotoSansArabic-Bold.ttf", "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff", 1.0),
    ("NotoSansThaana-Bold.ttf", "\u0780-\u07bf", 1.0),
    ("NotoSansNKo-Regular.ttf", "\u07c0-\u07ff", 1.0),
    ("NotoSansDevanagari-Bold.ttf", "\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff", 1.0),
    ("NotoSansBengali-Bold.ttf", "\u0980-\u09ff", 1.0),
    ("NotoSansGurmukhi-Bold.ttf", "\u0a00-\u0a7f", 1.0),
    ("NotoSansGujarati-Bold.ttf", "\u0a80-\u0aff", 1.0),
    ("NotoSansOriya-Bold.ttf", "\u0b00-\u0b7f", 1.0),
    ("NotoSansTamil-Bold.ttf", "\u0b80-\u0bff", 1.0),
    ("NotoSansTelugu-Bold.ttf", "\u0c00-\u0c7f", 0.9),
    ("NotoSansKannada-Bold.ttf", "\u0c80-\u0cff", 0.9),
    ("NotoSansMalayalam-Bold.ttf", "\u0d00-\u0d7f", 1.0),
    ("NotoSansSinhala-Bold.ttf", "\u0d80-\u0dff", 1.0),
    ("NotoSansThai-Bold.ttf", "\u0e00-\u0e7f", 1.0),
    ("NotoSansLao-Bold.ttf", "\u0e80-\u0eff", 1.0),
    ("NotoSerifTibetan-Bold.ttf", "\u0f00-\u0fff", 0.8),
    ("NotoSansMyanmar-Bold.ttf", "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f", 0.9),
    ("NotoSansGeorgian-Bold.ttf", "\u10a0-\u10ff\u1c90-\u1cbf\u2d00-\u2d2f", 1.0),
    ("NotoSansEthiopic-Bold.ttf", "\u1200-\u139f\u2d80-\u2ddf\uab01-\uab2f", 1.0),
    ("NotoSansCherokee-Bold.ttf", "\u13a0-\u13ff\uab70-\uabbf", 1.0),
    ("NotoSansCanadianAboriginal-Bold.ttf", "\u1400-\u167f\u18b0-\u18ff", 1.0),
    ("NotoSansRunic-Regular.ttf", "\u16a0-\u16ff", 1.0),
    ("NotoSansKhmer-Bold.ttf", "\u1780-\u17ff\u19e0-\u19ff", 1.0),
    ("NotoSansCoptic-Regular.ttf", "\u03e2-\u03ef\u2c80-\u2cff", 1.0),
    ("NotoSansTifinagh-Regular.ttf", "\u2d30-\u2d7f", 1.0),
    ("NotoSansLisu-Bold.ttf", "\ua4d0-\ua4ff", 1.0),
    ("NotoSansMath-Regular.ttf", "\u2102-\u2138\U0001d400-\U0001d7ff", 1.0),
    ("NotoSansSymbols-Bold.ttf", "\u249c-\u24ff\U0001f110-\U0001f189", 1.0),
    ("NotoSansCJK-Bold.otf", "\u1100-\u11ff\u2010-\u318f\u4e00-\u9fff\uac00-\ud7a3\ufa0e-\ufa2d\uff00-\uffef", 1.0),
    ("NotoEmoji-Bold.ttf", "\u203c-\u3299\U0001f000-\U0001faff", 0.85),
)  # fmt: skip
"""The fonts of what the usual ones have not: their files, their characters, and how large they are drawn."""


class Face:
    """A font that shapes and fills."""

    def __init__(self, file: bytes, zoom: float = 1.0) -> None:
        face = hb.Face(file)
        self.font = hb.Font(face)
        self.unit = zoom / face.upem
        """The size of one unit of its glyphs, as a share of the size of the text."""

    def has(self, letters: str) -> bool:
        """Whether there is a glyph for each letter, or for each part of it."""
        return all(
            letter == JOINER or self._has(letter) or (len(parts := normalize("NFD", letter)) > 1 and self.has(parts))
            for letter in letters
        )

    def _has(self, letter: str) -> bool:
        return bool(self.font.get_nominal_glyph(ord(letter)))


@dataclass(frozen=True, slots=True)
class Placed:
    """A glyph with its place right of the start of the line and above its baseline, in sizes of the text."""

    face: Face
    glyph: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """A text as glyphs; its width is in sizes of the text."""

    width: float
    glyphs: tuple[Placed, ...]

    def coverage(self, size: int, left_px: int, width_px: int, up_px: int, down_px: int) -> Image.Image:
        """How much of each pixel the line covers, 0 to 255, in a box about the start of its baseline."""
        raster = hb.RasterDraw()
        width, height = left_px + width_px, up_px + down_px
        raster.extents = hb.RasterExtents(-left_px, -down_px, width, height, 0)
        for placed in self.glyphs:
            scale = size * placed.face.unit
            raster.transform = (scale, 0, 0, scale, size * placed.x, size * placed.y)
            raster.draw_glyph(placed.face.font, placed.glyph)
        image = raster.render()
        if image is None or not image.extents.width:
            return Image.new("L", (width, height))
        # Its rows go upwards.
        return Image.frombytes("L", (width, height), image.buffer, "raw", "L", image.extents.stride, -1)


@cache
def _opened(name: str, zoom: float) -> Face:
    return Face(lzma.decompress((_FOLDER / f"{name}.xz").read_bytes()), zoom)


_RANGES: Final = tuple((re.compile(f"[{letters}]"), name, zoom) for name, letters, zoom in _FONTS)


@lru_cache(maxsize=4096)
def is_covered(letter: str) -> bool:
    """Whether the fonts are for letters like this one; says so without reading a font, so some rare ones lack it."""
    return any(letters.match(letter) for letters, _, _ in _RANGES)


@lru_cache(maxsize=4096)
def face_of(cluster: str, usual: Face) -> Face | None:
    """The first font that draws a cluster as a whole; `None` if there is none."""
    letters = drawn(cluster)
    candidates = [_opened(name, zoom) for letter, name, zoom in _RANGES if letter.match(cluster)]
    if EMOJI_STYLE in cluster:
        candidates.reverse()
    else:
        candidates.insert(0, usual)
    return next((face for face in candidates if face.has(letters)), None)


def shaped(text: str, usual: Face) -> Line:
    """A text of drawable clusters as glyphs, from the left to the right as they are seen."""
    kinds = levels(text)
    runs: list[tuple[int, tuple[Face, int, str]]] = []
    at = 0
    found: list[tuple[Face, int, str]] = []
    for cluster in clusters(text):
        letters = "" if cluster in (ISOLATE, END) else drawn(cluster)
        found.append((face_of(cluster, usual) or usual, kinds[at], letters))
        at += len(cluster)
    for (face, level), group in groupby(found, lambda part: part[:2]):
        runs.append((level, (face, level, "".join(letters for _, _, letters in group))))
    return _placed([run for run in visual(runs) if run[2]])


def _placed(runs: Sequence[tuple[Face, int, str]]) -> Line:
    x = 0.0
    glyphs: list[Placed] = []
    for face, level, letters in runs:
        buffer = hb.Buffer()
        buffer.add_str(letters)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if level % 2 else "ltr"
        hb.shape(face.font, buffer)
        for info, move in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            unit = face.unit
            glyphs.append(Placed(face, info.codepoint, x + move.x_offset * unit, move.y_offset * unit))
            x += move.x_advance * unit
    return Line(x, tuple(glyphs))
