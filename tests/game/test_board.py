"""The board and its figures (R1.3, "Board")."""

from __future__ import annotations

import pytest

from game.board import (
    CELLS,
    EMPTY,
    LIGHT_GREY,
    NAMES,
    PRINTED,
    START,
    WHITE,
    WHOLE,
    Area,
    adjacent,
    distance,
    has_room,
    open_ends,
    parse_cell,
)
from tests.game.build import board, cells, only_room, position

AREAS = (WHITE, LIGHT_GREY, WHOLE)


@pytest.mark.parametrize(("area", "spaces"), list(zip(AREAS, (91, 127, 169), strict=True)))
def test_r1_3_an_area_has_its_number_of_spaces(area: Area, spaces: int):
    assert len(area.cells) == spaces


@pytest.mark.parametrize(("area", "free"), list(zip(AREAS, (85, 121, 163), strict=True)))
def test_r1_3_six_spaces_of_each_area_bear_a_printed_symbol(area: Area, free: int):
    assert sum(START[cell] == EMPTY for cell in area.cells) == free


@pytest.mark.parametrize(("area", "pairs"), list(zip(AREAS, (222, 306, 426), strict=True)))
def test_the_empty_board_has_its_number_of_open_pairs(area: Area, pairs: int):
    assert len(open_ends(START, area)[0]) == pairs


@pytest.mark.parametrize(("area", "pairs"), list(zip(AREAS, (54, 102, 144), strict=True)))
def test_r3_2_the_very_first_tile_has_its_number_of_open_pairs(area: Area, pairs: int):
    assert len(open_ends(START, area, opening=True)[0]) == pairs


def test_the_printed_symbols_stand_where_the_board_shows_them():
    printed = {NAMES[cell]: colour.letter for cell, colour in PRINTED.items()}
    assert printed == {"C3": "R", "C8": "G", "H13": "B", "M13": "O", "M8": "Y", "H3": "P"}


def test_the_printed_symbols_lie_on_the_corners_of_the_white_area():
    assert {distance(cell) for cell in PRINTED} == {5}


def test_rows_run_as_the_record_names_them():
    assert [name for name in NAMES.values() if name[0] in "AO"] == [f"A{n}" for n in range(1, 9)] + [
        f"O{n}" for n in range(8, 16)
    ]
    assert sum(name[0] == "H" for name in NAMES.values()) == 15


@pytest.mark.parametrize("name", ["H7", "H9", "G7", "G8", "I8", "I9"])
def test_h8_has_the_six_neighbours_of_its_row_and_the_rows_beside_it(name: str):
    assert adjacent(parse_cell("H8"), parse_cell(name))


@pytest.mark.parametrize("name", ["H8", "H6", "G9", "I7", "A1"])
def test_other_spaces_are_not_adjacent_to_h8(name: str):
    assert not adjacent(parse_cell("H8"), parse_cell(name))


def test_spaces_at_opposite_edges_are_not_adjacent():
    assert [(NAMES[a], NAMES[b]) for a in CELLS for b in CELLS if adjacent(a, b) and abs(a % 16 - b % 16) > 1] == []


@pytest.mark.parametrize("name", ["", "H", "H0", "H16", "A9", "O7", "P8", "H08", " H8", "H8 ", "\u01315", "HH", "8H"])
def test_what_names_no_space_of_the_board_is_refused(name: str):
    with pytest.raises(ValueError, match="not a cell"):
        parse_cell(name)


def test_every_space_is_found_by_its_name_in_either_case():
    assert (
        [parse_cell(NAMES[cell]) for cell in CELLS]
        == [parse_cell(NAMES[cell].lower()) for cell in CELLS]
        == list(CELLS)
    )


def test_two_adjacent_empty_spaces_are_room():
    assert has_room(only_room(position(), "H8 I9").symbols, WHITE)


def test_single_empty_spaces_are_no_room():
    assert not has_room(only_room(position(), "H8 H10 J8").symbols, WHITE)


def test_room_outside_the_area_does_not_count():
    assert not has_room(only_room(position(), "H8").symbols, WHITE)
    assert has_room(only_room(position(), "H8").symbols, WHOLE)


def test_a_board_keeps_the_symbols_it_was_given():
    symbols = board("R H8")
    assert [symbols[cell] for cell in cells("H8 H9")] == [0, EMPTY]
