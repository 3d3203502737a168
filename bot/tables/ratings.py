"""Ratings as a function of results: what a game does to the skills of its people, and what a skill is called. Pure.

Skills follow the model of Plackett and Luce with its usual constants, for several players and teams. They are whole
numbers of millionths, so that the same results lead to the same skills on every machine and in every store.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations, groupby, permutations, product
from typing import Final

from openskill.models import PlackettLuce

from data.ids import GameId, UserId
from data.store import NewRating, ResultRow, Skill
from game.ai.levels import LEVELS, LevelName

MILLION: Final = 1_000_000
START: Final = Skill(25 * MILLION, 25 * MILLION // 3)
"""The skill of somebody of whom nothing is known."""
A_DAY: Final = 5
"""How many games a day count for the same two people."""
_MODEL: Final = PlackettLuce()
_BASE, _STEP = 1000, 30
"""What a newcomer's rating is, and what one of the model's units is worth."""

_STRENGTHS: Final[Mapping[LevelName, int]] = {
    name: level.strength for name, level in LEVELS.items() if level.strength is not None
}
"""The fixed strength of each level in steps of which 400 mean ten to one."""
_EVEN: Final = 0
"""The strength against which everybody has played two even games, so that nobody's is infinite."""
_ENOUGH: Final = 5
"""Games against bots that say something."""


def number(skill: Skill) -> int:
    """The rating as it is shown: what the person plays at least, all but surely. A newcomer has 1000."""
    return max(1, round(_BASE + _STEP * (skill.mu - 3 * skill.sigma) / MILLION))


def rate(rows: Sequence[ResultRow], skills: Mapping[UserId, Skill]) -> list[NewRating]:
    """What a game does to its seats, whose people have these skills in its mode; who has none is a newcomer.

    A former player has the skill that the row still knows. Who gave up is last, also where their team was not. So is
    somebody who did not play most of it themselves; but where no rival played to the end, their skill stays.
    """
    before = [_before(row, skills) for row in rows]
    sides = sorted({row.result.side for row in rows})
    teams = [[at for at, row in enumerate(rows) if row.result.side == side] for side in sides]
    ranks = [min(rows[at].result.rank for at in team) for team in teams]
    after: dict[int, Skill] = _rated(before, teams, ranks)
    for team in teams:
        last = [max(ranks) + 1 if other is team else rank for other, rank in zip(teams, ranks, strict=True)]
        rivals = (rows[at].result for other in teams if other is not team for at in other)
        has_rival = any(rival.own and not rival.resigned for rival in rivals)
        for at in team:
            if rows[at].result.resigned or (has_rival and not rows[at].result.own):
                after[at] = _rated(before, teams, last)[at]
            elif not rows[at].result.own:
                after[at] = before[at]
    return [NewRating(row.game, row.result.seat, "rated", before[at], after[at]) for at, row in enumerate(rows)]


def _before(row: ResultRow, skills: Mapping[UserId, Skill]) -> Skill:
    user = row.result.user
    kept = row.skill_before if user is not None and user < 0 else None
    return kept or (START if user is None else skills.get(user, START))


def _rated(before: Sequence[Skill], teams: Sequence[Sequence[int]], ranks: Sequence[int]) -> dict[int, Skill]:
    """The skills after a game in the order of `before`: of equal teams the mean over all orders in which they may come.

    The model itself gives the third of ranks 1, 1, 3 and 4 as much as the two who won.
    """
    outcomes = [_rated_in_order(before, teams, order) for order in _orders(ranks)]
    return {
        at: Skill(
            round(MILLION * math.fsum(mu for mu, _ in found) / len(found)),
            round(MILLION * math.fsum(sigma for _, sigma in found) / len(found)),
        )
        for at in outcomes[0]
        for found in ([outcome[at] for outcome in outcomes],)
    }


def _orders(ranks: Sequence[int]) -> Iterable[Sequence[int]]:
    """All orders, each the teams from the first to the last, that agree with these ranks."""
    groups = [[team for team, rank in enumerate(ranks) if rank == shared] for shared in sorted(set(ranks))]
    return ([team for group in order for team in group] for order in product(*map(permutations, groups)))


def _rated_in_order(
    before: Sequence[Skill], teams: Sequence[Sequence[int]], order: Sequence[int]
) -> dict[int, tuple[float, float]]:
    """The skills after a game in which the teams came in one after the other, in the order of `before`."""
    given = [
        [_MODEL.create_rating([before[at].mu / MILLION, before[at].sigma / MILLION]) for at in teams[team]]
        for team in order
    ]
    made = _MODEL.rate(given)
    return {
        at: (one.mu, one.sigma)
        for team, ratings in zip(order, made, strict=True)
        for at, one in zip(teams[team], ratings, strict=True)
    }


class Ledger:
    """The skills and the meetings of a day, carried from game to game."""

    def __init__(
        self, skills: Mapping[tuple[UserId, str], Skill], earlier: Iterable[tuple[GameId, date, UserId]]
    ) -> None:
        """`skills` are by person and mode, `earlier` the people of rated games since the first day that matters."""
        self._skills = dict(skills)
        self._met: Counter[tuple[date, frozenset[UserId]]] = Counter()
        for (_, day), people in groupby(sorted(earlier), key=lambda one: one[:2]):
            self._meet(day, [user for *_, user in people])

    def rate(self, rows: Sequence[ResultRow]) -> list[NewRating]:
        """What one game comes to for each seat; the next one is rated after it."""
        people = [row.result.user for row in rows if row.result.user is not None]
        day, mode = rows[0].at.date(), rows[0].result.mode
        if any(self._met[day, frozenset(pair)] >= A_DAY for pair in combinations(people, 2)):
            return [NewRating(row.game, row.result.seat, "too-many", before=_kept(row)) for row in rows]
        made = rate(rows, {user: self._skills.get((user, mode), START) for user in people})
        for row, rating in zip(rows, made, strict=True):
            if row.result.user is not None and rating.after is not None:
                self._skills[row.result.user, mode] = rating.after
        self._meet(day, people)
        return made

    def _meet(self, day: date, people: Sequence[UserId]) -> None:
        for pair in combinations(people, 2):
            self._met[day, frozenset(pair)] += 1


def _kept(row: ResultRow) -> Skill | None:
    """What a row of a former player still knows."""
    return row.skill_before if row.result.user is not None and row.result.user < 0 else None


# --- against bots --------------------------------------------------------------------------------------------------


def like_level(games: Iterable[tuple[str, float]]) -> LevelName | None:
    """The level that plays as well as somebody with these results: the level of each bot and the share of a win.

    None for too few games to tell. The strength is the one that makes the results the likeliest, with two even games
    added, so that it is never infinite.
    """
    known = [(_STRENGTHS[level], score) for level, score in games if level in _STRENGTHS]
    if len(known) < _ENOUGH:
        return None
    known += [(_EVEN, 0.5)] * 2
    low, high = -2000.0, 2000.0
    wanted = math.fsum(score for _, score in known)
    for _ in range(40):
        middle = (low + high) / 2
        expected = math.fsum(1 / (1 + 10 ** ((strength - middle) / 400)) for strength, _ in known)
        low, high = (middle, high) if expected < wanted else (low, middle)
    return min(_STRENGTHS, key=lambda level: abs(_STRENGTHS[level] - low))
