"""Every word of a profile and a leaderboard is whole, in every language."""

from __future__ import annotations

from datetime import date

import pytest

from bot.screens import statistics as screens
from bot.services.statistics import PersonStatistics
from bot.tables.daily import Standing
from bot.tables.statistics import ModeStatistics, Statistics
from bot.texts import LANGUAGES, texts
from game.modes import MODES
from game.tiles import Colour
from render.paint import draw
from render.text import ELLIPSIS, Writer
from render.theme import DEFAULT, load_theme

FEATS = tuple(key.removeprefix("feat.") for key in sorted(texts("en").keys) if key.startswith("feat.why."))
MODE_ROWS = tuple(ModeStatistics(mode, 128, 64, 18, 12.5, (1000, 1234)) for mode in MODES)


DAYS = Standing(days=400, streak=365, best=36, best_day=date(2026, 1, 1))


def person(level: str, colour: Colour) -> PersonStatistics:
    """Somebody with all that a profile can show."""
    feats = tuple(feat.removeprefix("why.") for feat in FEATS)
    return PersonStatistics("Ann", Statistics(512, 256, 384, colour, MODE_ROWS, feats), 12, level, 100.0, 128, DAYS)


@pytest.fixture
def written(monkeypatch) -> list[str]:
    """The texts that are drawn from here on."""
    found: list[str] = []
    write = Writer.write

    def recording(self, canvas, at, text, *rest, **more):
        found.append(text)
        return write(self, canvas, at, text, *rest, **more)

    monkeypatch.setattr(Writer, "write", recording)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_profile_is_cut_off(language, written):
    theme = load_theme(DEFAULT)
    for level, colour in (("beginner", Colour.ORANGE), ("2", Colour.PURPLE), ("3", Colour.GREEN)):
        screen = screens.profile(person(level, colour), texts(language), button=False, everywhere=True)
        draw(screen.picture, theme)
    assert [text for text in written if ELLIPSIS in text] == []
    assert texts(language)("profile.mean") in written
