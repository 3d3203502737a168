"""Who sits at which table of three or four in the next round: Swiss tables, by exchanges that make them better.

No method finds the best tables of three quickly for sure (it is the problem of the social golfers), so this one begins
at several arrangements, exchanges two people as long as that helps, and keeps the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from bot.tournaments.played import Played, in_balanced_order
from data.ids import UserId

Cost = tuple[int, int]
"""How bad tables are, the worst first: how often people met who meet again, how far apart in points people are."""
_BEGINNINGS: Final = 24
"""From how many arrangements it begins, fewer of many people."""
_PEOPLE_TIMES_BEGINNINGS: Final = 400


def table_sizes(people: int, seats: int) -> list[int]:
    """The sizes of as few tables as there can be with at most so many seats, the sizes at most one apart."""
    tables = -(-people // seats)
    return [people // tables + (at < people % tables) for at in range(tables)]


def tables(people: Sequence[UserId], seats: int, played: Played) -> list[tuple[UserId, ...]]:
    """The tables of a round, each in the order of its seats; nobody has a bye where there are two people.

    `people` are those who play on, the best first. People meet again as seldom as this finds, then those of equal
    points meet; in the first round the best are spread over the tables.
    """
    sizes = table_sizes(len(people), seats)
    rng = Random(len(played.rounds))
    best = _improved(_spread(people, sizes) if not played.rounds else _in_line(people, sizes), played)
    for _ in range(max(1, min(_BEGINNINGS, _PEOPLE_TIMES_BEGINNINGS // max(1, len(people)))) if played.rounds else 0):
        line = list(people)
        rng.shuffle(line)
        found = _improved(_in_line(line, sizes), played)
        if cost(found, played) < cost(best, played):
            best = found
    place = {user: at for at, user in enumerate(people)}
    best = sorted((sorted(table, key=place.__getitem__) for table in best), key=lambda table: place[table[0]])
    return [
        # In the first round the best of each table sit in another seat from table to table.
        in_balanced_order([*table[number % len(table) :], *table[: number % len(table)]], played.starts)
        for number, table in enumerate(best)
    ]


def cost(found: Sequence[Sequence[UserId]], played: Played) -> Cost:
    """What these tables cost, all together."""
    each = [_table_cost(table, played) for table in found]
    return sum(again for again, _ in each), sum(apart for _, apart in each)


def _table_cost(table: Sequence[UserId], played: Played) -> Cost:
    again = apart = 0
    for one, other in combinations(table, 2):
        again += played.meetings[frozenset((one, other))]
        apart += (played.points[one] - played.points[other]) ** 2
    return again, apart


def _in_line(people: Sequence[UserId], sizes: Sequence[int]) -> list[list[UserId]]:
    """Tables of people who follow each other."""
    line = iter(people)
    return [[next(line) for _ in range(size)] for size in sizes]


def _spread(people: Sequence[UserId], sizes: Sequence[int]) -> list[list[UserId]]:
    """Tables to which people are dealt in turn."""
    return [[people[at + row * len(sizes)] for row in range(size)] for at, size in enumerate(sizes)]


def _improved(found: list[list[UserId]], played: Played) -> list[list[UserId]]:
    """The tables after all exchanges of two people that make them better."""
    costs = [_table_cost(table, played) for table in found]
    while any(_exchange_between(found, costs, one, other, played) for one, other in combinations(range(len(found)), 2)):
        pass
    return found


def _exchange_between(found: list[list[UserId]], costs: list[Cost], one: int, other: int, played: Played) -> bool:
    """Make the first exchange between two tables that helps; whether there is one."""
    first, second = found[one], found[other]
    before = (costs[one][0] + costs[other][0], costs[one][1] + costs[other][1])
    for at in range(len(first)):
        for to in range(len(second)):
            first[at], second[to] = second[to], first[at]
            after = _table_cost(first, played), _table_cost(second, played)
            if (after[0][0] + after[1][0], after[0][1] + after[1][1]) < before:
                costs[one], costs[other] = after
                return True
            first[at], second[to] = second[to], first[at]
    return False
