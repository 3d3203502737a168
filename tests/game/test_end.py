"""The end of the game and the result (R7)."""

from __future__ import annotations

import pytest

from game.events import Placed, Stopped, TurnEnded
from game.rules import apply
from game.scoring import standing
from game.tiles import parse_tile
from tests.game.build import OTHER, RACK, after, at, board, only_room, position, refusal, state, tiles

ALL_BUT_RED = "O18 Y18 G18 B18 P18"


def test_r7_1_the_game_ends_when_no_two_adjacent_spaces_are_left():
    then, _ = after(only_room(position(), "H8 H9 H10"), "RB H8 H9")
    assert then.ending is not None
    assert then.ending.reason == "board-full"


def test_r7_1_the_game_goes_on_while_a_tile_fits():
    then, _ = after(only_room(position(), "H8 H9 H10 I11"), "RB H8 H9")
    assert then.ending is None


def test_r7_1_it_ends_in_the_middle_of_a_turn_too():
    before = only_room(position(scores=["R17"], symbols=board("R G8")), "H8 H9 L9 L10", fill="OYGBP")
    then, _ = after(before, "RB H8 H9", "GG L9 L10")
    assert then.ending is not None
    assert len(then.turns[-1].placements) == 2


@pytest.mark.parametrize(
    "event", [Placed(0, parse_tile("GG"), at("H8 H9")), TurnEnded(0, (), tiles("RG")), Stopped("stopped")]
)
def test_r7_1_nothing_happens_after_a_full_board(event: Placed | TurnEnded | Stopped):
    now = apply(state(only_room(position(), "H8 H9"), RACK, OTHER), Placed(0, parse_tile("RB"), at("H8 H9")))
    with refusal("game-over", "R7.1"):
        apply(now, event)


def test_r7_1_nothing_is_refilled():
    now = apply(state(only_room(position(), "H8 H9"), RACK, OTHER), Placed(0, parse_tile("RB"), at("H8 H9")))
    assert len(now.racks[0]) == 5
    assert now.position.turns[-1].complete


def test_r7_2_the_highest_lowest_peg_wins():
    assert standing(position(scores=["R18 O18 Y18 G18 B18 P3", "R4 O4 Y4 G4 B4 P4"])) == ((1,), (0,))


def test_r7_2_ties_are_broken_by_the_next_lowest_pegs():
    assert standing(position(scores=["R4 O5 Y6 G7 B8 P9", "R9 O8 Y7 G6 B5 P4"])) == ((0, 1),)
    assert standing(position(scores=["R4 O5 Y6 G7 B8 P9", "R10 O8 Y7 G6 B5 P4"])) == ((1,), (0,))


def test_r7_2_whoever_has_fewer_pegs_on_the_tied_value_comes_first():
    assert standing(position(scores=["R4 O4 Y9 G9 B9 P9", "R4 O5 Y5 G5 B5 P5"])) == ((1,), (0,))


def test_r7_2_equal_results_share_the_place():
    scores = ["R5 O5 Y5 G5 B5 P5", "R5 O5 Y5 G5 B5 P5", "R6 O6 Y6 G6 B6 P6", "R4 O5 Y5 G5 B5 P5"]
    assert standing(position("standard", 4, scores=scores)) == ((2,), (0, 1), (3,))


def test_r7_3_six_pegs_at_18_win_at_once():
    then, _ = after(position(scores=[f"R17 {ALL_BUT_RED}"], symbols=board("R G8")), "RB H8 H9")
    assert then.ending is not None
    assert then.ending.reason == "instant-win"
    assert then.ending.standing == ((0,), (1,))


def test_r7_3_they_win_with_a_bonus_placement_still_open():
    then, (placement,) = after(position(scores=[f"R17 {ALL_BUT_RED}"], symbols=board("R G8")), "RB H8 H9")
    assert placement.bonuses == then.owed == 1
    assert then.ending is not None


def test_r7_3_nothing_happens_after_an_instant_win():
    place = position(scores=[f"R17 {ALL_BUT_RED}"], symbols=board("R G8"))
    now = apply(state(place, RACK, OTHER), Placed(0, parse_tile("RB"), at("H8 H9")))
    with refusal("game-over", "R7.3"):
        apply(now, Placed(0, parse_tile("GG"), at("I8 I9")))


