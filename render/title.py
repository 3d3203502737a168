"""The title of a picture: whose turn it is or who won, with names as long as there is room for.

Must not know words: the title comes ready.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PIL import Image

from render.bidi import isolated
from render.layout import CORNER_PX, WIDTH_PX
from render.palette import lay
from render.scene import Scene
from render.score_panel import seat_label
from render.text import Writer
from render.theme import Theme

_TWO = 2
"""Lines of a title that may break beside the name."""
_EVER_PX = 9999
"""No name is so wide."""


def draw_title(canvas: Image.Image, scene: Scene, theme: Theme) -> None:
    """Whose turn it is or who won, in the upper left corner."""
    widths = (236, 210, 184) if scene.board else (WIDTH_PX - 2 * CORNER_PX,)
    size, lines = _lines(scene, widths, theme.writer)
    for at, line in enumerate(lines):
        theme.writer.write(canvas, (CORNER_PX, 40 + 44 * at), line, "extra", size, theme.text.accent_on_table)
    if scene.won:
        cup, mask = theme.pieces.cup
        lay(canvas, cup, (CORNER_PX - 12, 22 + 44 * len(lines)), mask)


def _lines(scene: Scene, widths: tuple[int, ...], writer: Writer) -> tuple[int, list[str]]:
    """The size and the lines of the title: as large and with names as long as its box takes."""
    size, lines, names = 30, list[str](), list[str]()
    for share, size in ((1.0, 36), (1.0, 30), (0.7, 30), (0.5, 30), (0.35, 30), (0.2, 30)):
        width = round(share * widths[0]) if share < 1 else _EVER_PX
        names = [
            isolated(writer.fitted(writer.name(seat.name) or seat_label(seat.number), "extra", size, width))
            for seat in scene.named
        ]
        title = _renamed(scene.title, [seat.name for seat in scene.named], names)
        lines, whole = writer.wrapped(title, "extra", size, widths)
        if whole:
            break
    if len(scene.named) == 1 and len(lines) == _TWO:
        lines = _broken_at(names[0], " ".join(lines), size, widths, writer) or lines
    return size, lines


def _renamed(title: str, said: Sequence[str], names: Sequence[str]) -> str:
    """A title with other names for those that it says, each of which may be a part of another one."""
    drawn = {one: name for one, name in zip(said, names, strict=True) if one}
    longest_first = "|".join(re.escape(one) for one in sorted(drawn, key=len, reverse=True))
    return re.sub(longest_first, lambda match: drawn[match[0]], title) if drawn else title


def _broken_at(name: str, title: str, size: int, widths: tuple[int, ...], writer: Writer) -> list[str]:
    """A title in two lines, the name and the rest, if the name begins or ends it and both fit; nothing otherwise."""
    after, before = title.removeprefix(name + " "), title.removesuffix(" " + name)
    lines = [name, after] if after != title else [before, name] if before != title else []
    fits = all(writer.width_px(line, "extra", size) <= width for line, width in zip(lines, widths, strict=False))
    return lines if fits else []
