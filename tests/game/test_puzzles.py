"""The puzzles that come with the code."""

from __future__ import annotations

import pytest

from game.puzzles import codes, find, puzzles, setups
from game.rules import fold, preview
from game.tiles import Tile
from tests.game.build import SETUPS


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_every_puzzle_is_a_legal_game_with_a_legal_best_placement(mode: str, seats: int):
    found = puzzles(mode, seats)
    assert [puzzle.number for puzzle in found] == list(range(len(found)))
    for puzzle in found:
        position = fold(puzzle.events).position
        assert (position.ending, position.seat, position.in_turn) == (None, puzzle.seat, False)
        assert preview(puzzle.view, puzzle.tile, puzzle.at)
        assert puzzle.gap >= (0.05 if mode == "solo" else 0.1)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_no_puzzle_comes_twice(mode: str, seats: int):
    found = puzzles(mode, seats)
    assert len({puzzle.events for puzzle in found}) == len(found)


def test_a_puzzle_is_solved_by_its_best_placement_however_it_is_written():
    puzzle = next(one for one in puzzles("solo", 1) if not one.tile.double)
    first, second = puzzle.at
    assert puzzle.solved_by(puzzle.tile, (first, second))
    assert puzzle.solved_by(puzzle.tile.turned, (second, first))
    assert not puzzle.solved_by(puzzle.tile, (second, first))
    double = Tile(puzzle.tile.first, puzzle.tile.first)
    assert not puzzle.solved_by(double, puzzle.at)


def test_every_mode_and_number_of_seats_has_a_hundred_puzzles():
    assert {setup: len(codes(*setup)) for setup in setups()} == dict.fromkeys(SETUPS, 100)


def test_a_mode_without_puzzles_has_none():
    assert puzzles("standard", 7) == ()


def test_a_puzzle_is_found_by_its_code_alone():
    every = [puzzle for setup in setups() for puzzle in puzzles(*setup)]
    assert [find(puzzle.code) for puzzle in every] == every
    assert len({puzzle.code for puzzle in every}) == len(every)
    assert all(0 < puzzle.code < 10**9 for puzzle in every)
    assert [code for setup in setups() for code in codes(*setup)] == [puzzle.code for puzzle in every]
    assert find(0) is None
