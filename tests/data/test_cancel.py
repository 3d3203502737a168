"""A caller that goes away: its transaction happens whole or not at all, and nobody waits for it afterwards."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import connection, sql
from data.sqlite import SqliteStore
from data.store import DatabaseUnusable, NewGame, Note

TABLE = NewGame(guild=10, channel=20, mode="standard", language="en", host=30)


class Gate:
    """Holds a transaction in the thread of the store, after its events and before its commit."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self, *args: object) -> tuple[int, ...]:
        self.reached.set()
        assert self.open.wait(20)
        return self.inner(*args)

    inner = staticmethod(sql.outbox.insert_notes)

    async def wait(self) -> None:
        assert await asyncio.to_thread(self.reached.wait, 20)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open.set()


async def cancelled(task: "asyncio.Task[object]") -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def log_of(path: Path) -> Path:
    """SQLite's write-ahead log, which the last connection removes when it is closed."""
    return path.with_name(path.name + "-wal")


def threads() -> int:
    return sum(thread.name.startswith("store") for thread in threading.enumerate())


async def test_a_transaction_that_has_begun_is_committed_though_its_caller_is_gone(sqlite_store, monkeypatch, gate):
    game = await sqlite_store.create(TABLE, ["opened"])
    monkeypatch.setattr(sql.outbox, "insert_notes", gate)
    task = asyncio.create_task(sqlite_store.append(game, 1, ["a", "b"], outbox=[Note("x", "{}")]))
    await gate.wait()
    await cancelled(task)
    gate.open.set()
    assert (await sqlite_store.load(game)).events == ("opened", "a", "b")
    assert await sqlite_store.next_due() is not None
    assert not await sqlite_store._read(lambda db: False)
    assert not sqlite_store._db.in_transaction


async def test_a_transaction_that_still_waits_never_begins_when_its_caller_goes(sqlite_store, monkeypatch, gate):
    game = await sqlite_store.create(TABLE, ["opened"])
    monkeypatch.setattr(sql.outbox, "insert_notes", gate)
    first = asyncio.create_task(sqlite_store.append(game, 1, ["a"]))
    await gate.wait()
    second = asyncio.create_task(sqlite_store.append(game, 2, ["b"]))
    third = asyncio.create_task(sqlite_store.append(game, 2, ["c"]))
    await asyncio.sleep(0)
    await cancelled(second)
    gate.open.set()
    await asyncio.gather(first, third)
    assert (await sqlite_store.load(game)).events == ("opened", "a", "c")


async def test_a_time_limit_leaves_a_store_that_works(sqlite_store, monkeypatch, gate):
    game = await sqlite_store.create(TABLE, ["opened"])
    monkeypatch.setattr(sql.outbox, "insert_notes", gate)
    for _ in range(3):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await sqlite_store.append(game, 1, ["a"])
    gate.open.set()
    assert (await sqlite_store.load(game)).events == ("opened", "a")


async def test_a_thousand_cancelled_at_random_leave_whole_games(sqlite_store):
    game = await sqlite_store.create(TABLE, ["0"])
    committed = 0
    for number in range(1000):
        version = (await sqlite_store.game(game)).version
        task = asyncio.create_task(sqlite_store.append(game, version, ["a", "b"]))
        for _ in range(number % 4):
            await asyncio.sleep(0)
        if task.cancel():
            await asyncio.wait([task])
        committed += not task.cancelled()
    found = await sqlite_store.load(game)
    assert found.events[1:] == ("a", "b") * ((found.row.version - 1) // 2)
    assert found.row.version >= 1 + 2 * committed


async def test_closing_finishes_what_has_begun_and_what_waits(path, clock, monkeypatch, gate):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await store.create(TABLE, ["opened"])
        monkeypatch.setattr(sql.outbox, "insert_notes", gate)
        tasks = [asyncio.create_task(store.append(game, after, ["a"])) for after in (1, 2, 3)]
        await gate.wait()
        gate.open.set()
    await asyncio.gather(*tasks)
    async with SqliteStore.open(path, clock=clock) as store:
        assert (await store.game(game)).version == 4


async def test_a_closed_store_says_so(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        pass
    with pytest.raises(DatabaseUnusable, match=r"games\.sqlite3 is closed"):
        await store.next_due()


async def test_a_store_cancelled_while_it_closes_is_closed_all_the_same(path, clock, monkeypatch, gate):
    async def run() -> None:
        async with SqliteStore.open(path, clock=clock) as store:
            game = await store.create(TABLE, ["opened"])
            monkeypatch.setattr(sql.outbox, "insert_notes", gate)
            appending = asyncio.create_task(store.append(game, 1, ["a"]))
            await gate.wait()
            appending.cancel()

    before = threads()
    task = asyncio.create_task(run())
    await gate.wait()
    await asyncio.sleep(0.02)
    threading.Timer(0.1, gate.open.set).start()
    await cancelled(task)
    assert threads() == before
    assert not log_of(path).exists()


async def test_a_store_cancelled_while_it_opens_is_closed_again(path, clock, monkeypatch):
    reached, released = threading.Event(), threading.Event()

    def slow(path: str, busy_s: float) -> sqlite3.Connection:
        db = connect(path, busy_s)
        reached.set()
        assert released.wait(20)
        return db

    async def run() -> None:
        async with SqliteStore.open(path, clock=clock):
            raise AssertionError("opened")

    connect = connection.connect
    before = threads()
    monkeypatch.setattr(connection, "connect", slow)
    task = asyncio.create_task(run())
    assert await asyncio.to_thread(reached.wait, 20)
    assert log_of(path).exists()
    threading.Timer(0.05, released.set).start()
    await cancelled(task)
    assert threads() == before
    assert not log_of(path).exists()


async def test_a_store_cancelled_before_it_opens_opens_nothing(path, clock):
    async def run() -> None:
        async with SqliteStore.open(path, clock=clock):
            raise AssertionError("opened")

    task = asyncio.create_task(run())
    await cancelled(task)
    assert not path.exists()
