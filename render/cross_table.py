"""The standings of a tournament as a picture: a row a person, a column a round.

Must not know where figures come from, nor words: those come ready. How a game ended is told by a sign and a colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

from render.palette import Ramp
from render.profile import EDGE_PX, RADIUS_PX, SMALL, WIDTH_PX
from render.theme import Theme

Outcome = Literal["won", "shared", "lost", "open", "none"]
_HEAD_PX: Final = 178
_ROW_PX: Final = 54
_SIZES: Final = (28, 25, 22, 19, 17, 15)
_RANK_PX: Final = 54
_POINTS_PX: Final = 84
_STRENGTH_PX: Final = 104
_GAP_PX: Final = 12
"""Between the heads of the last two columns."""
_CELL_PX: Final = 74
_LEAST_NAME_PX: Final = 180


@dataclass(frozen=True, slots=True)
class Cell:
    """What somebody did in a round: whom they met, and how it ended."""

    text: str = ""
    outcome: Outcome = "none"


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A person: the name, a cell for each round, the points and what decides between equal ones."""

    number: int
    """Of the row, by which cells name it."""
    name: str
    cells: tuple[Cell, ...]
    points: str
    strength: str
    gone: bool = False
    """Whether they play on no more."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everything that can be seen in the picture."""

    title: str
    about: str
    points: str
    """The heads of the last two columns."""
    strength: str
    rows: tuple[CrossRow, ...]
    first: int = 1
    """The number of the round in the first column."""


def cross_table(scene: CrossTable, theme: Theme) -> Image.Image:
    """The picture, as an image of mode L that holds indices of the theme's palette."""
    writer, text = theme.writer, theme.text
    canvas = Image.new("L", (WIDTH_PX, height_px(scene)), theme.inks.ink(theme.colours.table))
    room = WIDTH_PX - 2 * EDGE_PX
    title = writer.fitted(scene.title, "extra", 44, room)
    writer.write(canvas, (EDGE_PX, 50), title, "extra", 44, text.accent_on_table)
    about = writer.fitted(scene.about, "semi", SMALL, room)
    writer.write(canvas, (EDGE_PX, 102), about, "semi", SMALL, text.dim_on_table)
    right, rounds, cell_px = WIDTH_PX - EDGE_PX - 14, _rounds(scene), _cell_px(scene)
    y = _HEAD_PX - 24
    for words, end, wide in (
        (scene.strength, right, _STRENGTH_PX - _GAP_PX),
        (scene.points, right - _STRENGTH_PX, _POINTS_PX),
    ):
        size = writer.largest(words, "semi", _SIZES, wide)
        writer.write(
            canvas, (end, y), writer.fitted(words, "semi", size, wide), "semi", size, text.dim_on_table, anchor="r"
        )
    for at in range(rounds):
        middle = _left_px(scene) + at * cell_px + cell_px // 2
        writer.write(canvas, (middle, y), str(at + scene.first), "semi", 22, text.dim_on_table, anchor="m")
    for number, row in enumerate(scene.rows):
        _draw_row(canvas, row, _HEAD_PX + number * _ROW_PX, scene, theme)
    return canvas


def height_px(scene: CrossTable) -> int:
    """The height of the picture."""
    return _HEAD_PX + len(scene.rows) * _ROW_PX + EDGE_PX


def _rounds(scene: CrossTable) -> int:
    return max((len(row.cells) for row in scene.rows), default=0)


def _cell_px(scene: CrossTable) -> int:
    """The width of a column: what the name can spare."""
    spare = WIDTH_PX - 2 * EDGE_PX - 14 - _RANK_PX - 20 - _LEAST_NAME_PX - _POINTS_PX - _STRENGTH_PX
    return min(_CELL_PX, spare // max(1, _rounds(scene)))


def _left_px(scene: CrossTable) -> int:
    """Where the first column of a round begins."""
    return WIDTH_PX - EDGE_PX - 14 - _STRENGTH_PX - _POINTS_PX - _rounds(scene) * _cell_px(scene)


def _draw_row(canvas: Image.Image, row: CrossRow, top: int, scene: CrossTable, theme: Theme) -> None:
    c, writer, text = theme.colours, theme.writer, theme.text
    fill = theme.inks.ramp(c.table, c.panel)
    theme.pieces.box(canvas, (EDGE_PX, top, WIDTH_PX - EDGE_PX, top + _ROW_PX - 6), RADIUS_PX, fill)
    y = top + (_ROW_PX - 6) // 2
    number = str(row.number)
    size = writer.largest(number, "extra", _SIZES, _RANK_PX - 8)
    writer.write(canvas, (EDGE_PX + _RANK_PX, y), number, "extra", size, text.accent_on_panel, anchor="r")
    left, first = EDGE_PX + _RANK_PX + 14, _left_px(scene)
    name = writer.name(row.name) or "?"
    size = writer.largest(name, "extra", (30, 27, 24, 21), first - left - 10)
    ink = text.dim_on_panel if row.gone else text.on_panel
    writer.write(canvas, (left, y), writer.fitted(name, "extra", size, first - left - 10), "extra", size, ink)
    wide = _cell_px(scene)
    for at, cell in enumerate(row.cells):
        size = writer.largest(cell.text, "semi", _SIZES, wide - 4)
        ink = _ink(cell.outcome, theme)
        writer.write(canvas, (first + at * wide + wide // 2, y), cell.text, "semi", size, ink, anchor="m")
    right = WIDTH_PX - EDGE_PX - 14
    size = writer.largest(row.points, "extra", (32, *_SIZES), _POINTS_PX - 10)
    writer.write(canvas, (right - _STRENGTH_PX, y), row.points, "extra", size, text.accent_on_panel, anchor="r")
    size = writer.largest(row.strength, "semi", _SIZES, _STRENGTH_PX - 12)
    writer.write(canvas, (right, y), row.strength, "semi", size, text.dim_on_panel, anchor="r")


def _ink(outcome: Outcome, theme: Theme) -> Ramp:
    match outcome:
        case "won":
            return theme.text.accent_on_panel
        case "shared":
            return theme.text.on_panel
        case "open":
            return theme.text.choice_on_panel
        case "lost" | "none":
            return theme.text.dim_on_panel
