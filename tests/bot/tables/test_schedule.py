"""When something is due: reminders, quiet hours, summer time, vacations. All of it pure."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tables.pace import PACES
from bot.tables.schedule import (
    REMINDERS,
    awake,
    grace,
    is_quiet,
    on_vacation,
    reminder,
    reminders,
    season,
    stamp,
    vacation_left,
)
from data.store import PlayerRow

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
ZONES = ("Europe/Berlin", "America/New_York")


def player(quiet: str | None = None, zone: str | None = None, **wishes) -> PlayerRow:
    """Somebody with quiet hours such as `22-7`."""
    start, end = (int(hour) * 60 for hour in quiet.split("-")) if quiet else (None, None)
    return PlayerRow(1, quiet_from=start, quiet_to=end, zone=zone, **wishes)


def local(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


# --- move times ----------------------------------------------------------------------------------------------------


def test_every_move_time_leaves_a_grace_that_is_shorter_than_itself():
    for pace in filter(None, PACES.values()):
        assert timedelta(minutes=15) <= grace(pace) <= min(pace.total, 12 * HOUR)


def test_a_moment_is_shown_as_a_timestamp_that_everybody_sees_in_their_own_time():
    assert stamp(local("2026-03-29T12:00", "Europe/Berlin")) == "<t:1774778400:R>"


# --- reminders -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wish", "hours"), [("off", []), ("half", [36]), ("late", [63]), ("both", [36, 63])], ids=str)
def test_reminders_come_at_the_parts_of_three_days_that_were_wished(wish, hours):
    times = reminders(NOW, 3 * DAY, player(reminders=wish))
    assert list(times.values()) == [NOW + hour * HOUR for hour in hours]


def test_nobody_is_reminded_more_than_twice_a_turn():
    assert max(map(len, REMINDERS.values())) == 2


def test_a_reminder_in_quiet_hours_waits_for_their_end():
    times = reminders(NOW, DAY, player("22-7", "UTC", reminders="half"))
    assert list(times.values()) == [datetime(2026, 3, 3, 7, tzinfo=UTC)]


def test_a_reminder_that_would_come_too_late_comes_before_the_quiet_hours():
    evening = datetime(2026, 3, 2, 20, tzinfo=UTC)
    times = reminders(evening, 8 * HOUR, player("22-7", "UTC", reminders="both"))
    assert list(times.values()) == [datetime(2026, 3, 2, 21, 59, tzinfo=UTC)], "both fall together"


def test_a_turn_that_is_all_quiet_has_no_reminder():
    midnight = datetime(2026, 3, 3, 0, tzinfo=UTC)
    assert reminders(midnight, HOUR, player("22-7", "UTC")) == {}


def test_a_wish_of_no_release_that_we_know_reminds_nobody():
    assert reminders(NOW, DAY, player(reminders="hourly")) == {}


# --- quiet hours ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quiet", "at", "then"),
    [
        ("22-7", "21:59", "21:59"),
        ("22-7", "22:00", "07:00 tomorrow"),
        ("22-7", "23:59", "07:00 tomorrow"),
        ("22-7", "00:00", "07:00"),
        ("22-7", "06:59", "07:00"),
        ("22-7", "07:00", "07:00"),
        ("13-15", "14:00", "15:00"),
        ("13-15", "12:59", "12:59"),
        ("0-7", "03:00", "07:00"),
        ("20-0", "21:00", "00:00 tomorrow"),
        (None, "03:00", "03:00"),
    ],
)
def test_quiet_hours_end_at_their_end(quiet, at, then):
    clock, *tomorrow = then.split()
    day = date(2026, 5, 5)
    expected = datetime.combine(day + DAY * len(tomorrow), time.fromisoformat(clock), UTC)
    assert awake(datetime.combine(day, time.fromisoformat(at), UTC), player(quiet, "UTC")) == expected


def test_an_unknown_time_zone_is_utc():
    assert awake(datetime(2026, 5, 5, 3, tzinfo=UTC), player("22-7", "Mars/Olympus")).hour == 7


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("night", ["spring", "autumn"])
def test_quiet_hours_end_at_seven_on_the_wall_across_the_change_of_the_clocks(zone, night):
    day = {
        ("Europe/Berlin", "spring"): "2026-03-28",
        ("Europe/Berlin", "autumn"): "2026-10-24",
        ("America/New_York", "spring"): "2026-03-07",
        ("America/New_York", "autumn"): "2026-10-31",
    }[zone, night]
    evening = local(f"{day}T22:30", zone)
    ends = awake(evening, player("22-7", zone))
    assert ends.astimezone(ZoneInfo(zone)).time() == time(7)
    assert ends - evening == {"spring": 7.5 * HOUR, "autumn": 9.5 * HOUR}[night]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("quiet", ["22-7", "1-2", "2-3", "1-3", "3-2", "2-1", "0-23"])
def test_no_minute_of_the_year_of_a_change_is_answered_with_a_quiet_or_past_moment(zone, quiet):
    person = player(quiet, zone)
    for change in ("2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01"):
        start = datetime.fromisoformat(change).replace(tzinfo=UTC) - 6 * HOUR
        for minutes in range(0, 36 * 60, 10):
            at = start + minutes * MINUTE
            assert at <= awake(at, person) <= at + 2 * DAY
            assert not is_quiet(awake(at, person), person)


CHANGES = {
    "Europe/Berlin": ("2026-03-29", "2026-10-25"),
    "America/New_York": ("2026-03-08", "2026-11-01"),
    "Australia/Lord_Howe": ("2026-04-04", "2026-10-03"),
    "America/Havana": ("2026-03-08", "2026-11-01"),
    "Africa/Cairo": ("2026-04-23", "2026-10-29"),
    "Pacific/Apia": ("2011-12-29", "2011-12-30"),
}
"""The days of UTC on which clocks change: by an hour, by half an hour, at midnight, by a day."""


@given(
    change=st.sampled_from([(zone, day) for zone, days in CHANGES.items() for day in days]),
    minutes=st.integers(-20 * 60, 30 * 60),
    quiet=st.tuples(st.integers(0, 1439), st.integers(0, 1439)),
)
@example(change=("Europe/Berlin", "2026-03-29"), minutes=0, quiet=(22 * 60, 2 * 60 + 30))
@example(change=("Europe/Berlin", "2026-10-25"), minutes=30, quiet=(2 * 60 + 15, 4 * 60))
def test_quiet_hours_end_at_the_first_minute_that_the_wall_does_not_call_quiet(change, minutes, quiet):
    zone, day = change
    person = PlayerRow(1, quiet_from=quiet[0], quiet_to=quiet[1], zone=zone)
    at = datetime.fromisoformat(day).replace(tzinfo=UTC) + minutes * MINUTE
    loud = (at + later * MINUTE for later in range(2 * 24 * 60) if not is_quiet(at + later * MINUTE, person))
    assert awake(at, person) == next(loud)


@given(
    change=st.sampled_from([(zone, day) for zone, days in CHANGES.items() for day in days]),
    minutes=st.integers(-20 * 60, 30 * 60),
    quiet=st.tuples(st.integers(0, 1439), st.integers(0, 1439)),
)
@example(change=("Europe/Berlin", "2026-03-29"), minutes=90, quiet=(2 * 60 + 30, 7 * 60))
@example(change=("Europe/Berlin", "2026-10-25"), minutes=70, quiet=(22 * 60, 2 * 60 + 30))
def test_a_reminder_before_quiet_hours_comes_in_their_last_minute_before(change, minutes, quiet):
    zone, day = change
    person = PlayerRow(1, quiet_from=quiet[0], quiet_to=quiet[1], zone=zone)
    at = datetime.fromisoformat(day).replace(tzinfo=UTC) + minutes * MINUTE
    if is_quiet(at, person):
        loud = (at - before * MINUTE for before in range(2 * 24 * 60) if not is_quiet(at - before * MINUTE, person))
        assert reminder(at, at - 3 * DAY, at + MINUTE / 2, person) == next(loud)


@given(
    start=st.integers(0, 366 * 24 * 60).map(lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + minutes * MINUTE),
    pace=st.sampled_from([pace.total for pace in PACES.values() if pace]),
    quiet=st.tuples(st.integers(0, 1439), st.integers(0, 1439)),
    zone=st.sampled_from([*ZONES, "Australia/Lord_Howe", "Asia/Kathmandu", "America/Havana", "Africa/Cairo"]),
    wish=st.sampled_from(sorted(REMINDERS)),
)
def test_reminders_are_never_quiet_never_late_and_lost_only_where_all_the_time_is_quiet(start, pace, quiet, zone, wish):
    person = PlayerRow(1, reminders=wish, quiet_from=quiet[0], quiet_to=quiet[1], zone=zone)
    times = reminders(start, pace, person)
    assert all(start < at < start + pace and not is_quiet(at, person) for at in times.values())
    if REMINDERS[wish] and not times:
        assert all(is_quiet(start + part * pace, person) for part in REMINDERS[wish])
        assert not any(not is_quiet(start + at * MINUTE, person) for at in range(2, int(pace / MINUTE / 2), 30))


# --- vacation ------------------------------------------------------------------------------------------------------


def test_fourteen_days_of_vacation_begin_anew_with_each_quarter():
    used = player(vacation_used=14 * DAY, season=season(NOW))
    assert (vacation_left(used, NOW), vacation_left(used, NOW + 30 * DAY)) == (0, 14)


def test_a_vacation_is_over_at_its_end():
    away = player(vacation_until=NOW)
    assert on_vacation(away, NOW - MINUTE)
    assert not on_vacation(away, NOW)
