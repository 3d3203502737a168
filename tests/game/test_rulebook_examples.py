"""The worked examples of the rulebooks as positions and points."""

from __future__ import annotations

import pytest

from game.scoring import standing
from tests.game.build import after, board, position, scores_of

# "Examples" of scoring, one tile after the other beside the printed blue star on H13, as the pictures show them.
FIRST = "RB H11 H12"
SECOND = "RB G11 G12"
THIRD = "BB G13 H14"
FOURTH = "RB F11 F12"


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ([FIRST], (0, 1)),
        ([FIRST, SECOND], (1, 2)),
        ([FIRST, SECOND, THIRD], (2, 2)),
        ([FIRST, SECOND, THIRD, FOURTH], (2, 4)),
    ],
    ids=["beside the printed star", "two directions", "a double", "lines of two"],
)
def test_r3_5_red_and_blue_stars_score_as_in_the_examples(moves: list[str], points: tuple[int, int]):
    _, placements = after(position("standard", 4, owed=4), *moves)
    assert placements[-1].points == points


def test_r3_5_a_double_in_a_gap_scores_twelve_points_as_in_the_example():
    symbols = board("G G7 G8 H7 I8 I9 J10 K11 G9 H10 J9", "P K9")
    _, (placement,) = after(position(symbols=symbols), "GG H8 H9")
    assert placement.points == (7, 5)


def test_r3_5_nothing_is_scored_towards_the_other_half_as_in_the_example():
    symbols = board("B I9 J10")
    _, (placement,) = after(position(symbols=symbols), "YB H7 H8")
    assert placement.points == (0, 2)
    _, (placement,) = after(position(symbols=board("B H7 H6")), "BY H8 H9")
    assert placement.points == (2, 0)


def test_r6_1_two_green_and_four_yellow_cross_to_the_second_board_as_in_the_solo_example():
    symbols = board("G H7 H6", "Y H10 H11 G9 I10")
    before = position("solo", 1, symbols=symbols, scores=["G16 Y17"])
    then, (placement,) = after(before, "GY H8 H9")
    assert (scores_of(then)["G"], scores_of(then)["Y"]) == (18, 18)
    assert placement.points == (2, 4)
    assert placement.lost == (0, 3)
    assert placement.bonuses == 0


def test_r6_2_the_same_tile_earns_two_bonus_placements_in_the_team_game():
    symbols = board("G H7 H6", "Y H10 H11 G9 I10")
    before = position("team", 4, symbols=symbols, scores=["G16 Y17"])
    then, (placement,) = after(before, "GY H8 H9")
    assert placement.bonuses == then.owed == 2


def test_r7_2_tina_wins_by_her_lowest_peg_and_thomas_comes_before_carl():
    scores = [
        "R10 O12 Y13 G11 B14 P18",  # Tina
        "R13 O12 Y14 G16 B9 P15",  # Thomas
        "R12 O13 Y12 G15 B18 P9",  # Carl
        "R18 O12 Y11 G7 B9 P15",  # Hailey
    ]
    assert standing(position("standard", 4, scores=scores)) == ((0,), (1,), (2,), (3,))


def test_r7_2_player_b_of_the_first_edition_comes_before_player_c():
    scores = ["R10 O12 Y13 G11 B14 P18", "R9 O12 Y14 G16 B18 P15", "R9 O12 Y13 G15 B18 P16"]
    assert standing(position("standard", 3, scores=scores)) == ((0,), (1,), (2,))


def test_r9_5_chris_wins_the_duel_by_his_second_lowest_peg():
    assert standing(position("duel", 2, scores=["R2 G4 B-2 Y-3"])) == ((0,), (1,))
