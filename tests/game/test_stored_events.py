"""Events as stored text."""

from __future__ import annotations

import json

import pytest

from game.events import Dealt, Event, Placed, Stopped, TurnEnded
from game.record import from_json, to_json
from tests.game.build import at, tiles

EVENTS = [
    Dealt("solo", (tiles("BR"),)),
    Dealt("duel", (tiles("RB GG"), (None, None))),
    Placed(1, tiles("BR")[0], at("D4 D3")),
    TurnEnded(0, (), tiles("YY")),
    TurnEnded(3, tiles("YY RB"), (None, None)),
    Stopped("resign", 2),
    Stopped("stopped"),
]


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_comes_back_as_it_was_stored(event: Event):
    assert from_json(to_json(event)) == event


@pytest.mark.parametrize("event", EVENTS)
def test_a_stored_event_is_one_line_of_plain_characters(event: Event):
    assert to_json(event).isascii()
    assert "\n" not in to_json(event)
    assert " " not in to_json(event)


def test_what_is_stored_can_be_read_by_people():
    assert to_json(EVENTS[2]) == '{"type":"placed","seat":1,"tile":"BR","at":["D4","D3"]}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "{",
        '{"type":"lost"}',
        '{"type":"placed","seat":1,"tile":"BR"}',
        '{"type":"placed","seat":1,"tile":"BR","at":["D4","D3"],"more":1}',
        '{"type":"placed","seat":1,"tile":"BR","at":["D4"]}',
        '{"type":"placed","seat":1,"tile":"BR","at":["D4","D3","D2"]}',
        '{"type":"placed","seat":1,"tile":"BR","at":"D4"}',
        '{"type":"placed","seat":1,"tile":"BR","at":["D4","A15"]}',
        '{"type":"placed","seat":1,"tile":"BR","at":["D4",4]}',
        '{"type":"placed","seat":1,"tile":"??","at":["D4","D3"]}',
        '{"type":"placed","seat":1,"tile":null,"at":["D4","D3"]}',
        '{"type":"placed","seat":true,"tile":"BR","at":["D4","D3"]}',
        '{"type":"placed","seat":1.0,"tile":"BR","at":["D4","D3"]}',
        '{"type":"placed","seat":-1,"tile":"BR","at":["D4","D3"]}',
        '{"type":"placed","seat":null,"tile":"BR","at":["D4","D3"]}',
        '{"type":"turn-ended","seat":1,"returned":["??"],"drawn":["YY"]}',
        '{"type":"turn-ended","seat":1,"returned":null,"drawn":["YY"]}',
        '{"type":"turn-ended","seat":1,"returned":[],"drawn":[3]}',
        '{"type":"dealt","mode":"solo","racks":[["B"]]}',
        '{"type":"dealt","mode":"solo","racks":["BR"]}',
        '{"type":"dealt","mode":3,"racks":[["BR"]]}',
        '{"type":"stopped","by":"tired","seat":1}',
        '{"type":"stopped","by":["resign"],"seat":1}',
        '{"type":"stopped","by":"resign"}',
        "[" * 100_000,
        '{"type":"placed","seat":' + "9" * 5000 + "}",
    ],
)
def test_what_is_no_stored_event_is_refused(text: str):
    with pytest.raises(ValueError, match="not a stored event"):
        from_json(text)


def test_the_order_of_the_keys_does_not_matter():
    body = json.loads(to_json(EVENTS[2]))
    assert from_json(json.dumps(dict(reversed(body.items())))) == EVENTS[2]


@pytest.mark.parametrize("tile", ["RBX", "RX"])
def test_an_error_about_a_damaged_event_has_nothing_of_its_text_in_its_traceback(tile):
    text = f'{{"type":"turn-ended","seat":0,"returned":[],"drawn":["GY","{tile}"]}}'
    with pytest.raises(ValueError, match=f"{len(text)} characters") as caught:
        from_json(text)
    assert str(caught.value) == f"not a stored event (ValueError), {len(text)} characters"
    assert caught.value.__suppress_context__
