"""The board of a picture: the base that never changes, and what lies on it. Must not know rules or words."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import dist, sqrt
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from game.board import CELLS, NAMES, PRINTED, diagonal, distance, row
from game.tiles import Colour
from render.layout import (
    BOARD_PX,
    CAPITAL,
    CENTRE_PX,
    CORNER_PX,
    GRIDS,
    RIM_SIZE,
    SLAB_PX,
    SLAB_ROUND_PX,
    WIDTH_PX,
    Grid,
    slab_edge_px,
)
from render.palette import Ramp, lay
from render.scene import BoardPart, Gain, Owner
from render.score_panel import badge_text, draw_badge, seat_label
from render.shapes import Point, flat_hexagon, hexagon
from render.sprites import BADGE_PX, Masked, Sprites
from render.text import Writer
from render.theme import Theme

_RIM_PX = 8
"""How far cells that are out of play stay inside the edge of the board's body."""
_RIM_GAP_PX = 8
"""Between the board's body and what is written beyond its edge."""
_NAME_SIZE = 31
"""The size of a cell's name in it, for cells of `UNIT_PX`."""


def area_of(cell: int) -> int:
    """0 for a cell of the white area, 1 for light grey, 2 for dark grey."""
    return max(0, distance(cell) - 5)


def empty_board(radius: int, theme: Theme) -> Image.Image:
    """The board with this area in play and nothing on it; made once, never to be drawn on."""
    return theme.kept(("board", radius, theme.named_cells), lambda: _named(radius, theme))


def bare_board(radius: int, theme: Theme) -> Image.Image:
    """The empty board with nothing written on it or beside it; made once, never to be drawn on."""
    return theme.kept(("bare board", radius), lambda: _base(radius, theme))


def _base(radius: int, theme: Theme) -> Image.Image:
    sprites, grid = theme.boards[radius], GRIDS[radius]
    canvas = _slab(radius, theme)
    for cell in CELLS:
        if distance(cell) > radius:
            continue
        printed = PRINTED.get(cell)
        sprite = sprites.cells[area_of(cell)] if printed is None else sprites.printed[printed]
        lay(canvas, sprite, grid.corner_px(cell), sprites.mask)
    return canvas


def _named(radius: int, theme: Theme) -> Image.Image:
    """The empty board with its rows and diagonals named beyond its edge, and each cell where the theme wants that."""
    canvas, writer = bare_board(radius, theme).copy(), theme.writer
    for words, at, anchor in rim(radius):
        writer.write(canvas, at, words, "semi", RIM_SIZE, theme.text.dim_on_table, anchor=anchor)
    if theme.named_cells:
        size = GRIDS[radius].scaled(_NAME_SIZE)
        for cell in CELLS:
            if distance(cell) <= radius and cell not in PRINTED:
                ink = name_ink(cell, theme)
                writer.write(canvas, GRIDS[radius].centre_px(cell), NAMES[cell], "semi", size, ink, anchor="m")
    return canvas


def name_ink(cell: int, theme: Theme) -> Ramp:
    """The ramp in which the name of a cell is written into it."""
    area = area_of(cell)
    return theme.inks.ramp(theme.colours.areas[area], theme.colours.names[area])


