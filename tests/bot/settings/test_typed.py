"""Typed words that mean the same in every language: time zones, "off" and "all"."""

import pytest

from bot.settings.typed import is_all, is_off
from bot.settings.zones import zones_like


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("new york", "America/New_York"),
        ("los angeles", "America/Los_Angeles"),
        ("hong kong", "Asia/Hong_Kong"),
        ("berl", "Europe/Berlin"),
        ("germany", "Europe/Berlin"),
        ("Deutschland", "Europe/Berlin"),
        ("Österreich", "Europe/Vienna"),
        ("wien", "Europe/Vienna"),
        ("Warszawa", "Europe/Warsaw"),
        ("Londres", "Europe/London"),
        ("Paesi Bassi", "Europe/Amsterdam"),
    ],
)
def test_a_time_zone_is_found_by_city_or_country_in_any_language(typed, first):
    assert zones_like(typed)[0] == first


def test_no_more_zones_are_suggested_than_discord_shows():
    assert len(zones_like("")) == len(zones_like("a")) == 25


def test_off_and_all_are_understood_in_every_language():
    assert [word for word in ("off", " OFF ", "aus", "Aus", "“off”", "„aus“", "« non »") if not is_off(word)] == []
    assert [word for word in ("all", "Alle ", "«todos»") if not is_all(word)] == []
    assert not is_off("")
    assert not is_all("")
