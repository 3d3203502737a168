"""The order of a tournament: points, direct result, Buchholz or Sonneborn-Berger, the sum of the lowest colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Literal

from bot.tournaments.played import Played
from data.ids import UserId

System = Literal["swiss", "round-robin"]


@dataclass(frozen=True, slots=True)
class Line:
    """A person in the standings."""

    user: UserId
    rank: int
    """From 1; who is equal in everything shares it."""
    points: int
    """In twelfths of a point."""
    strength: int
    """Buchholz or Sonneborn-Berger, in the unit of `opposition`."""
    lowest: int


def standings(people: Sequence[UserId], played: Played, system: System) -> list[Line]:
    """Everybody in order; who is equal in everything comes as in `people`."""
    strength = opposition(people, played) if system == "swiss" else beaten_opposition(people, played)
    found: list[Line] = []
    by_points = sorted(people, key=lambda user: -played.points[user])
    for _, group in groupby(by_points, key=lambda user: played.points[user]):
        for equal in _ordered(list(group), played, strength):
            rank = len(found) + 1
            found += [Line(user, rank, played.points[user], strength[user], played.lowest[user]) for user in equal]
    return found


def _ordered(group: list[UserId], played: Played, strength: Counter[UserId]) -> list[list[UserId]]:
    """People of equal points in order, those together who are equal in everything.

    The direct result decides among people who have all met each other, and again among those whom it leaves equal.
    """
    if len(group) == 1:
        return [group]
    direct = _direct(group, played)
    if len(set(direct.values())) > 1:
        group.sort(key=lambda user: -direct[user])
        parts = [list(part) for _, part in groupby(group, key=lambda user: direct[user])]
        return [equal for part in parts for equal in _ordered(part, played, strength)]
    return _by_strength(group, played, strength)


def _by_strength(group: list[UserId], played: Played, strength: Counter[UserId]) -> list[list[UserId]]:
    def key(user: UserId) -> tuple[int, int]:
        return -strength[user], -played.lowest[user]

    group.sort(key=key)
    return [list(part) for _, part in groupby(group, key=key)]


def _direct(group: Sequence[UserId], played: Played) -> Counter[UserId]:
    """The points of each against the others of a group; none unless all of them have met, equally often."""
    met = {played.meetings[frozenset(pair)] for pair in combinations(group, 2)}
    found: Counter[UserId] = Counter(dict.fromkeys(group, 0))
    if len(met) == 1 and met != {0}:
        for table in played.tables():
            for user in group:
                for other in group:
                    found[user] += _against(table.people, table.points, user, other)
    return found


def _against(people: Sequence[UserId], points: Sequence[int], user: UserId, other: UserId) -> int:
    """2 where somebody beat the other at a table, 1 where they are equal, 0 where they lost or did not meet."""
    if not points or user == other or user not in people or other not in people:
        return 0
    mine, theirs = points[people.index(user)], points[people.index(other)]
    return 2 * (mine > theirs) + (mine == theirs)


def opposition(people: Sequence[UserId], played: Played) -> Counter[UserId]:
    """Buchholz: the points of everybody whom somebody met, the mean of a table; a bye counts as their own.

    In the unit of points times six, in which the means of tables of three and four are whole numbers.
    """
    found: Counter[UserId] = Counter(dict.fromkeys(people, 0))
    for table in played.tables():
        for user in table.people:
            others = [played.points[other] for other in table.people if other != user]
            found[user] += 6 * sum(others) // len(others) if table.points else 0
    for user, byes in played.byes.items():
        found[user] += 6 * byes * played.points[user]
    return found


def beaten_opposition(people: Sequence[UserId], played: Played) -> Counter[UserId]:
    """Sonneborn-Berger: the points of everybody whom somebody beat, half of those of who was equal; for a bye nothing.

    In the unit of points times two.
    """
    found: Counter[UserId] = Counter(dict.fromkeys(people, 0))
    for table in played.tables():
        for user, other in combinations(table.people, 2):
            found[user] += _against(table.people, table.points, user, other) * played.points[other]
            found[other] += _against(table.people, table.points, other, user) * played.points[user]
    return found
