"""What lies on the board of a picture: tiles, marks and badges. Must not know rules or words."""

from __future__ import annotations

from math import dist

from PIL import Image

from render.corners import draw_count, draw_earned
from render.empty_board import area_of, empty_board
from render.layout import (
    BOARD_PX,
    GRIDS,
    Grid,
)
from render.palette import lay
from render.scene import BoardPart, Gain, Owner
from render.score_panel import badge_text
from render.sprites import BADGE_PX, Masked, Sprites
from render.theme import Theme


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
    draw_count(canvas, part.left, theme)
    draw_earned(canvas, part, theme)


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
