"""Cells and pixels."""

from __future__ import annotations

import pytest

from game.board import CELLS, DIRECTIONS, NAMES, parse_cell
from render.layout import BOARD_PX, GAP_PX, HEX_PX, ROW_PX, WIDTH_PX, cell_at_px, centre_px, frame
from render.sprites import STEPS, cell_mask


@pytest.mark.parametrize("cell", CELLS, ids=NAMES.get)
def test_a_cell_is_found_where_it_is_drawn(cell: int):
    x, y = centre_px(cell)
    assert cell_at_px(x, y) == cell
    assert cell_at_px(x + 20, y - 15) == cell


def test_there_is_no_cell_in_the_corners():
    assert cell_at_px(0, 0) is None
    assert cell_at_px(WIDTH_PX, BOARD_PX) is None


def test_neighbours_lie_where_their_direction_points():
    cell = parse_cell("H8")
    x, y = centre_px(cell)
    for step, (dx, dy) in zip(DIRECTIONS, STEPS, strict=True):
        assert centre_px(cell + step) == (x + dx, y + dy)


def test_the_whole_board_lies_within_its_part_of_the_picture():
    for cell in CELLS:
        x, y = centre_px(cell)
        assert 38 <= x <= WIDTH_PX - 38
        assert HEX_PX // 2 <= y <= BOARD_PX - HEX_PX // 2


def test_cells_cover_the_board_once():
    mask = cell_mask()
    width, height = mask.size
    inside = {(x, y) for x in range(width) for y in range(height) if mask.getpixel((x, y))}
    assert len(inside) == width * ROW_PX
    for dx, dy in STEPS:
        assert not inside & {(x + int(dx), y + int(dy)) for x, y in inside}


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
