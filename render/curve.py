"""How the chances of the players went through a game, as a picture: one line for each of them.

Must not know where chances come from, nor words: those come ready.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from game.tiles import Colour
from render.brush import Brush
from render.layout import WIDTH_PX
from render.palette import RGB
from render.score_panel import seat_label
from render.shapes import Point
from render.theme import Theme

HEIGHT_PX: Final = 700
_LEFT, _TOP, _RIGHT, _BOTTOM = 116, 96, WIDTH_PX - 260, HEIGHT_PX - 78
"""The box in which the lines run."""
_LINE_PX: Final = 7
_APART_PX: Final = 50
"""How far the names at the ends of lines are apart at least."""
_DOT_PX: Final = 24
_INKS: Final = (Colour.BLUE, Colour.ORANGE, Colour.GREEN, Colour.PURPLE)
"""The colours of the lines: those of symbols that are the easiest to tell apart."""
_DASHES: Final = ((1.0, 0.0), (22.0, 16.0), (4.0, 16.0), (36.0, 14.0))
"""Pixels of line and of gap, so that lines can be told apart without colours."""


@dataclass(frozen=True, slots=True)
class Line:
    """The chances of one player or of partners."""

    name: str
    chances: tuple[float | None, ...]
    """After so many placements, from 0 to 1; `None` where they are not known."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Everything that can be seen in the picture."""

    title: str
    lines: tuple[Line, ...]
    marks: tuple[tuple[int, int], ...]
    """Turning points: after how many placements, and whose line it is."""
    scale: tuple[tuple[float, str], ...]
    """What is written beside a share of the height."""
    unknown: str = ""
    """What stands where the beginning of all lines is not known."""
    axis: str = ""
    """What the horizontal axis is."""


def curve(scene: Curve, theme: Theme) -> Image.Image:
    """The picture, as an image of mode L that holds indices of the theme's palette."""
    c, text, writer = theme.colours, theme.text, theme.writer
    brush = Brush(WIDTH_PX, HEIGHT_PX, c.table, (0, 0))
    _grid(brush, theme)
    steps = max((len(line.chances) for line in scene.lines), default=2)
    first = min((_known(line)[0] for line in scene.lines if _known(line)), default=steps - 1)
    ends: list[tuple[float, int]] = []
    for number, line in enumerate(scene.lines):
        points = [_point(at, steps, chance) for at, chance in enumerate(line.chances) if chance is not None]
        _dashed(brush, points, _DASHES[number % len(_DASHES)], _ink(theme, number))
        if points:
            ends.append((points[-1][1], number))
    canvas = brush.sprite(theme.inks)
    _dots(canvas, scene, steps, theme)
    title = writer.fitted(scene.title, "extra", 34, WIDTH_PX - 80)
    writer.write(canvas, (36, 44), title, "extra", 34, text.accent_on_table)
    for share, words in scene.scale:
        y = round(_point(0, steps, share)[1])
        writer.write(canvas, (_LEFT - 16, y), words, "semi", 26, text.dim_on_table, anchor="r")
    writer.write(canvas, ((_LEFT + _RIGHT) // 2, HEIGHT_PX - 36), scene.axis, "semi", 26, text.dim_on_table, anchor="m")
    if first > 0:
        width = round(_point(first, steps, 0)[0]) - _LEFT - 24
        lines, _ = writer.wrapped(scene.unknown, "semi", 26, (width,) * 4)
        for row, words in enumerate(lines):
            at = (_LEFT + 12 + width // 2, (3 * _TOP + 5 * _BOTTOM) // 8 + 34 * row - 17 * (len(lines) - 1))
            writer.write(canvas, at, words, "semi", 26, text.dim_on_table, anchor="m")
    _names(canvas, scene, ends, theme)
    return canvas


def _known(line: Line) -> list[int]:
    return [at for at, chance in enumerate(line.chances) if chance is not None]


def _point(at: int, steps: int, chance: float) -> Point:
    """Where a chance after so many placements lies, in pixels."""
    return _LEFT + (_RIGHT - _LEFT) * at / max(1, steps - 1), _BOTTOM - (_BOTTOM - _TOP) * chance


def _ink(theme: Theme, number: int) -> RGB:
    """The colour of a line: that of a symbol, which the theme's table bears."""
    return theme.colours.symbols[_INKS[number % len(_INKS)]]


def _grid(brush: Brush, theme: Theme) -> None:
    c = theme.colours
    box = [(_LEFT, _TOP), (_RIGHT, _TOP), (_RIGHT, _BOTTOM), (_LEFT, _BOTTOM)]
    brush.fill(box, (0, 0), c.panel)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _BOTTOM - (_BOTTOM - _TOP) * share
        brush.line([(_LEFT, y), (_RIGHT, y)], 3 if share == 0.5 else 1, c.panel_light)


def _dashed(brush: Brush, points: Sequence[Point], dash: tuple[float, float], ink: RGB) -> None:
    """A line through the points, in dashes of this length with gaps of that."""
    on, off = dash
    if not off:
        brush.line(points, _LINE_PX, ink)
        return
    left, drawing = on, True
    piece: list[Point] = list(points[:1])
    for start, end in itertools.pairwise(points):
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        gone = 0.0
        while length - gone > left:
            gone += left
            at = start[0] + (end[0] - start[0]) * gone / length, start[1] + (end[1] - start[1]) * gone / length
            if drawing:
                brush.line([*piece, at], _LINE_PX, ink)
            drawing, piece = not drawing, [at]
            left = on if drawing else off
        left -= length - gone
        piece.append(end)
    if drawing and len(piece) > 1:
        brush.line(piece, _LINE_PX, ink)


def _dots(canvas: Image.Image, scene: Curve, steps: int, theme: Theme) -> None:
    """The turning points, numbered."""
    for number, (at, line) in enumerate(scene.marks, 1):
        chance = scene.lines[line].chances[at]
        if chance is None:
            continue
        x, y = map(round, _point(at, steps, chance))
        box = (x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX)
        theme.pieces.box(canvas, box, _DOT_PX, theme.inks.ramp(theme.colours.panel, theme.colours.accent))
        theme.writer.write(canvas, (x, y), str(number), "extra", 30, theme.text.on_accent, anchor="m")


def _names(canvas: Image.Image, scene: Curve, ends: list[tuple[float, int]], theme: Theme) -> None:
    """The names at the right ends of their lines, apart where lines end together."""
    y = float(_TOP - _APART_PX)
    heights: list[float] = []
    for end, _ in sorted(ends):
        y = max(end, y + _APART_PX)
        heights.append(y)
    lowest = float(_BOTTOM)
    for number in reversed(range(len(heights))):
        heights[number] = min(heights[number], lowest)
        lowest = heights[number] - _APART_PX
    for (_, number), height in zip(sorted(ends), heights, strict=True):
        line = scene.lines[number]
        at = (_RIGHT + 70, round(height))
        sample = Brush(48, 16, theme.colours.table, (0, 8))
        _dashed(sample, [(4, 0), (44, 0)], _DASHES[number % len(_DASHES)], _ink(theme, number))
        canvas.paste(sample.sprite(theme.inks), (_RIGHT + 14, at[1] - 8))
        name = theme.writer.name(line.name) or seat_label(number)
        shown = theme.writer.fitted(name, "extra", 28, WIDTH_PX - at[0] - 12)
        theme.writer.write(canvas, at, shown, "extra", 28, theme.text.on_table)
