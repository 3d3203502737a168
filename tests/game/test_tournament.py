"""Matches between bots."""

from __future__ import annotations

from itertools import count

import pytest

from game.illegal import Illegal
from game.modes import MODES
from game.tournament import tournament
from tests.game.build import SETUPS


def ticks():
    """A clock that goes on by a millisecond each time it is looked at."""
    counter = count()
    return lambda: next(counter) / 1000


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_player_draws_level_with_itself_over_all_sides_of_a_deal(mode: str, seats: int):
    sides = MODES[mode].sides or seats
    result = tournament(MODES[mode], seats, ("max", "max"), sides, 1, ticks())
    assert result.win == pytest.approx(1 / sides if sides > 1 else 0.5, abs=0.5)
    assert result.games == sides
    assert result.ms.p50 == pytest.approx(1)


def test_the_better_player_wins():
    result = tournament(MODES["standard"], 2, ("careful", "random"), 6, 1, ticks())
    assert (result.win, result.ci95) == (1, 0)
    assert result.low_a > result.low_b


def test_one_player_against_all_others_is_counted_by_side():
    assert tournament(MODES["team"], 4, ("random", "max"), 2, 1, ticks()).win == 0
    assert tournament(MODES["standard"], 3, ("max", "random"), 3, 1, ticks()).win == 1


def test_alone_the_better_result_of_the_same_deal_wins():
    result = tournament(MODES["solo"], 1, ("careful", "random"), 3, 1, ticks())
    assert result.win == 1
    assert result.low_a > 5 > result.low_b
    assert tournament(MODES["solo"], 1, ("random", "careful"), 2, 1, ticks()).win == 0


def test_the_same_seed_gives_the_same_match():
    one, other = (tournament(MODES["duel"], 2, ("max", "random"), 2, 9, ticks()) for _ in range(2))
    assert one == other


def test_a_mode_is_not_played_by_a_number_that_it_does_not_allow():
    with pytest.raises(Illegal):
        tournament(MODES["duel"], 3, ("max", "max"), 1, 1, ticks())
