"""One PostgreSQL database that is open: a pool of connections.

Transactions are READ COMMITTED: rows that are changed are locked until the end, and a condition (`version = :after`) is
looked at again once another's change is committed, so that of two appends one finds nothing to change. What is read
inside a transaction to be written depending on it has a statement of its own with FOR UPDATE in `queries`.

A commit that was sent and not answered may have been carried out. So each transaction notes its number in the row of
its writer (in the statement that begins it, without a further round trip); when the connection is cut, that row is
asked over another connection whether the number is there. Must not know any other table.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Self, TypeVar

from data import queries
from data.address import ServerUrl
from data.errors import DatabaseUnusable, Interrupted, OutcomeUnknown
from data.postgres.connection import Connection, Pool, connect, drop, errors_in_words, is_lost, pool
from data.postgres.listener import CHANNEL, listening
from data.postgres.preparing import prepare
from data.postgres.statements import numbered
from data.postgres.waiting import to_its_end
from data.rows import Clock
from data.sql.values import Row, Value, Values, micros

T = TypeVar("T")
OWN = Path(__file__).parent / "queries"
SLOW = (
    "postpone_all", "postpone_deadlines", "postpone_in", "postpone_deadlines_in", "games_mentioning", "delete_ended",
)  # fmt: skip
"""Statements that may look at all rows."""
_SLOW_S = 120.0
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.01, 0.25
_LOOK = """
INSERT INTO commits (writer, number, at) VALUES ($1, 0, $2)
ON CONFLICT (writer) DO UPDATE SET at = excluded.at RETURNING number
"""
"""The last number of a writer; waits until no transaction of it is under way."""


@dataclass
class _Writer:
    """Who writes over one connection at a time, and the number of its last transaction."""

    name: str
    number: int = 0


@dataclass
class _Open:
    """What is in use."""

    name: str
    """Unique among all processes."""
    calls: int = 0
    writers: int = 0
    free: list[_Writer] = field(default_factory=list[_Writer])
    idle: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False


class PostgresTransaction:
    """A transaction that has begun; see `data.sql.engine.Transaction`."""

    def __init__(self, engine: "PostgresEngine", db: Connection) -> None:
        self._engine = engine
        self._db = db

    async def run(self, name: str, /, **values: Value) -> list[Row]:
        """See `Transaction.run`."""
        return await self._engine.fetch(self._db, name, values)

    async def insert(self, name: str, rows: Sequence[Values]) -> None:
        """See `Transaction.insert`; one round trip."""
        await self._engine.insert(self._db, name, rows)


class PostgresEngine:
    """See `data.sql.engine.Engine`; use `PostgresEngine.open`."""

    def __init__(self, address: ServerUrl, clock: Clock, busy_s: float, size: int, made: Pool, state: _Open) -> None:
        self._address = address
        self._shown = str(address)
        self._clock = clock
        self._busy_s = busy_s
        self._answer_s = 2 * busy_s
        self._commit_s = 2 * busy_s
        self._size = size
        self._pool = made
        self._state = state
        self._statements = {name: numbered(text) for name, text in queries.load(queries.SHARED, OWN).items()}
        self._trace: Callable[[str], object] | None = None

    @classmethod
    @asynccontextmanager
    async def open(cls, address: ServerUrl, *, clock: Clock, busy_s: float, size: int) -> AsyncGenerator[Self, None]:
        """The database, made or migrated as needed, closed at the end.

        A call takes `busy_s` seconds at most for others, for a free one of the `size` connections and for a server that
        is away, together; a statement itself may take longer.

        Raises:
            DatabaseUnusable: and `NewerSchema` of it.
        """
        name = await prepare(address, busy_s)
        made = await pool(address, name=name, size=size, timeout_s=busy_s, lock_s=busy_s)
        engine = cls(address, clock, busy_s, size, made, _Open(name))
        try:
            yield engine
        finally:
            await to_its_end(engine._close())

    @property
    def shown(self) -> str:
        """See `Engine.shown`."""
        return self._shown

    async def notify(self, text: str) -> None:
        """See `Engine.notify`."""
        await self.read("notify", channel=CHANNEL, text=text)

    def listening(self, heard: Callable[[str], object], process: str) -> AbstractAsyncContextManager[None]:
        """See `Engine.listening`."""
        return listening(self._address, self._state.name, heard, process)

    def now(self) -> datetime:
        """See `Engine.now`."""
        return self._clock()

    async def read(self, name: str, /, **values: Value) -> list[Row]:
        """See `Engine.read`."""
        self._check_open()

        async def once() -> list[Row]:
            async with self._connection() as db:
                return await self.fetch(db, name, values)

        return await self.repeated(once)

    async def read_slowly(self, name: str, /, **values: Value) -> list[Row]:
        """See `Engine.read_slowly`; a read holds up nobody here."""
        return await self.read(name, **values)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[PostgresTransaction, None]:
        """See `Engine.write`."""
        self._check_open()
        async with self._connection() as db:
            writer = self._state.free.pop() if self._state.free else self._new_writer()
            writer.number += 1
            try:
                try:
                    await self._begin(db, writer)
                    yield PostgresTransaction(self, db)
                except BaseException as error:
                    await to_its_end(_roll_back(db))
                    if isinstance(error, DatabaseUnusable):
                        drop(db)  # a new one may lead to a server that is not read-only, or has what it lacked
                    raise
                await to_its_end(self._commit(db, writer))
            finally:
                if not is_lost(db):  # else the server may not know that it is lost, and would let its next wait
                    self._state.free.append(writer)

    async def repeated(self, call: Callable[[], Awaitable[T]]) -> T:
        """See `Engine.repeated`."""
        loop = asyncio.get_running_loop()
        end_s = loop.time() + self._busy_s
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                return await call()
            except Interrupted:
                if self._state.closed or loop.time() + wait_s > end_s:
                    raise
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    async def fetch(self, db: Connection, name: str, values: Mapping[str, Value]) -> list[Row]:
        """What the statement of this name finds."""
        statement = self._statements[name]
        self._traced(statement.sql)
        with errors_in_words(self._shown):
            return await db.fetch(statement.sql, *statement.values(values), timeout=self._limit_s(name))

    async def insert(self, db: Connection, name: str, rows: Sequence[Values]) -> None:
        """Run the INSERT of this name for each row."""
        if rows:
            statement = self._statements[name]
            self._traced(statement.sql)
            with errors_in_words(self._shown):
                some = [statement.values(row) for row in rows]
                await db.executemany(statement.sql, some, timeout=self._limit_s(name))

    def trace(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with the text of each statement before it is sent; None ends it."""
        self._trace = callback

    def _traced(self, sql: str) -> None:
        if self._trace is not None:
            self._trace(sql)

    def _limit_s(self, name: str) -> float:
        return _SLOW_S if name in SLOW else self._answer_s

    def _new_writer(self) -> _Writer:
        self._state.writers += 1
        return _Writer(f"{self._state.name}/{self._state.writers}")

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Connection, None]:
        """A connection of the pool, counted, so that closing waits for it."""
        self._state.calls += 1
        try:
            with errors_in_words(self._shown):
                try:
                    taken = self._pool.acquire(timeout=self._busy_s)
                    db = await taken.__aenter__()
                except TimeoutError as error:
                    if self._state.calls > self._size:
                        why = f"is busy: all {self._size} connections of this process are in use"
                        raise DatabaseUnusable(self._shown, why) from error
                    raise
            try:
                yield db
            finally:
                await to_its_end(self._given_back(db, taken.__aexit__(None, None, None)))
        finally:
            self._state.calls -= 1
            if not self._state.calls:
                self._state.idle.set()

    async def _given_back(self, db: Connection, exit_: Awaitable[bool | None]) -> None:
        try:
            with errors_in_words(self._shown):
                await exit_
        except Interrupted:  # it is lost; what was done over it has been committed or rolled back before
            drop(db)

    async def _begin(self, db: Connection, writer: _Writer) -> None:
        """Begin a transaction and note its number, in one round trip."""
        begin = (
            f"BEGIN; INSERT INTO commits (writer, number, at)"  # noqa: S608 - our own name and two numbers
            f" VALUES ('{writer.name}', {writer.number}, {micros(self._clock())})"
            " ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at"
        )
        self._traced("BEGIN")
        with errors_in_words(self._shown):
            await db.execute(begin, timeout=self._answer_s)

    async def _commit(self, db: Connection, writer: _Writer) -> None:
        """Commit; where the connection is cut, look up whether it was.

        Raises:
            Interrupted: it was not.
            OutcomeUnknown: nobody answers.
        """
        pid = db.get_server_pid()
        self._traced("COMMIT")
        try:
            with errors_in_words(self._shown):
                tag = await db.execute("COMMIT", timeout=self._commit_s)
        except Interrupted as error:
            drop(db)
            if not await self._committed(writer, pid):
                raise
            del error
        else:
            if tag != "COMMIT":
                raise Interrupted(self._shown, "rolled a change back")

    async def _committed(self, writer: _Writer, pid: int) -> bool:
        """Whether the last transaction of the writer was committed, after it was ended if it still goes on."""

        async def look() -> bool:
            with errors_in_words(self._shown):
                db = await connect(self._address, name=self._state.name, timeout_s=self._busy_s)
                try:
                    await db.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE pid = $1 AND pid <> pg_backend_pid() AND application_name = $2",
                        pid,
                        self._state.name,
                    )
                    number = await db.fetchval(_LOOK, writer.name, micros(self._clock()), timeout=self._busy_s)
                finally:
                    drop(db)
            return number == writer.number

        try:
            return await self.repeated(look)
        except DatabaseUnusable as error:
            why = "was lost in a commit: the change may or may not have been made, look before you repeat it"
            raise OutcomeUnknown(self._shown, why) from error

    def _check_open(self) -> None:
        if self._state.closed:
            raise DatabaseUnusable(self._shown, "is closed")

    async def _close(self) -> None:
        """Wait for all that has begun or waits, then close."""
        self._state.closed = True
        while self._state.calls:
            self._state.idle.clear()
            await self._state.idle.wait()
        try:
            async with asyncio.timeout(self._busy_s):
                with errors_in_words(self._shown):
                    async with self._pool.acquire() as db:
                        await db.execute("DELETE FROM commits WHERE writer LIKE $1", f"{self._state.name}/%")
                    await self._pool.close()
        except (DatabaseUnusable, TimeoutError):  # nothing is lost: the server ends what is left
            self._pool.terminate()


async def _roll_back(db: Connection) -> None:
    """Roll back; a connection that cannot is closed, after which the server does."""
    try:
        if not is_lost(db):
            await db.execute("ROLLBACK", timeout=5)
    except Exception:  # noqa: BLE001 - why it was rolled back is raised
        drop(db)
