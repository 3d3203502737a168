"""A second look at the turning points of a game: which are looked at, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game import second_look
from game.ai.evaluation import Evaluated
from game.ai.levels import Level, Lookahead
from game.analysis import Judged, judge, turning_points
from game.events import Event
from game.modes import MODES
from game.second_look import analyse, doubtful, look_again
from game.simulate import simulate

QUICK = {"5": Level("5", "", None, lookahead=Lookahead(turns=16, replies=2))}


@pytest.fixture(scope="module")
def duel() -> list[Event]:
    return simulate(MODES["duel"], ("max", "beginner"), Random(13))


@pytest.fixture(scope="module")
def judged(duel: list[Event]) -> tuple[Judged, ...]:
    return judge(duel)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(second_look, "LEVELS", QUICK)


def test_an_analysis_has_what_the_look_ahead_says_of_its_turning_points(
    duel: list[Event], judged: tuple[Judged, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(second_look, "judge", lambda events: judged)
    analysis = analyse(duel)
    changed = [number for number, one in enumerate(analysis.placements) if one != judged[number]]
    assert 1 <= len(changed) <= 4
    for number in changed:
        assert analysis.placements[number] == look_again(duel, number, judged[number])
    assert set(analysis.turning_points) <= set(changed) or len(changed) == 4


def test_the_dearest_placements_are_looked_at_until_all_that_are_left_were(judged: tuple[Judged, ...]):
    first, *more = turning_points(judged)
    assert doubtful(judged, ()) == first
    assert doubtful(judged, {first}) == more[0]
    assert doubtful(judged, {first, *more}) is None
    without = [replace(one, loss=0.0, better=None) if number == first else one for number, one in enumerate(judged)]
    (new,) = set(turning_points(without)) - {first, *more}
    assert doubtful(without, {first, *more}) == new
    assert doubtful(without, {first, *more, 0}) is None, "enough were looked at"


def says(monkeypatch: pytest.MonkeyPatch, played: float, others: float) -> list[Evaluated]:
    """Let the look-ahead think so much of the last placement that it is asked about, the one played, and of others."""
    asked: list[Evaluated] = []

    def look_ahead(_position: object, _net: object, compared: list[Evaluated], options: Lookahead, _rng: Random):
        assert (options.candidates, options.rounds) == (len(compared), 1), "all are played on from equally often"
        asked[:] = compared
        scores = [(others, one) for one in compared[:-1]] + [(played, compared[-1])]
        return sorted(scores, key=lambda score: -score[0])

    monkeypatch.setattr(second_look, "look_ahead", look_ahead)
    return asked


def test_a_placement_that_the_look_ahead_likes_best_lost_nothing(
    duel: list[Event], judged: tuple[Judged, ...], monkeypatch: pytest.MonkeyPatch
):
    number = turning_points(judged)[0]
    asked = says(monkeypatch, played=0.7, others=0.5)
    found = look_again(duel, number, judged[number])
    assert (found.loss, found.better) == (0.0, None)
    assert found.chances == judged[number].chances
    assert (asked[-1].move.a, asked[-1].move.b) in (judged[number].at, judged[number].at[::-1])


def test_what_was_better_is_told_with_figures_of_the_same_curve(
    duel: list[Event], judged: tuple[Judged, ...], monkeypatch: pytest.MonkeyPatch
):
    number = turning_points(judged)[0]
    asked = says(monkeypatch, played=0.001, others=0.999)
    found = look_again(duel, number, judged[number])
    assert found.loss == found.before, "nobody loses more than they had"
    assert found.better
    assert found.better.chance == found.before
    assert found.better.at == (asked[0].move.a, asked[0].move.b)
    assert found.better.reasons