def rim(radius: int) -> list[tuple[str, tuple[int, int], Literal["l", "m", "r"]]]:
    """What stands beyond the edge of the board: the text, where it is, and which of its sides is there.

    The letter of a row is left of it, the number of a diagonal at its upper end.
    """
    grid, half = GRIDS[radius], round(RIM_SIZE * CAPITAL / 2)
    cells = [cell for cell in CELLS if distance(cell) <= radius]
    top = CENTRE_PX[1] - round(SLAB_PX * sqrt(0.75)) - SLAB_ROUND_PX - _RIM_GAP_PX - half
    found: list[tuple[str, tuple[int, int], Literal["l", "m", "r"]]] = []
    for _, group in groupby(cells, key=row):
        first = next(group)
        y = grid.centre_px(first)[1]
        found.append((NAMES[first][0], (CENTRE_PX[0] - _beyond_px(y, half), y), "r"))
    for number in sorted({diagonal(cell) for cell in cells}):
        x, y = grid.centre_px(min(cell for cell in cells if diagonal(cell) == number))
        above = y - grid.row_px
        if above < min(grid.centre_px(cell)[1] for cell in cells):
            found.append((str(number), (x + grid.cell_px // 2, top), "m"))
        else:
            found.append((str(number), (CENTRE_PX[0] + _beyond_px(above, half), above), "l"))
    return found


def _beyond_px(y: int, half: int) -> int:
    """How far from the middle a text begins that is to stand beside the board's body."""
    nearest = max(0, abs(y - CENTRE_PX[1]) - half)
    return round(slab_edge_px(CENTRE_PX[1] + nearest)) + _RIM_GAP_PX


def _slab(radius: int, theme: Theme) -> Image.Image:
    """The body of the board on the table, with the cells that are out of play and a bed for the others."""
    c, grid = theme.colours, GRIDS[radius]
    canvas = Image.new("RGB", (WIDTH_PX, BOARD_PX), c.table)
    for drop, grow, colour in ((8, 2, c.slab_dark), (0, 2, c.slab_light), (3, 0, c.slab)):
        canvas.paste(colour, (0, 0), _body(drop, SLAB_ROUND_PX + grow))
    if radius < 7:
        # Cells that are out of play are cut off at the rim.
        beyond = [_hexagon(grid, cell, 34) for cell in CELLS if distance(cell) == radius + 1]
        inside = _body(0, SLAB_ROUND_PX - _RIM_PX)
        canvas.paste(c.out, (0, 0), ImageChops.multiply(_cover(beyond, 0, 3), inside))
    for area in range(radius - 4):
        cells = [cell for cell in CELLS if area_of(cell) == area]
        canvas.paste(c.lines[area], (0, 0), _cover([_hexagon(grid, cell, 43) for cell in cells], 0, 2))
    used = (c.table, c.slab_dark, c.slab_light, c.slab, c.out, *c.lines[: radius - 4])
    return theme.inks.quantised(canvas, used)


@lru_cache(maxsize=4)
def _body(drop: float, grow: float) -> Image.Image:
    """The coverage of the board's body, the same for every area and theme."""
    return _cover([flat_hexagon(SLAB_PX)], drop, grow)


def _hexagon(grid: Grid, cell: int, radius: float) -> list[Point]:
    x, y = grid.centre_px(cell)
    return [(x - CENTRE_PX[0] + dx, y - CENTRE_PX[1] + dy) for dx, dy in hexagon(radius * grid.zoom)]


def _cover(shapes: list[list[Point]], drop: float, grow: float) -> Image.Image:
    """The coverage of shapes about the middle of the board, moved down and grown with round corners."""
    mask = Image.new("L", (2 * WIDTH_PX, 2 * BOARD_PX))
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        points = [(2 * (x + CENTRE_PX[0]), 2 * (y + CENTRE_PX[1] + drop)) for x, y in shape]
        draw.polygon(points, fill=255)
        draw.line([*points, points[0]], fill=255, width=round(4 * grow))
        for x, y in points:
            draw.ellipse((x - 2 * grow, y - 2 * grow, x + 2 * grow, y + 2 * grow), fill=255)
    return mask.reduce(2)


def draw_board(canvas: Image.Image, part: BoardPart, theme: Theme, base: Image.Image | None = None) -> None:
    """Put the board with all that lies on it at the top of a picture; `base` is an empty board other than the usual."""
    sprites, grid = theme.boards[part.radius], GRIDS[part.radius]
    canvas.paste(base or empty_board(part.radius, theme))
    for cell in part.marks:
        ring, mask = sprites.marks[area_of(cell)]
        lay(canvas, ring, grid.corner_px(cell), mask)
    for cell in part.other or ():
        ring, mask = sprites.others[area_of(cell)]
        lay(canvas, ring, grid.corner_px(cell), mask)
    for half in part.halves:
        sprite = sprites.half(area_of(half.cell), half.towards, half.colour, half.look)
        lay(canvas, sprite, grid.corner_px(half.cell), sprites.mask)
    for link in part.links:
        sprite, mask = sprites.links[link.direction, link.colour]
        (x, y), (dx, dy) = grid.centre_px(link.cell), grid.steps[link.direction]
        lay(canvas, sprite, (x + int(dx) // 2 - sprite.width // 2, y + int(dy) // 2 - sprite.height // 2), mask)
    for owner in part.owners:
        _draw_owner(canvas, owner, sprites, theme)
    for gain, at in zip(part.gains, gain_places(part, grid), strict=True):
        _draw_gain(canvas, gain, at, sprites, theme, trying=part.trying)
    for name, at in verdict_places(part, grid).items():
        _lay_badge(canvas, sprites.badges[name], at)
    _draw_count(canvas, part.left, theme)
    _draw_earned(canvas, part, theme)


def gain_places(part: BoardPart, grid: Grid) -> list[tuple[int, int]]:
    """Where the points of each half stand: whole, at a corner of its cell, on top of no mark if a corner is free."""
    taken = [*(owner_place(owner, grid) for owner in part.owners), *verdict_places(part, grid).values()]
    apart = grid.scaled(BADGE_PX)
    found: list[tuple[int, int]] = []
    for gain in part.gains:
        x, y = grid.centre_px(gain.cell)
        upwards = gain.towards not in (4, 5)
        corners = [(x + dx, y + dy) for dx, dy in _corners(grid, upwards=upwards)]
        corners = [at for at in corners if apart / 2 <= at[1] <= BOARD_PX - apart / 2]
        free = (at for at in corners if min((dist(at, other) for other in taken), default=apart) >= apart)
        best = next(free, max(corners, key=lambda at: min((dist(at, other) for other in taken), default=0)))
        found.append(best)
        taken.append(best)
    return found


def verdict_places(part: BoardPart, grid: Grid) -> dict[str, tuple[int, int]]:
    """Where it stands which of two placements is the better one: on the joints of their tiles."""
    ghost = next((half for half in part.halves if half.look == "ghost"), None)
    if part.other is None or ghost is None:
        return {}
    (x, y), (other_x, other_y) = map(grid.centre_px, part.other)
    better = _joint(ghost.cell, ghost.towards, grid)
    other = (x + other_x) // 2, (y + other_y) // 2
    # Both on the same two cells: the sign of the other one is at the end of its own.
    return {"better": better, "other": other if dist(better, other) >= grid.scaled(BADGE_PX) else (x, y)}


def _joint(cell: int, towards: int, grid: Grid) -> tuple[int, int]:
    (x, y), (dx, dy) = grid.centre_px(cell), grid.steps[towards]
    return x + int(dx) // 2, y + int(dy) // 2


def _corners(grid: Grid, *, upwards: bool) -> list[tuple[int, int]]:
    """The corners of a cell from its middle: the free one of a tile first, then those beside it, at last the others."""
    side, way = grid.cell_px // 2, -1 if upwards else 1
    high, low = way * grid.hex_px // 2, way * grid.hex_px // 4
    return [(0, high), (-side, low), (side, low), (-side, -low), (side, -low), (0, -high)]


def owner_place(owner: Owner, grid: Grid) -> tuple[int, int]:
    """Where the mark of a seat stands: on the joint of its tile."""
    return _joint(owner.cell, owner.towards, grid)


def _draw_gain(
    canvas: Image.Image, gain: Gain, at: tuple[int, int], sprites: Sprites, theme: Theme, *, trying: bool
) -> None:
    _lay_badge(canvas, sprites.badges["ghost" if trying else "new"], at)
    ink = theme.text.on_choice if trying else theme.text.on_fresh
    theme.writer.write(canvas, at, str(gain.points), "extra", sprites.grid.scaled(30), ink, anchor="m")


def _draw_owner(canvas: Image.Image, owner: Owner, sprites: Sprites, theme: Theme) -> None:
    x, y = owner_place(owner, sprites.grid)
    _lay_badge(canvas, sprites.badges["seat"], (x, y))
    letters = badge_text(owner.badge, theme.writer)
    sizes = tuple(map(sprites.grid.scaled, (29,) if len(letters) == 1 else (23, 20, 17)))
    size = theme.writer.largest(letters, "extra", sizes, sprites.grid.scaled(37))
    theme.writer.write(canvas, (x, y), letters, "extra", size, theme.text.on_badge, anchor="m")


def _lay_badge(canvas: Image.Image, badge: Masked, at: tuple[int, int]) -> None:
    sprite, mask = badge
    lay(canvas, sprite, (at[0] - sprite.width // 2, at[1] - sprite.height // 2), mask)


def _draw_count(canvas: Image.Image, label: str, theme: Theme) -> None:
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
    return edge - _CLEAR_PX - (_RIM_GAP_PX + beside_px if beside_px else 0)


def _split(label: str) -> tuple[str, str, str]:
    """A text before its first number, the number, and the text after it."""
    words = label.split()
    at = next((at for at, word in enumerate(words) if word.isdecimal()), None)
    if at is None:
        return label, "", ""
    return " ".join(words[:at]), words[at], " ".join(words[at + 1 :])


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


# --- the last turn -------------------------------------------------------------------------------------------------

_ROW_PX = 48
_TOP_PX = 858
"""The upper end of the corner: further up it is too narrow."""


def _draw_earned(canvas: Image.Image, part: BoardPart, theme: Theme) -> None:
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
