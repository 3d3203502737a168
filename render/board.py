"""The board of a picture: the base that never changes, and what lies on it. Must not know rules or words."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game.board import CELLS, NAMES, PRINTED, distance
from render.layout import BOARD_PX, CENTRE_PX, WIDTH_PX, centre_px, corner_px
from render.scene import BoardPart, Gain, Scene
from render.shapes import flat_hexagon
from render.theme import Theme

_SLAB_PX = 554
"""From the middle of the board to the corners of its body, before these are rounded."""


def area_of(cell: int) -> int:
    """0 for a cell of the white area, 1 for light grey, 2 for dark grey."""
    return max(0, distance(cell) - 5)


def board_base(radius: int, theme: Theme) -> Image.Image:
    """The empty board with this area in play."""
    sprites, inks, colours = theme.sprites, theme.inks, theme.colours
    canvas = Image.new("L", (WIDTH_PX, BOARD_PX), inks.ink(colours.table))
    canvas.paste(slab(theme))
    for cell in CELLS:
        if distance(cell) > radius:
            sprite = sprites.out
        elif cell in PRINTED:
            sprite = sprites.printed[PRINTED[cell]]
        else:
            sprite = sprites.named(area_of(cell), NAMES[cell])
        canvas.paste(sprite, corner_px(cell), sprites.mask)
    return canvas


def slab(theme: Theme) -> Image.Image:
    """The body of the board on the table, with a light upper and a dark lower edge."""
    inks, colours = theme.inks, theme.colours
    canvas = Image.new("L", (WIDTH_PX, BOARD_PX), inks.ink(colours.table))
    for drop, grow, colour in ((7, 2, colours.slab_dark), (0, 2, colours.slab_light), (2, 0, colours.slab)):
        mask = Image.new("L", (2 * WIDTH_PX, 2 * BOARD_PX))
        draw = ImageDraw.Draw(mask)
        points = [(2 * (x + CENTRE_PX[0]), 2 * (y + CENTRE_PX[1] + drop)) for x, y in flat_hexagon(_SLAB_PX)]
        draw.polygon(points, fill=255)
        width = 2 * (32 + grow)
        draw.line([*points, points[0]], fill=255, width=2 * width)
        for x, y in points:
            draw.ellipse((x - width, y - width, x + width, y + width), fill=255)
        small = mask.reduce(2)
        canvas.paste(inks.ink(colour), (0, 0), small.point([0] * 128 + [255] * 128))
    return canvas


def draw_board(canvas: Image.Image, scene: Scene, part: BoardPart, theme: Theme) -> None:
    """Put the board with all that lies on it at the top of a picture."""
    sprites = theme.sprites
    base = theme.bases.get(part.radius)
    if base is None:
        base = theme.bases[part.radius] = board_base(part.radius, theme)
    canvas.paste(base)
    for cell in part.marks:
        ring, mask = sprites.marks[area_of(cell)]
        canvas.paste(ring, corner_px(cell), mask)
    for half in part.halves:
        sprite = sprites.halves[area_of(half.cell), half.towards, half.colour, half.look]
        canvas.paste(sprite, corner_px(half.cell), sprites.mask)
    for link in part.links:
        sprite, mask, size = sprites.links[link.direction, link.colour]
        x, y = centre_px(link.cell)
        dx, dy = _HALF_STEPS[link.direction]
        canvas.paste(sprite, (x + dx - size // 2, y + dy - size // 2), mask)
    for gain in part.gains:
        _draw_gain(canvas, gain, theme)
    _draw_corners(canvas, scene, part, theme)


_HALF_STEPS = ((38, 0), (19, 33), (-19, 33))


def _draw_gain(canvas: Image.Image, gain: Gain, theme: Theme) -> None:
    x, y = centre_px(gain.cell)
    y += 44 if gain.towards in (4, 5) else -44
    badge, mask = theme.sprites.badge
    canvas.paste(badge, (x - badge.width // 2, y - badge.height // 2), mask)
    theme.writer.write(canvas, (x, y), str(gain.points), "extra", 24, theme.text.on_accent, anchor="m")


def _draw_corners(canvas: Image.Image, scene: Scene, part: BoardPart, theme: Theme) -> None:
    writer, text = theme.writer, theme.text
    for at, line in enumerate(writer.wrapped(scene.title, "extra", 34, (256, 228, 200))):
        writer.write(canvas, (24, 38 + 42 * at), line, "extra", 34, text.accent_on_table)
    _draw_count(canvas, part.bag, 36, theme)
    if part.room:
        _draw_count(canvas, part.room, BOARD_PX - 84, theme)


def _draw_count(canvas: Image.Image, label: str, y: int, theme: Theme) -> None:
    writer, text = theme.writer, theme.text
    number, _, words = label.partition(" ") if label[:1].isdigit() else ("", "", label)
    writer.write(canvas, (WIDTH_PX - 24, y), number, "extra", 46, text.on_table, anchor="r")
    words = writer.fitted(words, "semi", 26, 220)
    writer.write(canvas, (WIDTH_PX - 24, y + 44), words, "semi", 26, text.dim_on_table, anchor="r")
