"""The log of a tournament: each event comes back as it was, and the whole makes the tournament."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from bot.tables.anonymous import without_user
from bot.texts.names import FORMER
from bot.tournaments import actions
from bot.tournaments.events import (
    Begun,
    Cancelled,
    Ended,
    Entered,
    Event,
    GameEnded,
    Moved,
    Opened,
    Pairing,
    RoundBegun,
    RoundExtended,
    SeatsHeld,
    Warned,
    Withdrawn,
    from_text,
    to_text,
)
from bot.tournaments.rounds import progress
from bot.tournaments.tournament import apply, fold

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
OPENED = Opened(9, 2, "duel", 2, begins_at=AT, role=7, rating_from=900)
EVENTS = (
    OPENED,
    Entered(1, "Ann", 1200),
    Withdrawn(1, "gone"),
    Moved(77),
    Begun("swiss", 3, (1, 2)),
    RoundBegun(1, (Pairing((1, 2), 5),), (3,), AT, AT + timedelta(days=7)),
    SeatsHeld(5, (1,)),
    GameEnded(5, (12, 0), (9, 3), (2,)),
    RoundExtended(AT, AT),
    Warned((1, 2)),
    Ended(),
    Cancelled("host", 9),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event):
    assert from_text(to_text(event)) == event


def test_every_event_is_tried_here():
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize(
    "text", ["", "{}", '{"tournament":"lost"}', '{"tournament":"entered","user":"1","name":"x"}', "[]"]
)
def test_a_line_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="not an event"):
        from_text(text)


def test_no_number_of_a_person_stays_where_they_are_forgotten():
    for event in EVENTS:
        changed = without_user(event, 1, -5)
        assert "1" not in [str(one) for one in _users(changed)]
    assert without_user(EVENTS[1], 1, -5) == Entered(-5, FORMER, 1200)


def _users(event) -> list[int]:
    found = {"user", "users", "line", "host", "by", "held", "byes"} & {*event.__dataclass_fields__}
    values = [getattr(event, name) for name in found]
    values += [table.people for table in getattr(event, "tables", ())]
    return [user for value in values for user in (value if isinstance(value, tuple) else (value,))]


def test_a_log_makes_the_same_tournament_however_it_is_cut():
    tournament = fold(3, [OPENED, *(Entered(user, f"P{user}") for user in (1, 2, 3))])
    events = [OPENED, *tournament.entered, *actions.begin(tournament)]
    begun = fold(3, events)
    draft = progress(begun, AT).draft
    events.append(draft.begun((8,)))
    events += actions.end_game(fold(3, events), 8, (1, 2), (9, 3), ())
    for cut in range(1, len(events)):
        assert apply(fold(3, events[:cut]), events[cut:]) == fold(3, events)


def test_a_log_without_its_terms_makes_no_tournament():
    with pytest.raises(ValueError, match="terms"):
        fold(3, [Ended()])
    with pytest.raises(ValueError, match="no round"):
        fold(3, [OPENED, Warned((1,))])
