"""The `Store` in one SQLite file, for one machine.

All work is done by one thread that owns the one connection. A call hands it a whole transaction, so it costs one
hop, and the thread's queue is the lock: first come, first served, and nothing that a cancelled caller could leave
locked. What has begun runs to its end; what still waits in the queue when its caller is cancelled never begins.
Must not know SQL beyond BEGIN and COMMIT, which are in `connection.py`; the statements are in `sql.py`.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

from data import connection, sql
from data.store import (
    UNCHANGED,
    Clock,
    DatabaseUnusable,
    GameChange,
    GameRow,
    NewGame,
    Note,
    OutboxRow,
    PlayerRow,
    Posted,
    SeatRow,
    ServerRow,
    Status,
    StoredGame,
)

T = TypeVar("T")


class SqliteStore:
    """A `Store`; use `SqliteStore.open`."""

    def __init__(self, path: str, clock: Clock, thread: ThreadPoolExecutor, db: sqlite3.Connection) -> None:
        self._path = path
        self._clock = clock
        self._thread = thread
        self._db = db
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, path: str | Path, *, clock: Clock, busy_s: float = 5.0) -> AsyncGenerator["SqliteStore", None]:
        """A store in this file, made or migrated as needed, closed at the end.

        Waits `busy_s` at most for another program that writes. Raises `DatabaseUnusable`, and `NewerSchema` of it.
        """
        thread = ThreadPoolExecutor(1, "store")
        opening = thread.submit(connection.connect, str(path), busy_s)
        try:
            store = cls(str(path), clock, thread, await asyncio.wrap_future(opening))
            try:
                yield store
            finally:
                store._closed = True
        finally:
            closing = thread.submit(_close, opening)
            try:
                await asyncio.shield(asyncio.wrap_future(closing))
            finally:
                thread.shutdown()  # done already, unless we are cancelled: closed is to mean closed even then

    async def create(
        self, game: NewGame, events: Sequence[str], seats: Sequence[SeatRow] = (), outbox: Sequence[Note] = ()
    ) -> int:
        """See `Store.create`."""
        now = self._clock()

        def work(db: sqlite3.Connection) -> int:
            id_ = sql.insert_game(db, game, len(events), now)
            sql.insert_events(db, id_, 0, events, now)
            sql.insert_seats(db, id_, seats)
            sql.insert_notes(db, id_, outbox, now)
            return id_

        return await self._write(work)

    async def append(
        self,
        game: int,
        after: int,
        events: Sequence[str],
        *,
        change: GameChange = UNCHANGED,
        seats: Sequence[SeatRow] | None = None,
        outbox: Sequence[Note] = (),
    ) -> tuple[int, ...]:
        """See `Store.append`."""
        now = self._clock()

        def work(db: sqlite3.Connection) -> tuple[int, ...]:
            sql.advance_game(db, game, after, after + len(events), now)
            if change != UNCHANGED:
                sql.change_game(db, game, change)
            sql.insert_events(db, game, after, events, now)
            if seats is not None:
                sql.delete_seats(db, game)
                sql.insert_seats(db, game, seats)
            return sql.insert_notes(db, game, outbox, now)

        return await self._write(work)

    async def load(self, game: int) -> StoredGame:
        """See `Store.load`."""
        return await self._read(lambda db: sql.select_whole(db, game))

    async def game(self, game: int) -> GameRow:
        """See `Store.game`."""
        return await self._read(lambda db: sql.select_game(db, game))

    async def games_of(self, user: int, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Store.games_of`."""
        return await self._read(lambda db: sql.select_games_of(db, user, statuses))

    async def games_in(self, channel: int, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Store.games_in`."""
        return await self._read(lambda db: sql.select_games_in(db, channel, statuses))

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Store.games_with`."""
        return await self._read(lambda db: sql.select_games_with(db, statuses))

    async def set_aside(self, game: int, why: str) -> None:
        """See `Store.set_aside`."""
        now = self._clock()
        await self._write(lambda db: sql.update_aside(db, game, why, now))

    async def posted(self, game: int, posted: Posted) -> None:
        """See `Store.posted`."""

        def work(db: sqlite3.Connection) -> None:
            sql.select_game(db, game)
            sql.update_message(db, game, posted)

        await self._write(work)

    async def enqueue(self, notes: Sequence[Note], *, game: int | None = None) -> tuple[int, ...]:
        """See `Store.enqueue`."""
        now = self._clock()

        def work(db: sqlite3.Connection) -> tuple[int, ...]:
            if game is not None:
                sql.select_game(db, game)
            return sql.insert_notes(db, game, notes, now)

        return await self._write(work)

    async def due(self, now: datetime, limit: int) -> list[OutboxRow]:
        """See `Store.due`."""
        return await self._read(lambda db: sql.select_due(db, now, limit))

    async def next_due(self) -> datetime | None:
        """See `Store.next_due`."""
        return await self._read(sql.select_next_due)

    async def done(self, note: int, *, posted: Posted | None = None) -> None:
        """See `Store.done`."""

        def work(db: sqlite3.Connection) -> None:
            game = sql.select_game_of_note(db, note)
            if posted is not None and game is not None:
                sql.update_message(db, game, posted)
            sql.delete_note(db, note)

        await self._write(work)

    async def retry(self, note: int, due_at: datetime, error: str) -> None:
        """See `Store.retry`."""
        await self._write(lambda db: sql.update_retry(db, note, due_at, error))

    async def player(self, user: int) -> PlayerRow:
        """See `Store.player`."""
        return await self._read(lambda db: sql.select_player(db, user))

    async def save_player(self, row: PlayerRow) -> None:
        """See `Store.save_player`."""
        await self._write(lambda db: sql.upsert_player(db, row))

    async def server(self, guild: int) -> ServerRow:
        """See `Store.server`."""
        return await self._read(lambda db: sql.select_server(db, guild))

    async def save_server(self, row: ServerRow) -> None:
        """See `Store.save_server`."""
        await self._write(lambda db: sql.upsert_server(db, row))

    async def seed(self, make: Callable[[], int]) -> int:
        """See `Store.seed`; `make` runs in the thread of the store."""
        return await self._write(lambda db: sql.seed(db, make))

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` finds in one unchanging view of the database."""
        return await self._hop("DEFERRED", work)

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` gives once it is committed; it never sees what another writer is about to change."""
        return await self._hop("IMMEDIATE", work)

    async def _hop(self, kind: Literal["DEFERRED", "IMMEDIATE"], work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise DatabaseUnusable(self._path, "is closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, kind, work)

    def _transact(self, kind: Literal["DEFERRED", "IMMEDIATE"], work: Callable[[sqlite3.Connection], T]) -> T:
        with connection.errors_in_words(self._path), connection.transaction(self._db, kind):
            return work(self._db)


def _close(opening: "Future[sqlite3.Connection]") -> None:
    """Close what was opened, in the thread that opened it."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()
