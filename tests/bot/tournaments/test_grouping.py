"""Swiss tables of three and four, compared with all arrangements that there are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from bot.tournaments.grouping import cost, table_sizes, tables
from bot.tournaments.played import Played, Round
from data.ids import UserId
from tests.bot.tournaments.histories import next_round, people, random_history, result

HISTORIES = 400 if os.environ.get("SOAK") else 12


def all_arrangements(users: list[UserId], sizes: list[int]) -> Iterator[list[tuple[UserId, ...]]]:
    """Every way to sit at tables of these sizes, equal ones more than once where the sizes differ."""
    if not users:
        yield []
        return
    first, *rest = users
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            staying = [user for user in rest if user not in others]
            yield from ([(first, *others), *found] for found in all_arrangements(staying, left))


@pytest.mark.parametrize("seats", [3, 4])
def test_no_other_tables_let_fewer_people_meet_again(seats):
    for number in range(HISTORIES):
        order, played = random_history(Random(f"{seats}:{number}"), seats=seats, most=9)
        found = tables(order, seats, played)
        assert sorted(user for table in found for user in table) == sorted(order)
        best = min(cost(other, played) for other in all_arrangements(order, table_sizes(len(order), seats)))
        assert (cost(found, played) if played.rounds else best) == best


@pytest.mark.parametrize(
    ("count", "seats", "sizes"),
    [(12, 4, [4, 4, 4]), (10, 4, [4, 3, 3]), (5, 4, [3, 2]), (4, 3, [2, 2]), (7, 3, [3, 2, 2])],
)
def test_tables_are_as_few_and_as_even_as_can_be(count, seats, sizes):
    assert table_sizes(count, seats) == sizes


def test_the_best_are_spread_over_the_tables_at_first():
    assert [set(table) for table in tables(people(8), 4, Played())] == [{1, 3, 5, 7}, {2, 4, 6, 8}]


def test_people_sit_in_front_and_behind_by_turns():
    rng, users, played = Random(1), people(16), Played()
    for _ in range(5):
        found, _ = next_round(users, played, 4)
        played = Played((*played.rounds, Round(tuple(result(rng, table) for table in found))))
    assert max(abs(balance) for balance in played.starts.values()) <= 3
    assert max(played.meetings.values()) == 1
