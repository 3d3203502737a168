"""The order of a tournament, from small ones that can be counted by hand."""

from __future__ import annotations

import pytest

from bot.tournaments.played import POINT, Played, Round, TableResult, points_of
from bot.tournaments.standings import beaten_opposition, opposition, standings
from data.ids import UserId
from tests.bot.tournaments.histories import people

A, B, C, D = people(4)


def game(first: UserId, second: UserId, points: float, lowest: tuple[int, int] = (5, 5)) -> TableResult:
    return TableResult((first, second), (int(points * POINT), int((1 - points) * POINT)), lowest)


def order(played: Played, system="swiss") -> list[tuple[int, int]]:
    return [(line.rank, line.user) for line in standings([A, B, C, D], played, system)]


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2), (12, 0)),
        ((1, 1), (6, 6)),
        ((2, 1, 3), (6, 12, 0)),
        ((1, 1, 3), (9, 9, 0)),
        ((1, 2, 3, 4), (12, 8, 4, 0)),
        ((1, 2, 2, 4), (12, 6, 6, 0)),
        ((1, 1, 1, 1), (6, 6, 6, 6)),
    ],
)
def test_a_table_gives_points_for_the_share_of_the_others_that_were_beaten(ranks, points):
    assert points_of(ranks) == points


def test_more_points_come_first():
    played = Played((Round((game(A, B, 0), game(C, D, 0.5))),))
    assert order(played)[0] == (1, B)
    assert order(played)[-1] == (4, A)


def test_who_won_the_game_between_two_equals_is_before_the_other():
    played = Played((Round((game(A, B, 0, (18, 0)), game(C, D, 1))), Round((game(A, D, 1), game(B, C, 0)))))
    # A and B have a point each, and B won their game, whatever the colours say.
    assert [user for _, user in order(played)] == [C, B, A, D]


def test_the_points_of_the_opponents_decide_between_equals_who_drew():
    played = Played((Round((game(A, C, 1), game(B, D, 1, (18, 0)))), Round((game(C, D, 1), game(A, B, 0.5)))))
    # A has beaten C, who has a point, and B only D, who has none.
    assert order(played) == [(1, A), (2, B), (3, C), (4, D)]


def test_the_lowest_colours_decide_where_all_else_is_equal():
    played = Played((Round((game(A, B, 1, (4, 3)), game(C, D, 1, (9, 8)))),))
    assert order(played) == [(1, C), (2, A), (3, D), (4, B)]


def test_who_is_equal_in_everything_shares_the_rank():
    played = Played((Round((game(A, B, 1), game(C, D, 1))),))
    assert [rank for rank, _ in order(played)] == [1, 1, 3, 3]


def test_a_bye_is_a_point_and_counts_as_an_opponent_of_the_same_points():
    played = Played((Round((game(A, B, 1),), (C,)),))
    assert played.points[C] == POINT
    assert opposition([A, B, C], played) == {A: 0, B: 6 * POINT, C: 6 * POINT}


def test_sonneborn_berger_counts_those_whom_somebody_beat_and_half_of_equals():
    played = Played((Round((game(A, B, 1), game(C, D, 0.5))), Round((game(A, C, 0), game(B, D, 1)))))
    # C beat A, who has a point, and drew with D, who has a half.
    assert beaten_opposition([A, B, C, D], played)[C] == 2 * POINT + POINT // 2


def test_a_game_that_goes_on_counts_for_nothing_yet():
    played = Played((Round((game(A, B, 1), TableResult((C, D)))),))
    assert order(played) == [(1, A), (2, B), (3, C), (3, D)]
    assert opposition([A, B, C, D], played)[C] == 0
