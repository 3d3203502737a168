"""What render/shaping.py uses of uharfbuzz, which brings no types."""

from typing import NamedTuple

class Face:
    upem: int
    def __init__(self, blob: bytes) -> None: ...

class Font:
    def __init__(self, face: Face) -> None: ...
    def get_nominal_glyph(self, unicode: int) -> int | None: ...

class GlyphInfo:
    codepoint: int

class GlyphPosition:
    x_offset: int
    y_offset: int
    x_advance: int

class Buffer:
    direction: str
    @property
    def glyph_infos(self) -> list[GlyphInfo]: ...
    @property
    def glyph_positions(self) -> list[GlyphPosition]: ...
    def add_str(self, text: str) -> None: ...
    def guess_segment_properties(self) -> None: ...

def shape(font: Font, buffer: Buffer) -> None: ...

class RasterExtents(NamedTuple):
    x_origin: int
    y_origin: int
    width: int
    height: int
    stride: int

class RasterImage:
    @property
    def buffer(self) -> bytes: ...
    @property
    def extents(self) -> RasterExtents: ...

class RasterDraw:
    extents: RasterExtents | None
    transform: tuple[float, float, float, float, float, float]
    def draw_glyph(self, font: Font, glyph: int) -> None: ...
    def render(self) -> RasterImage | None: ...
