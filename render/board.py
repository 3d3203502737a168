"""The board of a picture: the base that never changes, and what lies on it. Must not know rules or words."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from game.board import CELLS, NAMES, PRINTED, distance
from render.layout import BOARD_PX, CENTRE_PX, GRIDS, WIDTH_PX, Grid
from render.scene import BoardPart, Gain, Scene
from render.score_panel import seat_label
from render.shapes import Point, flat_hexagon, hexagon
from render.sprites import Sprites
from render.text import ELLIPSIS, cleaned
from render.theme import Theme

_SLAB_PX = 554
"""From the middle of the board to the corners of its body, before these are rounded."""
_RIM_PX = 8
"""How far cells that are out of play stay inside the edge of the board's body."""
_EDGE_PX = 24
"""Between the words in the corners and the edge of the picture."""


def area_of(cell: int) -> int:
    """0 for a cell of the white area, 1 for light grey, 2 for dark grey."""
    return max(0, distance(cell) - 5)


def empty_board(radius: int, theme: Theme) -> Image.Image:
    """The board with this area in play and nothing on it; made once, never to be drawn on."""
    return theme.kept(("board", radius), lambda: _base(radius, theme))


def _base(radius: int, theme: Theme) -> Image.Image:
    sprites, grid = theme.boards[radius], GRIDS[radius]
    canvas = _slab(radius, theme)
    for cell in CELLS:
        if distance(cell) > radius:
            continue
        printed = PRINTED.get(cell)
        sprite = sprites.named(area_of(cell), NAMES[cell]) if printed is None else sprites.printed[printed]
        canvas.paste(sprite, grid.corner_px(cell), sprites.mask)
    return canvas


def _slab(radius: int, theme: Theme) -> Image.Image:
    """The body of the board on the table, with the cells that are out of play and a bed for the others."""
    c, grid = theme.colours, GRIDS[radius]
    canvas = Image.new("RGB", (WIDTH_PX, BOARD_PX), c.table)
    for drop, grow, colour in ((8, 2, c.slab_dark), (0, 2, c.slab_light), (3, 0, c.slab)):
        canvas.paste(colour, (0, 0), _body(drop, 32 + grow))
    if radius < 7:
        # Cells that are out of play are cut off at the rim.
        beyond = [_hexagon(grid, cell, 34) for cell in CELLS if distance(cell) == radius + 1]
        inside = _body(0, 32 - _RIM_PX)
        canvas.paste(c.out, (0, 0), ImageChops.multiply(_cover(beyond, 0, 3), inside))
    for area in range(radius - 4):
        cells = [cell for cell in CELLS if area_of(cell) == area]
        canvas.paste(c.lines[area], (0, 0), _cover([_hexagon(grid, cell, 43) for cell in cells], 0, 2))
    used = (c.table, c.slab_dark, c.slab_light, c.slab, c.out, *c.lines[: radius - 4])
    return theme.inks.quantised(canvas, used)


@lru_cache(maxsize=4)
def _body(drop: float, grow: float) -> Image.Image:
    """The coverage of the board's body, the same for every area and theme."""
    return _cover([flat_hexagon(_SLAB_PX)], drop, grow)


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
        canvas.paste(ring, grid.corner_px(cell), mask)
    for half in part.halves:
        sprite = sprites.half(area_of(half.cell), half.towards, half.colour, half.look)
        canvas.paste(sprite, grid.corner_px(half.cell), sprites.mask)
    for link in part.links:
        sprite, mask = sprites.links[link.direction, link.colour]
        (x, y), (dx, dy) = grid.centre_px(link.cell), grid.steps[link.direction]
        canvas.paste(sprite, (x + int(dx) // 2 - sprite.width // 2, y + int(dy) // 2 - sprite.height // 2), mask)
    for gain in part.gains:
        _draw_gain(canvas, gain, sprites, theme, trying=part.trying)
    _draw_count(canvas, part.bag, 40, theme)
    _draw_count(canvas, part.room, BOARD_PX - 38, theme, upwards=True)
    _draw_recent(canvas, part, theme)


def _draw_gain(canvas: Image.Image, gain: Gain, sprites: Sprites, theme: Theme, *, trying: bool) -> None:
    """The points of a half, at that corner of its cell which its tile leaves free."""
    grid = sprites.grid
    x, y = grid.centre_px(gain.cell)
    y += grid.hex_px // 2 if gain.towards in (4, 5) else -grid.hex_px // 2
    badge, mask = sprites.badges["ghost" if trying else "new"]
    canvas.paste(badge, (x - badge.width // 2, y - badge.height // 2), mask)
    ink = theme.text.on_choice if trying else theme.text.on_fresh
    theme.writer.write(canvas, (x, y), str(gain.points), "extra", grid.scaled(25), ink, anchor="m")


def draw_title(canvas: Image.Image, scene: Scene, theme: Theme) -> None:
    """Whose turn it is or who won, in the upper left corner."""
    writer, title = theme.writer, scene.title
    for seat in scene.named:
        if seat.name and not writer.drawable(cleaned(seat.name)):
            title = title.replace(seat.name, seat_label(seat))
    widths = (236, 210, 184) if scene.board else (WIDTH_PX - 2 * _EDGE_PX,)
    size, lines = 36, writer.wrapped(title, "extra", 36, widths)
    if any(line.endswith(ELLIPSIS) for line in lines):
        size, lines = 30, writer.wrapped(title, "extra", 30, widths)
    for at, line in enumerate(lines):
        writer.write(canvas, (_EDGE_PX, 40 + 44 * at), line, "extra", size, theme.text.accent_on_table)
    if scene.won:
        cup, mask = theme.pieces.cup
        canvas.paste(cup, (_EDGE_PX - 12, 22 + 44 * len(lines)), mask)


def _draw_count(canvas: Image.Image, label: str, y: int, theme: Theme, *, upwards: bool = False) -> None:
    """A few words on the right, a number in front of them large and above them.

    `y` is the middle of the first line, or of the last one if the text grows `upwards`.
    """
    writer, text, x = theme.writer, theme.text, WIDTH_PX - _EDGE_PX
    number, _, words = label.partition(" ")
    if not number.isdecimal():
        number, words = "", label
    lines = writer.wrapped(words, "semi", 28, (210, 180))
    if upwards:
        y -= (_COUNT_PX if number and lines else 0) + _COUNT_LINE_PX * max(0, len(lines) - 1)
    if number:
        writer.write(canvas, (x, y), writer.fitted(number, "extra", 50, 220), "extra", 50, text.on_table, anchor="r")
        y += _COUNT_PX
    for at, line in enumerate(lines):
        writer.write(canvas, (x, y + _COUNT_LINE_PX * at), line, "semi", 28, text.dim_on_table, anchor="r")


_COUNT_PX = 46
"""From a large number to the words below it."""
_COUNT_LINE_PX = 36
"""From one line of these words to the next."""


def _draw_recent(canvas: Image.Image, part: BoardPart, theme: Theme) -> None:
    """The points by colour in the lower left corner, two in a row."""
    moved = theme.text.choice_on_table if part.trying else theme.text.on_table
    rows = (len(part.recent) + 1) // 2
    for number, (colour, points) in enumerate(part.recent):
        ink = moved if points else theme.text.dim_on_table
        x = _EDGE_PX + 116 * (number % 2)
        y = BOARD_PX - 40 - 50 * (rows - 1 - number // 2)
        peg, mask = theme.pieces.pegs[colour]
        canvas.paste(peg, (x, y - peg.height // 2), mask)
        theme.writer.write(canvas, (x + 48, y), f"+{points}", "extra", 36, ink)
