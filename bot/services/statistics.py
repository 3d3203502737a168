"""The statistics of a person and the leaderboard of a server, from the results in the store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.services import daily as daily_tries
from bot.services.context import Services
from bot.services.results import rate_all
from bot.tables import daily
from bot.tables.ratings import like_level
from bot.tables.statistics import RATED_MODES, Statistics, ranked, since, statistics, with_ranks
from data.ids import GuildId, UserId
from data.store import LeaderboardRow
from game.analysis import accuracy
from game.analysis_json import from_json

_LATEST: Final = 100
"""Bots that somebody has met lately: what they play like today."""
_ANALYSED: Final = 20
"""Analysed games that are looked at."""
TOP: Final = 10
"""People in a leaderboard."""


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """All that a profile shows."""

    name: str
    statistics: Statistics
    rank: int | None
    """In the server, in the mode that they play the most."""
    level: str | None
    """The level of bots that plays as well."""
    accuracy: float | None
    """In percent, of the latest analysed games."""
    analysed: int
    days: daily.Summary
    """At the daily challenge; for others only where this server shows it."""
    places: tuple[int, ...] = ()
    """The ranks at the ends of tournaments."""


@dataclass(frozen=True, slots=True)
class LeaderboardRows:
    """The first people of a server with their ranks, and that of the person who asked, if they are further down."""

    top: tuple[tuple[int, LeaderboardRow], ...]
    mine: tuple[int, LeaderboardRow] | None


async def of_person(
    services: Services, user: UserId, guild: GuildId | None, name: str, *, own: bool
) -> PersonStatistics | None:
    """What somebody has done: for themselves everywhere, for others in this server. None where there is nothing."""
    store = services.store
    await rate_all(store)
    counted = [row for row in await store.results_of(user) if row.result.own]
    rows = [row for row in counted if own or (row.guild == guild and guild is not None)]
    if not rows:
        return None
    skills = await store.skills([user], services.clock())
    found = await asyncio.to_thread(statistics, rows, {mode: skill for (_, mode), skill in skills.items()})
    rank = None
    if guild is not None and found.rated is not None:
        order = await _ranking(services, guild, found.rated.mode, "all", known={user: name})
        rank = next((rank for rank, one in order if one.user == user), None)
    level, shown, analysed = None, None, 0
    if own:
        met = await store.met_bots(user, _LATEST)
        level = like_level((bot, 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0) for bot, mine, theirs in met)
        losses = _losses(await store.analyses_of(user, _ANALYSED))
        shown = accuracy(sum(losses) / len(losses)) if losses else None
        analysed = len(losses)
    days = await days_of(services, user, guild, own=own)
    seen = (row.result.name for row in reversed(rows) if row.guild == guild)
    ended = [one for one in await store.tournament_places(user) if own or one.guild == guild]
    places = tuple(one.place for one in ended if one.place is not None)
    return PersonStatistics(name or next(seen, "?"), found, rank, level, shown, analysed, days, places)


async def days_of(services: Services, user: UserId, guild: GuildId | None, *, own: bool) -> daily.Summary:
    """How somebody stands at the daily challenge; for others only where this server shows it."""
    if not own and guild not in await services.store.daily_servers(user):
        return daily.Summary()
    return await daily_tries.summary(services, user, await services.store.daily_history(user))


def _losses(analyses: Sequence[tuple[int, str]]) -> list[float]:
    """The mean loss of what somebody placed themselves in each of these games; one that cannot be read is left out.

    Of an older analysis, which does not say what that is, all of the seat's placements.
    """
    losses: list[float] = []
    for seat, body in analyses:
        try:
            document = json.loads(body)
            placed = from_json(document["analysis"]).placements
            unaided = document.get("unaided") or [True] * len(placed)
        except (ValueError, KeyError, TypeError):
            continue
        own = [one.loss for one, is_own in zip(placed, unaided, strict=False) if is_own and one.seat == seat]
        if own:
            losses.append(sum(own) / len(own))
    return losses


async def of_server(
    services: Services, guild: GuildId, mode: str, period: str, user: UserId, name: str = ""
) -> LeaderboardRows:
    """The leaderboard of a server under present names, as a user sees it who is called `name` there.

    Without people who are no longer there.
    """
    await rate_all(services.store)
    shown = await _ranking(services, guild, mode, period, known={user: name})
    mine = next((pair for pair in shown[TOP:] if pair[1].user == user), None)
    return LeaderboardRows(tuple(shown[:TOP]), mine)


async def _ranking(
    services: Services, guild: GuildId, mode: str, period: str, known: Mapping[UserId, str]
) -> list[tuple[int, LeaderboardRow]]:
    """The people of a server with their ranks, without those of whom it is known that they are no longer there."""
    every = mode not in RATED_MODES
    people = await services.store.leaderboard(guild, mode, since(period, services.clock()), every=every)
    order = await asyncio.to_thread(ranked, people, mode, period)
    present = await services.directory.present(guild, order, TOP, known=known)
    return with_ranks(present.rows, mode, period)
