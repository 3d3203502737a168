"""The 120 tiles (R1.1, R1.2)."""

from __future__ import annotations

import pytest

from game.tiles import COLOURS, FULL_BAG, TILES, parse_tile


def test_r1_1_there_are_120_tiles():
    assert sum(FULL_BAG.values()) == TILES == 120


def test_r1_1_each_pair_of_two_colours_is_there_six_times():
    assert [count for piece, count in FULL_BAG.items() if not piece.double] == [6] * 15


def test_r1_1_each_double_is_there_five_times():
    assert [count for piece, count in FULL_BAG.items() if piece.double] == [5] * 6


def test_r1_2_there_are_six_colours():
    assert "".join(colour.letter for colour in COLOURS) == "ROYGBP"


def test_a_tile_and_the_tile_turned_round_are_one_piece():
    assert parse_tile("BR").piece == parse_tile("RB").piece == parse_tile("BR").turned


def test_a_code_comes_back_as_it_was_written():
    assert parse_tile("BR").code == "BR"


def test_letters_may_be_small():
    assert parse_tile("bR") == parse_tile("BR")


@pytest.mark.parametrize("code", ["", "R", "RX", "RBG", "??", "ß", "R B"])
def test_what_is_no_tile_is_refused(code: str):
    with pytest.raises(ValueError, match="not a tile"):
        parse_tile(code)
