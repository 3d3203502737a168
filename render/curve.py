"""How the chances of the players went through a game, as a picture: one line for each of them.

Must not know where chances come from, nor words: those come ready.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import Final

from PIL import Image

from game.tiles import Colour
from render.brush import Brush
from render.layout import WIDTH_PX
from render.palette import RGB
from render.score_panel import seat_label
from render.shapes import Point
from render.theme import Theme

HEIGHT_PX: Final = 760
_EDGE_PX: Final = 32
_LEFT, _TOP, _RIGHT, _BOTTOM = 148, 236, WIDTH_PX - 56, HEIGHT_PX - 124
"""The box in which the lines run."""
_TITLE, _WORDS, _NAMES, _NUMBER = (46, 40, 36), 40, 42, 38
"""The sizes of texts; that of the title as the first one that fits."""
_LINE_PX: Final = 9
_DOT_PX: Final = 30
_SAMPLE_PX: Final = 64
"""How much of its line stands beside a name."""
_LEGEND_PX: Final = (112, 170)
"""The middles of the two rows of names."""
_TICKS: Final = (5, 10, 20, 50)
"""How far the numbers below the lines are apart, as the first one with which they do not touch."""
_TICK_PX: Final = 90
_INKS: Final = (Colour.BLUE, Colour.ORANGE, Colour.GREEN, Colour.PURPLE)
"""The colours of the lines: those of symbols that are the easiest to tell apart."""
_DASHES: Final = ((1.0, 0.0), (22.0, 16.0), (4.0, 16.0), (36.0, 14.0))
"""Pixels of line and of gap, so that lines can be told apart without colours."""


@dataclass(frozen=True, slots=True)
class Line:
    """The chances of one player or of partners."""

    name: str
    points: tuple[tuple[int, float], ...]
    """After how many placements, and the chance from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Everything that can be seen in the picture."""

    title: str
    lines: tuple[Line, ...]
    marks: tuple[tuple[int, float], ...]
    """Turning points, where they are on a line."""
    scale: tuple[tuple[float, str], ...]
    """What is written beside a share of the height."""
    axis: str = ""
    """What the horizontal axis is."""


@dataclass(frozen=True, slots=True)
class _Span:
    """The placements that are seen: from the first to the last one that is known, over the whole width."""

    first: int
    last: int

    def at(self, placements: float, chance: float) -> Point:
        """Where a chance after so many placements lies, in pixels."""
        share = (placements - self.first) / max(1, self.last - self.first)
        return _LEFT + (_RIGHT - _LEFT) * share, _BOTTOM - (_BOTTOM - _TOP) * chance

    def ticks(self) -> list[int]:
        """The numbers of placements that are written below the lines."""
        pixels = (_RIGHT - _LEFT) / max(1, self.last - self.first)
        step = next((step for step in _TICKS if step * pixels >= _TICK_PX), _TICKS[-1])
        return [number for number in range(self.first, self.last + 1) if number % step == 0]


def curve(scene: Curve, theme: Theme) -> Image.Image:
    """The picture, as an image of mode L that holds indices of the theme's palette."""
    c, text, writer = theme.colours, theme.text, theme.writer
    known = [placements for line in scene.lines for placements, _ in line.points]
    span = _Span(min(known, default=0), max(known, default=1))
    brush = Brush(WIDTH_PX, HEIGHT_PX, c.table, (0, 0))
    _grid(brush, theme, span)
    for number, line in enumerate(scene.lines):
        points = [span.at(placements, chance) for placements, chance in line.points]
        if len(points) > 1:
            _dashed(brush, points, _DASHES[number % len(_DASHES)], _ink(theme, number))
    canvas = brush.sprite(theme.inks)
    room = WIDTH_PX - 2 * _EDGE_PX
    size = writer.largest(scene.title, "extra", _TITLE, room)
    title = writer.fitted(scene.title, "extra", size, room)
    writer.write(canvas, (_EDGE_PX, 48), title, "extra", size, text.accent_on_table)
    for share, words in scene.scale:
        y = round(span.at(0, share)[1])
        writer.write(canvas, (_LEFT - 18, y), words, "semi", _WORDS, text.dim_on_table, anchor="r")
    for number in span.ticks():
        x = round(span.at(number, 0)[0])
        writer.write(canvas, (x, _BOTTOM + 34), str(number), "semi", _WORDS, text.dim_on_table, anchor="m")
    axis = (_LEFT + _RIGHT) // 2, HEIGHT_PX - 34
    writer.write(canvas, axis, scene.axis, "semi", _WORDS, text.dim_on_table, anchor="m")
    _dots(canvas, scene, span, theme)
    _legend(canvas, scene, theme)
    return canvas


def _ink(theme: Theme, number: int) -> RGB:
    """The colour of a line: that of a symbol, which the theme's table bears."""
    return theme.colours.symbols[_INKS[number % len(_INKS)]]


def _grid(brush: Brush, theme: Theme, span: _Span) -> None:
    c = theme.colours
    box = [(_LEFT, _TOP), (_RIGHT, _TOP), (_RIGHT, _BOTTOM), (_LEFT, _BOTTOM)]
    brush.fill(box, (0, 0), c.panel)
    for number in span.ticks():
        x, _ = span.at(number, 0)
        brush.line([(x, _TOP), (x, _BOTTOM)], 1, c.panel_light)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _BOTTOM - (_BOTTOM - _TOP) * share
        brush.line([(_LEFT, y), (_RIGHT, y)], 4 if share == 0.5 else 1, c.panel_light)


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


def _dots(canvas: Image.Image, scene: Curve, span: _Span, theme: Theme) -> None:
    """The turning points, numbered; where two of them meet, the later one is above or below the line."""
    taken: list[Point] = []
    for number, mark in enumerate(scene.marks, 1):
        x, y = span.at(*mark)
        for lifted in (0, 2, -2, 4, -4):
            place = x, y - lifted * _DOT_PX
            within = _TOP <= place[1] <= _BOTTOM
            if within and all(dist(place, other) >= 2 * _DOT_PX for other in taken):
                y = place[1]
                break
        taken.append((x, y))
        at = round(x), round(y)
        box = (at[0] - _DOT_PX, at[1] - _DOT_PX, at[0] + _DOT_PX, at[1] + _DOT_PX)
        theme.pieces.box(canvas, box, _DOT_PX, theme.inks.ramp(theme.colours.panel, theme.colours.accent))
        theme.writer.write(canvas, at, str(number), "extra", _NUMBER, theme.text.on_accent, anchor="m")


def _legend(canvas: Image.Image, scene: Curve, theme: Theme) -> None:
    """The names with a piece of their lines, in two columns."""
    width = (WIDTH_PX - 2 * _EDGE_PX) // 2
    for number, line in enumerate(scene.lines):
        x, y = _EDGE_PX + number % 2 * width, _LEGEND_PX[number // 2]
        sample = Brush(_SAMPLE_PX, 16, theme.colours.table, (0, 8))
        _dashed(sample, [(6, 0), (_SAMPLE_PX - 6, 0)], _DASHES[number % len(_DASHES)], _ink(theme, number))
        canvas.paste(sample.sprite(theme.inks), (x, y - 8))
        name = theme.writer.name(line.name) or seat_label(number)
        shown = theme.writer.fitted(name, "extra", _NAMES, width - _SAMPLE_PX - 28)
        theme.writer.write(canvas, (x + _SAMPLE_PX + 12, y), shown, "extra", _NAMES, theme.text.on_table)
