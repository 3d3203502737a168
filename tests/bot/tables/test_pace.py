"""Paces: times a move and time banks, by the names under which games keep them."""

from datetime import timedelta

import pytest

from bot.tables.pace import BANKS, MOVE_TIMES, PACES, Pace, is_pace, name_of_bank, pace_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def test_a_name_is_the_total_the_increment_and_the_cap():
    assert pace_of("3d+12h/7d") == Pace(3 * DAY, 12 * HOUR, 7 * DAY)
    assert pace_of("36h+1d/8d") == Pace(36 * HOUR, DAY, 8 * DAY)


def test_every_offered_time_bank_has_the_name_under_which_it_is_offered():
    assert {name_of_bank(bank): bank for bank in BANKS.values()} == dict(BANKS)


def test_a_time_a_move_saves_nothing_and_a_time_bank_does():
    assert not any(pace.is_bank for pace in MOVE_TIMES.values())
    assert all(pace.is_bank for pace in BANKS.values())
    assert {pace.after_turn(timedelta()) for pace in MOVE_TIMES.values()} == {
        pace.total for pace in MOVE_TIMES.values()
    }


@pytest.mark.parametrize(("left_h", "next_h"), [(0, 12), (30, 42), (160, 168), (200, 168)])
def test_a_turn_adds_to_what_is_left_up_to_the_cap(left_h, next_h):
    assert PACES["3d+12h/7d"].after_turn(left_h * HOUR) == next_h * HOUR


@pytest.mark.parametrize(
    "name",
    [
        "", "9d", "2h", "3d", "3d+12h", "3d+12h/", "3d+12h/7", "72h+12h/7d", "3d+12h/168h", "3d+0h/7d", "0d+1h/1d",
        "3d+12h/2d", "1h+2h/1h", "15d+1d/20d", "14d+8d/20d", "14d+1d/29d", "2d+2d/2d", "03d+12h/7d", "3d+12h/7d ",
        "9" * 5000 + "d+12h/7d", 3, None, ["3d"],
    ],
)  # fmt: skip
def test_what_is_no_name_or_cannot_be_played_is_no_pace(name):
    assert is_pace(name) == (name in list(PACES))
