"""One thread that owns one connection and does transactions in the order in which they were asked for.

A call hands it a whole transaction, so it costs one hop, and the thread's queue is the lock: first come, first
served, and nothing that a cancelled caller could leave locked. What has begun runs to its end; what still waits in
the queue when its caller is cancelled never begins. Must not know any table.
"""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal, Self, TypeVar

from data import connection
from data.errors import DatabaseUnusable
from data.rows import Clock

T = TypeVar("T")


class Worker:
    """A database that is open; use `Worker.open`."""

    def __init__(self, path: str, clock: Clock, thread: ThreadPoolExecutor, db: sqlite3.Connection) -> None:
        self._path = path
        self._clock = clock
        self._thread = thread
        self._db = db
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, path: str | Path, *, clock: Clock, busy_s: float = 5.0) -> AsyncGenerator[Self, None]:
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
    if opening.cancelled() or opening.exception() is not None:
        return
    db = opening.result()
    with suppress(sqlite3.Error):  # nothing is lost without: the next start reads the log
        db.execute("PRAGMA busy_timeout = 0")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the last one to close does it anyway; others may go on
    db.close()
