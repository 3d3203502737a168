"""The best players of a server as a picture. Must not know where figures come from, nor words: those come ready."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.profile import EDGE_PX, RADIUS_PX, SMALL, WIDTH_PX
from render.theme import Theme

_HEAD_PX: Final = 178
_ROW_PX: Final = 62
_GAP_PX: Final = 26
"""Before the row of somebody who is further down."""
_RIGHT_PX: Final = (WIDTH_PX - EDGE_PX - 18, WIDTH_PX - EDGE_PX - 150, WIDTH_PX - EDGE_PX - 268)
"""Where the columns end, the last one first."""
_HEAD_ROOM_PX: Final = 108
_HEAD_SIZES: Final = (SMALL - 4, SMALL - 6, SMALL - 8)
_NAME_SIZES: Final = (34, 30, 27)
_RANK_PX: Final = 56
_RANK_SIZES: Final = tuple(range(34, 9, -1))
"""Of a rank, which gets smaller where it is long."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row: its rank, the name, a value for each column."""

    rank: int
    name: str
    values: tuple[str, ...]
    mine: bool = False
    """Whether it is the row of the person who asked."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Everything that can be seen in the picture."""

    title: str
    about: str
    columns: tuple[str, ...]
    """The heads of the columns after the name; the last is the one that counts."""
    rows: tuple[Ranked, ...]
    """In order; a gap is left before one whose rank does not follow."""


def leaderboard(scene: Leaderboard, theme: Theme) -> Image.Image:
    """The picture, as an image of mode L that holds indices of the theme's palette."""
    writer, text = theme.writer, theme.text
    canvas = Image.new("L", (WIDTH_PX, height_px(scene)), theme.inks.ink(theme.colours.table))
    title = writer.fitted(scene.title, "extra", 44, WIDTH_PX - 2 * EDGE_PX)
    writer.write(canvas, (EDGE_PX, 50), title, "extra", 44, text.accent_on_table)
    about = writer.fitted(scene.about, "semi", SMALL, WIDTH_PX - 2 * EDGE_PX)
    writer.write(canvas, (EDGE_PX, 102), about, "semi", SMALL, text.dim_on_table)
    size = min((writer.largest(words, "semi", _HEAD_SIZES, _HEAD_ROOM_PX) for words in scene.columns), default=SMALL)
    for words, right in zip(reversed(scene.columns), _RIGHT_PX, strict=False):
        shown = writer.fitted(words, "semi", size, _HEAD_ROOM_PX)
        writer.write(canvas, (right, _HEAD_PX - 24), shown, "semi", size, text.dim_on_table, anchor="r")
    y = _HEAD_PX
    for number, row in enumerate(scene.rows):
        y += _GAP_PX if _is_apart(scene, number) else 0
        _row(canvas, row, y, theme)
        y += _ROW_PX
    return canvas


def height_px(scene: Leaderboard) -> int:
    """The height of the picture."""
    apart = sum(_is_apart(scene, number) for number in range(len(scene.rows)))
    return _HEAD_PX + len(scene.rows) * _ROW_PX + apart * _GAP_PX + EDGE_PX


def _is_apart(scene: Leaderboard, number: int) -> bool:
    return number > 0 and scene.rows[number].rank > scene.rows[number - 1].rank + 1 and scene.rows[number].mine


def _row(canvas: Image.Image, row: Ranked, top: int, theme: Theme) -> None:
    c, writer, text = theme.colours, theme.writer, theme.text
    fill = theme.inks.ramp(c.table, c.accent if row.mine else c.panel)
    theme.pieces.box(canvas, (EDGE_PX, top, WIDTH_PX - EDGE_PX, top + _ROW_PX - 8), RADIUS_PX, fill)
    y = top + (_ROW_PX - 8) // 2
    plain = text.on_accent if row.mine else text.on_panel
    dim = text.on_accent if row.mine else text.dim_on_panel
    strong = text.on_accent if row.mine else text.accent_on_panel
    rank = str(row.rank)
    size = writer.largest(rank, "extra", _RANK_SIZES, _RANK_PX)
    writer.write(canvas, (EDGE_PX + 62, y), rank, "extra", size, strong, anchor="r")
    room = _RIGHT_PX[len(row.values) - 1] - 100 - EDGE_PX - 84
    name = writer.name(row.name) or "?"
    size = writer.largest(name, "extra", _NAME_SIZES, room)
    writer.write(canvas, (EDGE_PX + 84, y), writer.fitted(name, "extra", size, room), "extra", size, plain)
    for at, (value, right) in enumerate(zip(reversed(row.values), _RIGHT_PX, strict=False)):
        weight, size, ink = ("extra", 36, strong) if at == 0 else ("semi", 32, dim)
        writer.write(canvas, (right, y), value, weight, size, ink, anchor="r")
