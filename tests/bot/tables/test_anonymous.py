"""A person's number and name leave an event wherever it has them, whatever its fields are called."""

from dataclasses import dataclass
from typing import get_args, get_type_hints

import pytest

from bot.tables.anonymous import FORMER, anonymised, without_user
from bot.tables.events import (
    Begun,
    Cancelled,
    Joined,
    Left,
    Nudged,
    Opened,
    Seat,
    TableOnlyEvent,
)
from data.ids import UserId
from tests.bot.sample_tables import ANN, BEN, CEM

NOBODY = -5


@pytest.mark.parametrize(
    ("event", "without"),
    [
        (Opened(ANN, "duel", 2, invited=(BEN, ANN)), Opened(NOBODY, "duel", 2, invited=(BEN, NOBODY))),
        (Opened(BEN, "duel", 2, line=(0, ANN)), Opened(BEN, "duel", 2, line=(0, NOBODY))),
        (Joined(ANN, "Ann", 1), Joined(NOBODY, FORMER, 1)),
        (Left(BEN, ANN), Left(BEN, NOBODY)),
        (Cancelled(None), Cancelled(None)),
        (Begun((Seat(ANN, "Ann"), Seat(None, "Bot"))), Begun((Seat(NOBODY, FORMER), Seat(None, "Bot")))),
        (Nudged(CEM, ANN), Nudged(CEM, ANN)),
    ],
)
def test_an_event_loses_a_person_and_nothing_else(event, without):
    assert anonymised(event, ANN, NOBODY) == without


@dataclass(frozen=True)
class _Inner:
    whoever: UserId | None
    name: str


@dataclass(frozen=True)
class _New:
    chosen: UserId
    order: tuple[UserId, ...]
    inner: tuple[_Inner, ...]
    count: int


def test_a_field_that_nobody_thought_of_is_found_by_its_type():
    new = _New(ANN, (BEN, ANN), (_Inner(ANN, "x"), _Inner(None, "y")), ANN)
    assert without_user(new, ANN, NOBODY) == _New(
        NOBODY, (BEN, NOBODY), (_Inner(NOBODY, FORMER), _Inner(None, "y")), ANN
    )


def test_each_number_in_an_event_is_a_user_or_known_to_be_none():
    numbers = {
        (kind.__name__, name)
        for kind in (*get_args(TableOnlyEvent), Seat)
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if hint != UserId and (hint is int or int in get_args(hint))
    }
    assert numbers == {
        ("Opened", "seats"),
        ("Opened", "bots"),
        ("Opened", "wins"),
        ("TermsChanged", "seats"),
        ("Joined", "side"),
        ("TurnMissed", "seat"),
        ("SeatTakenOver", "seat"),
        ("TakeoverOffered", "seat"),
        ("Nudged", "at"),
        ("TimeUsed", "seat"),
        ("TimeUsed", "ms"),
        ("TimeGiven", "seat"),
        ("TimeGiven", "seconds"),
        ("RoundEnded", "number"),
    }
