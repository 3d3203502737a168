"""What people type into a suggestion, and what it finds."""

import pytest

from bot.screens.phrases import tile_code, tile_name
from bot.texts import LANGUAGES, texts
from bot.texts.typed import matches, parsed_tile
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_is_understood_as_it_is_written_in_every_language_and_by_its_english_letters(language):
    words = texts(language)
    for tile in (side for piece in PIECES for side in (piece, piece.turned)):
        for typed in (tile.code, tile_code(tile, words), tile_code(tile, words).lower(), tile_name(tile, words)):
            assert parsed_tile(typed) == tile, typed


@pytest.mark.parametrize("typed", ["", "R", "rot", "RX", "RBG", "gelb red", "rot blau lila", "E7"])
def test_what_is_no_tile_is_not_taken_for_one(typed):
    assert parsed_tile(typed) is None
