"""The list of placements, against the plain way and against what is accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.game import RACK, coordinates, half_full, naive_best, naive_choices
from game.board import CELLS, DIRECTIONS, EMPTY, START, WHOLE, Symbols, diagonal, point_tables, points, row
from game.events import Event
from game.illegal import Illegal
from game.placements import best, choices, placements
from game.rules import fold, preview
from game.state import SeatView, view
from game.tiles import COLOURS, Tile
from tests.game.build import only_room, position, tiles, unfinished


@pytest.mark.parametrize("board", [lambda: START, half_full], ids=["empty", "half full"])
def test_the_list_is_that_of_the_plain_way(board: Callable[[], Symbols]):
    symbols = board()
    plain = naive_choices(coordinates(symbols, WHOLE), RACK)
    listed = [
        (tile, (row(a), diagonal(a)), (row(b), diagonal(b)), one, other)
        for tile, a, b, one, other in choices(symbols, WHOLE, RACK)
    ]
    assert set(listed) == set(plain)
    assert len(listed) == len(plain)


@pytest.mark.parametrize("board", [lambda: START, half_full], ids=["empty", "half full"])
def test_the_best_has_the_points_of_the_best_of_the_plain_way(board: Callable[[], Symbols]):
    symbols = board()
    top = best(symbols, WHOLE, RACK)
    assert top is not None
    assert top[3] + top[4] == naive_best(coordinates(symbols, WHOLE), RACK)


@given(unfinished())
def test_the_best_is_the_first_of_the_list_with_the_most_points(events: list[Event]):
    now = fold(events).position
    for rack in (RACK, tiles("RR GG"), tiles("PB")):
        listed = choices(now.symbols, now.area, rack, opening=now.opening)
        top = max(listed, key=lambda choice: choice[3] + choice[4])
        assert best(now.symbols, now.area, rack, opening=now.opening) == top


def test_there_is_no_best_on_a_full_board():
    full = only_room(position(), "H8")
    assert best(full.symbols, full.area, RACK) is None
    assert choices(full.symbols, full.area, RACK) == []


@given(unfinished())
def test_a_table_holds_the_points_of_every_empty_space(events: list[Event]):
    symbols = fold(events).position.symbols
    tables = point_tables(symbols)
    for colour in COLOURS:
        for cell in CELLS:
            if symbols[cell] == EMPTY:
                assert tables[colour][cell] == points(symbols, cell, colour)


def _accepted(seen: SeatView, tile: Tile, at: tuple[int, int]) -> bool:
    try:
        preview(seen, tile, at)
    except Illegal:
        return False
    return True


@settings(max_examples=12)
@given(unfinished())
def test_every_listed_placement_is_accepted_and_every_other_is_refused(events: list[Event]):
    """All oriented tiles on all ordered pairs of neighbours; a double may lie either way round."""
    now = fold(events)
    seen = view(now, now.position.seat)
    listed = {(tile, a, b) for tile, a, b, _, _ in placements(seen)}
    for tile in [Tile(one, other) for one in COLOURS for other in COLOURS]:
        for a in CELLS:
            for step in DIRECTIONS:
                b = a + step
                same = {(tile, a, b), (tile.turned, b, a)}
                assert _accepted(seen, tile, (a, b)) == bool(same & listed)


@settings(max_examples=6)
@given(unfinished(), st.integers(0, 5))
def test_no_placement_on_spaces_that_are_not_neighbours_is_accepted(events: list[Event], number: int):
    now = fold(events)
    seen = view(now, now.position.seat)
    tile = seen.rack[number % len(seen.rack)]
    for a in CELLS:
        for b in CELLS:
            if b - a not in DIRECTIONS:
                assert not _accepted(seen, tile, (a, b))


@given(unfinished())
def test_the_points_of_a_listed_placement_are_those_it_scores(events: list[Event]):
    now = fold(events)
    seen = view(now, now.position.seat)
    for tile, a, b, one, other in placements(seen)[::97]:
        assert preview(seen, tile, (a, b)).placement.points == (one, other)
