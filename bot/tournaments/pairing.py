"""Who plays whom in the next round, at tables of two: Swiss by a matching of least weight, or a round robin.

A matching looks at all pairs at once, so that nobody is left who can only be paired with somebody they have met.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.tournaments.played import Played, in_balanced_order
from data.ids import UserId

Pair = tuple[UserId, UserId]
Cost = tuple[int, int, int, int]
"""How bad it is to pair two people, the worst first: how often they have met, the distance of their points, how uneven
the starts would be, how far they are from the one whom they would meet in a group of equals.
"""
_BYE: Final = UserId(0)
"""Stands for the opponent of who has a bye."""


def pairs(people: Sequence[UserId], played: Played) -> tuple[list[Pair], tuple[UserId, ...]]:
    """The pairs of a round of Swiss, first players first, and who has the bye where the number is odd.

    `people` are those who play on, the best first. Nobody meets somebody again, or has a second bye, while that can be
    avoided; then people of equal points meet. The pairs come in the order of their better players.
    """
    entrants = [*people, _BYE] if len(people) % 2 else list(people)
    matched = _matching(entrants, played)
    place = {user: at for at, user in enumerate(entrants)}
    ordered = sorted((tuple(sorted(pair, key=place.__getitem__)) for pair in matched), key=lambda pair: place[pair[0]])
    found: list[Pair] = []
    for number, (better, other) in enumerate(pair for pair in ordered if _BYE not in pair):
        # In the first round the better players begin at every other table.
        line = (better, other) if number % 2 == 0 else (other, better)
        first, second = in_balanced_order(line, played.starts)
        found.append((first, second))
    return found, tuple(pair[0] for pair in ordered if _BYE in pair)


def _matching(entrants: Sequence[UserId], played: Played) -> list[Pair]:
    """The pairs whose costs have the least sum, compared from the worst part of a cost to the mildest."""
    # It takes as long to import as the rest of the bot, and a tournament needs it once in days.
    import networkx as nx  # noqa: PLC0415

    graph: nx.Graph[UserId] = nx.Graph()
    costs = dict(_costs(entrants, played))
    scale = 1 + max((max(cost[1:]) for cost in costs.values()), default=0) * len(entrants)
    for (one, other), cost in costs.items():
        weight = 0
        for part in cost:
            weight = weight * scale + part
        graph.add_edge(one, other, weight=weight)
    return [(one, other) for one, other in nx.min_weight_matching(graph)]


def _costs(entrants: Sequence[UserId], played: Played) -> Iterator[tuple[Pair, Cost]]:
    groups = _groups(entrants, played)
    least = min((played.points[user] for user in entrants if user != _BYE), default=0)
    for at, one in enumerate(entrants):
        for other in entrants[at + 1 :]:
            yield (one, other), _bye_cost(one, played, least) if other == _BYE else _cost(one, other, played, groups)


def _bye_cost(user: UserId, played: Played, least: int) -> Cost:
    """The bye is for who had none, and of those for one with the fewest points."""
    return played.byes[user], _distance(played.points[user], least), 0, 0


def _cost(one: UserId, other: UserId, played: Played, groups: Mapping[UserId, tuple[int, int]]) -> Cost:
    points, starts = played.points, played.starts
    gap = _distance(points[one], points[other])
    behind, ahead = sorted((starts[one], starts[other]))
    uneven = (behind + 1) ** 2 + (ahead - 1) ** 2
    (size, rank), (_, other_rank) = groups[one], groups[other]
    apart = 0 if gap else abs(abs(rank - other_rank) - size // 2)
    return played.meetings[frozenset((one, other))], gap, uneven, apart


def _distance(points: int, other: int) -> int:
    """The square of a distance: one big distance is worse than two small ones."""
    return (points - other) ** 2


def _groups(people: Sequence[UserId], played: Played) -> dict[UserId, tuple[int, int]]:
    """The size of the group of equal points to which each belongs, and their place in it, from 0."""
    found: dict[UserId, tuple[int, int]] = {}
    for points in {played.points[user] for user in people}:
        group = [user for user in people if user != _BYE and played.points[user] == points]
        found |= {user: (len(group), at) for at, user in enumerate(group)}
    return found


# --- round robin -----------------------------------------------------------------------------------------------------


def round_robin_rounds(people: int) -> int:
    """In how many rounds everybody meets everybody else."""
    return people - 1 + people % 2


def round_robin(people: Sequence[UserId], number: int) -> tuple[list[Pair], tuple[UserId, ...]]:
    """The pairs of a round of a round robin, counted from 1, first players first, and who has the bye, if anybody.

    By the tables of Berger, in which everybody begins as often as not, or once more or less.
    """
    entrants = [*people, _BYE] if len(people) % 2 else list(people)
    *turning, last = entrants
    size, half = len(turning), len(entrants) // 2
    # In round r the last one meets number r * half (counted from 0, around the ring of the others).
    offset = (number - 1) * half % size
    against_last = turning[offset]
    drawn = [(against_last, last) if number % 2 else (last, against_last)]
    drawn += [(turning[(offset + step) % size], turning[(offset - step) % size]) for step in range(1, half)]
    return [pair for pair in drawn if _BYE not in pair], tuple(
        user for pair in drawn if _BYE in pair for user in pair if user != _BYE
    )
