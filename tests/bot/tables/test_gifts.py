"""Time that the others give to the player on turn: who may, to whom, and how often."""

from datetime import timedelta

import pytest

from bot.tables import absence
from bot.tables.errors import Refused
from bot.tables.gifts import MOST, can_be_given, give
from bot.tables.table import Table
from tests.bot.sample_tables import ANN, BEN, CEM, EVE, after, played, running, shuffle

DAY = timedelta(days=1)


def given(table: Table, *users: int) -> Table:
    for user in users:
        table = after(table, give(table, user, table.turn, table.gifts))
    return table


@pytest.mark.parametrize("pace", ["1h", "3d+12h/7d"])
def test_a_gift_gives_the_turn_a_day(pace):
    before = running(ANN, BEN, pace=pace)
    assert given(before, BEN).time_left == (before.time_left[0] + DAY, before.time_left[1])


def test_a_gift_is_for_one_turn_where_nothing_is_saved():
    table = played(given(running(ANN, BEN, pace="1h"), BEN), 1, "careful")
    assert table.turn == 1
    assert set(table.time_left) == {timedelta(hours=1)}


@pytest.mark.parametrize(
    ("user", "turn", "gifts", "code"),
    [(ANN, 0, 0, "your-turn"), (EVE, 0, 0, "not-playing"), (BEN, 1, 0, "moved-on"), (BEN, 0, 1, "given-already")],
)
def test_only_the_others_at_the_table_give_and_only_to_the_turn_that_they_saw(user, turn, gifts, code):
    with pytest.raises(Refused, match=f"^\\('{code}'"):
        give(running(ANN, BEN, pace="1d"), user, turn, gifts)


def test_a_press_gives_once_whoever_makes_it():
    table = given(running(ANN, BEN, CEM, pace="1d"), BEN)
    for user in (BEN, CEM):
        with pytest.raises(Refused, match="given-already"):
            give(table, user, 0, 0)


def test_a_turn_gets_so_many_days_from_all_together_and_the_next_one_as_many_again():
    table = given(running(ANN, BEN, CEM, pace="1d"), *[BEN, CEM, BEN][:MOST])
    assert not can_be_given(table)
    with pytest.raises(Refused, match="gifts-enough"):
        given(table, CEM)
    assert can_be_given(played(table, 1, "careful"))


def test_without_a_clock_there_is_nothing_to_give():
    table = running(ANN, BEN)
    assert not can_be_given(table)
    with pytest.raises(Refused, match="no-clock"):
        given(table, BEN)


def test_nobody_is_there_to_give_where_a_bot_holds_the_other_seat():
    table = after(running(ANN, BEN, CEM, pace="1d"), absence.resign(running(ANN, BEN, CEM, pace="1d"), BEN, shuffle))
    assert can_be_given(table)
    with pytest.raises(Refused, match="not-playing"):
        given(table, BEN)
    assert not can_be_given(running(ANN, bots=1, pace="1d"))
