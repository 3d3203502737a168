"""The achievements: which game has which, and that each is told once, with the end of the game in which it was had."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import pytest

from bot.tables.achievements import ACHIEVEMENTS, feats_of
from bot.tables.events import Seat
from bot.tables.table import Table
from bot.texts import LANGUAGES, texts
from game.board import parse_cell
from game.scoring import standing
from game.state import Ending, Placement, Reason, Scores, Turn
from game.tiles import Colour, Tile
from tests.bot.club import Club, club_at
from tests.bot.games import table_of, whole
from tests.bot.sample_tables import ANN, BEN
from tests.bot.services.test_results import resigned

RED_BLUE = Tile(Colour.RED, Colour.BLUE)
SPACES = (parse_cell("H7"), parse_cell("H8"))


def finished_table(mode: str, seats: int) -> Table:
    return table_of(whole(mode, seats))


def ended(mode: str, *pegs: tuple[int, ...], reason: Reason = "board-full", turns: tuple[Turn, ...] = ()) -> Table:
    """A game that ended with these pegs on its score boards, by seat."""
    table = finished_table(mode, {"solo": 1, "duel": 2, "team": 4}.get(mode, len(pegs)))
    state = table.game()
    turns = turns or tuple(turn(seat, 0) for seat in range(len(table.seats)))
    position = replace(state.position, scores=tuple(Scores(one) for one in pegs), turns=turns)
    position = replace(position, ending=Ending(reason, standing(position)))
    return replace(table, state=replace(state, position=position), last_public_state=replace(state, position=position))


def turn(seat: int, *bonuses: int, points: tuple[int, int] = (1, 1), lost: tuple[int, int] = (0, 0)) -> Turn:
    return Turn(seat, tuple(Placement(RED_BLUE, SPACES, points, lost, one) for one in bonuses), complete=True)


LOW, HIGH = (3, 9, 9, 9, 9, 9), (8, 12, 13, 14, 15, 16)


@pytest.mark.parametrize(
    ("table", "seat", "feats"),
    [
        (partial(ended, "standard", LOW, HIGH), 0, ()),
        (partial(ended, "standard", LOW, HIGH), 1, ()),
        (partial(ended, "standard", (18,) * 6, HIGH, reason="instant-win"), 0, ("instant", "harmony")),
        (partial(ended, "standard", (18,) * 6, HIGH, reason="instant-win"), 1, ()),
        (partial(ended, "standard", LOW, HIGH, turns=(turn(0, 1, 1, 1, 0),)), 0, ("triple",)),
        (partial(ended, "standard", LOW, HIGH, turns=(turn(0, 1, 1, 0), turn(0, 1, 0), turn(1, 2, 2))), 0, ()),
        (partial(ended, "standard", LOW, HIGH, turns=(turn(0, 0, points=(7, 5)),)), 0, ("dozen",)),
        (partial(ended, "standard", LOW, HIGH, turns=(turn(0, 0, points=(7, 5), lost=(1, 0)),)), 0, ()),
        (partial(ended, "standard", (9, 10, 11, 9, 9, 9), HIGH), 0, ("harmony",)),
        (partial(ended, "standard", (8, 9, 10, 9, 9, 9), (7, *HIGH[1:])), 0, ()),
        (partial(ended, "standard", (8, *HIGH[1:]), (8, 8, *HIGH[2:])), 0, ("tie-break",)),
        (partial(ended, "standard", HIGH, HIGH), 0, ()),
        (partial(ended, "standard", HIGH, LOW, LOW, LOW), 0, ("full-house",)),
        (partial(ended, "standard", HIGH, LOW, LOW), 0, ()),
        (partial(ended, "solo", (18, 18, 20, 25, 30, 36)), 0, ("solo-18",)),
        (partial(ended, "solo", (17, 18, 20, 25, 30, 36)), 0, ()),
    ],
)
def test_a_seat_has_these_achievements(table, seat, feats):
    assert feats_of(table(), seat) == feats


@pytest.mark.parametrize(("level", "feats"), [("5", ("master",)), ("4", ())])
def test_a_win_against_the_best_bots_is_one(level, feats):
    table = ended("standard", HIGH, LOW)
    table = replace(table, seats=(table.seats[0], Seat(None, "Ada", level)))
    assert feats_of(table, 0) == feats
    assert feats_of(ended("standard", HIGH, LOW), 0) == ()


def test_who_resigned_has_not_won():
    table = replace(ended("standard", HIGH, LOW, LOW, LOW), resigned=frozenset({0}))
    assert feats_of(table, 0) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_achievement_has_a_name_and_a_story(language):
    words = texts(language)
    for name in ACHIEVEMENTS:
        assert words(f"feat.{name}")
        assert words(f"feat.why.{name}")


# --- told ------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def test_an_achievement_is_told_once_with_the_end_of_its_game(club, monkeypatch):
    monkeypatch.setattr("bot.tables.results.feats_of", lambda _table, seat: ("triple",) if seat == 0 else ())
    told = texts("en")("feat.line", name="Ann", what="Hat trick", why="three bonuses in one turn")
    await resigned(club, ANN, BEN)
    first = (await club.tell())[-1].screen.text
    await resigned(club, ANN, BEN)
    second = (await club.tell())[-1].screen.text
    assert first.count(told) == 1
    assert told not in second
