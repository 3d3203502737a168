"""Intents becoming facts, and what a placement would do."""

from __future__ import annotations

from random import Random

import pytest

from game.board import NAMES
from game.events import Dealt, Place, Placed, Resign, TurnEnded
from game.placements import placements
from game.rules import apply, decide, fold, preview
from game.state import view
from game.tiles import parse_tile
from tests.game.build import OTHER, RACK, at, board, only_room, played, position, refusal, state, tiles


def test_a_placement_becomes_two_events_with_the_tile_drawn():
    events = decide(state(position(), RACK, OTHER), 0, Place(parse_tile("RB"), at("H8 H9")), Random(1))
    assert [type(event) for event in events] == [Placed, TurnEnded]
    assert len(events[1].drawn) == 1


def test_a_draw_depends_on_nothing_but_the_generator():
    now, intent = state(position(), RACK, OTHER), Place(parse_tile("RB"), at("H8 H9"))
    assert decide(now, 0, intent, Random(3)) == decide(now, 0, intent, Random(3))


def test_a_drawn_tile_comes_from_the_bag():
    now = apply(None, Dealt("standard", (tiles("RR RR RR RR RR GG"), tiles(RACK))))
    for seed in range(200):
        _, ended = decide(now, 0, Place(parse_tile("GG"), at("D8 D9")), Random(seed))
        assert ended.drawn != tiles("RR")


def test_resigning_is_a_fact_without_a_placement():
    (event,) = decide(state(position(), RACK, OTHER), 1, Resign(), Random(1))
    assert (event.by, event.seat) == ("resign", 1)


@pytest.mark.parametrize("intent", [Place(parse_tile("RB"), at("H8 H9")), Resign()])
def test_r7_1_nothing_is_decided_after_the_end(intent: Place | Resign):
    over = fold(played("standard", 2, 3))
    with refusal("game-over", "R7.1"):
        decide(over, over.position.seat, intent, Random(1))


def test_a_preview_tells_what_the_placement_will_do():
    now = state(position(symbols=board("R G8")), RACK, OTHER)
    outcome = preview(view(now, 0), parse_tile("RB"), at("H8 H9"))
    assert outcome.placement.points == (1, 0)
    assert outcome.rack == tiles("GG OY PR YB OP")
    assert outcome.ends_turn
    assert outcome.position.symbols == apply(now, Placed(0, parse_tile("RB"), at("H8 H9"))).position.symbols


def test_r3_9_nothing_is_previewed_for_a_seat_that_is_not_on_turn():
    with refusal("not-your-turn", "R3.9"):
        preview(view(state(position(), RACK, OTHER), 1), parse_tile("RR"), at("H8 H9"))


def test_r3_1_nothing_is_previewed_of_a_tile_that_is_not_on_the_rack():
    with refusal("not-on-rack", "R3.1"):
        preview(view(state(position(), RACK, OTHER), 0), parse_tile("RR"), at("H8 H9"))


def test_r7_1_nothing_is_previewed_after_the_end():
    over = fold(played("standard", 2, 3))
    with refusal("game-over", "R7.1"):
        preview(view(over, over.position.seat), over.racks[over.position.seat][0], at("H8 H9"))


def test_no_placement_is_listed_for_a_seat_that_is_not_on_turn():
    now = state(position(), RACK, OTHER)
    assert placements(view(now, 0))
    assert placements(view(now, 1)) == placements(view(now, None)) == []


def test_a_piece_that_is_on_the_rack_twice_is_listed_once():
    now = state(only_room(position(), "H8 H9"), "RB BR GG GG GG GG", OTHER)
    listed = [f"{tile.code} {NAMES[a]} {NAMES[b]}" for tile, a, b, _, _ in placements(view(now, 0))]
    assert listed == ["RB H8 H9", "RB H9 H8", "GG H8 H9"]
