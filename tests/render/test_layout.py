"""Cells and pixels."""

from __future__ import annotations

from math import sqrt

import pytest

from game.board import CELLS, DIRECTIONS, diagonal, distance, parse_cell, row
from render.empty_board import rim
from render.layout import BOARD_PX, CAPITAL, GAP_PX, GRIDS, PHONE_PX, RIM_SIZE, WIDTH_PX, Grid, frame, slab_edge_px
from render.sprites import cell_mask


@pytest.mark.parametrize("grid", GRIDS.values())
def test_neighbours_lie_where_their_direction_points(grid: Grid):
    cell = parse_cell("H8")
    x, y = grid.centre_px(cell)
    for step, (dx, dy) in zip(DIRECTIONS, grid.steps, strict=True):
        assert grid.centre_px(cell + step) == (x + dx, y + dy)


@pytest.mark.parametrize("radius", GRIDS)
def test_the_cells_in_play_fill_the_board(radius: int):
    grid = GRIDS[radius]
    places = [grid.centre_px(cell) for cell in CELLS if distance(cell) <= radius]
    for x, y in places:
        assert grid.cell_px // 2 <= x <= WIDTH_PX - grid.cell_px // 2
        assert grid.hex_px // 2 <= y <= BOARD_PX - grid.hex_px // 2
    assert max(x for x, _ in places) - min(x for x, _ in places) + grid.cell_px >= 0.87 * WIDTH_PX


@pytest.mark.parametrize("grid", GRIDS.values())
def test_cells_are_regular_hexagons(grid: Grid):
    assert grid.cell_px % 2 == 0
    assert grid.row_px / grid.cell_px == pytest.approx(sqrt(3) / 2, rel=0.01)


@pytest.mark.parametrize("grid", GRIDS.values())
def test_cells_cover_the_board_once(grid: Grid):
    mask = cell_mask(grid)
    width, height = mask.size
    inside = {(x, y) for x in range(width) for y in range(height) if mask.getpixel((x, y))}
    assert len(inside) == width * grid.row_px
    for dx, dy in grid.steps:
        assert not inside & {(x + int(dx), y + int(dy)) for x, y in inside}


def test_rows_and_diagonals_can_be_read_on_the_narrowest_phone():
    assert RIM_SIZE * CAPITAL * PHONE_PX / WIDTH_PX >= 8


@pytest.mark.parametrize("radius", GRIDS)
def test_every_row_and_diagonal_in_play_is_named_once_beyond_the_edge(radius: int):
    cells = [cell for cell in CELLS if distance(cell) <= radius]
    named = rim(radius)
    letters = sorted({"ABCDEFGHIJKLMNO"[row(cell) - 1] for cell in cells})
    assert [text for text, _, anchor in named if anchor == "r"] == letters
    numbers = sorted({diagonal(cell) for cell in cells})
    assert [int(text) for text, _, anchor in named if anchor != "r"] == numbers
    for text, (x, y), anchor in named:
        beside = abs(x - WIDTH_PX // 2) >= slab_edge_px(y)
        assert beside if anchor != "m" else y < GRIDS[radius].row_px, text


@pytest.mark.parametrize("panels", [1, 2, 3, 4])
@pytest.mark.parametrize("rack", [False, True])
def test_boxes_do_not_overlap_and_stay_in_the_picture(panels: int, rack: bool):
    boxes = frame(board=True, rack=rack, panels=panels, over=True)
    everything = [*([boxes.rack] if boxes.rack else []), *boxes.panels]
    assert len(boxes.panels) == panels
    for left, top, right, bottom in everything:
        assert GAP_PX <= left < right <= WIDTH_PX - GAP_PX
        assert BOARD_PX <= top < bottom <= boxes.height_px - GAP_PX
    for one, box in enumerate(everything):
        for other in everything[one + 1 :]:
            assert box[2] <= other[0] or box[3] <= other[1]
