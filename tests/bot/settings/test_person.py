"""What a person types about themselves, and how it is shown: each word is understood, or told how to write it."""

import re
from collections import defaultdict
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.screens import settings
from bot.screens.refusals import refusal_text
from bot.settings import server
from bot.settings.person import PreferenceChange, vacations, with_change
from bot.tables.errors import Refused
from bot.tables.schedule import VACATION, season, vacation_left, vacation_used
from bot.texts import LANGUAGES, texts
from bot.texts.typed import parsed_tile
from data.store import PlayerRow, ServerRow, Vacation

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)
APRIL = datetime(2026, 4, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
ME = PlayerRow(1)


def asked(player: PlayerRow = ME, now: datetime = NOW, **words) -> PlayerRow:
    return with_change(player, PreferenceChange(**words), now)


def refusal(player: PlayerRow = ME, now: datetime = NOW, **words) -> Refused:
    with pytest.raises(Refused) as caught:
        asked(player, now, **words)
    return caught.value


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("22-7", (1320, 420)),
        ("22-07", (1320, 420)),
        ("22:30-07:15", (1350, 435)),
        (" 22 - 7 ", (1320, 420)),
        ("0-8", (0, 480)),
        ("20-24", (1200, 0)),
        ("off", (None, None)),
        ("OFF", (None, None)),
        ("aus", (None, None)),
        ("22:00-07:00", (1320, 420)),
        ("22 Uhr bis 7 Uhr", (1320, 420)),
        ("22-7 Uhr", (1320, 420)),
        ("10pm-7am", (1320, 420)),
        ("10:30 p.m. to 12 am", (1350, 0)),
        ("22.30 \u2013 7.15", (1350, 435)),
        ("22h-7h", (1320, 420)),
        ("22h30 à 7h", (1350, 420)),
        ("22 alle 7", (1320, 420)),
        ("22.00 tot 7.00 uur", (1320, 420)),
        ("22 do 7", (1320, 420)),
        ("from 22 to 7", (1320, 420)),
        ("von 22 bis 7 Uhr", (1320, 420)),
        ("de 22h à 7h", (1320, 420)),
        ("de 22 a 7", (1320, 420)),
        ("dalle 22 alle 7", (1320, 420)),
        ("van 22 tot 7 uur", (1320, 420)),
        ("od 22 do 7", (1320, 420)),
        ("das 22h às 7h", (1320, 420)),
        ("10 o\u2019clock to 7 o'clock", (600, 420)),
        ("22 Uhr 30 bis 7 Uhr", (1350, 420)),
        ("22時から7時", (1320, 420)),
        ("午後10時30分\u301c午前7時", (1350, 420)),
        ("\uff12\uff12\uff1a\uff10\uff10\uff5e\uff17", (1320, 420)),
        ("22시부터 7시까지", (1320, 420)),
        ("오후 10시 30분~오전 7시", (1350, 420)),
        ("なし", (None, None)),
        ("「なし」", (None, None)),
        ("없음", (None, None)),
    ],
)
def test_quiet_hours_are_understood(typed, minutes):
    row = asked(quiet=typed)
    assert (row.quiet_from, row.quiet_to) == minutes


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "22",
        "22-",
        "25-7",
        "22-7-8",
        "22:60-7",
        "7-7",
        "0-24",
        "night",
        "13pm-1",
        "24:30-7",
        "-1-3",
        "\u0662\u0662-7",
        "22-7:99",
        "午後22時から7時",
        "午後10pm-7",
    ],
)
def test_quiet_hours_that_make_no_sense_are_refused_with_an_example(typed):
    error = refusal(quiet=typed)
    assert "`22-07`" in refusal_text(error, texts("en"))
    assert "`22-07`" in refusal_text(error, texts("de"))


@pytest.mark.parametrize("typed", ["Europe/Berlin", "europe/berlin", " Europe/Berlin ", "Berlin", "europe berlin"])
def test_a_time_zone_is_found_however_it_is_written(typed):
    assert asked(zone=typed).zone == "Europe/Berlin"


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("new york", "America/New_York"),
        ("los_angeles", "America/Los_Angeles"),
        ("Hong Kong", "Asia/Hong_Kong"),
        ("São Paulo", "America/Sao_Paulo"),
        ("wien", "Europe/Vienna"),
        ("Etc/GMT+1", "Etc/GMT+1"),
        ("Beijing", "Asia/Shanghai"),
        ("Peking", "Asia/Shanghai"),
        ("Pékin", "Asia/Shanghai"),
        ("Nova Iorque", "America/New_York"),
        ("Mumbai", "Asia/Kolkata"),
        ("München", "Europe/Berlin"),
        ("東京", "Asia/Tokyo"),
        ("서울", "Asia/Seoul"),
    ],
)
def test_a_time_zone_is_found_by_its_city(typed, zone):
    assert asked(zone=typed).zone == zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("EST", "America/New_York"),
        (" est5edt", "America/New_York"),
        ("CST", "America/Chicago"),
        ("MST", "America/Denver"),
        ("PDT", "America/Los_Angeles"),
        ("HST", "Pacific/Honolulu"),
    ],
)
def test_hours_that_are_no_place_become_the_zone_of_those_who_live_by_them(typed, zone):
    assert asked(zone=typed).zone == zone


