"""A person's statistics as a picture: figures, a table of the modes, the curve of the rating, achievements.

Must not know where figures come from, nor words: those come ready.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from game.tiles import COLOURS, Colour
from render.brush import Brush
from render.palette import mapped
from render.theme import Theme

WIDTH_PX: Final = 800
EDGE_PX: Final = 28
RADIUS_PX: Final = 18
SMALL, LARGE = 30, 46
"""The sizes of letters: at 360 pixels the small ones are still 13 high."""
ROW_PX: Final = 52
_HEAD_PX: Final = 132
_FIGURES_PX: Final = 126
_CURVE_PX: Final = 236
_GAP_PX: Final = 18
_FIRST_PX: Final = 170
"""The width of the first column of a table."""
_HEAD_SIZES: Final = (SMALL - 2, SMALL - 4, SMALL - 6, SMALL - 8)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it is."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that can be seen in the picture; what is empty takes no room."""

    name: str
    about: str
    """A line below the name."""
    colour: Colour | None
    """The favourite one."""
    figures: tuple[Figure, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """A line for each mode, with its name first."""
    curve_title: str
    curve: tuple[int, ...]
    """The ratings after each game."""
    lines: tuple[str, ...]
    feats: tuple[str, ...]


def profile(scene: Profile, theme: Theme) -> Image.Image:
    """The picture, as an image of mode L that holds indices of the theme's palette."""
    c, canvas = theme.colours, Image.new("L", (WIDTH_PX, height_px(scene)), theme.inks.ink(theme.colours.table))
    _head(canvas, scene, theme)
    y = _HEAD_PX
    if scene.figures:
        y = _figures(canvas, scene.figures, y, theme)
    if scene.rows:
        y = table(canvas, scene.columns, scene.rows, y, theme)
    if len(scene.curve) > 1:
        y = _curve(canvas, scene, y, theme)
    for line in scene.lines:
        words = theme.writer.fitted(line, "semi", SMALL, WIDTH_PX - 2 * EDGE_PX)
        theme.writer.write(canvas, (EDGE_PX, y + ROW_PX // 2), words, "semi", SMALL, theme.text.on_table)
        y += ROW_PX
    ramp = theme.inks.ramp(c.table, c.panel)
    for at, feat in enumerate(scene.feats):
        left = EDGE_PX + at % 2 * (WIDTH_PX // 2 - EDGE_PX + 7)
        top = y + at // 2 * (ROW_PX + 8)
        right = left + WIDTH_PX // 2 - EDGE_PX - 7
        theme.pieces.box(canvas, (left, top, right, top + ROW_PX), RADIUS_PX, ramp)
        words = theme.writer.fitted(feat, "semi", SMALL, right - left - 72)
        _star(canvas, (left + 32, top + ROW_PX // 2), theme)
        theme.writer.write(canvas, (left + 60, top + ROW_PX // 2), words, "semi", SMALL, theme.text.on_panel)
    return canvas


def height_px(scene: Profile) -> int:
    """The height of the picture."""
    height = _HEAD_PX + (_FIGURES_PX + _GAP_PX if scene.figures else 0)
    height += table_height_px(len(scene.rows)) if scene.rows else 0
    height += _CURVE_PX + _GAP_PX if len(scene.curve) > 1 else 0
    height += len(scene.lines) * ROW_PX + (len(scene.feats) + 1) // 2 * (ROW_PX + 8)
    return height + EDGE_PX


def table_height_px(rows: int) -> int:
    """The height of a table with so many rows below its heads, and of the gap after it."""
    return (rows + 1) * ROW_PX + 16 + _GAP_PX


def table(
    canvas: Image.Image, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], top: int, theme: Theme
) -> int:
    """Draw a table, its first column to the left and the others to the right; gives where it ends."""
    c, writer = theme.colours, theme.writer
    bottom = top + table_height_px(len(rows)) - _GAP_PX
    theme.pieces.box(canvas, (EDGE_PX, top, WIDTH_PX - EDGE_PX, bottom), RADIUS_PX, theme.inks.ramp(c.table, c.panel))
    inner = WIDTH_PX - 2 * EDGE_PX - 40 - _FIRST_PX
    step = inner // max(1, len(columns) - 1)
    heads = min(writer.largest(words, "semi", _HEAD_SIZES, step - 8) for words in columns[1:])
    for number, row in enumerate((columns, *rows)):
        y = top + 8 + number * ROW_PX + ROW_PX // 2
        for column, words in enumerate(row):
            ink = theme.text.dim_on_panel if number == 0 else theme.text.on_panel
            weight = "semi" if number == 0 or column else "extra"
            room = _FIRST_PX - 10 if column == 0 else step - 8
            x = EDGE_PX + 20 + (0 if column == 0 else _FIRST_PX + column * step)
            size = heads if number == 0 else SMALL
            shown = writer.fitted(words, weight, size, room)
            writer.write(canvas, (x, y), shown, weight, size, ink, anchor="r" if column else "l")
    return bottom + _GAP_PX


def _head(canvas: Image.Image, scene: Profile, theme: Theme) -> None:
    """The name, with the symbol of the favourite colour."""
    c, left = theme.colours, EDGE_PX
    if scene.colour is not None:
        badge = Brush(96, 96, c.table)
        badge.disc(46, (0, 0), c.body)
        badge.symbol(COLOURS[scene.colour], (0, 0), 34, c.symbols[scene.colour], c.body)
        canvas.paste(badge.sprite(theme.inks), (left, 20))
        left += 116
    room = WIDTH_PX - left - EDGE_PX
    name = theme.writer.fitted(theme.writer.name(scene.name) or "?", "extra", LARGE, room)
    theme.writer.write(canvas, (left, 48), name, "extra", LARGE, theme.text.accent_on_table)
    about = theme.writer.fitted(scene.about, "semi", SMALL, room)
    theme.writer.write(canvas, (left, 98), about, "semi", SMALL, theme.text.dim_on_table)


def _figures(canvas: Image.Image, figures: tuple[Figure, ...], top: int, theme: Theme) -> int:
    c, gap = theme.colours, 12
    width = (WIDTH_PX - 2 * EDGE_PX - gap * (len(figures) - 1)) // len(figures)
    ramp = theme.inks.ramp(c.table, c.panel)
    for at, figure in enumerate(figures):
        left = EDGE_PX + at * (width + gap)
        theme.pieces.box(canvas, (left, top, left + width, top + _FIGURES_PX), RADIUS_PX, ramp)
        middle, room = left + width // 2, width - 12
        size = theme.writer.largest(figure.value, "extra", (60, 52, 44, 36), room)
        value = theme.writer.fitted(figure.value, "extra", size, room)
        theme.writer.write(canvas, (middle, top + 46), value, "extra", size, theme.text.accent_on_panel, anchor="m")
        label = theme.writer.fitted(figure.label, "semi", SMALL - 2, room)
        theme.writer.write(canvas, (middle, top + 98), label, "semi", SMALL - 2, theme.text.dim_on_panel, anchor="m")
    return top + _FIGURES_PX + _GAP_PX


def _curve(canvas: Image.Image, scene: Profile, top: int, theme: Theme) -> int:
    """The line of the ratings, with its highest and last value."""
    c, writer, width = theme.colours, theme.writer, WIDTH_PX - 2 * EDGE_PX
    box = (EDGE_PX, top, WIDTH_PX - EDGE_PX, top + _CURVE_PX)
    theme.pieces.box(canvas, box, RADIUS_PX, theme.inks.ramp(c.table, c.panel))
    left, right, upper, lower = 20, width - 150, 76, _CURVE_PX - 30
    low, high = min(scene.curve), max(scene.curve)
    span = max(high - low, 40)
    base = (low + high - span) / 2
    steps = len(scene.curve) - 1
    points = [
        (left + (right - left) * at / steps, lower - (lower - upper) * (value - base) / span)
        for at, value in enumerate(scene.curve)
    ]
    brush = Brush(width - 40, _CURVE_PX - 60, c.panel, (-20, -60))
    for y in (upper, (upper + lower) / 2, lower):
        brush.line([(left, y), (right, y)], 1, c.panel_light)
    brush.line(points, 6, c.symbols[Colour.BLUE])
    brush.disc(9, points[-1], c.accent)
    canvas.paste(brush.sprite(theme.inks), (EDGE_PX + 20, top + 60))
    title = writer.fitted(scene.curve_title, "semi", SMALL, width - 40)
    writer.write(canvas, (EDGE_PX + 20, top + 34), title, "semi", SMALL, theme.text.dim_on_panel)
    y = top + round(points[-1][1])
    last = str(scene.curve[-1])
    writer.write(canvas, (EDGE_PX + right + 24, y), last, "extra", 40, theme.text.accent_on_panel)
    return top + _CURVE_PX + _GAP_PX


def _star(canvas: Image.Image, at: tuple[int, int], theme: Theme) -> None:
    """The mark of an achievement."""

    def drawn() -> Image.Image:
        brush = Brush(40, 40, theme.colours.panel)
        brush.symbol(Colour.BLUE, (0, 0), 17, theme.colours.accent, theme.colours.panel)
        return brush.sprite(theme.inks)

    star = theme.kept("achievement", drawn)
    canvas.paste(mapped(star, bytes(range(256))), (at[0] - 20, at[1] - 20))
