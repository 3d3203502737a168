"""One SQLite file that is open: a connection that writes, one that reads, each with a thread of its own.

A lock is held from BEGIN to the end of COMMIT or ROLLBACK, so one transaction of this process runs at a time, first
come, first served. A caller may be cancelled at each await, but what runs in the thread goes on; the lock must not be
free before that has ended, or the next transaction would begin inside the one that is being rolled back. So the end
is awaited again and again (`_to_its_end`), inside the lock.

Reads are single statements on a connection of their own: in a write-ahead log they wait for no writer, neither of this
program nor of another. Must not know any table.
"""

import asyncio
import re
import sqlite3
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Self, TypeVar, cast

import aiosqlite

from data import queries
from data.errors import DatabaseReplaced, DatabaseUnusable
from data.rows import Clock
from data.sql.values import Row, Value, Values
from data.sqlite import connection

T = TypeVar("T")
_ROWS_AT_ONCE = 1_000  # rows of one INSERT; SQLite takes 32,766 values in one statement
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.001, 0.025
_REPLACED = "was deleted or replaced while it was in use: what is written now would be lost, so the program must stop"


class SqliteTransaction:
    """A transaction that has begun; see `data.sql.engine.Transaction`."""

    def __init__(self, path: str, db: aiosqlite.Connection, statements: Mapping[str, str]) -> None:
        self._path = path
        self._db = db
        self._statements = statements

    async def run(self, name: str, /, **values: Value) -> list[Row]:
        """See `Transaction.run`."""
        statement, flat = _expand(self._statements[name], values)
        with connection.errors_in_words(self._path):
            return _rows(await self._db.execute_fetchall(statement, flat))

    async def insert(self, name: str, rows: Sequence[Values]) -> None:
        """See `Transaction.insert`; one statement for up to a thousand rows."""
        into, names = self._statements[name].split("VALUES")
        columns = re.findall(r":(\w+)", names)
        marks = re.sub(r":\w+", "?", names.strip())
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            values = [row[column] for row in some for column in columns]
            with connection.errors_in_words(self._path):
                await self._db.execute_fetchall(f"{into}VALUES {', '.join([marks] * len(some))}", values)