@pytest.mark.parametrize("typed", ["", "USA", "GMT+1h", "GMT+2", "etc gmt 1", "../etc/passwd", "Europe", "x" * 5000])
def test_a_time_zone_that_nobody_knows_is_refused_with_an_example(typed):
    assert "`Europe/Berlin`" in refusal_text(refusal(zone=typed), texts("en"))


@pytest.mark.parametrize("words", [{"reminders": "hourly"}, {"language": "vi"}, {"reminders": ""}])
def test_a_choice_that_there_is_not_is_refused(words):
    assert refusal(**words).code == "unknown-choice"


def test_nothing_asked_changes_nothing():
    row = PlayerRow(1, "de", True, True, "both", 1320, 420, "Europe/Berlin")
    assert asked(row) == row


def test_a_refusal_changes_nothing_of_what_was_asked_with_it():
    refusal(notices=True, quiet="22-7", vacation="yesterday")


def test_the_language_can_follow_discord_again():
    assert asked(PlayerRow(1, "de"), language="auto").language is None


def test_notices_that_are_switched_on_again_are_tried_again():
    assert not asked(PlayerRow(1, closed_dms_reported=True), notices=True).closed_dms_reported


# --- vacation ------------------------------------------------------------------------------------------------------


def test_a_vacation_lasts_to_the_end_of_its_last_day_in_the_persons_zone():
    row = asked(vacation="2026-03-04", zone="Europe/Berlin")
    assert row.vacation_until == datetime(2026, 3, 4, 23, tzinfo=UTC)
    assert vacation_used(row, NOW) == timedelta(days=2, hours=11)


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("4.3.2026", 4),
        ("04.03.", 4),
        ("4.3", 4),
        ("4 Mar", 4),
        ("4th march", 4),
        ("March 4, 2026", 4),
        ("4. März", 4),
        ("4 mär 2026", 4),
        ("4 de marzo de 2026", 4),
        ("4 mars", 4),
        ("4 marca", 4),
        ("4 de março", 4),
        ("4 mrt.", 4),
        ("today", 2),
        ("heute", 2),
        ("Tomorrow", 3),
        ("morgen", 3),
        ("13/3", 13),
        ("3/13/2026", 13),
        ("3/3", 3),
        ("13/3/26", 13),
        ("13.3.26", 13),
        ("l'8 marzo", 8),
        ("l\u20198 marzo", 8),
        ("le 13 mars", 13),
        ("el 4 de marzo", 4),
        ("am 4. März", 4),
        ("aujourd\u2019hui", 2),
        ("3月4日", 4),
        ("2026年3月4日", 4),
        ("2026/3/4", 4),
        ("\uff13月\uff14日", 4),
        ("明日", 3),
        ("3월 4일", 4),
        ("2026년 3월 4일", 4),
        ("2026. 3. 4.", 4),
        ("내일", 3),
    ],
)
def test_a_last_day_is_understood_however_it_is_written(typed, last):
    until = asked(vacation=typed).vacation_until
    assert until == datetime(2026, 3, last, tzinfo=UTC) + timedelta(days=1)


def test_a_day_without_a_year_is_the_next_one():
    assert asked(now=datetime(2026, 12, 28, tzinfo=UTC), vacation="1.1.").vacation_until.year == 2027


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_settings_show_can_be_typed(language):
    words = texts(language)
    assert asked(quiet="22-7", vacation=words("me.off")).vacation_until is None
    assert asked(PlayerRow(1, quiet_from=0, quiet_to=60), quiet=words("me.off")).quiet_from is None
    assert asked(quiet="22:00-07:00").quiet_to == 420


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_that_a_language_gives_are_understood(language):
    def examples(key: str) -> list[str]:
        return re.findall(r"`([^`]+)`", texts(language).get(key) or "")

    assert all(asked(quiet=typed) for typed in examples("refused.bad-quiet"))
    assert all(asked(now=datetime(2026, 12, 20, tzinfo=UTC), vacation=typed) for typed in examples("refused.bad-date"))
    assert all(asked(zone=typed) for typed in examples("refused.bad-zone"))
    assert all(parsed_tile(typed) for typed in examples("refused.bad-tile"))
    assert min(len(examples(f"refused.bad-{what}")) for what in ("quiet", "date", "zone", "tile")) >= 1


