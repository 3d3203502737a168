"""Typed words that mean the same in every language: time zones, "off" and "all"."""

import pytest

from bot.settings.cities import other_cities
from bot.settings.typed import is_all, is_off
from bot.settings.zones import zone_named, zones_like


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
        ("Nova Ior", "America/New_York"),
        ("Pekí", "Asia/Shanghai"),
        ("est", "America/New_York"),
    ],
)
def test_a_time_zone_is_found_by_city_or_country_in_any_language(typed, first):
    assert zones_like(typed)[0] == first


def test_numbers_of_hours_and_abbreviations_are_not_suggested():
    typed = ("EST", "EST5", "MST", "GMT+2", "GMT-5", "Etc")
    suggested = {zone for text in typed for zone in zones_like(text)}
    assert not {zone for zone in suggested if zone.startswith(("EST", "MST", "Etc/GMT+", "Etc/GMT-"))}


def test_each_city_that_is_known_has_one_zone_and_the_machine_knows_it():
    for zone, cities in other_cities().items():
        assert {city: zone_named(city) for city in cities} == dict.fromkeys(cities, zone)


def test_no_more_zones_are_suggested_than_discord_shows():
    assert len(zones_like("")) == len(zones_like("a")) == 25


def test_off_and_all_are_understood_in_every_language():
    assert [word for word in ("off", " OFF ", "aus", "Aus", "“off”", "„aus“", "« non »") if not is_off(word)] == []
    assert [word for word in ("all", "Alle ", "«todos»") if not is_all(word)] == []
    assert not is_off("")
    assert not is_all("")
