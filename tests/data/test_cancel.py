"""A caller that goes away: its transaction happens whole or not at all, and the next one waits for its end."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from data.sqlite import SqliteStore, connection
from data.store import Conflict, DatabaseUnusable, NewOutboxRow, SeatRow
from tests.data.tables import opened
from tests.patience import PATIENCE_S


class Gate:
    """Holds the thread of the store in front of the first statement that begins like this."""

    def __init__(self, begin: str = "INSERT INTO events") -> None:
        self.begin = begin
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self, statement: str) -> None:
        if statement.startswith(self.begin):
            self.reached.set()
            assert self.open.wait(PATIENCE_S)

    async def wait(self) -> None:
        assert await asyncio.to_thread(self.reached.wait, PATIENCE_S)


@pytest.fixture
def gate() -> Iterator[Gate]:
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
    return sum("_connection_worker_thread" in thread.name for thread in threading.enumerate())


async def threads_end(before: int) -> bool:
    """Whether no thread is left but those of before; the last thing that one does cannot be awaited."""
    until = time.monotonic() + PATIENCE_S
    while threads() > before and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    return threads() <= before


async def test_a_transaction_whose_caller_goes_is_rolled_back_whole(sqlite_store, gate):
    game = await opened(sqlite_store, ["opened"])
    await sqlite_store.trace(gate)
    outbox = [NewOutboxRow("x", "{}")]
    task = asyncio.create_task(sqlite_store.append(game, 1, ["a", "b"], seats=[SeatRow(0, 1, "Ann")], outbox=outbox))
    await gate.wait()
    task.cancel()
    gate.open.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    found = await sqlite_store.load(game)
    assert (found.events, found.row.version, found.seats) == (("opened",), 1, ())
    assert await sqlite_store.next_due() is None


@pytest.mark.parametrize("times", [1, 2, 5])
@pytest.mark.parametrize("begin", ["BEGIN", "INSERT INTO events", "ROLLBACK", "COMMIT"])
async def test_the_next_transaction_begins_after_the_end_of_one_that_is_cancelled_again_and_again(
    sqlite_store, begin, times
):
    game = await opened(sqlite_store, ["opened"])
    gate = Gate(begin)
    await sqlite_store.trace(gate)
    first = asyncio.create_task(sqlite_store.append(game, 0 if begin == "ROLLBACK" else 1, ["a"] * 3))
    await gate.wait()
    second = asyncio.create_task(sqlite_store.append(game, 1, ["b"]))
    for _ in range(times):
        first.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not first.done()
        assert not second.done()
    gate.open.set()
    with pytest.raises(asyncio.CancelledError):
        await first
    if begin == "COMMIT":
        with pytest.raises(Conflict):
            await second
        assert (await sqlite_store.load(game)).events == ("opened", "a", "a", "a")
    else:
        await second
        assert (await sqlite_store.load(game)).events == ("opened", "b")


async def test_a_transaction_that_still_waits_never_begins_when_its_caller_goes(sqlite_store, gate):
    game = await opened(sqlite_store, ["opened"])
    await sqlite_store.trace(gate)
    first = asyncio.create_task(sqlite_store.append(game, 1, ["a"]))
    await gate.wait()
    second = asyncio.create_task(sqlite_store.append(game, 2, ["b"]))
    third = asyncio.create_task(sqlite_store.append(game, 2, ["c"]))
    await asyncio.sleep(0)
    await cancelled(second)
    gate.open.set()
    await asyncio.gather(first, third)
    assert (await sqlite_store.load(game)).events == ("opened", "a", "c")


async def test_a_time_limit_leaves_a_store_that_works(sqlite_store, gate):
    game = await opened(sqlite_store, ["opened"])
    await sqlite_store.trace(gate)
    loop = asyncio.get_running_loop()
    at_s = loop.time() + 0.01
    loop.call_at(at_s + 0.05, gate.open.set)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout_at(at_s):
            await sqlite_store.append(game, 1, ["a"])
    await sqlite_store.append(game, 1, ["b"])
    assert (await sqlite_store.load(game)).events == ("opened", "b")


async def test_a_thousand_cancelled_at_random_leave_whole_games(sqlite_store):
    game = await opened(sqlite_store, ["0"])
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


async def test_games_whose_players_are_cancelled_while_others_play_are_never_torn(path, clock):
    """Each move has its number in the events, the seats and the outbox, so that halves of two would be seen."""
    rng = Random(1)

    async def move(game: int) -> None:
        version = (await store.game(game)).version
        text = str(version)
        seats, outbox = [SeatRow(0, 1, text)], [NewOutboxRow("x", text)]
        await store.append(game, version, [f"{text} a", f"{text} b"], seats=seats, outbox=outbox, drop=["x"])

    async with SqliteStore.open(path, clock=clock, busy_s=60) as store:
        games = [await opened(store) for _ in range(5)]
        for _ in range(150):
            tasks = [asyncio.create_task(move(game)) for game in games for _ in range(2)]
            for _ in range(rng.randint(0, 3)):
                await asyncio.sleep(rng.random() * 0.004)
                rng.choice(tasks).cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for game in games:
            found = await store.load(game)
            moves = [str(version) for version in range(0, found.row.version, 2)]
            assert found.events == tuple(f"{text} {half}" for text in moves for half in "ab")
            assert [seat.name for seat in found.seats] == moves[-1:]
            assert [row.body for row in await store.outbox_of(game)] == moves[-1:]


async def test_closing_finishes_what_has_begun_and_what_waits(path, clock, gate):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["opened"])
        await store.trace(gate)
        tasks = [asyncio.create_task(store.append(game, after, ["a"])) for after in (1, 2, 3)]
        await gate.wait()
        gate.open.set()
    await asyncio.gather(*tasks)
    async with SqliteStore.open(path, clock=clock) as store:
        assert (await store.game(game)).version == 4


async def test_a_closed_store_says_so(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        pass
    for ask in (store.next_due(), store.record_heartbeat(clock.now), store.games_mentioning("x")):
        with pytest.raises(DatabaseUnusable, match=r"games\.sqlite3 is closed"):
            await ask


async def test_a_store_cancelled_while_it_closes_is_closed_all_the_same(path, clock, gate):
    async def run() -> None:
        async with SqliteStore.open(path, clock=clock) as store:
            game = await opened(store, ["opened"])
            await store.trace(gate)
            appending = asyncio.create_task(store.append(game, 1, ["a"]))
            await gate.wait()
            appending.cancel()

    before = threads()
    task = asyncio.create_task(run())
    await gate.wait()
    await asyncio.sleep(0.02)
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0.01)
    asyncio.get_running_loop().call_soon(gate.open.set)
    await cancelled(task)
    assert await threads_end(before)
    assert not log_of(path).exists()


async def test_a_store_cancelled_while_it_opens_is_closed_again(path, clock, monkeypatch):
    reached, released = threading.Event(), threading.Event()

    def slow(path: str, busy_s: float) -> sqlite3.Connection:
        db = connect(path, busy_s)
        reached.set()
        assert released.wait(PATIENCE_S)
        return db

    async def run() -> None:
        async with SqliteStore.open(path, clock=clock):
            raise AssertionError("opened")

    connect = connection.connect
    monkeypatch.setattr(connection, "connect", slow)
    task = asyncio.create_task(run())
    assert await asyncio.to_thread(reached.wait, PATIENCE_S)
    before = threads() - 1
    assert log_of(path).exists()
    threading.Timer(0.05, released.set).start()
    await cancelled(task)
    assert await threads_end(before)
    assert not log_of(path).exists()


async def test_a_store_that_does_not_open_leaves_no_thread(tmp_path, clock):
    before = threads()
    with pytest.raises(DatabaseUnusable):
        async with SqliteStore.open(tmp_path / "none" / "games.sqlite3", clock=clock):
            raise AssertionError("opened")
    assert await threads_end(before)


async def test_a_store_cancelled_at_any_moment_of_its_opening_and_closing_leaves_no_thread(path, clock):
    async def run() -> None:
        async with SqliteStore.open(path, clock=clock) as store:
            await store.next_due()

    before = threads()
    for turns in range(0, 120, 3):
        task = asyncio.create_task(run())
        for _ in range(turns):
            await asyncio.sleep(0.0002 if turns % 2 else 0)
            if task.done():
                break
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0)
        await asyncio.wait([task])
    assert await threads_end(before)


async def test_a_store_cancelled_before_it_opens_opens_nothing(path, clock):
    async def run() -> None:
        async with SqliteStore.open(path, clock=clock):
            raise AssertionError("opened")

    task = asyncio.create_task(run())
    await cancelled(task)
    assert not path.exists()


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "raise ValueError", "os.kill(os.getpid(), signal.SIGINT)"])
def test_a_process_that_ends_with_an_open_store_does_not_hang(path, end):
    code = f"""
import asyncio, os, signal
from datetime import UTC, datetime
from data.sqlite import SqliteStore

signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores it

async def main():
    async with SqliteStore.open({str(path)!r}, clock=lambda: datetime.now(UTC)) as store:
        asyncio.create_task(store.record_heartbeat(datetime.now(UTC)))
        await store.next_due()
        {end}
        await asyncio.sleep(60)

asyncio.run(main())
"""
    root = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": str(root)}
    line = [sys.executable, "-c", code]
    ended = subprocess.run(line, cwd=root, env=environ, timeout=PATIENCE_S, check=False, stderr=-1)
    assert ended.returncode != 0
    assert not log_of(path).exists()
