"""The text of stored events: every kind comes back as it was, and nothing else is taken for one."""

import json
from dataclasses import fields, replace
from types import NoneType
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables import events as bot_events
from bot.tables.events import Begun, Opened, Seat, TermsChanged, from_text, to_text
from bot.tables.pace import PACES, PaceNames
from game.board import CELLS
from game.events import Dealt, Placed, Stopped, TurnEnded
from game.tiles import PIECES, Tile

names = st.text(max_size=32)
tiles = st.sampled_from(PIECES)


def of(hint: object) -> st.SearchStrategy:
    """Any value of the type of a field."""
    hint = getattr(hint, "__supertype__", hint)
    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return st.sampled_from(parts)
    if get_origin(hint) is Annotated:
        return st.sampled_from(sorted(PACES if isinstance(parts[1], PaceNames) else parts[1]))
    if get_origin(hint) is tuple:
        return st.lists(of(parts[0]), max_size=4).map(tuple)
    if parts:
        return st.one_of(*(of(part) for part in parts))
    return {
        int: st.integers(0, 2**63 - 1),
        str: names,
        bool: st.booleans(),
        NoneType: st.none(),
        Seat: st.builds(Seat, user=st.integers(0, 2**63 - 1) | st.none(), name=names),
    }[hint]


TABLE_KINDS = list(bot_events._KINDS.values())
table_events = [
    st.builds(kind, **{name: of(hint) for name, hint in get_type_hints(kind, include_extras=True).items()})
    for kind in TABLE_KINDS
]
game_events = [
    st.builds(Dealt, mode=st.just("standard"), racks=st.lists(st.lists(tiles).map(tuple)).map(tuple)),
    st.builds(Placed, seat=st.integers(0, 3), tile=tiles, at=st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS))),
    st.builds(TurnEnded, seat=st.integers(0, 3), returned=st.lists(tiles).map(tuple), drawn=st.lists(tiles).map(tuple)),
    st.builds(Stopped, by=st.sampled_from(["resign", "stopped"]), seat=st.integers(0, 3) | st.none()),
]
all_events = st.one_of(*table_events, *game_events)
strategies_of = dict(zip([*TABLE_KINDS, Dealt, Placed, TurnEnded, Stopped], [*table_events, *game_events], strict=True))


@pytest.mark.parametrize("kind", TABLE_KINDS, ids=lambda kind: kind.__name__)
@given(st.data())
@settings(max_examples=20)
def test_every_kind_of_event_comes_back_from_its_text(kind, data):
    event = data.draw(table_events[TABLE_KINDS.index(kind)])
    assert from_text(to_text(event)) == event


odd_values = st.one_of(
    st.sampled_from(
        ["", "6", "Standard", "careful", "2h", "none", "random", "stopped", "\ud800", "\0", True, 0, -1, 2**70]
    ),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3) | tiles,
    st.builds(Seat, user=st.text(max_size=1), name=st.none(), level=st.text(max_size=1)),
    st.lists(st.none() | st.sampled_from(["6", 1, "RB"]) | tiles, max_size=2).map(tuple),
    st.lists(st.tuples(tiles), max_size=2),
    st.dictionaries(st.integers() | st.text(max_size=1), st.none(), max_size=1),
)


@pytest.mark.parametrize("kind", [*TABLE_KINDS, Dealt, Placed, TurnEnded, Stopped], ids=lambda kind: kind.__name__)
@given(st.data())
@settings(max_examples=60)
def test_what_could_not_be_read_again_is_not_written(kind, data):
    event = replace(
        data.draw(strategies_of[kind]),
        **{data.draw(st.sampled_from([one.name for one in fields(kind)])): data.draw(odd_values)},
    )
    try:
        text = to_text(event)
    except (TypeError, ValueError):
        return
    from_text(text)


@pytest.mark.parametrize(
    "event",
    [
        Opened(11, "bridge", 2),
        Opened(11, "standard", 2, levels=("7",)),
        TermsChanged(2, "9d"),
        TermsChanged(2, "1d", ("7",)),
        Begun((Seat(None, "Bot Ada", "7"),)),
        Stopped("bored"),
        Placed(0, PIECES[0], (-1, 0)),
        TurnEnded(True, (), ()),
    ],
    ids=repr,
)
def test_an_event_with_an_unknown_word_is_not_written(event):
    with pytest.raises((TypeError, ValueError)):
        to_text(event)


