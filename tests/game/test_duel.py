"""The duel (R9)."""

from __future__ import annotations

from random import Random

import pytest

from game.events import Place, Placed, TurnEnded
from game.rules import apply, decide, exchangeable
from game.scoring import standing
from game.state import GameState
from game.tiles import parse_tile
from tests.game.build import OTHER, after, at, board, colour, position, refusal, scores_of, state, tiles

LINE = board("R G8 F8")
"""Red on H8 scores 2."""


def test_r9_1_one_score_board_starts_at_0_without_tokens():
    place = position("duel", 2)
    assert len(place.scores) == 1
    assert place.tokens(0) == place.tokens(1) == ()


@pytest.mark.parametrize(("seat", "peg"), [(0, 2), (1, -2)])
def test_r9_2_a_peg_moves_toward_the_player_who_scores(seat: int, peg: int):
    then, _ = after(position("duel", 2, symbols=LINE, seat=seat), "RB H8 H9")
    assert scores_of(then)["R"] == peg


def test_r9_2_0_counts_as_a_space():
    then, _ = after(position("duel", 2, symbols=LINE, scores=["R-1"]), "RB H8 H9")
    assert scores_of(then)["R"] == 1


def test_r9_2_nothing_moves_beyond_9():
    then, (placement,) = after(position("duel", 2, symbols=LINE, scores=["R8"]), "RB H8 H9")
    assert scores_of(then)["R"] == 9
    assert placement.lost == (1, 0)


def test_r9_2_nothing_moves_beyond_9_on_the_other_side():
    then, (placement,) = after(position("duel", 2, symbols=LINE, scores=["R-8"], seat=1), "RB H8 H9")
    assert scores_of(then)["R"] == -9
    assert placement.lost == (1, 0)


@pytest.mark.parametrize(("seat", "peg"), [(0, 7), (1, -7)])
def test_r9_3_arriving_at_the_own_9_takes_the_token_and_earns_a_bonus_placement(seat: int, peg: int):
    then, (placement,) = after(position("duel", 2, symbols=LINE, scores=[f"R{peg}"], seat=seat), "RB H8 H9")
    assert then.tokens(seat) == (colour("R"),)
    assert placement.bonuses == then.owed == 1


def test_r9_3_the_token_is_taken_from_the_opponent():
    place = position("duel", 2, symbols=LINE, scores=["R7"], paid=["R-9"])
    then, (placement,) = after(place, "RB H8 H9")
    assert then.tokens(0) == (colour("R"),)
    assert then.tokens(1) == ()
    assert placement.bonuses == 1


def test_r9_3_who_holds_the_token_earns_no_further_bonus_in_that_colour():
    place = position("duel", 2, symbols=LINE, scores=["R7"], paid=["R9"])
    _, (placement,) = after(place, "RB H8 H9")
    assert placement.bonuses == 0


def test_r9_3_a_bonus_can_be_earned_again_after_the_opponent_has_taken_the_token():
    there, _ = after(position("duel", 2, symbols=LINE, scores=["R-8"], paid=["R9"], seat=1), "RB H8 H9")
    assert there.tokens(1) == (colour("R"),)
    place = position("duel", 2, symbols=LINE, scores=["R8"], paid=["R-9"])
    _, (placement,) = after(place, "RB H8 H9")
    assert placement.bonuses == 1


def test_r9_3_the_token_stays_when_the_peg_is_pulled_back():
    place = position("duel", 2, symbols=LINE, scores=["R9"], paid=["R9"], seat=1)
    then, _ = after(place, "RB H8 H9")
    assert then.tokens(0) == (colour("R"),)


def test_r9_3_a_peg_on_0_gives_nobody_a_token():
    place = position("duel", 2, symbols=LINE, scores=["R-2"])
    then, (placement,) = after(place, "RB H8 H9")
    assert placement.bonuses == 0
    assert then.tokens(0) == ()


# --- R9.4 ----------------------------------------------------------------------------------------------------------

RACK = "YB RG RR OY OP GG"


def placed(scores: str, rack: str = RACK, seat: int = 0) -> GameState:
    racks = [OTHER, OTHER]
    racks[seat] = rack
    now = state(position("duel", 2, scores=[scores], seat=seat), *racks)
    return apply(now, Placed(seat, parse_tile("YB"), at("H8 H9")))


def test_r9_4_the_tiles_with_a_colour_of_a_peg_on_the_own_9_may_be_exchanged():
    now = placed("R9")
    assert exchangeable(now.position, now.racks[0]) == tiles("RG RR")


