"""What was played in a tournament so far, as pairing and ranking see it: tables with their points, and byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from data.ids import UserId

POINT: Final = 12
"""A whole point, that of a win, in the unit in which points are counted: thirds and halves of it are whole numbers."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of one round, in the order of its seats: the first begins."""

    people: tuple[UserId, ...]
    points: tuple[int, ...] = ()
    """In twelfths of a point; none while the game goes on."""
    lowest: tuple[int, ...] = ()
    """The lowest colour of each at the end."""
    held: frozenset[UserId] = frozenset()
    """In whose seat a bot played it to the end."""


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of a round, and who has a bye: a whole point without a game."""

    tables: tuple[TableResult, ...]
    byes: tuple[UserId, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all of its games are."""
        return all(table.points for table in self.tables)

    @property
    def held(self) -> frozenset[UserId]:
        """In whose seats a bot played."""
        return frozenset[UserId]().union(*(table.held for table in self.tables))


def points_of(ranks: Sequence[int]) -> tuple[int, ...]:
    """The points of a table by the ranks of its seats: for the share of the others that somebody beat.

    Whoever is equal counts as half beaten, so that a win is a point at every table and half of all points are given.
    """
    others = len(ranks) - 1
    return tuple(
        POINT * sum(2 * (rank < other) + (rank == other) for at, other in enumerate(ranks) if at != own) // (2 * others)
        for own, rank in enumerate(ranks)
    )


@dataclass(frozen=True)
class Played:
    """All rounds so far; what is counted from them is counted once."""

    rounds: tuple[Round, ...] = ()

    def tables(self) -> Iterator[TableResult]:
        """The tables of all rounds."""
        return (table for one in self.rounds for table in one.tables)

    @cached_property
    def points(self) -> Counter[UserId]:
        """The points of each person, a whole one for each bye."""
        found: Counter[UserId] = Counter()
        for table in self.tables():
            for user, points in zip(table.people, table.points, strict=bool(table.points)):
                found[user] += points
        for user, byes in self.byes.items():
            found[user] += POINT * byes
        return found

    @cached_property
    def byes(self) -> Counter[UserId]:
        """How many byes each person had."""
        return Counter(user for one in self.rounds for user in one.byes)

    @cached_property
    def meetings(self) -> Counter[frozenset[UserId]]:
        """How often two people sat at one table."""
        return Counter(frozenset(pair) for table in self.tables() for pair in combinations(table.people, 2))

    @cached_property
    def starts(self) -> Counter[UserId]:
        """By how much somebody sat in front: the seats behind them less those before them, over all games."""
        found: Counter[UserId] = Counter()
        for table in self.tables():
            for seat, user in enumerate(table.people):
                found[user] += len(table.people) - 1 - 2 * seat
        return found

    @cached_property
    def lowest(self) -> Counter[UserId]:
        """The sum of each person's lowest colours."""
        found: Counter[UserId] = Counter()
        for table in self.tables():
            for user, lowest in zip(table.people, table.lowest, strict=bool(table.lowest)):
                found[user] += lowest
        return found


def in_balanced_order(people: Iterable[UserId], starts: Counter[UserId]) -> tuple[UserId, ...]:
    """The people of a table in the order of its seats: in front who sat behind the most so far, else as they come."""
    return tuple(sorted(people, key=lambda user: starts[user]))
