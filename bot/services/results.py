"""The results of finished games, made once more from their logs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.events import from_text
from bot.tables.results import results_in
from data.ids import GameId
from data.store import GameMissing, GameUnreadable, NewResult, Store
from game.illegal import Illegal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild came to."""

    games: int
    rows: int
    unreadable: int
    """Games whose log cannot be read; their results are left as they were."""


async def rebuild(store: Store) -> Rebuilt:
    """Write the results of every game that is over from its log; nobody else may use the store meanwhile.

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
            log.warning("a game cannot be read: its results stay", extra={"game": row.id, "reason": type(error)})
            unreadable += 1
            continue
        games, rows = games + 1, rows + len(results)
    return Rebuilt(games, rows, unreadable)


def _made(game: GameId, events: Sequence[str]) -> tuple[NewResult, ...]:
    return results_in(game, [from_text(body) for body in events])
