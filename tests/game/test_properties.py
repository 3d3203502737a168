"""What holds in every legal game of every mode."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from game.events import Event, Placed
from game.record import from_json, to_json
from game.rules import apply, fold
from game.state import GameState
from game.tiles import FULL_BAG
from tests.game.build import games


def states(events: list[Event]) -> list[GameState]:
    found: list[GameState] = []
    for event in events:
        found.append(apply(found[-1] if found else None, event))
    return found


@given(games())
def test_r1_1_120_tiles_are_always_120_and_always_the_same(events: list[Event]):
    laid: Counter[object] = Counter()
    for event, now in zip(events, states(events), strict=True):
        if isinstance(event, Placed):
            laid[event.tile.piece] += 1
        held = Counter(tile.piece for rack in now.racks for tile in rack if tile)
        assert laid + held + Counter(now.unseen) == Counter(FULL_BAG)


@given(games())
def test_r5_4_the_bag_never_runs_out_and_its_number_is_right(events: list[Event]):
    for now in states(events):
        assert now.position.bag == sum(now.unseen.values()) >= 15


@given(games())
def test_the_replay_of_the_stored_events_equals_play(events: list[Event]):
    assert fold(from_json(to_json(event)) for event in events) == states(events)[-1]


@given(games())
def test_a_game_has_as_many_versions_as_events(events: list[Event]):
    assert [now.position.version for now in states(events)] == list(range(1, len(events) + 1))


@given(games())
def test_applying_an_event_leaves_the_state_before_it_alone(events: list[Event]):
    before = states(events)
    copies = [(now.position, now.racks, now.fresh, dict(now.unseen)) for now in before]
    for now, event in zip(before, events[1:], strict=False):
        apply(now, event)
    assert copies == [(now.position, now.racks, now.fresh, dict(now.unseen)) for now in before]


@given(games())
def test_pegs_stay_on_their_tracks(events: list[Event]):
    for now in states(events):
        track = now.position.mode.track
        lowest = -track.end if track.two_sided else 0
        assert all(lowest <= peg <= track.end for board in now.position.scores for peg in board.pegs)


@given(games())
def test_a_peg_moves_by_the_points_that_are_not_lost(events: list[Event]):
    now = fold(events).position
    moved = [0] * len(now.scores)
    for turn in now.turns:
        for placement in turn.placements:
            board = now.mode.board_of(turn.seat, now.seats)
            moved[board] += now.mode.direction(turn.seat) * (placement.total - sum(placement.lost))
    assert moved == [sum(board.pegs) for board in now.scores]


@given(games())
def test_every_seat_has_a_full_rack_between_turns(events: list[Event]):
    for now in states(events):
        if not now.position.in_turn:
            assert {len(rack) for rack in now.racks} <= {now.position.mode.rack_size} or now.position.ending