def test_r9_4_the_own_9_is_that_of_the_seat():
    now = placed("R-9", seat=1)
    assert exchangeable(now.position, now.racks[1]) == tiles("RG RR")
    assert exchangeable(placed("R-9").position, tiles("RG RR")) == ()


def test_r9_4_it_does_not_matter_which_peg_is_the_lowest():
    now = placed("R9 O9 Y-9")
    assert exchangeable(now.position, now.racks[0]) == tiles("RG RR OY OP")


def test_r9_4_without_a_peg_on_the_own_9_nothing_is_exchanged():
    with refusal("no-exchange", "R9.4"):
        apply(placed("R8"), TurnEnded(0, tiles("RG RR"), tiles("PP PP PP")))


def test_r9_4_without_a_tile_of_that_colour_nothing_is_exchanged():
    assert exchangeable(placed("R9").position, tiles("OY OP GG")) == ()


@pytest.mark.parametrize("returned", ["RG", "RG RR GG", "GG OY"])
def test_r9_4_all_of_these_tiles_go_and_no_others(returned: str):
    drawn = " ".join(["PB"] * (1 + len(returned.split())))
    with refusal("exchange-all", "R9.4"):
        apply(placed("R9"), TurnEnded(0, tiles(returned), tiles(drawn)))


def test_r9_4_the_rack_is_refilled_to_six():
    then = apply(placed("R9"), TurnEnded(0, tiles("RR RG"), tiles("PB PB PB")))
    assert then.racks[0] == tiles("OY OP GG PB PB PB")
    assert then.position.turns[-1].exchanged == tiles("RR RG")


def test_r9_4_the_exchange_is_a_choice():
    now = state(position("duel", 2, scores=["R9"]), RACK, OTHER)
    with refusal("exchange-undecided", "R5.2"):
        decide(now, 0, Place(parse_tile("YB"), at("H8 H9")), Random(1))
    _, kept = decide(now, 0, Place(parse_tile("YB"), at("H8 H9"), exchange=False), Random(1))
    _, changed = decide(now, 0, Place(parse_tile("YB"), at("H8 H9"), exchange=True), Random(1))
    assert (len(kept.drawn), len(changed.drawn)) == (1, 3)
    assert changed.returned == tiles("RG RR")


# --- R9.5, R9.6 ----------------------------------------------------------------------------------------------------


def test_r9_5_more_pegs_on_the_own_side_win():
    assert standing(position("duel", 2, scores=["R1 O1 Y1 G-9 B-9"])) == ((0,), (1,))


def test_r9_5_pegs_on_0_count_for_nobody():
    assert standing(position("duel", 2, scores=["R1 O-1 Y-1"])) == ((1,), (0,))


def test_r9_5_tokens_do_not_count():
    assert standing(position("duel", 2, scores=["R1 O-2"], paid=["R9 O9 Y9"])) == ((1,), (0,))


def test_r9_5_a_tie_in_number_is_decided_by_the_own_pegs_from_the_lowest_on():
    assert standing(position("duel", 2, scores=["R2 G4 B-2 Y-9"])) == ((1,), (0,))
    assert standing(position("duel", 2, scores=["R3 G4 B-2 Y-9"])) == ((0,), (1,))


def test_r9_5_all_equal_is_a_draw():
    assert standing(position("duel", 2, scores=["R2 G4 B-4 Y-2"])) == ((0, 1),)
    assert standing(position("duel", 2)) == ((0, 1),)


@pytest.mark.parametrize(("seat", "scores"), [(0, "R-1 O1 Y1 G1 B1 P1"), (1, "R1 O-1 Y-1 G-1 B-1 P-1")])
def test_r9_6_six_pegs_on_one_side_win_at_once(seat: int, scores: str):
    then, _ = after(position("duel", 2, symbols=LINE, scores=[scores], seat=seat), "RB H8 H9")
    assert then.ending is not None
    assert then.ending.reason == "instant-win"
    assert then.ending.standing == ((seat,), (1 - seat,))


def test_r9_6_a_peg_on_0_is_on_neither_side():
    then, _ = after(position("duel", 2, symbols=LINE, scores=["R-2 O1 Y1 G1 B1 P1"]), "RB H8 H9")
    assert scores_of(then)["R"] == 0
    assert then.ending is None


def test_r9_6_is_looked_at_after_both_symbols():
    place = position("duel", 2, symbols=board("R G8 F8", "B H10 H11"), scores=["R-1 O1 Y1 G1 B-1 P1"])
    then, _ = after(place, "RB H8 H9")
    assert then.ending is not None
