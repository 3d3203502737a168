"""A turn: placing, scoring, refilling (R2, R3)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.board import WHOLE, open_ends
from game.events import Dealt, Placed, TurnEnded
from game.modes import MODES
from game.rules import apply, deal, fold
from game.tiles import parse_tile
from tests.game.build import OTHER, RACK, after, at, board, only_room, played, position, refusal, state, tiles

# --- R2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r2_1_each_player_is_dealt_six_tiles(seats: int):
    assert [len(rack) for rack in deal(MODES["standard"], seats, Random(1)).racks] == [6] * seats


def test_r2_1_a_rack_of_another_size_is_refused():
    with refusal("wrong-deal", "R2.1"):
        apply(None, Dealt("standard", (tiles(RACK), tiles(OTHER)[:5])))


def test_r2_1_nothing_happens_before_the_deal():
    with refusal("not-dealt", None):
        apply(None, Placed(0, parse_tile("RB"), at("C4 C5")))


def test_r2_1_no_events_are_no_game():
    with refusal("not-dealt", None):
        fold([])


def test_r2_1_tiles_are_dealt_once():
    with refusal("dealt-twice", "R2.1"):
        apply(fold(played("solo", 1, 1, until=1)), Dealt("solo", (tiles("RB"),)))


def test_r1_1_a_deal_of_more_tiles_of_a_piece_than_there_are_is_refused():
    with refusal("not-in-bag", "R1.1"):
        apply(None, Dealt("standard", (tiles("RR RR RR RR RR RR"), tiles(RACK))))


def test_r1_1_a_draw_of_a_tile_that_the_bag_no_longer_holds_is_refused():
    now = apply(None, Dealt("standard", (tiles("RR RR RR RR RR GG"), tiles(RACK))))
    now = apply(now, Placed(0, parse_tile("GG"), at("D8 D9")))
    with refusal("not-in-bag", "R1.1"):
        apply(now, TurnEnded(0, (), tiles("RR")))


def test_r2_2_all_pegs_start_at_0():
    assert {peg for board in fold(played("team", 4, 1, until=1)).position.scores for peg in board.pegs} == {0}


def test_r2_3_seat_0_starts():
    assert fold(played("standard", 4, 1, until=1)).position.seat == 0


def test_a_deal_depends_on_nothing_but_the_generator():
    assert deal(MODES["team"], 4, Random(7)) == deal(MODES["team"], 4, Random(7)) != deal(MODES["team"], 4, Random(8))


# --- R3.1, R3.3, R3.4 ----------------------------------------------------------------------------------------------


def test_r3_1_a_tile_that_is_not_on_the_rack_is_refused():
    with refusal("not-on-rack", "R3.1"):
        apply(state(position(), RACK, OTHER), Placed(0, parse_tile("RR"), at("H8 H9")))


def test_r3_1_a_tile_may_be_laid_either_way_round():
    assert apply(state(position(), RACK, OTHER), Placed(0, parse_tile("BR"), at("H8 H9"))).racks[0] == tiles(
        "GG OY PR YB OP"
    )


@pytest.mark.parametrize("names", ["H8 H10", "H8 H8", "G9 I9", "H8 L8"])
def test_r3_1_two_spaces_that_are_not_adjacent_are_refused(names: str):
    with refusal("not-adjacent", "R3.1"):
        after(position(), f"RB {names}")


def test_r3_1_a_space_with_a_tile_on_it_is_refused():
    with refusal("not-empty", "R3.1"):
        after(position(symbols=board("R H8", "B H9")), "RB H9 H10")


def test_r3_1_a_printed_symbol_is_no_empty_space():
    with refusal("not-empty", "R3.1"):
        after(position(), "RB C3 C4")


@pytest.mark.parametrize(("seats", "inside", "outside"), [(2, "C4 C5", "B3 B4"), (3, "B3 B4", "A3 A4")])
def test_r3_1_a_space_outside_the_boundary_is_refused(seats: int, inside: str, outside: str):
    after(position(seats=seats), f"RB {inside}")
    with refusal("outside", "R3.1"):
        after(position(seats=seats), f"RB {outside}")


def test_r3_1_four_players_use_the_whole_board():
    after(position(seats=4), "RB A1 A2")


def test_r3_1_a_cell_that_is_none_is_refused():
    with refusal("outside", "R3.1"):
        apply(state(position(), RACK, OTHER), Placed(0, parse_tile("RB"), (0, -1)))


def test_r3_3_a_later_tile_may_lie_anywhere_and_leave_a_single_space():
    symbols = only_room(position(), "H8 H9 H10").symbols
    then, (placement,) = after(position(symbols=symbols), "RB H8 H9")
    assert placement.at == at("H8 H9")
    assert then.ending is not None


def test_r3_4_a_turn_without_a_placement_is_refused():
    with refusal("nothing-placed", "R3.4"):
        apply(state(position(), RACK, OTHER), TurnEnded(0, (), ()))


def test_r3_4_a_tile_may_be_placed_for_no_points():
    _, (placement,) = after(position(), "RB H8 H9")
    assert placement.total == 0


# --- R3.2 ----------------------------------------------------------------------------------------------------------


def test_r3_2_a_first_tile_away_from_the_printed_symbols_is_refused():
    with refusal("not-an-opening", "R3.2"):
        after(position(opening=True), "RB H8 H9")


def test_r3_2_one_half_beside_a_printed_symbol_is_enough():
    after(position(opening=True), "RB D5 D4")


def test_r3_2_the_first_tile_need_not_match_the_printed_symbol():
    _, (placement,) = after(position(opening=True), "YB C4 C5")
    assert placement.total == 0


def test_r3_2_a_printed_symbol_beside_which_another_tile_lies_is_taken():
    with refusal("not-an-opening", "R3.2"):
        after(position(opening=True, symbols=board("R D3", "B E3")), "RB C4 C5")


def test_r3_2_a_symbol_on_a_tile_opens_nothing():
    with refusal("not-an-opening", "R3.2"):
        after(position(opening=True, symbols=board("R H8", "B H9")), "RB G8 G9")


def test_r3_2_the_rule_binds_only_the_first_placement_of_each_player():
    events = played("standard", 3, 5, until=7)
    assert fold(events[:5]).position.opening
    assert not fold(events).position.opening


@pytest.mark.parametrize(("mode", "seats"), [("solo", 1), ("team", 4), ("duel", 2)])
def test_r3_2_the_rule_holds_in_every_mode(mode: str, seats: int):
    with refusal("not-an-opening", "R3.2"):
        after(position(mode, seats, opening=True), "RB H8 H9")


def test_r3_2_each_first_tile_closes_one_printed_symbol_only():
    assert len(open_ends(board("R D3 D4 D8 D9 H12 I13"), WHOLE, opening=True)[0]) == 144 // 6 * 3


# --- R3.5 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["G7 F6", "G8 F8", "H9 H10", "I9 J10", "I8 J8"])
def test_r3_5_a_symbol_counts_a_line_in_each_of_five_directions(names: str):
    _, (placement,) = after(position(symbols=board(f"R {names}")), "RB H8 H7")
    assert placement.points == (2, 0)


def test_r3_5_nothing_is_counted_in_the_direction_of_the_other_half():
    _, (placement,) = after(position(symbols=board("R H10 H11")), "RR H8 H9")
    assert placement.points == (0, 2)


def test_r3_5_the_line_stops_at_an_empty_space():
    _, (placement,) = after(position(symbols=board("R G8 E8")), "RB H8 H9")
    assert placement.points == (1, 0)


def test_r3_5_the_line_stops_at_another_colour():
    _, (placement,) = after(position(symbols=board("R G8 E8", "B F8")), "RB H8 H9")
    assert placement.points == (1, 0)


def test_r3_5_the_line_stops_at_the_boundary():
    _, (placement,) = after(position(symbols=board("R D8 D9")), "RB D7 E7")
    assert placement.points == (2, 0)


def test_r3_5_a_double_scores_each_of_its_halves():
    _, (placement,) = after(position(symbols=board("R G8 H10")), "RR H8 H9")
    assert placement.points == (1, 2)
    assert placement.gained == {0: 3}


def test_r3_5_both_symbols_score_for_the_seat_on_turn():
    then, _ = after(position(symbols=board("R G8", "B H10 H11"), seat=1), "RB H8 H9")
    assert [board.pegs for board in then.scores] == [(0,) * 6, (1, 0, 0, 0, 2, 0)]


# --- R3.9 ----------------------------------------------------------------------------------------------------------


def turn_over():
    return apply(state(position(), RACK, OTHER), Placed(0, parse_tile("RB"), at("H8 H9")))


def test_r3_9_the_rack_is_refilled_to_six_and_the_turn_passes_on():
    then = apply(turn_over(), TurnEnded(0, (), tiles("RG")))
    assert then.racks[0] == tiles("GG OY PR YB OP RG")
    assert then.position.seat == 1


@pytest.mark.parametrize("drawn", ["", "RG RG"])
def test_r3_9_too_few_or_too_many_tiles_drawn_are_refused(drawn: str):
    with refusal("wrong-draw", "R3.9"):
        apply(turn_over(), TurnEnded(0, (), tiles(drawn)))


def test_r3_9_the_last_seat_is_followed_by_the_first():
    seats = [event.seat for event in played("standard", 3, 2) if isinstance(event, TurnEnded)]
    assert seats[:7] == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize("event", [Placed(1, parse_tile("RR"), at("H8 H9")), TurnEnded(1, (), ())])
def test_r3_9_another_seat_than_the_one_on_turn_is_refused(event: Placed | TurnEnded):
    with refusal("not-your-turn", "R3.9"):
        apply(state(position(), RACK, OTHER), event)


def test_r3_9_the_new_tiles_stand_at_the_end_of_the_rack():
    then = apply(turn_over(), TurnEnded(0, (), tiles("RG")))
    assert then.fresh == (1, 0)


def test_a_new_tile_that_is_placed_is_no_longer_new():
    now = replace(state(position(), RACK, OTHER), fresh=(2, 0))
    assert apply(now, Placed(0, parse_tile("OP"), at("H8 H9"))).fresh == (1, 0)
    assert apply(now, Placed(0, parse_tile("RB"), at("H8 H9"))).fresh == (2, 0)
