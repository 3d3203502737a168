"""What the results of a person, or of the people of a server, come to. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from bot.tables.achievements import ACHIEVEMENTS
from bot.tables.ranks import ranks
from bot.tables.ratings import number
from bot.tables.results import PLAYED_OUT
from data.ids import GameId, UserId
from data.store import LeaderboardRow, ResultRow, Skill
from game.modes import MODES
from game.tiles import COLOURS, Colour

PERIODS: Final[Mapping[str, timedelta | None]] = {"all": None, "month": timedelta(days=30), "week": timedelta(days=7)}
"""Of a leaderboard: how far it looks back."""
RATED_MODES: Final = tuple(name for name, mode in MODES.items() if max(mode.seats) > 1)


@dataclass(frozen=True, slots=True)
class ModeStatistics:
    """What somebody has done in one mode; of games that were not played out, and of duels, no lowest colour counts."""

    mode: str
    games: int
    wins: int
    best: int | None
    mean: float | None
    ratings: tuple[int, ...]
    """After each rated game, oldest first; the last is the present one, be it of a game that is not among these."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What somebody has done."""

    games: int
    wins: int
    shared: int
    """Games with others, which can be won."""
    favourite: Colour | None
    """The colour in which their own tiles scored the most."""
    modes: tuple[ModeStatistics, ...]
    feats: tuple[str, ...]

    @property
    def rated(self) -> ModeStatistics | None:
        """The mode with the most rated games."""
        return max((mode for mode in self.modes if mode.ratings), key=lambda mode: len(mode.ratings), default=None)


def statistics(rows: Sequence[ResultRow], skills: Mapping[str, Skill] = MappingProxyType({})) -> Statistics:
    """The statistics of one person's results, oldest first; those that do not count for them are left out.

    `skills` are their present ones by mode.
    """
    rows = [row for row in rows if row.result.own]
    points = [sum(row.result.points[colour] for row in rows) for colour in COLOURS]
    had = {feat for row in rows for feat in row.result.feats}
    return Statistics(
        len(rows),
        sum(row.result.won for row in rows),
        sum(row.result.seats > 1 for row in rows),
        max(COLOURS, key=lambda colour: points[colour]) if any(points) else None,
        tuple(
            _mode(mode, own, skills.get(mode))
            for mode in MODES
            if (own := [row for row in rows if row.result.mode == mode])
        ),
        tuple(feat for feat in ACHIEVEMENTS if feat in had),
    )


def _mode(mode: str, rows: Sequence[ResultRow], skill: Skill | None) -> ModeStatistics:
    # On a two-sided track the lowest peg is the other's success, and says little.
    played_out = [] if MODES[mode].track.two_sided else [row for row in rows if _is_played_out(row)]
    lowest = [row.result.lowest for row in played_out]
    ratings = [number(row.skill) for row in rows if row.skill is not None]
    if ratings and skill and ratings[-1] != number(skill):
        ratings.append(number(skill))
    return ModeStatistics(
        mode,
        len(rows),
        sum(row.result.won for row in rows),
        max(lowest, default=None),
        sum(lowest) / len(lowest) if lowest else None,
        tuple(ratings),
    )


def _is_played_out(row: ResultRow) -> bool:
    return row.result.ending in PLAYED_OUT and not row.result.resigned


def since(period: str, now: datetime) -> datetime:
    """The moment from which games count; the earliest that there is where all do."""
    back = PERIODS[period]
    return datetime.fromtimestamp(0, now.tzinfo) if back is None else now - back


def ranked(rows: Iterable[LeaderboardRow], mode: str, period: str) -> list[LeaderboardRow]:
    """The people of a leaderboard, the best first: by rating, in a period by wins, alone by the lowest colour.

    Who does not want to be in it is not.
    """
    listed = [one for one in rows if not one.unlisted]
    kept = [one for one in listed if (one.skill if mode in RATED_MODES else one.best) is not None]
    return sorted(kept, key=lambda one: (_merit(one, mode, period), one.user))


def with_ranks(people: Sequence[LeaderboardRow], mode: str, period: str) -> list[tuple[int, LeaderboardRow]]:
    """The people of a leaderboard, who are in order, with their ranks; equal figures share one."""
    return list(zip(ranks([_merit(one, mode, period) for one in people]), people, strict=True))


def _merit(one: LeaderboardRow, mode: str, period: str) -> tuple[float, float]:
    """What somebody is ranked by, the least first."""
    if mode not in RATED_MODES:
        return -(one.best or 0), -one.total / max(1, one.played_out)
    rating = 0 if one.skill is None else number(one.skill)
    return (-rating, -one.wins) if PERIODS[period] is None else (-one.wins, -rating)


def new_feats(feats: Iterable[tuple[GameId, UserId, tuple[str, ...]]], game: GameId) -> dict[UserId, tuple[str, ...]]:
    """Who had which achievement in this game for the first time, from all that they had, oldest first."""
    known: set[tuple[UserId, str]] = set()
    found: dict[UserId, tuple[str, ...]] = {}
    for of, user, names in feats:
        new = tuple(name for name in ACHIEVEMENTS if name in names and (user, name) not in known)
        known |= {(user, name) for name in names}
        if of == game and new:
            found[user] = new
    return found
