"""Who may see what."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from game.events import Event
from game.rules import fold
from game.state import GameState, SeatView, view
from game.tiles import FULL_BAG, Tile
from tests.game.build import OTHER, RACK, played, position, state, tiles, unfinished


def with_other_hidden_tiles(now: GameState, seat: int | None, rng: Random) -> GameState:
    """The same game as `seat` knows it: what it does not see is shuffled among the bag and the other racks."""
    hidden = [piece for piece, count in now.unseen.items() for _ in range(count)]
    hidden += [tile.piece for other, rack in enumerate(now.racks) if other != seat for tile in rack if tile]
    rng.shuffle(hidden)
    racks: list[tuple[Tile | None, ...]] = []
    for other, rack in enumerate(now.racks):
        racks.append(rack if other == seat else tuple(hidden.pop() for _ in rack))
    bag = dict.fromkeys(FULL_BAG, 0)
    for piece in hidden:
        bag[piece] += 1
    return GameState(now.position, tuple(racks), now.fresh, bag)


@given(unfinished(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_two_games_that_differ_only_in_what_a_seat_does_not_see_look_the_same(
    events: list[Event], number: int, rng: Random
):
    now = fold(events)
    seat = number % now.position.seats
    assert view(with_other_hidden_tiles(now, seat, rng), seat) == view(now, seat)


@given(unfinished(), st.randoms(use_true_random=False))
def test_the_public_sees_no_rack_at_all(events: list[Event], rng: Random):
    now = fold(events)
    seen = view(now, None)
    assert seen == view(with_other_hidden_tiles(now, None, rng), None)
    assert seen.rack == ()
    assert not seen.on_turn


@given(unfinished())
def test_what_a_seat_has_not_seen_is_what_is_neither_on_the_board_nor_on_its_rack(events: list[Event]):
    now = fold(events)
    laid = sum(len(turn.placements) for turn in now.position.turns)
    for seat in range(now.position.seats):
        seen = view(now, seat)
        assert sum(seen.unseen.values()) == 120 - laid - len(seen.rack)


def test_which_tiles_of_the_others_are_new_is_not_seen():
    now = state(position(), RACK, OTHER)
    assert view(replace(now, fresh=(0, 3)), 0) == view(now, 0)
    assert view(replace(now, fresh=(0, 3)), None) == view(now, None)


def test_a_seat_sees_its_own_rack_and_which_tiles_are_new():
    seen = view(replace(state(position(), RACK, OTHER), fresh=(2, 0)), 0)
    assert (seen.rack, seen.fresh) == (tiles(RACK), 2)


def test_partners_do_not_see_each_others_racks():
    now = fold(played("team", 4, 1, until=9))
    swapped = GameState(now.position, (now.racks[0], now.racks[1], now.racks[3], now.racks[2]), now.fresh, now.unseen)
    assert view(swapped, 0) == view(now, 0)


def test_only_the_seat_on_turn_is_on_turn():
    now = state(position("standard", 3), RACK, OTHER, OTHER)
    assert [view(now, seat).on_turn for seat in range(3)] == [True, False, False]


def test_nobody_is_on_turn_after_the_end():
    now = fold(played("standard", 2, 1))
    assert not any(view(now, seat).on_turn for seat in range(2))


def test_a_view_has_no_room_for_other_racks():
    assert [field.name for field in fields(SeatView)] == ["position", "seat", "rack", "fresh", "unseen"]
