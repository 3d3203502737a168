"""What people type into a suggestion, and what it finds."""

import pytest

from bot.screens.phrases import tile_code, tile_name
from bot.texts import LANGUAGES, texts
from bot.texts.typed import is_all, is_off, matches, parsed_tile
from bot.texts.zones import zones_like
from game.tiles import PIECES


@pytest.mark.parametrize(
    ("typed", "candidate"),
    [
        ("", "anything"),
        ("new york", "America/New_York"),
        ("NEW_YORK", "America/New_York"),
        ("newyork", "America/New_York"),
        ("york new", "America/New_York"),
        ("sao p", "São Paulo"),
        ("são", "America/Sao_Paulo"),
        ("hongkong", "Asia/Hong_Kong"),
        ("ben duel", "12 · Duel · Ann and Ben"),
        ("e7", "E7"),
        ("rb", "RB"),
    ],
)
def test_a_suggestion_fits_whatever_case_accents_and_separators_are_typed(typed, candidate):
    assert matches(typed, candidate)


@pytest.mark.parametrize(("typed", "candidate"), [("ork", "New York"), ("2", "12 · Duel"), ("new work", "New York")])
def test_a_suggestion_does_not_fit_what_begins_none_of_its_words(typed, candidate):
    assert not matches(typed, candidate)


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_is_understood_as_it_is_written_in_every_language_and_by_its_english_letters(language):
    words = texts(language)
    for tile in (side for piece in PIECES for side in (piece, piece.turned)):
        for typed in (tile.code, tile_code(tile, words), tile_code(tile, words).lower(), tile_name(tile, words)):
            assert parsed_tile(typed) == tile, typed


@pytest.mark.parametrize("typed", ["", "R", "rot", "RX", "RBG", "gelb red", "rot blau lila", "E7"])
def test_what_is_no_tile_is_not_taken_for_one(typed):
    assert parsed_tile(typed) is None
