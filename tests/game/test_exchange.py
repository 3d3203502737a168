"""The exchange of tiles (R5; the duel's stands in `test_duel`)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.events import Place, Placed, TurnEnded
from game.rules import apply, decide, exchangeable, preview
from game.state import GameState, view
from game.tiles import parse_tile
from tests.game.build import OTHER, at, position, refusal, state, tiles

LACKING = "RB RR OO RO BB OB"
"""A rack that after placing RB shows no yellow, green or purple."""
LOWEST = ["R5 O4 B3"]
MOVE = Placed(0, parse_tile("RB"), at("H8 H9"))


def before(rack: str = LACKING, scores: list[str] = LOWEST, mode: str = "standard", seats: int = 2) -> GameState:
    return state(position(mode, seats, scores=scores), rack, *[OTHER] * (seats - 1))


def placed(*args: object, **kwargs: object) -> GameState:
    return apply(before(*args, **kwargs), MOVE)


def test_r5_1_a_rack_without_any_colour_of_the_lowest_pegs_may_be_exchanged():
    now = placed()
    assert exchangeable(now.position, now.racks[0]) == tiles("RR OO RO BB OB")


def test_r5_1_one_tile_with_a_lowest_colour_forbids_it():
    with refusal("no-exchange", "R5.1"):
        apply(placed("RB RR OO RO BB OG"), TurnEnded(0, tiles("RR OO RO BB OG"), tiles("YY YY PP PP RG RG")))


def test_r5_1_all_colours_tied_for_lowest_count():
    assert exchangeable(placed(scores=["R5 O4 B3 Y1 P1"]).position, tiles("RR OO RO BB OB")) != ()
    assert exchangeable(placed(scores=["R5 O4 B3 Y1 P1"]).position, tiles("RR OO RO BB OG")) == ()
    assert exchangeable(placed(scores=["R5 O4 B3 Y1 P1"]).position, tiles("RR OO RO BB OY")) != ()


def test_r5_1_the_pegs_count_as_they_are_after_the_placements():
    now = state(position(scores=["R1 O1 Y1 G1 P1"]), "RB RR OO RO YY OP", OTHER)
    then = apply(now, Placed(0, parse_tile("BR"), at("H12 H11")))
    assert exchangeable(then.position, then.racks[0]) == ()


def test_r5_1_six_new_tiles_are_drawn_and_the_old_ones_go_back_into_the_bag():
    then = apply(placed(), TurnEnded(0, tiles("RR OO RO BB OB"), tiles("YY YY PP PP RG RG")))
    assert then.racks[0] == tiles("YY YY PP PP RG RG")
    assert then.unseen[parse_tile("OO")] == 5 - 1
    assert then.unseen[parse_tile("YY")] == 5 - 1 - 2


def test_r5_1_the_old_tiles_cannot_be_drawn_again_at_once():
    for seed in range(300):
        _, ended = decide(before(), 0, Place(parse_tile("RB"), at("H8 H9"), exchange=True), Random(seed))
        drawn, bag = Counter(tile.piece for tile in ended.drawn), placed().unseen
        assert all(count <= bag[piece] for piece, count in drawn.items())


def test_r5_1_a_tile_that_was_just_set_aside_is_not_yet_in_the_bag():
    rack = "RB RR RR RR RR RR"
    with refusal("not-in-bag", "R1.1"):
        apply(placed(rack), TurnEnded(0, tiles("RR RR RR RR RR"), tiles("RR PP PP PP RG RG")))


def test_r5_1_the_exchanged_tiles_are_shown_to_everybody():
    then = apply(placed(), TurnEnded(0, tiles("RR OO RO BB OB"), tiles("YY YY PP PP RG RG")))
    assert then.position.turns[-1].exchanged == tiles("RR OO RO BB OB")


def test_r5_1_the_turn_passes_on_after_the_exchange():
    then = apply(placed(), TurnEnded(0, tiles("RR OO RO BB OB"), tiles("YY YY PP PP RG RG")))
    assert then.position.seat == 1
    assert then.fresh[0] == 6


def test_r5_1_the_order_in_which_exchanged_tiles_are_named_does_not_matter():
    apply(placed(), TurnEnded(0, tiles("BO BB OR OO RR"), tiles("YY YY PP PP RG RG")))


def test_r5_1_the_number_of_tiles_in_the_bag_stays_right():
    then = apply(placed(), TurnEnded(0, tiles("RR OO RO BB OB"), tiles("YY YY PP PP RG RG")))
    assert then.position.bag == sum(then.unseen.values()) == 120 - 12 - 1


def test_r5_1_with_an_empty_rack_there_is_nothing_to_exchange():
    assert exchangeable(placed().position, ()) == ()


def test_r5_2_exchanging_some_of_the_tiles_is_refused():
    with refusal("exchange-all", "R5.1"):
        apply(placed(), TurnEnded(0, tiles("RR OO"), tiles("YY YY PP")))


def test_r5_2_exchanging_tiles_that_are_not_there_is_refused():
    with refusal("not-on-rack", "R3.1"):
        apply(placed(), TurnEnded(0, tiles("RR OO RO BB YY"), tiles("YY YY PP PP RG RG")))


def test_r5_2_the_player_may_keep_the_tiles():
    _, ended = decide(before(), 0, Place(parse_tile("RB"), at("H8 H9"), exchange=False), Random(1))
    assert ended.returned == ()
    assert len(ended.drawn) == 1


def test_r5_2_where_there_is_a_choice_it_must_be_made():
    with refusal("exchange-undecided", "R5.2"):
        decide(before(), 0, Place(parse_tile("RB"), at("H8 H9")), Random(1))


@pytest.mark.parametrize("exchange", [None, False])
def test_r5_2_where_there_is_no_choice_none_is_asked(exchange: bool | None):
    now = before("RB RR OO RO BB OG")
    _, ended = decide(now, 0, Place(parse_tile("RB"), at("H8 H9"), exchange), Random(1))
    assert ended.returned == ()


def test_r5_2_an_exchange_that_is_not_allowed_is_refused_before_anything_is_drawn():
    with refusal("no-exchange", "R5.1"):
        decide(before("RB RR OO RO BB OG"), 0, Place(parse_tile("RB"), at("H8 H9"), exchange=True), Random(1))


def test_r5_2_an_exchange_waits_for_the_open_bonus_placement():
    now = state(position(scores=["R5 O4 B17"]), LACKING, OTHER)
    with refusal("no-exchange", "R5.1"):
        decide(now, 0, Place(parse_tile("BR"), at("H12 H11"), exchange=True), Random(1))


def test_a_preview_tells_what_could_be_exchanged():
    assert preview(view(before(), 0), parse_tile("RB"), at("H8 H9")).exchange == tiles("RR OO RO BB OB")


def test_r5_3_in_the_team_game_the_lowest_peg_is_the_teams():
    now = state(position("team", 4, scores=["R5 O4 B3", "G9 Y9 P9"]), *[LACKING] * 1, *[OTHER] * 3)
    then = apply(now, MOVE)
    assert exchangeable(then.position, then.racks[0]) == tiles("RR OO RO BB OB")


def test_r5_3_there_is_no_exchange_in_the_solo_game():
    now = state(position("solo", 1, scores=["R5"]), "RR")
    with refusal("no-exchange", "R5.3"):
        decide(now, 0, Place(parse_tile("RR"), at("H8 H9"), exchange=True), Random(1))


def test_r5_3_a_recorded_exchange_in_the_solo_game_is_refused():
    now = apply(state(position("solo", 1), "RR"), Placed(0, parse_tile("RR"), at("H8 H9")))
    with refusal("not-on-rack", "R3.1"):
        apply(now, TurnEnded(0, tiles("RR"), tiles("RG")))
