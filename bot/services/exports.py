"""What is kept of a person, as files: made in the background, a few games at a time, in bounded memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from typing import Final

from bot.process.guard import Guard
from bot.process.worker import Thinker
from bot.process.worker_process import WorkerStoppedError
from bot.services.archive import Archive, File
from bot.tables.daily import read
from bot.tables.errors import Refused
from bot.tables.own_data import KeptGame, own_games, placed
from data.daily import DailyResult
from data.ids import GameId, UserId
from data.store import GameMissing, GameUnreadable, PuzzleAnswer, ResultRow, Store
from game.events import Placed
from game.illegal import Illegal

NAME: Final = "ingenious-my-data"
_AT_ONCE: Final = 5
"""How many games the worker reads in one call, between which hints come."""
_ROWS: Final = 200
"""How many results are read and written at a time."""


class Exports:
    """The exports that are being made, one after the other; each person has one at a time."""

    def __init__(self, store: Store, thinker: Thinker, guard: Guard) -> None:
        self._store = store
        self._thinker = thinker
        self._guard = guard
        self._making: dict[UserId, asyncio.Task[list[File]]] = {}
        self._turn = asyncio.Lock()

    def is_made_for(self, user: UserId) -> bool:
        """Whether one is being made for this person."""
        return user in self._making

    def begin(self, user: UserId) -> asyncio.Task[list[File]]:
        """Everything that is kept of a person: their preferences, their seats in games, their moves and results.

        Nothing of anybody else is in it. The task raises `Refused`, `restarted`, where this process ends before.
        """
        if user not in self._making:
            making = self._making[user] = asyncio.create_task(self._make(user), name="export")
            making.add_done_callback(lambda _: self._making.pop(user, None))
        return self._making[user]

    async def _make(self, user: UserId) -> list[File]:
        async with self._turn:
            with closing(Archive(NAME)) as archive:
                return await self._written(archive, user)

    async def _written(self, archive: Archive, user: UserId) -> list[File]:
        archive.put("user", user)
        archive.put("preferences", asdict(await self._store.player(user)))
        await self._add_games(archive, user)
        await self._add_rest(archive, user)
        return await asyncio.to_thread(archive.files)

    async def _go_on(self) -> None:
        """Raises `Refused` where this process is about to end, or does not act any more."""
        if self._guard.begins_nothing or not await self._guard.acts():
            raise Refused("restarted")

    async def _add_games(self, archive: Archive, user: UserId) -> None:
        archive.add("games", ())
        games = await self._store.games_mentioning(str(user))
        for first in range(0, len(games), _AT_ONCE):
            await self._go_on()
            found = [await self._kept(game) for game in games[first : first + _AT_ONCE]]
            kept = [one for one in found if one is not None]
            try:
                rows = await self._thinker.run(own_games, user, kept, background=True)
            except WorkerStoppedError as error:
                raise Refused("restarted") from error
            await asyncio.to_thread(archive.add, "games", rows)

    async def _kept(self, game: GameId) -> KeptGame | None:
        """A game as it is stored; `None` for one that is gone, or cannot be read."""
        try:
            stored = await self._store.load(game)
        except (GameMissing, GameUnreadable):
            return None
        analysis = await self._store.analysis(game) if stored.row.status == "over" else None
        return KeptGame(stored.row, stored.events, analysis)

    async def _add_rest(self, archive: Archive, user: UserId) -> None:
        store = self._store
        archive.put("planned", {game: _read(body) for game, body in (await store.plans_of(user)).items()})
        await asyncio.to_thread(_add_rows, archive, "puzzles", await store.puzzle_answers(user))
        archive.add("results", ())
        last: ResultRow | None = None
        while rows := await store.results_after(user, last, _ROWS):
            await self._go_on()
            await asyncio.to_thread(_add_rows, archive, "results", rows)
            last = rows[-1]
        tries = [await self._daily(one) for one in await store.daily_history(user)]
        await asyncio.to_thread(archive.add, "daily", tries)
        archive.put("daily_servers", await store.daily_servers(user))
        vacations = (await store.vacations([user])).get(user, [])
        await asyncio.to_thread(archive.add, "vacations", [asdict(one) for one in vacations])
        archive.put("lesson", await store.lesson(user))
        archive.put("tournaments", [asdict(one) for one in await store.tournament_places(user)])

    async def _daily(self, row: DailyResult) -> dict[str, object]:
        """A try at the daily challenge with its placements, and nothing of the bag."""
        kept = await self._store.daily_try(row.day, row.user)
        try:
            events = read(kept).events if kept else ()
        except (ValueError, Illegal):
            events = ()
        return {**asdict(row), "placements": [placed(one.tile, one.at) for one in events if isinstance(one, Placed)]}


def _add_rows(archive: Archive, kind: str, rows: Sequence[PuzzleAnswer | ResultRow]) -> None:
    archive.add(kind, [asdict(row) for row in rows])


def _read(body: str) -> object:
    """What a text of JSON says; the text itself where it is damaged."""
    try:
        return json.loads(body)
    except ValueError:
        return body
