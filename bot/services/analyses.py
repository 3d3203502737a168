"""Analyses of finished games: made once by the worker, a few placements at a time, and kept in the store."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Final

from bot.process.guard import Guard
from bot.process.worker import Thinker
from bot.process.worker_calls import OutOfTimeError
from bot.process.worker_process import WorkerError
from bot.tables.errors import Refused
from bot.tables.table import Table
from data.ids import GameId
from data.store import GameMissing, Store
from game.analysis import Analysis, AnalysisError, Judged, conclude, judge
from game.analysis_json import from_json, to_json
from game.events import Placed
from game.second_look import doubtful, look_again

log = logging.getLogger(__name__)

_VERSION: Final = 5
"""Of the way in which games are judged: what was kept of another one is made again."""
_AT_ONCE: Final = 3
"""How many placements are judged in one call, between which hints and the moves of bots come."""


class Analyses:
    """The analyses of all games; each is made once, however many people ask for it."""

    def __init__(self, store: Store, thinker: Thinker, guard: Guard) -> None:
        self._store = store
        self._thinker = thinker
        self._guard = guard
        self._making: dict[GameId, asyncio.Task[Analysis]] = {}

    async def kept(self, game: GameId) -> Analysis | None:
        """The analysis that is kept of a game; `None` if there is none."""
        body = await self._store.analysis(game)
        if body is None:
            return None
        try:
            document = json.loads(body)
            return from_json(document["analysis"]) if document["version"] == _VERSION else None
        except (ValueError, KeyError, TypeError):
            log.warning("a kept analysis cannot be read and is made again", extra={"game": game})
            return None

    async def of(self, table: Table) -> Analysis:
        """The analysis of a finished game, made now where none is kept.

        Raises:
            Refused: `not-finished`, `no-analysis`, `analysis-later`.
        """
        if table.status != "over":
            raise Refused("not-finished", game=table.id)
        kept = await self.kept(table.id)
        if kept is not None:
            return kept
        making = self._making.get(table.id)
        if making is None:
            making = self._making[table.id] = asyncio.create_task(self._make(table), name=f"analysis {table.id}")
            making.add_done_callback(lambda _: self._making.pop(table.id, None))
        try:
            # Shielded: others may wait for the same one.
            return await asyncio.shield(making)
        except AnalysisError as error:
            log.info("no analysis: %s", error, extra={"game": table.id})
            raise Refused("no-analysis", game=table.id) from error
        except (WorkerError, OutOfTimeError) as error:
            log.warning("an analysis was not made: %r", error, extra={"game": table.id})
            raise Refused("analysis-later", game=table.id) from error

    async def _make(self, table: Table) -> Analysis:
        """An analysis made by the worker, and kept."""
        placements = sum(isinstance(event, Placed) for event in table.events)
        judged: list[Judged] = []
        for first in range(0, placements, _AT_ONCE):
            if self._guard.begins_nothing:
                raise WorkerError("the process ends")
            judged += await self._thinker.run(judge, table.events, first, first + _AT_ONCE, background=True)
        await self._look_again(table, judged)
        analysis = await asyncio.to_thread(conclude, table.events, judged)
        document = to_json(analysis)
        kept = {"version": _VERSION, "analysis": document, "unaided": table.unaided}
        body = json.dumps(kept, separators=(",", ":"))
        try:
            await self._store.save_analysis(table.id, body)
        except GameMissing:
            log.info("a game was deleted while it was analysed", extra={"game": table.id})
        log.info("analysed", extra={"game": table.id, "placements": placements})
        # As it is kept, rounded, so that it reads the same each time.
        return from_json(document)

    async def _look_again(self, table: Table, judged: list[Judged]) -> None:
        """Put what a look-ahead says of the turning points where the net's word was."""
        looked = set[int]()
        while (number := doubtful(judged, looked)) is not None:
            if self._guard.begins_nothing:
                raise WorkerError("the process ends")
            looked.add(number)
            judged[number] = await self._thinker.run(look_again, table.events, number, judged[number], background=True)
