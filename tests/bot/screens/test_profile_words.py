"""Every word of a profile, a leaderboard and a curve of chances is whole, in every language."""

from __future__ import annotations

from datetime import date
from itertools import groupby, pairwise

import pytest

from bot.screens import statistics as screens
from bot.services.statistics import LeaderboardRows, PersonStatistics
from bot.tables import daily
from bot.tables.statistics import PERIODS, ModeStatistics, Statistics
from bot.texts import FORMER, LANGUAGES, texts
from data.ids import UserId
from data.store import LeaderboardRow, Skill
from game.modes import MODES
from game.tiles import Colour
from render.curve import Curve, Line
from render.layout import WIDTH_PX
from render.paint import draw
from render.text import ELLIPSIS, Writer
from tests.themes import loaded_theme

FEATS = tuple(key.removeprefix("feat.") for key in sorted(texts("en").keys) if key.startswith("feat.why."))
MODE_ROWS = tuple(ModeStatistics(mode, 128, 64, 18, 12.5, (1000, 1234)) for mode in MODES)


DAYS = daily.Summary(days=400, streak=365, best=36, best_day=date(2026, 1, 1))


def person(level: str, colour: Colour) -> PersonStatistics:
    """Somebody with all that a profile can show."""
    feats = tuple(feat.removeprefix("why.") for feat in FEATS)
    return PersonStatistics("Ann", Statistics(512, 256, 384, colour, MODE_ROWS, feats), 12, level, 100.0, 128, DAYS)


@pytest.fixture
def drawn(monkeypatch) -> list[tuple[str, int, int, int]]:
    """The texts that are drawn from here on, each with its left and its right end and its height."""
    found: list[tuple[str, int, int, int]] = []
    write = Writer.write

    def recording(self, canvas, at, text, *rest, anchor="l", **more):
        width = write(self, canvas, at, text, *rest, anchor=anchor, **more)
        left = at[0] - {"l": 0, "m": width // 2, "r": width}[anchor]
        found.append((text, left, left + width, at[1]))
        return width

    monkeypatch.setattr(Writer, "write", recording)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_profile_is_cut_off(language, drawn):
    theme = loaded_theme()
    for level, colour in (("beginner", Colour.ORANGE), ("2", Colour.PURPLE), ("3", Colour.GREEN)):
        screen = screens.profile(person(level, colour), texts(language), button=False, everywhere=True)
        draw(screen.picture, theme)
    written = [text for text, *_ in drawn]
    assert [text for text in written if ELLIPSIS in text] == []
    assert texts(language)("profile.mean") in written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
def test_no_word_of_a_leaderboard_is_cut_off_or_touches_the_next(language, mode, drawn):
    row = LeaderboardRow(UserId(1), FORMER, 128, 64, 18, 1500, 120, Skill(30.0, 1.0), unlisted=False)
    for period in PERIODS:
        screen = screens.leaderboard(LeaderboardRows(((1, row),), None), mode, period, 2, texts(language))
        draw(screen.picture, loaded_theme())
        assert [text for text, *_ in drawn if ELLIPSIS in text] == []
        lines = groupby(sorted(drawn, key=lambda one: (one[3], one[1])), key=lambda one: one[3])
        gaps = [(a[0], b[0], b[1] - a[2]) for _, line in lines for a, b in pairwise(line)]
        assert [gap for gap in gaps if gap[2] < 8] == []
        drawn.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_curve_are_whole_and_apart(language, drawn):
    words = texts(language)
    lines = tuple(Line(name, ((20, 0.5), (60, 0.5))) for name in ("Ann", "Ben", "Cem", "Dia"))
    title = max((words(f"analysis.{key}", game=1234) for key in ("title", "title-solo")), key=len)
    scale = tuple((share, words("analysis.percent", percent=round(100 * share))) for share in (0.0, 0.5, 1.0))
    draw(Curve(title, lines, ((30, 0.5),), scale, words("analysis.axis")), loaded_theme())
    assert {title, words("analysis.axis"), "20", "60", "Dia"} <= {text for text, *_ in drawn}
    assert [text for text, left, right, _ in drawn if ELLIPSIS in text or left < 0 or right > WIDTH_PX] == []
    lines_drawn = groupby(sorted(drawn, key=lambda one: (one[3], one[1])), key=lambda one: one[3])
    assert [pair for _, line in lines_drawn for pair in pairwise(line) if pair[0][2] + 8 > pair[1][1]] == []