class SqliteEngine:
    """See `data.sql.engine.Engine`; use `SqliteEngine.open`."""

    def __init__(
        self, path: str, clock: Clock, busy_s: float, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        self._path = path
        self._clock = clock
        self._busy_s = busy_s
        self._writer = writer
        self._reader = reader
        self._file = _identity(path)
        self._lock = asyncio.Lock()
        self._statements = queries.load(queries.SHARED)
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, path: str, *, clock: Clock, busy_s: float) -> AsyncGenerator[Self, None]:
        """A database in this file, made or migrated as needed, closed at the end.

        A transaction waits `busy_s` seconds at most for another program that writes, counted from the call: those that
        waited in the queue of this program meanwhile are refused together with the first.

        Raises:
            DatabaseUnusable: and `NewerSchema` of it.
        """
        async with _connected(path, lambda: _open_writer(path, busy_s)) as writer:
            try:
                async with _connected(path, lambda: _open_reader(path, busy_s)) as reader:
                    engine = cls(path, clock, busy_s, writer, reader)
                    try:
                        yield engine
                    finally:
                        engine._closed = True
                        await _to_its_end(engine._lock.acquire)  # behind all transactions that have begun or wait
            finally:
                await _to_its_end(lambda: _empty_log(writer))

    @property
    def shown(self) -> str:
        """See `Engine.shown`."""
        return self._path

    async def notify(self, text: str) -> None:
        """Nothing: the processes on one file look by themselves."""

    @asynccontextmanager
    async def listening(self, heard: Callable[[str], object], process: str) -> AsyncGenerator[None, None]:  # noqa: ARG002
        """Hear nothing."""
        yield

    def now(self) -> datetime:
        """See `Engine.now`."""
        return self._clock()

    async def read(self, name: str, /, **values: Value) -> list[Row]:
        """See `Engine.read`."""
        self._check_open()
        statement, flat = _expand(self._statements[name], values)
        with self._errors_in_words():
            return _rows(await self._reader.execute_fetchall(statement, flat))

    async def read_slowly(self, name: str, /, **values: Value) -> list[Row]:
        """See `Engine.read_slowly`; over a further connection, in a thread of its own."""
        self._check_open()
        statement, flat = _expand(self._statements[name], values)

        def search() -> list[Row]:
            with closing(connection.connect_beside(Path(self._path))) as db:
                db.row_factory = sqlite3.Row
                return db.execute(statement, flat).fetchall()

        with self._errors_in_words():
            return await asyncio.to_thread(search)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[SqliteTransaction, None]:
        """See `Engine.write`."""
        self._check_open()
        until = time.monotonic() + self._busy_s
        with self._errors_in_words():
            async with self._lock:
                try:
                    await self._begin(until)
                    yield SqliteTransaction(self._path, self._writer, self._statements)
                    self._check_file()
                    await _to_its_end(self._writer.commit)
                except BaseException:
                    await _to_its_end(self._writer.rollback)  # nothing to do if the commit was done
                    raise

    async def repeated(self, call: Callable[[], Awaitable[T]]) -> T:
        """See `Engine.repeated`; a file has no connection to lose, and its transactions wait for each other."""
        return await call()

    async def trace(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with the text of each statement from now on, in a thread; None ends it."""
        for db in (self._writer, self._reader):
            await db.set_trace_callback(cast("Callable[[str], None]", callback))  # pyright: ignore[reportUnknownMemberType]

    async def _begin(self, until: float) -> None:
        """Wait for writers of other programs here and not in the thread, so that a caller who goes need not wait."""
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                await self._writer.execute_fetchall("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                left_s = until - time.monotonic()
                if not busy or left_s <= 0:
                    raise
            await asyncio.sleep(min(wait_s, left_s))
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    @contextmanager
    def _errors_in_words(self) -> Generator[None, None, None]:
        try:
            with connection.errors_in_words(self._path):
                yield
        except DatabaseUnusable:
            self._check_file()  # a file that is gone is why SQLite speaks of a disk that fails
            raise

    def _check_open(self) -> None:
        if self._closed:
            raise DatabaseUnusable(self._path, "is closed")

    def _check_file(self) -> None:
        """Raises `DatabaseReplaced` if the path leads to another file than the one that is open."""
        if _identity(self._path) != self._file:
            raise DatabaseReplaced(self._path, _REPLACED)


@asynccontextmanager
async def _connected(
    path: str, connector: Callable[[], sqlite3.Connection]
) -> AsyncGenerator[aiosqlite.Connection, None]:
    """A connection with its thread, both gone at the end, whatever is cancelled meanwhile."""
    failures: list[Exception] = []

    def connect() -> sqlite3.Connection:
        try:
            return connector()
        except Exception as error:  # noqa: BLE001 - raised below; here it would end the thread with nobody to wait for it
            failures.append(error)
            return sqlite3.connect(":memory:")

    db = aiosqlite.Connection(connect, iter_chunk_size=64)
    opening = asyncio.ensure_future(_opened(db))
    try:
        await asyncio.shield(opening)
        with connection.errors_in_words(path):
            for failure in failures:
                raise failure
        yield db
    finally:
        try:
            await _finished(opening)
        finally:  # a cancellation meanwhile is raised above, and the thread is ended all the same
            if not opening.cancelled() and opening.exception() is None:
                await _finished(cast("asyncio.Future[None]", db.stop()))  # pyright: ignore[reportUnknownMemberType]


async def _opened(db: aiosqlite.Connection) -> None:
    await db


async def _finished(future: "asyncio.Future[None]") -> None:
    """Wait until the future is done; a cancellation meanwhile is raised then."""

    async def wait() -> None:
        if not future.done():
            await asyncio.wait((future,))

    await _to_its_end(wait)


async def _to_its_end(operation: Callable[[], Awaitable[T]]) -> T:
    """What the operation gives; while the caller is being cancelled it is asked again, until it has answered.

    The thread does one thing after the other, so an answer says that all before it has been done. The operation must
    be one that does nothing the second time. The cancellation is raised at the end.
    """
    cancelled: asyncio.CancelledError | None = None
    while True:
        try:
            result = await operation()
            break
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    return result


async def _empty_log(db: aiosqlite.Connection) -> None:
    """Move what is in the log to the file, which SQLite does by itself only where nobody else has it open."""
    with suppress(sqlite3.Error):  # nothing is lost without: the next start reads the log
        await db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")


def _open_writer(path: str, busy_s: float) -> sqlite3.Connection:
    db = connection.connect(path, busy_s)
    try:
        connection.read_essentials(db)
    except BaseException:
        db.close()
        raise
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA busy_timeout = 0")  # the engine waits by itself
    return db


def _open_reader(path: str, busy_s: float) -> sqlite3.Connection:
    db = connection.connect_beside(Path(path), busy_s)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA query_only = ON")
    db.execute("SELECT count(*) FROM sqlite_master").fetchall()  # opens the log, which it must not look for later
    return db


def _identity(path: str) -> tuple[int, int] | None:
    """Which file the path leads to; None if to none."""
    with suppress(FileNotFoundError):
        found = Path(path).stat()
        return found.st_dev, found.st_ino
    return None


def _rows(found: object) -> list[Row]:
    return cast("list[Row]", found)


def _expand(statement: str, values: Mapping[str, Value]) -> tuple[str, dict[str, int | str | None]]:
    """The statement with a placeholder for each value of a list, `IN (:users)` as `IN (:users_0, :users_1)`."""
    flat: dict[str, int | str | None] = {}
    for name, value in values.items():
        if isinstance(value, int | str | None):
            flat[name] = value
            continue
        several = {f"{name}_{number}": one for number, one in enumerate(value)}
        statement = statement.replace(f"(:{name})", f"({', '.join(f':{one}' for one in several) or 'NULL'})")
        flat |= several
    return statement, flat
