"""Reading a record: its structure, and the turn at which it breaks a rule."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from game.events import Stopped
from game.record import export, summary
from game.replay import parse, replay
from game.rules import fold
from tests.game.build import played
from tests.game.records import changed, error, valid


def test_a_record_that_keeps_the_rules_is_replayed_turn_by_turn():
    record = valid()
    states = replay(parse(json.dumps(record).encode())).states
    assert len(states) == len(record["turns"]) + 1
    assert states[1].position.turns[-1].seat == 0
    assert states[-1].position.ending is not None


def test_a_byte_order_mark_is_let_pass():
    parse(b"\xef\xbb\xbf" + json.dumps(valid()).encode())


def test_small_letters_and_tiles_named_the_other_way_round_are_the_same_record():
    record = valid("duel", seed=3)

    def other_way(code: str) -> str:
        return code[::-1].lower()

    small = json.loads(json.dumps(record))
    small["deal"] = [[other_way(code) for code in rack] for rack in small["deal"]]
    for turn in small["turns"]:
        for key in {"draw", "exchange"} & set(turn):
            turn[key] = [other_way(code) for code in turn[key]][::-1]
        for one in turn["place"]:
            one["tile"], one["at"] = one["tile"].lower(), [name.lower() for name in one["at"]]
    one, other = (replay(parse(json.dumps(each).encode())).states[-1].position for each in (record, small))
    assert summary(one) == summary(other)


def test_meta_is_ignored_wherever_it_stands():
    record = valid()
    record["meta"] = {"anything": [None, 1.5, {"deep": []}]}
    record["turns"][0]["meta"] = 3
    parse(json.dumps(record).encode())


# --- the head and the deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda r: r.update(mode="chess"), "R8"),
        (lambda r: r.update(mode="team"), "R8"),
        (lambda r: r["deal"][0].pop(), "R2.1"),
        (lambda r: r["deal"].__setitem__(0, ["RR"] * 6), "R1.1"),
    ],
    ids=["mode", "seats", "rack", "bag"],
)
def test_a_wrong_deal_belongs_to_the_head(change: Callable[[dict], object], rule: str):
    found = error(changed(change))
    assert (found.turn, found.rule) == (-1, rule)


# --- turns ---------------------------------------------------------------------------------------------------------


LAST = len(valid()["turns"]) - 1


def turn(number: int, **values: object) -> Callable[[dict], object]:
    return lambda record: record["turns"][number].update(values)


def spaces(number: int, *names: str) -> Callable[[dict], object]:
    return lambda record: record["turns"][number]["place"][0].update(at=list(names))


@pytest.mark.parametrize(
    ("change", "number", "rule"),
    [
        (turn(4, place=[]), 4, "R3.4"),
        (turn(4, seat=1), 4, "R3.9"),
        (turn(4, seat=7), 4, "R3.9"),
        (turn(4, seat=10**400), 4, "R3.9"),
        (spaces(4, "A15", "A14"), 4, "R3.1"),
        (spaces(4, "A1", "A2"), 4, "R3.1"),
        (spaces(4, "H8", "H8"), 4, "R3.1"),
        (spaces(4, "C3", "C4"), 4, "R3.1"),
        (spaces(0, "H8", "H9"), 0, "R3.2"),
        (turn(4, draw=[]), 4, "R3.9"),
        (lambda r: r["turns"][4].pop("draw"), 4, "R3.9"),
        (turn(4, exchange=[]), 4, "R5.1"),
        (lambda r: r["turns"][4]["place"].append(r["turns"][4]["place"][0]), 4, "R4.1"),
        (lambda r: r["turns"].__delitem__(4), 4, "R3.9"),
        (lambda r: r["turns"].append(r["turns"][-1]), LAST + 1, "R7.1"),
        (lambda r: r["turns"][-1].update(draw=["RB"]), LAST, "R7.1"),
        (lambda r: r["turns"][-1].update(draw=[]), LAST, "R7.1"),
        (lambda r: r["turns"][-1].update(exchange=["RB"]), LAST, "R7.1"),
    ],
    ids=[
        "nothing placed",
        "another seat",
        "no such seat",
        "a huge seat",
        "off the board",
        "outside the area",
        "one space twice",
        "a printed symbol",
        "first turn",
        "nothing drawn",
        "no draw",
        "an empty exchange",
        "a placement too many",
        "a turn left out",
        "a turn after the end",
        "a draw at the end",
        "an empty draw at the end",
        "an exchange at the end",
    ],
)
def test_the_first_turn_that_breaks_a_rule_is_named(change: Callable[[dict], object], number: int, rule: str):
    found = error(changed(change))
    assert (found.turn, found.rule) == (number, rule)


def test_the_line_names_turn_and_rule():
    assert str(error(changed(turn(4, place=[])))) == "turn 4: a turn must place a tile (R3.4)"


def test_the_line_of_what_is_no_record_names_no_rule():
    assert str(error({})) == "turn -1: the record: format is missing"


# --- unknown tiles -------------------------------------------------------------------------------------------------


def public(**more: object) -> dict:
    return json.loads(json.dumps(export(played("standard", 2, 1, until=20, **more), ["ann", "ben"], public=True)))


def test_a_tile_placed_from_an_unknown_rack_is_not_questioned():
    record = public()
    record["turns"][3]["place"][0]["tile"] = "RR"
    replay(parse(json.dumps(record).encode()))


def test_r1_1_more_tiles_of_a_piece_than_there_are_cannot_come_from_unknown_racks():
    record = public()
    for each in record["turns"][:6]:
        each["place"][0]["tile"] = "RR"
    found = error(record)
    assert (found.turn, found.rule) == (5, "R1.1")


def test_r5_2_an_exchange_of_some_unknown_tiles_is_refused():
    record = public()
    record["turns"][0] |= {"exchange": ["RR", "RR"], "draw": ["??"] * 6}
    assert error(record).turn == 0


def test_a_finished_record_with_unknown_tiles_is_replayed():
    record = valid()
    record["deal"][1] = ["??"] * 6
    assert replay(parse(json.dumps(record).encode())).states[-1].position.ending is not None


# --- ended ---------------------------------------------------------------------------------------------------------


def stopped(by: str = "stopped", *, until: int = 20, **values: object) -> dict:
    events = played("standard", 2, 1, until=until)
    return json.loads(json.dumps(export([*events, Stopped(by, 1)], ["ann", "ben"], public=True))) | values


def test_a_game_that_was_ended_has_the_word_as_reason():
    position_then = replay(parse(json.dumps(stopped("resign")).encode())).states[-1].position
    assert summary(position_then)["reason"] == "resign"
    assert summary(position_then)["standing"] == [[0], [1]]


def test_a_game_may_be_ended_before_its_first_turn():
    assert replay(parse(json.dumps(stopped(until=1)).encode())).states[-1].position.ending is not None


def test_ended_by_nobody_in_particular_is_let_pass():
    replay(parse(json.dumps(stopped(ended={"by": "stopped"})).encode()))


def test_a_game_that_ended_by_the_rules_was_not_ended():
    found = error(changed(lambda record: record.update(ended={"by": "stopped", "seat": 0})))
    assert (found.turn, found.rule) == (-1, "R7.1")


def test_ended_by_a_seat_that_is_not_there_is_refused():
    assert error(stopped(ended={"by": "resign", "seat": 2})).turn == -1


def bonus_open() -> dict:
    """A game stopped while a bonus placement was open."""
    for seed in range(100):
        events = played("standard", 2, seed, styles=["greedy"])
        for until in range(2, len(events)):
            position_then = fold(events[:until]).position
            if position_then.in_turn and position_then.owed:
                return json.loads(json.dumps(export([*events[:until], Stopped("stopped")], ["a", "b"], public=True)))
    raise AssertionError("no bonus in any game")


def test_a_turn_may_stop_at_an_open_bonus_placement_when_the_game_was_ended():
    record = bonus_open()
    assert "draw" not in record["turns"][-1]
    assert replay(parse(json.dumps(record).encode())).states[-1].position.in_turn


def test_r4_2_a_turn_may_not_stop_there_when_the_game_goes_on():
    record = bonus_open()
    del record["ended"]
    found = error(record)
    assert (found.turn, found.rule) == (len(record["turns"]) - 1, "R4.2")


def test_r4_2_nothing_is_drawn_while_a_bonus_placement_is_open():
    record = bonus_open()
    record["turns"][-1]["draw"] = ["RR"]
    assert error(record).rule == "R4.2"


def test_r3_9_a_turn_without_an_open_bonus_is_refilled_even_when_the_game_was_ended():
    record = stopped()
    del record["turns"][-1]["draw"]
    found = error(record)
    assert (found.turn, found.rule) == (len(record["turns"]) - 1, "R3.9")