@pytest.mark.parametrize(("last", "days"), [("2026-03-02", 1), ("2026-03-15", 14)])
def test_today_counts_and_fourteen_days_are_the_most(last, days):
    assert asked(vacation=last).vacation_until == MIDNIGHT + timedelta(days=days)


def test_the_fifteenth_day_is_refused_with_how_many_are_left():
    assert refusal(vacation="2026-03-16").values == {"left": 14}
    used = asked(asked(vacation="2026-03-11"), NOW + timedelta(days=12))
    assert refusal(used, NOW + timedelta(days=12), vacation="2026-03-19").values == {"left": 4}


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"])
@pytest.mark.parametrize("month", [3, 10, 11])
def test_fourteen_days_across_summer_time_are_fourteen(zone, month):
    start = datetime(2026, month, 5, 12, tzinfo=UTC) + timedelta(days=15 if month != 11 else -8)
    last = (start + timedelta(days=13)).date().isoformat()
    row = asked(now=start, vacation=last, zone=zone)
    assert row.vacation_until.astimezone(ZoneInfo(zone)).time() == time()


def test_fourteen_days_that_are_an_hour_longer_by_the_clocks_end_an_hour_earlier():
    start = datetime(2026, 10, 20, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    assert asked(now=start, vacation="2026-11-02", zone="Europe/Berlin").vacation_until == start + timedelta(days=14)


def test_time_that_was_not_used_is_given_back():
    row = asked(vacation="2026-03-11")
    back = asked(row, NOW + timedelta(days=2), vacation="off")
    assert (back.vacation_from, back.vacation_until, back.vacation_used) == (None, None, timedelta(days=2))


def test_time_at_which_the_bot_was_away_is_no_vacation():
    day = timedelta(days=1)
    row = asked(vacation="2026-03-11")
    # Two that overlap, one that had begun before, one after the return.
    outages = [
        (NOW + day, NOW + 3 * day),
        (NOW + 2 * day, NOW + 4 * day),
        (NOW - day, NOW + HOUR),
        (NOW + 6 * day, NOW + 7 * day),
    ]
    back = with_change(row, PreferenceChange(vacation="off"), NOW + 5 * day, outages)
    assert back.vacation_used == 2 * day - HOUR
    assert vacation_used(row, NOW + 8 * day, outages) == vacation_used(row, NOW + 8 * day) - 4 * day - HOUR


def test_a_vacation_that_is_made_longer_counts_all_time_once():
    row = asked(asked(vacation="2026-03-04"), NOW + timedelta(days=1), vacation="2026-03-06")
    assert vacation_used(row, NOW + timedelta(days=1)) == timedelta(days=4, hours=12)


def test_a_vacation_that_is_made_shorter_gives_time_back():
    row = asked(asked(vacation="2026-03-11"), NOW, vacation="2026-03-03")
    assert vacation_used(row, NOW) == timedelta(days=1, hours=12)


def test_a_vacation_that_begins_three_times_on_a_day_costs_nothing_where_it_is_left_at_once():
    row = ME
    for _ in range(3):
        row = asked(asked(row, vacation="2026-03-02"), vacation="off")
    assert vacation_left(row, NOW) == 14


def test_a_vacation_across_the_edge_of_a_quarter_is_counted_in_both():
    start = datetime(2026, 3, 30, tzinfo=UTC)
    row = asked(now=start, vacation="2026-04-14")
    assert (vacation_left(row, start), vacation_left(row, start + timedelta(days=2))) == (12, 0)
    assert refusal(now=start, vacation="2026-04-15").code == "vacation-too-long"


@given(
    steps=st.lists(
        st.tuples(
            st.integers(0, 40 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes)),
            st.sampled_from(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "America/New_York"]),
            st.integers(-1, 40),
        ),
        max_size=12,
    )
)
@example(steps=[(datetime(2026, 10, 20, tzinfo=ZoneInfo("Europe/Berlin")) - NOW, "Europe/Berlin", 13)])
def test_no_settings_give_more_vacation_than_there_is_or_cost_more_than_was_used(steps):
    row, now, used = ME, NOW, defaultdict(timedelta)
    for later, zone, days in [*steps, (timedelta(days=40), "UTC", -1)]:
        for _ in range(later // HOUR):
            away = min(HOUR, (row.vacation_until or now) - now)
            used[season(now)] += max(timedelta(), away)
            now += HOUR
        row = asked(row, now, zone=zone)
        try:
            last = now.astimezone(ZoneInfo(zone)).date() + timedelta(days=days)
            row = asked(row, now, vacation="off" if days < 0 else last.isoformat())
        except Refused:
            pass
        back = asked(row, now, vacation="off")
        assert vacation_used(back, now) == used[season(now)]
    assert all(away <= VACATION for away in used.values())


def test_a_new_quarter_has_its_own_days():
    used = asked(vacation="2026-03-15")
    assert vacation_left(asked(used, APRIL, vacation="2026-04-10"), APRIL) == 5


@pytest.mark.parametrize(
    "typed", ["2026-03-01", "2020-01-01", "yesterday", "3/4", "", "2026-02-30", "31.2.", "24 foo", "9999-12-31"]
)
def test_a_last_day_that_makes_no_sense_is_refused_with_an_example(typed):
    error = refusal(vacation=typed)
    assert "`2026-12-24`" in refusal_text(error, texts("en"))
    assert "`24.12.2026`" in refusal_text(error, texts("de"))


# --- how it is shown -----------------------------------------------------------------------------------------------


def test_what_is_typed_is_shown_with_its_words_and_the_rest_with_menus_and_switches():
    row = PlayerRow(
        1, None, True, False, "both", 1320, 435, "Europe/Berlin", vacation_used=timedelta(days=4), season="2026-1"
    )
    screen = settings.me(row, NOW, texts("en"))
    assert screen.text.splitlines() == [
        "**Your settings**",
        "Reminders in games with a move time: at half time and shortly before the end",
        "Quiet hours (`quiet`): 22:00-07:15, time zone (`zone`): Europe/Berlin",
        "Vacation (`vacation`): off; 10 days left this quarter",
        "Language: automatic",
        "Look of pictures: automatic",
    ]
    *menus, switches = screen.rows
    assert [[one.value for one in menu.options if one.chosen] for menu in menus] == [["auto"], ["auto"], ["both"]]
    assert [button.label for button in switches] == [
        "Rack by DM at your turns: on",
        "Message when you are next: off",
        "Ask before placing a tile: off",
        "My results visible to others: on",
    ]


def test_the_zone_that_was_taken_for_an_abbreviation_is_said():
    row = PlayerRow(1, zone="America/New_York")
    lines = settings.me(row, NOW, texts("en"), saved=True, abbreviation="EST").text.splitlines()
    assert lines[1].startswith("`EST` is not a place, so I took `America/New_York`.")


def test_what_is_typed_is_named_in_german_as_discord_shows_it():
    german = texts("de")
    text = settings.me(ME, NOW, german).text
    for option in ("quiet", "zone", "vacation"):
        assert f"`{german(f'option.{option}')}`" in text


def test_a_vacation_is_shown_by_the_day_that_was_typed():
    row = asked(vacation="2026-03-04")
    shown = int(datetime(2026, 3, 4, 23, 59, tzinfo=UTC).timestamp())
    assert f"<t:{shown}:D>" in settings.me(row, NOW, texts("en")).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reminders", ["off", "half", "late", "both"])
def test_every_wish_can_be_shown(language, reminders):
    row = PlayerRow(
        1, language, reminders=reminders, quiet_from=0, quiet_to=1439, zone="America/Argentina/ComodRivadavia"
    )
    assert len(settings.me(row, NOW, texts(language)).text) < 2000


def test_a_person_or_a_server_can_have_every_space_named_in_pictures():
    assert asked(theme="light-named").theme == "light-named"
    assert asked(asked(theme="light-named"), theme="auto").theme is None
    assert server.with_change(ServerRow(1), server.ServerChange(theme="dark-named")).theme == "dark-named"
    words = settings.me(asked(theme="light-named"), NOW, texts("en")).text
    assert "light, with names of spaces" in words


DAY = timedelta(days=1)


def test_a_vacation_is_kept_from_its_beginning_to_its_end_and_one_of_some_hours_is_none():
    before = PlayerRow(1)
    away = with_change(before, PreferenceChange(vacation="2026-03-10"), NOW)
    until = away.vacation_until
    assert until is not None
    assert vacations(before, away, NOW) == [Vacation(NOW, until)]
    assert vacations(away, away, NOW) == []
    for later, kept in ((2 * DAY, 2 * DAY), (5 * DAY / 24, timedelta()), (30 * DAY, until - NOW)):
        back = with_change(away, PreferenceChange(vacation="off"), NOW + later)
        assert vacations(away, back, NOW + later) == [Vacation(NOW, NOW + kept)]
    longer = with_change(away, PreferenceChange(vacation="2026-03-12"), NOW + DAY)
    assert longer.vacation_until is not None
    assert vacations(away, longer, NOW + DAY) == [
        Vacation(NOW, NOW + DAY),
        Vacation(NOW + DAY, longer.vacation_until),
    ]
