"""Records that were damaged, and bytes that never were one: refused in a line, or read."""

from __future__ import annotations

import json
from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.record import export, from_json, to_json
from game.replay import RecordError, parse, replay
from tests.game.build import SETUPS, played

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["RB", "gg", "??", "H8", "a1", "A15", "Z9", "resign", "team"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def survives(data: bytes) -> None:
    """Read it or refuse it in one line that names a turn."""
    refused: RecordError | None = None
    try:
        replay(parse(data))
    except RecordError as error:
        refused = error
    if refused:
        assert len(str(refused).splitlines()) == 1
        assert str(refused).startswith(f"turn {refused.turn}: ")
        assert refused.turn >= -1


@cache
def text(number: int) -> str:
    mode, seats = SETUPS[number]
    return json.dumps(export(played(mode, seats, number), ["ann", "ben", "cem", "dia"][:seats], public=False))


@given(st.binary(max_size=300))
def test_random_bytes_never_break_the_reader(data: bytes):
    survives(data)


@given(JSON)
@example({"format": "ingenious-record/1", "mode": "solo", "players": [], "deal": [], "turns": []})
def test_random_documents_never_break_the_reader(document: object):
    survives(json.dumps(document).encode())


@settings(max_examples=150)
@given(st.integers(0, len(SETUPS) - 1), st.data())
def test_a_record_with_one_value_replaced_never_breaks_the_reader(number: int, data: st.DataObject):
    record = json.loads(text(number))
    inner = record
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.integers(0, 3)) == 0:
            break
        inner = inner[key]
    match data.draw(st.sampled_from(["replace", "delete", "double"])):
        case "replace":
            inner[key] = data.draw(JSON)
        case "delete":
            del inner[key]
        case _ if isinstance(inner, list):
            inner.insert(key, inner[key])
        case _:
            inner[f"{key}s"] = inner[key]
    survives(json.dumps(record).encode())


@settings(max_examples=150)
@given(st.integers(0, len(SETUPS) - 1), st.floats(0, 1, exclude_max=True), st.binary(max_size=3), st.integers(0, 3))
def test_a_record_with_damaged_bytes_never_breaks_the_reader(number: int, part: float, new: bytes, gone: int):
    whole = text(number).encode()
    start = int(part * len(whole))
    survives(whole[:start] + new + whole[start + gone :])


@given(st.integers(0, len(SETUPS) - 1), st.floats(0, 1))
def test_a_record_that_is_cut_off_never_breaks_the_reader(number: int, part: float):
    survives(text(number).encode()[: int(part * len(text(number)))])


@given(st.text(max_size=60) | JSON.map(json.dumps))
def test_a_stored_event_is_read_or_refused(stored: str):
    try:
        event = from_json(stored)
    except ValueError:
        return
    assert from_json(to_json(event)) == event


@given(st.integers(0, 5), st.floats(0, 1, exclude_max=True), st.text(max_size=2))
def test_a_damaged_stored_event_is_read_or_refused(number: int, part: float, new: str):
    stored = to_json(played("duel", 2, 1)[number])
    at = int(part * len(stored))
    try:
        event = from_json(stored[:at] + new + stored[at + 1 :])
    except ValueError:
        return
    assert from_json(to_json(event)) == event
