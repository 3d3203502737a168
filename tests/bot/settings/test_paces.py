"""Paces as people type them, in any of the languages."""

import re

import pytest

from bot.screens.times import pace_words, terms_words
from bot.settings.paces import paces_like, parsed_pace
from bot.tables.pace import PACES
from bot.texts import LANGUAGES, texts

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_what_the_bot_calls_a_pace_can_be_typed(language):
    words = texts(language)
    for name in PACES:
        assert parsed_pace(pace_words(name, words)) == name
        assert parsed_pace(terms_words(name, words)) == name


@every_language
def test_the_examples_in_the_refusal_are_understood(language):
    examples = re.findall("`([^`]*)`", texts(language)("refused.bad-pace"))
    assert [parsed_pace(example) for example in examples] == ["2d", "3d+12h/7d", "none"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("3d+12h/7d", "3d+12h/7d"),
        ("3D + 12H / 7D", "3d+12h/7d"),
        ("3 days and 12 hours a move, at most 7 days", "3d+12h/7d"),
        ("3 days, 12 hours per move, 7 days max", "3d+12h/7d"),
        ("72 hours + 12 h, up to 1 week", "3d+12h/7d"),
        ("3 Tage und 12 Std. je Zug, max. 7 Tage", "3d+12h/7d"),
        ("3 jours et 12 heures par coup, 7 jours au maximum", "3d+12h/7d"),
        ("３日＋１２時間、最大７日", "3d+12h/7d"),  # noqa: RUF001 - wide signs
        ("3일과 12시간, 최대 7일", "3d+12h/7d"),
        ("3d+12h", "3d+12h/3d"),
        ("1d + 2d", "1d+2d/2d"),
        ("1 week", "7d"),
        ("48h a move", "2d"),
        ("2d + 2d", "2d"),
        ("No limit", "none"),
        ("aus", "none"),
    ],
)
def test_a_pace_is_understood_however_it_is_written(typed, name):
    assert parsed_pace(typed) == name


@pytest.mark.parametrize(
    "typed",
    [
        "", "fast", "3", "3 + 12", "5 days", "3 days 12 hours", "3d12h", "3 days, at most 7 days", "3d+12h 7d",
        "3d+12h/2d", "0d+1h", "1d+12h/99d", "3 days + 12 hours + 7 days + 1 day", "-3d+12h", "3d+12h/7d!",
        "3 days + 12 hours, at most 0 days",
    ],
)  # fmt: skip
def test_what_has_several_meanings_or_cannot_be_played_is_not_understood(typed):
    assert parsed_pace(typed) is None


def test_what_is_typed_whole_is_suggested_first_and_everything_else_after_it():
    assert paces_like("2 days + 6 hours")[0] == "2d+6h/2d"
    assert paces_like("") == list(PACES)
