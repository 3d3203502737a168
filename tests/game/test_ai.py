"""Bots."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ai import STYLES, Style, choose
from game.events import Event, Stopped
from game.modes import MODES
from game.rules import apply, decide, fold
from game.simulate import simulate
from game.state import view
from game.tiles import parse_tile
from tests.game.build import OTHER, RACK, SETUPS, at, board, only_room, position, scores_of, state, unfinished


def chosen(style: Style, *, seed: int = 1, rack: str = RACK, **more: object):
    """The placement that a style chooses, and what it leads to."""
    place = position(**more)
    racks = [OTHER] * place.seats
    racks[place.seat] = rack
    now = state(place, *racks)
    choice = choose(view(now, place.seat), style, Random(seed))
    return choice, apply(now, decide(now, place.seat, choice, Random(1))[0]).position


@given(unfinished(), st.sampled_from(STYLES), st.randoms(use_true_random=False))
def test_every_choice_is_accepted(events: list[Event], style: Style, rng: Random):
    now = fold(events)
    seat = now.position.seat
    assert decide(now, seat, choose(view(now, seat), style, rng), rng)


@pytest.mark.parametrize("style", STYLES)
def test_a_choice_depends_on_nothing_but_the_view_and_the_generator(style: Style):
    assert [chosen(style, seed=7) for _ in range(3)] == [chosen(style, seed=7)] * 3


@pytest.mark.parametrize(("style", "at_least"), [("random", 10), ("greedy", 2), ("careful", 2)])
def test_equally_good_placements_are_chosen_in_turn(style: Style, at_least: int):
    assert len({chosen(style, seed=seed)[0].at for seed in range(20)}) >= at_least


def test_the_greedy_player_takes_the_most_points():
    symbols = board("R G8 F8 E8", "B J9 J8")
    choice, then = chosen("greedy", rack="RO BO GG GP GY PY", symbols=symbols, scores=["R9"])
    assert choice.tile.code == "RO"
    assert scores_of(then)["R"] == 12


def test_the_greedy_player_does_not_count_points_that_would_be_lost():
    symbols = board("R G8 F8 E8", "B J9 J8")
    choice, _ = chosen("greedy", rack="RO BO GG GP GY PY", symbols=symbols, scores=["R18"])
    assert choice.tile.piece.code == "OB"


def test_the_careful_player_moves_its_lowest_peg():
    symbols = board("R G8 F8 E8", "B J9 J8")
    scores = ["R9 O9 Y9 G9 B4 P9"]
    choice, then = chosen("careful", rack="RO OB GG GP GY PY", symbols=symbols, scores=scores)
    assert "B" in choice.tile.code
    assert scores_of(then)["B"] >= 6


def test_the_careful_player_prefers_the_placement_whose_bonus_brings_more():
    """18 in red brings one blue by the bonus placement; one orange at once is better without it."""
    place = only_room(position(), "H8 H9 L9 L10", fill="Y").symbols
    symbols = board("R G8", "B K9 K8 M10", base=place)
    scores = ["R17 O9 Y18 G9 B4 P9"]
    choice, _ = chosen("careful", rack="RG BG GG PP GP OP", symbols=symbols, scores=scores)
    assert choice.tile.piece.code == "RG"


@pytest.mark.parametrize(("seat", "scores"), [(0, "R-1 O5"), (1, "R1 O-5")])
def test_the_careful_duellist_pulls_a_peg_across_the_middle(seat: int, scores: str):
    symbols = board("R G8 F8", "O J9 J8")
    choice, then = chosen("careful", mode="duel", rack="RY OY GP GG PP GY", symbols=symbols, scores=[scores], seat=seat)
    assert "R" in choice.tile.code
    assert then.pegs(seat)[0] > 0


def test_the_careful_duellist_takes_the_instant_win():
    symbols = board("R G8 F8", "O J9 J8 I8 J10 K11")
    scores = ["R-1 O1 Y1 G1 B1 P1"]
    _, then = chosen("careful", mode="duel", rack="RY OY OO GG PP GY", symbols=symbols, scores=scores)
    assert then.ending is not None
    assert then.ending.reason == "instant-win"


@pytest.mark.parametrize(("style", "exchange"), [("greedy", False), ("careful", True)])
def test_the_careful_player_exchanges_where_it_may(style: Style, exchange: bool):
    rack = "RB RR OO RO BB OB"
    choice, _ = chosen(style, rack=rack, scores=["R9 O9 B9"])
    assert choice.exchange is exchange


@pytest.mark.parametrize("style", STYLES)
def test_nobody_is_asked_about_an_exchange_that_is_not_allowed(style: Style):
    assert chosen(style)[0].exchange is None


def test_the_random_player_lays_doubles_both_ways_round():
    now = state(only_room(position("solo", 1), "H8 H9"), "RR")
    both = {choose(view(now, 0), "random", Random(seed)).at for seed in range(30)}
    assert both == {at("H8 H9"), at("H9 H8")}


@pytest.mark.parametrize("style", STYLES)
def test_a_bonus_placement_with_the_last_tile_is_chosen_too(style: Style):
    place = position("team", 4, symbols=board("R G8 F8"), scores=["R16"])
    now = state(place, "RB", *[OTHER] * 3)
    assert choose(view(now, 0), style, Random(1)).tile.piece == parse_tile("RB")


@pytest.mark.parametrize("style", STYLES)
def test_nobody_chooses_out_of_turn_or_after_the_end(style: Style):
    now = state(position(), RACK, OTHER)
    with pytest.raises(ValueError, match="turn"):
        choose(view(now, 1), style, Random(1))
    with pytest.raises(ValueError, match="turn"):
        choose(view(apply(now, Stopped("stopped")), 0), style, Random(1))


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("style", STYLES)
def test_bots_play_every_mode_to_its_end(mode: str, seats: int, style: Style):
    ending = fold(simulate(MODES[mode], (style,) * seats, Random(1))).position.ending
    assert ending is not None


@pytest.mark.parametrize("mode", ["standard", "duel"])
@pytest.mark.parametrize("style", ["greedy", "careful"])
def test_every_aim_beats_chance(mode: str, style: Style):
    wins = 0
    for seed in range(10):
        styles: list[Style] = ["random", "random"]
        styles[seed % 2] = style
        ending = fold(simulate(MODES[mode], styles, Random(seed))).position.ending
        assert ending is not None
        wins += ending.standing[0] == (seed % 2,)
    assert wins == 10


@pytest.mark.parametrize(("seats", "placements"), [(2, 38.1), (3, 54.4), (4, 73.5)])
def test_random_play_is_as_long_and_as_poor_as_the_page_of_rules_says(seats: int, placements: float):
    places = [fold(simulate(MODES["standard"], ("random",) * seats, Random(seed))).position for seed in range(40)]
    laid = mean(sum(len(turn.placements) for turn in place.turns) for place in places)
    lowest = mean(min(place.pegs(seat)) for place in places for seat in range(seats))
    assert laid == pytest.approx(placements, abs=0.8)
    assert lowest == pytest.approx(0.3, abs=0.15)
