"""Bonus placements (R4)."""

from __future__ import annotations

from random import Random

import pytest

from game.events import Place, Placed, TurnEnded
from game.rules import apply, decide, preview
from game.state import GameState, view
from game.tiles import COLOURS, parse_tile
from tests.game.build import (
    OTHER,
    RACK,
    after,
    at,
    board,
    colour,
    only_room,
    position,
    refusal,
    scores_of,
    state,
    tiles,
)

SPACES = "RB H8 H9"
"""A tile that scores 2 red on `LINE`, and 1 blue on `LINES`."""
LINE = board("R G8 F8")
LINES = board("R G8 F8", "B H10")


def with_bonus() -> GameState:
    """Seat 0 has just earned a bonus placement."""
    now = state(position(symbols=LINE, scores=["R16"]), RACK, OTHER)
    return apply(now, Placed(0, parse_tile("RB"), at("H8 H9")))


def test_r4_1_a_peg_cannot_pass_18():
    then, (placement,) = after(position(symbols=LINE, scores=["R17"]), SPACES)
    assert scores_of(then)["R"] == 18
    assert placement.lost == (1, 0)


@pytest.mark.parametrize(("before", "steps"), [(15, 2), (16, 2), (17, 1), (18, 0)])
def test_r4_1_points_past_18_do_not_move_the_peg(before: int, steps: int):
    _, (placement,) = after(position(symbols=LINE, scores=[f"R{before}"]), SPACES)
    assert placement.steps == (steps, 0)
    assert placement.moved == {COLOURS[0]: steps}


def test_what_counts_nothing_moves_no_peg():
    _, (placement,) = after(position(), SPACES)
    assert placement.moved == {}


@pytest.mark.parametrize("before", [16, 17])
def test_r4_1_a_peg_that_arrives_at_18_earns_a_bonus_placement(before: int):
    then, (placement,) = after(position(symbols=LINE, scores=[f"R{before}"]), SPACES)
    assert placement.bonuses == then.owed == 1


def test_r4_1_a_peg_short_of_18_earns_none():
    then, (placement,) = after(position(symbols=LINE, scores=["R15"]), SPACES)
    assert placement.bonuses == then.owed == 0


def test_r4_1_a_peg_already_at_18_earns_no_more():
    _, (placement,) = after(position(symbols=LINE, scores=["R18"]), SPACES)
    assert placement.bonuses == 0
    assert placement.lost == (2, 0)


def test_r4_1_a_placement_that_was_not_earned_is_refused():
    now = state(position(), RACK, OTHER)
    now = apply(now, Placed(0, parse_tile("RB"), at("H8 H9")))
    with refusal("no-placement-left", "R4.1"):
        apply(now, Placed(0, parse_tile("GG"), at("I8 I9")))


def test_r4_2_one_tile_may_earn_two():
    then, (placement,) = after(position(symbols=LINES, scores=["R16 B17"]), SPACES)
    assert placement.bonuses == then.owed == 2


def test_r4_2_a_bonus_placement_may_earn_another():
    then, placements = after(position(symbols=LINES, scores=["R16 B17"]), "RG H8 I9", "BG H9 I10")
    assert [placement.bonuses for placement in placements] == [1, 1]
    assert then.owed == 1


def test_r4_2_the_refill_is_refused_while_a_bonus_placement_is_open():
    with refusal("bonus-open", "R4.2"):
        apply(with_bonus(), TurnEnded(0, (), tiles("RG")))


def test_r4_2_the_bonus_placement_is_made_before_any_refill():
    (placed,) = decide(with_bonus(), 0, Place(parse_tile("GG"), at("I8 I9")), Random(1))[:-1]
    assert placed == Placed(0, parse_tile("GG"), at("I8 I9"))
    (only,) = decide(
        state(position(symbols=LINE, scores=["R16"]), RACK, OTHER), 0, Place(parse_tile("RB"), at("H8 H9")), Random(1)
    )
    assert isinstance(only, Placed)


def test_r4_2_the_refill_after_a_bonus_placement_draws_two_tiles():
    _, ended = decide(with_bonus(), 0, Place(parse_tile("GG"), at("I8 I9")), Random(1))
    assert len(ended.drawn) == 2


def test_r4_2_a_bonus_placement_is_made_from_the_tiles_still_on_the_rack():
    with refusal("not-on-rack", "R3.1"):
        apply(with_bonus(), Placed(0, parse_tile("RB"), at("I8 I9")))


def test_r4_2_a_bonus_placement_is_scored_like_any_other():
    then, (_, placement) = after(position(symbols=LINE, scores=["R16"]), SPACES, "BG H10 I10")
    assert placement.points == (1, 0)
    assert scores_of(then)["B"] == 1


def test_r4_2_the_turn_does_not_pass_on_before_the_bonus_placement():
    assert with_bonus().position.seat == 0
    assert with_bonus().position.in_turn


def test_r4_3_the_bonus_lapses_when_no_two_adjacent_spaces_are_left():
    full = only_room(position(scores=["R16"], symbols=LINE), "H8 H9")
    then, (placement,) = after(full, SPACES)
    assert placement.bonuses == 1
    assert then.ending is not None
    assert then.ending.reason == "board-full"


def one_tile_left() -> GameState:
    """Seat 0 of a team lays its last tile and earns a bonus placement that it has no tile for."""
    place = position("team", 4, symbols=LINE, scores=["R16"], owed=2)
    return state(place, "RB", *["GG OY PR YB OP PP"] * 3)


def test_r4_3_the_bonus_lapses_in_the_team_game_when_the_rack_is_empty():
    then = apply(one_tile_left(), Placed(0, parse_tile("RB"), at("H8 H9")))
    assert then.position.owed == 0
    assert then.position.turns[-1].placements[-1].bonuses == 1


def test_r4_3_the_turn_then_goes_on_to_the_refill():
    events = decide(one_tile_left(), 0, Place(parse_tile("RB"), at("H8 H9")), Random(1))
    assert len(events[-1].drawn) == 6


def test_r4_3_a_preview_knows_that_the_turn_ends_with_an_empty_rack():
    outcome = preview(view(one_tile_left(), 0), parse_tile("RB"), at("H8 H9"))
    assert outcome.ends_turn
    assert outcome.exchange == ()


def test_a_preview_knows_that_a_bonus_does_not_end_the_turn():
    now = state(position(symbols=LINE, scores=["R16"]), RACK, OTHER)
    assert not preview(view(now, 0), parse_tile("RB"), at("H8 H9")).ends_turn


def test_decision_a_bonus_cannot_arise_in_a_first_turn_and_the_first_turn_rule_binds_one_placement():
    """R3.2, R4: a first tile scores at most the printed symbol, and what follows it in the turn is not an opening."""
    then, (placement,) = after(position(opening=True), "RR C4 C5")
    assert placement.total == 1
    assert then.scores[0].pegs[colour("R")] == 1
    assert not then.opening