def test_r7_3_five_pegs_at_18_do_not_win():
    then, _ = after(position(scores=[f"R16 {ALL_BUT_RED}"], symbols=board("R G8")), "RB H8 H9")
    assert then.ending is None


def test_r7_3_a_team_wins_at_once_with_six_pegs_at_the_right_18():
    scores = ["R35 O36 Y36 G36 B36 P36"]
    then, _ = after(position("team", 4, scores=scores, symbols=board("R G8"), seat=2), "RB H8 H9")
    assert then.ending is not None
    assert then.ending.reason == "instant-win"
    assert then.ending.standing == ((0, 2), (1, 3))


def test_r7_3_a_team_does_not_win_with_six_pegs_at_the_left_18():
    scores = ["R17 O18 Y18 G18 B18 P18"]
    then, _ = after(position("team", 4, scores=scores, symbols=board("R G8")), "RB H8 H9")
    assert then.ending is None


def test_r7_4_the_end_is_looked_at_after_both_symbols_are_scored():
    place = position(scores=["R17 O18 Y18 G18 B17 P18"], symbols=board("R G8", "B H10"))
    then, (placement,) = after(place, "RB H8 H9")
    assert placement.bonuses == 2
    assert then.ending is not None


def test_r7_4_an_instant_win_goes_before_a_full_board():
    full = only_room(position(scores=[f"R17 {ALL_BUT_RED}"], symbols=board("R G8")), "H8 H9")
    then, _ = after(full, "RB H8 H9")
    assert then.ending is not None
    assert then.ending.reason == "instant-win"


def test_r7_4_the_solo_game_ends_with_36_in_all_six():
    scores = ["R35 O36 Y36 G36 B36 P36"]
    then, _ = after(position("solo", 1, scores=scores, symbols=board("R G8")), "RB H8 H9")
    assert then.ending is not None
    assert then.ending.reason == "instant-win"
    assert then.ending.standing == ((0,),)


def test_decision_whoever_resigns_comes_last():
    now = apply(state(position(scores=["R9 O9 Y9 G9 B9 P9"]), RACK, OTHER), Stopped("resign", 0))
    assert now.position.ending is not None
    assert now.position.ending.standing == ((1,), (0,))
    assert now.position.ending.reason == "resign"


def test_decision_the_others_keep_their_order_when_somebody_resigns():
    scores = ["R9 O9 Y9 G9 B9 P9", "R1 O1 Y1 G1 B1 P1", "R2 O2 Y2 G2 B2 P2"]
    now = apply(state(position("standard", 3, scores=scores), RACK, OTHER, OTHER), Stopped("resign", 0))
    assert now.position.ending is not None
    assert now.position.ending.standing == ((2,), (1,), (0,))


def test_decision_a_team_resigns_as_one():
    place = position("team", 4, scores=["R9 O9 Y9 G9 B9 P9"])
    now = apply(state(place, *[RACK] * 4), Stopped("resign", 2))
    assert now.position.ending is not None
    assert now.position.ending.standing == ((1, 3), (0, 2))


def test_a_stopped_game_stands_as_the_pegs_say():
    now = apply(state(position(scores=["R9 O9 Y9 G9 B9 P9"]), RACK, OTHER), Stopped("stopped", 0))
    assert now.position.ending is not None
    assert now.position.ending.standing == ((0,), (1,))


def test_a_seat_that_is_not_there_cannot_resign():
    with refusal("no-such-seat", None):
        apply(state(position(), RACK, OTHER), Stopped("resign", 2))


def test_a_game_is_stopped_once():
    now = apply(state(position(), RACK, OTHER), Stopped("stopped"))
    with refusal("game-over", None):
        apply(now, Stopped("stopped"))


def test_decision_two_identical_results_share_the_place():
    assert standing(position(scores=["R1", "R1"])) == ((0, 1),)
    assert standing(position("team", 4, scores=["R1", "P1"])) == ((0, 1, 2, 3),)