def test_every_kind_of_event_can_be_stored():
    assert set(get_args(bot_events.TableOnlyEvent)) == set(TABLE_KINDS)


@given(all_events)
def test_an_event_comes_back_from_its_text(event):
    assert from_text(to_text(event)) == event


@given(all_events)
def test_an_event_is_one_line(event):
    assert len(to_text(event).splitlines()) == 1


@given(st.text() | st.text().map(lambda text: '{"table":' + text))
def test_any_text_is_an_event_or_a_value_error(text):
    read_or_refused(text)


def read_or_refused(text) -> None:
    """Nothing but `ValueError` may come out of a text, and what is read is an event that can be written again."""
    try:
        event = from_text(text)
    except ValueError:
        return
    assert from_text(to_text(event)) == event


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def mutated(draw) -> str:
    """The text of an event in which one key is gone, one is new, or one value is another."""
    body = json.loads(to_text(draw(all_events)))
    key = draw(st.sampled_from(list(body)))
    match draw(st.sampled_from(["drop", "change", "add"])):
        case "drop":
            del body[key]
        case "change":
            body[key] = draw(json_values)
        case "add":
            body[draw(st.text(min_size=1, max_size=5))] = draw(json_values)
    return json.dumps(body, separators=(",", ":"))


@settings(max_examples=400)
@given(mutated())
def test_a_mutated_event_is_an_event_or_a_value_error(text):
    read_or_refused(text)


@given(all_events, st.data())
def test_a_cut_event_is_a_value_error(event, data):
    text = to_text(event)
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(ValueError, match="not a stored event"):
        from_text(cut)


WRONG = [
    "",
    "null",
    "[]",
    '{"table":',
    '{"table":"joined"}',
    '{"table":"unheard-of","user":1}',
    '{"table":["joined"],"user":1,"name":"Ann","side":0}',
    '{"table":"joined","user":null,"name":"Ann","side":0}',
    '{"table":"joined","user":true,"name":"Ann","side":0}',
    '{"table":"joined","user":"1","name":"Ann","side":0}',
    '{"table":"joined","user":1.5,"name":"Ann","side":0}',
    '{"table":"joined","user":1,"name":null,"side":0}',
    '{"table":"joined","user":1,"name":["Ann"],"side":0}',
    '{"table":"joined","user":1,"name":"Ann","side":0,"more":1}',
    '{"table":"left","user":1,"by":null}',
    '{"table":"begun","seats":null}',
    '{"table":"begun","seats":[null]}',
    '{"table":"begun","seats":[1]}',
    '{"table":"begun","seats":{"user":1,"name":"Ann"}}',
    '{"table":"begun","seats":[{"user":"1","name":"Ann"}]}',
    '{"table":"begun","seats":[{"user":1,"name":7}]}',
    '{"table":"begun","seats":[],"more":1}',
    '{"table":"opened","host":1,"mode":["standard"],"seats":2,"invited":[]}',
    '{"table":"opened","host":1,"mode":"standard","seats":"2","invited":[]}',
    '{"table":"opened","host":1,"mode":"standard","seats":2,"invited":null}',
    '{"table":"opened","host":1,"mode":"standard","seats":2,"invited":["1"]}',
    '{"table":"opened","host":1,"mode":"standard","seats":2,"order":"reverse","invited":[]}',
    '{"table":"opened","host":1,"mode":"standard","seats":2,"talk":null,"invited":[]}',
    '{"table":' + "[" * 100_000,
    '{"table":"agreed","user":' + "[" * 100_000,
    "[" * 100_000,
    '{"table":"agreed","user":' + "9" * 5000 + "}",
]


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:60])
def test_a_wrong_text_is_a_value_error(text):
    with pytest.raises(ValueError, match="not a stored event"):
        from_text(text)


@pytest.mark.parametrize("body", [b'{"table":"agreed","user":1}', None, 7, 1.5], ids=repr)
def test_what_is_no_text_at_all_is_a_value_error(body):
    with pytest.raises(ValueError, match="not a stored event"):
        from_text(body)


def test_terms_that_a_later_release_added_have_their_default_in_an_older_log():
    text = '{"table":"opened","host":1,"mode":"duel","seats":2,"invited":[]}'
    assert from_text(text) == Opened(1, "duel", 2)


def test_the_tile_of_an_event_lies_as_it_was_laid():
    assert from_text(to_text(Placed(0, Tile(PIECES[1].second, PIECES[1].first), CELLS[:2]))).tile == PIECES[1].turned
