"""A close-up shows what is looked at, with names that a phone can show."""

from __future__ import annotations

import pytest

from game.board import CELLS, NAMES, distance, row
from render.close_up import NAME_PX, name_px, part_box
from render.layout import BOARD_PX, CAPITAL, GRIDS, PHONE_PX, RIM_SIZE, WIDTH_PX
from tests.themes import loaded_theme

CAPITAL_PX = 11


@pytest.mark.parametrize("radius", GRIDS)
def test_a_pair_of_cells_anywhere_is_within_its_close_up(radius):
    grid = GRIDS[radius]
    for cell in (cell for cell in CELLS if distance(cell) <= radius):
        left, top, right, bottom = part_box(grid, frozenset({cell}))
        x, y = grid.centre_px(cell)
        assert 0 <= left <= x - grid.cell_px // 2 < x + grid.cell_px // 2 <= right <= WIDTH_PX
        assert 0 <= top <= y - grid.hex_px // 2 < y + grid.hex_px // 2 <= bottom <= BOARD_PX


@pytest.mark.parametrize("radius", GRIDS)
def test_names_fit_their_cells_at_eleven_pixels_on_a_phone(radius):
    grid, writer = GRIDS[radius], loaded_theme().writer
    for cell in (cell for cell in CELLS if distance(cell) <= radius):
        left, _, right, _ = part_box(grid, frozenset({cell}))
        size = name_px(right - left)
        assert size * CAPITAL * PHONE_PX / (right - left) >= CAPITAL_PX
        assert writer.width_px(NAMES[cell], "semi", size) <= grid.cell_px


@pytest.mark.parametrize("radius", GRIDS)
def test_the_numbers_of_the_longest_row_fit_their_cells_where_they_are_as_large_as_those_of_the_rim(radius):
    grid, writer = GRIDS[radius], loaded_theme().writer
    cells = frozenset(cell for cell in CELLS if distance(cell) <= radius and row(cell) == 8)
    assert max(writer.width_px(NAMES[cell][1:], "semi", RIM_SIZE) for cell in cells) <= grid.scaled(NAME_PX)
