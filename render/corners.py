"""The words in the lower corners beside the board: what the last turn earned, and what is left."""

from __future__ import annotations

from PIL import Image

from game.tiles import Colour
from render.layout import (
    BOARD_PX,
    CENTRE_PX,
    CORNER_PX,
    RIM_GAP_PX,
    RIM_SIZE,
    WIDTH_PX,
    slab_edge_px,
)
from render.palette import lay
from render.scene import BoardPart
from render.score_panel import draw_badge, seat_label
from render.text import Writer
from render.theme import Theme

_LINE_PX = 36
"""The height of a line of text in a corner."""
_LETTER_PX = 45
"""The width of the widest letter of a row."""
_CLEAR_PX = 10
"""Between a text in a corner and what is beyond the board's edge."""
_COUNT_SIZE, _NUMBER_SIZE = 32, 56
_COUNT_PX = 48
"""From a large number to the words above and below it."""
_COUNT_LINE_PX = 38
"""From one line of these words to the next."""


def draw_count(canvas: Image.Image, label: str, theme: Theme) -> None:
    """A few words in the lower right corner, their number large on a line of its own."""
    writer, text, y = theme.writer, theme.text, BOARD_PX - 38
    before, number, after = _split(label)
    rows = _lines(after, y, writer)
    y -= len(rows) * _COUNT_LINE_PX
    if number:
        y -= _COUNT_PX - _COUNT_LINE_PX
        rows.insert(0, (writer.fitted(number, "extra", _NUMBER_SIZE, _reach_px(y, 0) - CORNER_PX), y))
        rows[:0] = _lines(before, y - _COUNT_PX, writer)
    for line, at in rows:
        large = line == number
        weight, size = ("extra", _NUMBER_SIZE) if large else ("semi", _COUNT_SIZE)
        ink = text.on_table if large else text.dim_on_table
        writer.write(canvas, (WIDTH_PX - CORNER_PX, at), line, weight, size, ink, anchor="r")


def _lines(words: str, y: int, writer: Writer) -> list[tuple[str, int]]:
    """Words in one line, or in two where one is too narrow, with the height of each; the last one is at `y`."""
    widths = tuple(_reach_px(at, 0) - CORNER_PX for at in (y - _COUNT_LINE_PX, y))
    lines, whole = writer.wrapped(words, "semi", _COUNT_SIZE, widths[1:])
    if not whole:
        lines, _ = writer.wrapped(words, "semi", _COUNT_SIZE, widths)
    return [(line, y - _COUNT_LINE_PX * (len(lines) - 1 - at)) for at, line in enumerate(lines)]


def _reach_px(y: int, beside_px: int) -> int:
    """How far a line of text at this height may reach into the picture.

    `beside_px` is the width of the letters beyond the board's edge, 0 where there are none.
    """
    nearest = abs(y - CENTRE_PX[1]) - _LINE_PX // 2 - (RIM_SIZE // 2 if beside_px else 0)
    edge = CENTRE_PX[0] - round(slab_edge_px(CENTRE_PX[1] + nearest))
    return edge - _CLEAR_PX - (RIM_GAP_PX + beside_px if beside_px else 0)


def _split(label: str) -> tuple[str, str, str]:
    """A text before its first number, the number, and the text after it."""
    words = label.split()
    at = next((at for at, word in enumerate(words) if word.isdecimal()), None)
    if at is None:
        return label, "", ""
    return " ".join(words[:at]), words[at], " ".join(words[at + 1 :])


# --- the last turn -------------------------------------------------------------------------------------------------

_ROW_PX = 48
_TOP_PX = 858
"""The upper end of the corner: further up it is too narrow."""


def draw_earned(canvas: Image.Image, part: BoardPart, theme: Theme) -> None:
    """What the last turn earned and whose it was, in the lower left corner."""
    earned, y = part.earned, BOARD_PX - 38
    if earned is None:
        return
    points: list[tuple[Colour | None, int]] = list(earned.points) or [(None, 0)]
    while points and y >= _TOP_PX:
        row = _fitting(points, CORNER_PX, y, theme.writer)
        points = points[: -len(row)]
        _draw_points(canvas, row, (CORNER_PX, y), theme, trying=part.trying)
        y -= _ROW_PX
    if earned.badge:
        draw_badge(canvas, earned.badge, (CORNER_PX + 20, y), theme)
        name = theme.writer.name(earned.name) or seat_label(earned.badge.number)
        name = theme.writer.fitted(name, "extra", 30, _reach_px(y, _LETTER_PX) - CORNER_PX - 50)
        theme.writer.write(canvas, (CORNER_PX + 50, y), name, "extra", 30, theme.text.on_table)


def _fitting(
    points: list[tuple[Colour | None, int]], left: int, y: int, writer: Writer
) -> list[tuple[Colour | None, int]]:
    """As many of the last of these as go into one row; at least one."""
    for count in (3, 2):
        last = points[-count:]
        if len(last) == count and left + sum(_item_px(item, writer) for item in last) - _ITEM_GAP_PX <= _reach_px(
            y, _LETTER_PX
        ):
            return last
    return points[-1:]


_ITEM_GAP_PX = 14


def _item_px(item: tuple[Colour | None, int], writer: Writer) -> int:
    return (44 if item[0] is not None else 0) + writer.width_px(f"+{item[1]}", "extra", 32) + _ITEM_GAP_PX


def _draw_points(
    canvas: Image.Image,
    row: list[tuple[Colour | None, int]],
    at: tuple[int, int],
    theme: Theme,
    *,
    trying: bool,
) -> None:
    x, y = at
    moved = theme.text.choice_on_table if trying else theme.text.on_table
    for colour, points in row:
        start = x
        if colour is not None:
            peg, mask = theme.pieces.pegs[colour]
            lay(canvas, peg, (x, y - peg.height // 2), mask)
            start += 44
        ink = moved if points else theme.text.dim_on_table
        theme.writer.write(canvas, (start, y), f"+{points}", "extra", 32, ink)
        x += _item_px((colour, points), theme.writer)
