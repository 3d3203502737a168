"""The double-length track (R6)."""

from __future__ import annotations

from random import Random

import pytest

from game.ai import choose
from game.modes import MODES
from game.state import view
from tests.game.build import after, at, board, only_room, position, scores_of, state, tiles

TWO_AND_SIX = board("R G8 F8 H10 H11 H12 I10 J11")
"""A red double scores 2 on H8 and 6 on H9."""


@pytest.mark.parametrize(("peg", "then"), [(16, 18), (17, 18), (15, 17), (18, 20), (35, 36), (36, 36)])
def test_r6_1_a_peg_stops_at_18_and_goes_on_from_there(peg: int, then: int):
    assert MODES["solo"].track.walk(peg, 2) == then


def test_r6_1_the_points_left_over_at_18_are_lost():
    _, (placement,) = after(position("solo", 1, symbols=board("R G8 F8 E8"), scores=["R16"]), "RB H8 H9")
    assert placement.lost == (1, 0)


def test_r6_1_a_peg_stays_at_36():
    then, (placement,) = after(position("solo", 1, symbols=board("R G8 F8"), scores=["R35"]), "RB H8 H9")
    assert scores_of(then)["R"] == 36
    assert placement.lost == (1, 0)


def test_r6_2_arriving_at_18_earns_a_team_a_bonus_placement():
    _, (placement,) = after(position("team", 4, symbols=board("R G8 F8"), scores=["R16"]), "RB H8 H9")
    assert placement.bonuses == 1


def test_r6_2_arriving_at_36_earns_a_team_another():
    _, (placement,) = after(position("team", 4, symbols=board("R G8"), scores=["R35"]), "RB H8 H9")
    assert placement.bonuses == 1


def test_r6_2_leaving_18_earns_none():
    _, (placement,) = after(position("team", 4, symbols=board("R G8"), scores=["R18"]), "RB H8 H9")
    assert placement.bonuses == 0


def test_r6_2_staying_at_18_earns_none():
    _, (placement,) = after(position("team", 4, scores=["R18"]), "RB H8 H9")
    assert placement.bonuses == 0


@pytest.mark.parametrize("peg", [16, 34])
def test_r6_2_there_are_no_bonus_placements_in_the_solo_game(peg: int):
    then, (placement,) = after(position("solo", 1, symbols=board("R G8 F8"), scores=[f"R{peg}"]), "RB H8 H9")
    assert placement.bonuses == then.owed == 0


@pytest.mark.parametrize(("move", "peg"), [("RR H8 H9", 24), ("RR H9 H8", 20)])
def test_r6_3_the_order_in_which_a_double_is_scored_matters(move: str, peg: int):
    then, _ = after(position("team", 4, symbols=TWO_AND_SIX, scores=["R16"]), move)
    assert scores_of(then)["R"] == peg


def test_r3_6_the_order_of_the_cells_is_the_order_of_scoring():
    _, (placement,) = after(position("solo", 1, symbols=TWO_AND_SIX, scores=["R16"]), "RR H9 H8")
    assert placement.points == (6, 2)
    assert placement.lost == (4, 0)


def test_r3_6_on_a_single_track_the_order_of_a_double_changes_nothing():
    one, _ = after(position(symbols=TWO_AND_SIX, scores=["R16"]), "RR H8 H9")
    other, _ = after(position(symbols=TWO_AND_SIX, scores=["R16"]), "RR H9 H8")
    assert one.scores == other.scores


def test_r3_6_one_double_may_earn_two_bonus_placements_on_a_double_length_track():
    lines = board("R G8 G9 F9 E9 D9 C9 I9 J9 K9 L9 M9 I10 J11 K12 L13 H10 H11 H12")
    then, (placement,) = after(position("team", 4, symbols=lines, scores=["R17"]), "RR H8 H9")
    assert placement.points == (2, 18)
    assert scores_of(then)["R"] == 36
    assert placement.bonuses == 2


@pytest.mark.parametrize("style", ["greedy", "careful"])
def test_r3_6_bots_take_the_better_order(style: str):
    now = state(only_room(position("solo", 1, symbols=TWO_AND_SIX, scores=["R16"]), "H8 H9", fill="OYGBP"), "RR")
    place = choose(view(now, 0), style, Random(1))
    assert (place.tile, place.at) == (*tiles("RR"), at("H8 H9"))
