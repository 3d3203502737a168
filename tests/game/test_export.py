"""What is handed out of a game: the record and the summary."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given

from game.events import Dealt, Event, Placed, Stopped, TurnEnded
from game.illegal import Illegal
from game.record import export, summary
from game.replay import Record, parse, replay
from game.rules import apply, fold
from tests.game.build import SETUPS, games, played, unfinished

NAMES = ("ann", "ben", "cem", "dia")


def exported(events: list[Event], *, public: bool = True, **more: object) -> dict:
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    return json.loads(json.dumps(export(events, NAMES[: len(dealt.racks)], public=public, **more)))


def plain(told: Mapping[str, object]) -> dict:
    return json.loads(json.dumps(told))


def read(record: dict) -> Record:
    return parse(json.dumps(record).encode())


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_finished_game_is_exported_in_full(mode: str, seats: int):
    events = played(mode, seats, 1)
    record = exported(events)
    assert "??" not in json.dumps(record)
    assert replay(read(record)).events == tuple(events)


def test_a_record_has_the_head_of_its_format():
    record = exported(played("duel", 2, 1))
    assert list(record) == ["format", "mode", "players", "deal", "turns"]
    assert (record["format"], record["mode"], record["players"]) == ("ingenious-record/1", "duel", ["ann", "ben"])


def test_a_turn_that_ends_the_game_has_no_draw():
    *others, last = exported(played("standard", 2, 1))["turns"]
    assert "draw" not in last
    assert all("draw" in turn for turn in others)


def test_a_turn_without_an_exchange_does_not_name_one():
    events = played("duel", 2, 3)
    exchanged = [bool(event.returned) for event in events if isinstance(event, TurnEnded)]
    assert True in exchanged
    assert ["exchange" in turn for turn in exported(events)["turns"][: len(exchanged)]] == exchanged


def test_meta_is_written_only_where_it_is_given():
    assert exported(played("solo", 1, 1), meta={"game": 7})["meta"] == {"game": 7}


@given(games())
def test_records_round_trip(events: list[Event]):
    record = exported(events)
    again = replay(read(record))
    assert list(again.events) == events
    assert exported(list(again.events)) == record


@given(unfinished())
def test_the_export_of_a_running_game_names_no_tile_that_nobody_has_seen(events: list[Event]):
    record = exported(events)
    dealt = [code for rack in record["deal"] for code in rack]
    drawn = [code for turn in record["turns"] for code in turn["draw"]]
    assert set(dealt + drawn) == {"??"}


@given(unfinished())
def test_the_export_of_a_running_game_has_its_complete_turns(events: list[Event]):
    complete = sum(isinstance(event, TurnEnded) for event in events)
    assert len(exported(events)["turns"]) == complete


@given(unfinished())
def test_the_export_of_a_running_game_is_the_same_whatever_is_hidden(events: list[Event]):
    """Tiles that were only dealt or drawn are replaced by others; nothing public changes."""
    hidden = [_blank(event) for event in events]
    assert exported(hidden) == exported(events)


def _blank(event: Event) -> Event:
    match event:
        case Dealt(mode, racks):
            return Dealt(mode, tuple((None,) * len(rack) for rack in racks))
        case TurnEnded(seat, returned, drawn):
            return TurnEnded(seat, returned, (None,) * len(drawn))
        case _:
            return event


@given(unfinished())
def test_the_export_of_a_running_game_replays_to_the_public_position(events: list[Event]):
    last = max((n for n, event in enumerate(events) if isinstance(event, TurnEnded)), default=0)
    complete = fold(events[: last + 1]).position
    assert summary(replay(read(exported(events))).states[-1].position) == summary(complete)


@given(unfinished())
def test_a_running_game_can_be_exported_with_everything_for_its_keeper(events: list[Event]):
    last = max((n for n, event in enumerate(events) if isinstance(event, TurnEnded)), default=0)
    assert list(replay(read(exported(events, public=False))).events) == events[: last + 1]


@given(unfinished())
def test_a_stopped_game_is_public_and_keeps_its_open_turn(events: list[Event]):
    events = [*events, Stopped("stopped")]
    record = exported(events)
    assert record["ended"] == {"by": "stopped"}
    assert "??" not in json.dumps(record)
    assert list(replay(read(record)).events) == events


def test_a_resignation_names_the_seat():
    events = [*played("duel", 2, 1, until=9), Stopped("resign", 1)]
    record = exported(events)
    assert record["ended"] == {"by": "resign", "seat": 1}
    assert list(replay(read(record)).events) == events


def test_events_that_are_no_game_are_not_exported():
    with pytest.raises(Illegal):
        export(played("solo", 1, 1)[1:], ["ann"], public=True)


# --- the summary ---------------------------------------------------------------------------------------------------


def test_the_summary_of_a_running_game_has_neither_reason_nor_standing():
    told = summary(fold(played("team", 4, 1, until=9)).position)
    assert (told["over"], told["reason"], told["standing"]) == (False, None, None)


@pytest.mark.parametrize(("by", "standing"), [("stopped", [[0, 1]]), ("resign", [[1], [0]])])
def test_the_summary_of_a_game_that_was_ended_gives_the_word_and_the_standing(by: str, standing: list[list[int]]):
    told = summary(apply(fold(played("duel", 2, 1, until=1)), Stopped(by, 0)).position)
    assert (told["over"], told["reason"], told["standing"]) == (True, by, standing)


@pytest.mark.parametrize(
    ("mode", "seats", "boards"), [("standard", 3, 3), ("solo", 1, 1), ("team", 4, 2), ("duel", 2, 1)]
)
def test_the_summary_has_one_object_a_score_board(mode: str, seats: int, boards: int):
    told = plain(summary(fold(played(mode, seats, 1)).position))
    assert [list(scores) for scores in told["scores"]] == [list("ROYGBP")] * boards


@given(games())
def test_the_summary_counts_every_placement(events: list[Event]):
    told = plain(summary(fold(events).position))
    assert sum(len(turn["placements"]) for turn in told["turns"]) == sum(isinstance(event, Placed) for event in events)
