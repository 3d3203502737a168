"""The text of stored facts: every kind comes back as it was, and nothing else is taken for one."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.facts import Agreed, Begun, Cancelled, Declined, Joined, Left, Opened, Seat, from_text, to_text
from game.board import CELLS
from game.events import Dealt, Placed, Stopped, TurnEnded
from game.tiles import PIECES, Tile

users = st.integers(0, 2**63 - 1)
names = st.text(max_size=32)
tiles = st.sampled_from(PIECES)

facts = st.one_of(
    st.builds(
        Opened,
        host=users,
        mode=st.sampled_from(["standard", "solo", "team", "duel"]),
        seats=st.integers(1, 4),
        bots=st.integers(0, 3),
        language=st.sampled_from(["en", "de"]),
        order=st.sampled_from(["random", "joined"]),
        talk=st.sampled_from(["open", "closed"]),
        invited=st.lists(users, max_size=3).map(tuple),
    ),
    st.builds(Joined, user=users, name=names, side=st.integers(0, 1)),
    st.builds(Left, user=users, by=users),
    st.builds(Begun, st.lists(st.builds(Seat, user=users | st.none(), name=names), max_size=4).map(tuple)),
    st.builds(Agreed, user=users),
    st.builds(Declined, user=users),
    st.builds(Cancelled, by=users | st.none()),
    st.builds(Dealt, mode=st.just("standard"), racks=st.lists(st.lists(tiles).map(tuple)).map(tuple)),
    st.builds(Placed, seat=st.integers(0, 3), tile=tiles, at=st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS))),
    st.builds(TurnEnded, seat=st.integers(0, 3), returned=st.lists(tiles).map(tuple), drawn=st.lists(tiles).map(tuple)),
    st.builds(Stopped, by=st.sampled_from(["resign", "stopped"]), seat=st.integers(0, 3) | st.none()),
)


@given(facts)
def test_a_fact_comes_back_from_its_text(fact):
    assert from_text(to_text(fact)) == fact


@given(facts)
def test_a_fact_is_one_line(fact):
    assert len(to_text(fact).splitlines()) == 1


@given(st.text() | st.text().map(lambda text: '{"table":' + text))
def test_any_text_is_a_fact_or_a_value_error(text):
    read_or_refused(text)


def read_or_refused(text) -> None:
    """Nothing but `ValueError` may come out of a text, and what is read is a fact that can be written again."""
    try:
        fact = from_text(text)
    except ValueError:
        return
    assert from_text(to_text(fact)) == fact


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def mutated(draw) -> str:
    """The text of a fact in which one key is gone, one is new, or one value is another."""
    body = json.loads(to_text(draw(facts)))
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
def test_a_mutated_fact_is_a_fact_or_a_value_error(text):
    read_or_refused(text)


@given(facts, st.data())
def test_a_cut_fact_is_a_value_error(fact, data):
    text = to_text(fact)
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


def test_the_tile_of_a_fact_lies_as_it_was_laid():
    assert from_text(to_text(Placed(0, Tile(PIECES[1].second, PIECES[1].first), CELLS[:2]))).tile == PIECES[1].turned
