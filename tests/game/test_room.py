"""How many tiles still fit."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from game.board import DIRECTIONS, EMPTY, LIGHT_GREY, START, WHITE, WHOLE, Area, Symbols, has_room
from game.matching import max_tiles_left, turns_left
from game.modes import MODES
from game.rules import apply
from game.simulate import simulate

SIZE = len(START)


def with_empty(cells: set[int]) -> Symbols:
    """A board on which nothing but these cells is empty."""
    return bytes(EMPTY if cell in cells or cell not in WHOLE.inside else 0 for cell in range(SIZE))


def tried(cells: frozenset[int]) -> int:
    """The largest matching by trying everything."""

    @cache
    def most(left: frozenset[int]) -> int:
        if not left:
            return 0
        cell = min(left)
        rest = left - {cell}
        choices = [most(rest)]
        choices += [1 + most(rest - {cell + step}) for step in DIRECTIONS if cell + step in rest]
        return max(choices)

    return most(cells)


@pytest.mark.parametrize(("area", "tiles"), [(WHITE, 42), (LIGHT_GREY, 60), (WHOLE, 81)])
def test_an_empty_board_takes_the_tiles_that_the_rules_name(area: Area, tiles: int):
    assert max_tiles_left(START, area) == tiles


def some_cells(seed: int) -> set[int]:
    rng = Random(seed)
    cells = set(rng.sample(WHITE.cells, rng.randrange(20)))
    if seed % 2:
        # Close together, so that there are rings and dead ends.
        cells = set(WHITE.cells[20:50]) & set(rng.sample(WHITE.cells, rng.randrange(40, 80)))
    return cells


def test_it_is_what_trying_everything_finds():
    areas = {seed: some_cells(seed) for seed in range(300)}
    found = {seed: (max_tiles_left(with_empty(cells), WHITE), tried(frozenset(cells))) for seed, cells in areas.items()}
    wrong = {seed: (mine, right) for seed, (mine, right) in found.items() if mine != right}
    assert not wrong, wrong
    assert len(set(found.values())) > 10


def test_a_star_takes_one_tile():
    centre = WHITE.cells[len(WHITE.cells) // 2]
    assert max_tiles_left(with_empty({centre, *(centre + step for step in DIRECTIONS[::2])}), WHITE) == 1


def test_cells_outside_the_area_take_none():
    assert max_tiles_left(with_empty(set(WHOLE.cells) - set(WHITE.cells)), WHITE) == 0


@pytest.mark.parametrize(("mode", "seats"), [("standard", 2), ("standard", 4), ("solo", 1)])
def test_every_tile_takes_one_place_at_least_and_at_the_end_there_is_none(mode: str, seats: int):
    state, before = None, None
    for event in simulate(MODES[mode], ("random",) * seats, Random(3)):
        state = apply(state, event)
        position = state.position
        left = max_tiles_left(position.symbols, position.area)
        assert (left > 0) == has_room(position.symbols, position.area)
        if before is not None:
            assert left <= before
        before = left


def test_a_few_tiles_fewer_are_placed_than_fit_and_all_seats_share_them():
    assert [turns_left(START, WHITE, seats) for seats in (1, 2)] == [39, 20]
    assert [turns_left(with_empty(cells), WHITE, 4) for cells in (set(), {*WHITE.cells[:2]})] == [0, 1]
