"""The results of finished games: made once more from their logs, and rated in their order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from bot.tables.events import from_text
from bot.tables.ratings import Ledger
from bot.tables.results import results_in
from data.ids import GameId
from data.store import Conflict, GameMissing, GameUnreadable, NewRating, NewResult, ResultRow, Store
from game.illegal import Illegal

log = logging.getLogger(__name__)


_AT_ONCE: Final = 200
"""Results that are rated in one transaction, during which others wait; more than a game has."""


async def rate_all(store: Store) -> None:
    """Rate what is to be rated, game by game in the order of their ends.

    A game that ends before one that was rated already, as the clocks of processes differ, has all after it rated again:
    ratings are a function of the results in order.
    """
    while pending := await store.to_rate(_AT_ONCE):
        last = await store.last_rated()
        first = pending[0]
        try:
            if last is not None and (first.at, first.game) < last:
                await store.unrate(first.at, first.game)
                continue
            await store.save_ratings(await _ratings(store, pending))
        except Conflict:
            log.info("results were rated by another process")


async def _ratings(store: Store, rows: Sequence[ResultRow]) -> list[NewRating]:
    """What the games of these rows come to, one after the other."""
    people = sorted({row.result.user for row in rows if row.result.user is not None})
    day = rows[0].at.replace(hour=0, minute=0, second=0, microsecond=0)
    skills, earlier = await store.skills(people, rows[0].at), await store.rated_since(people, day)
    ledger = Ledger(skills, [(game, at.date(), user) for game, at, user in earlier])
    games = [list(game) for _, game in groupby(rows, key=lambda row: row.game)]
    return await asyncio.to_thread(lambda: [one for game in games for one in ledger.rate(game)])


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild came to."""

    games: int
    rows: int
    unreadable: int
    """Games whose log cannot be read; their results are left as they were."""


async def rebuild(store: Store) -> Rebuilt:
    """Write the results of every game that is over from its log, and rate them; nobody else may use the store.

    Results of games whose logs were deleted stay.
    """
    games = rows = unreadable = 0
    for row in await store.games_with(("over",)):
        try:
            results = await asyncio.to_thread(_made, row.id, (await store.load(row.id)).events)
            await store.replace_results(row.id, results)
        except GameMissing:
            continue
        except (GameUnreadable, Illegal, ValueError, KeyError, IndexError) as error:
            log.warning(
                "a game cannot be read: its results stay", extra={"game": row.id, "reason": type(error).__name__}
            )
            unreadable += 1
            continue
        games, rows = games + 1, rows + len(results)
    await store.unrate(datetime.fromtimestamp(0, UTC), GameId(0))
    await rate_all(store)
    return Rebuilt(games, rows, unreadable)


def _made(game: GameId, events: Sequence[str]) -> tuple[NewResult, ...]:
    return results_in(game, [from_text(body) for body in events])
