"""Another program holds the write lock: reads answer at once, writers are told in time, and later all works again."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.sqlite import SqliteStore
from data.store import DatabaseUnusable, StoreError
from tests.data.tables import opened
from tests.patience import PATIENCE_S


@pytest.fixture
def lock(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program, which can write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        yield other


async def test_reads_answer_while_a_foreign_lock_makes_a_writer_wait(path, clock, lock):
    async with SqliteStore.open(path, clock=clock, busy_s=PATIENCE_S) as store:
        game = await opened(store, ["opened"])
        lock.execute("BEGIN IMMEDIATE")
        appending = asyncio.create_task(store.append(game, 1, ["a"]))
        await asyncio.sleep(0.02)
        assert (await store.load(game)).events == ("opened",)
        assert await store.next_due() is None
        assert (await store.player(1)).user == 1
        assert not appending.done()
        lock.execute("ROLLBACK")
        assert (await appending).version == 2


async def test_all_who_wait_to_write_are_told_at_the_same_time(path, clock, lock):
    """And not one after the other, each when the one before has given up."""
    async with SqliteStore.open(path, clock=clock, busy_s=0.3) as store:
        game = await opened(store, ["opened"])
        lock.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        results = await asyncio.gather(*(store.append(game, 1, ["a"]) for _ in range(400)), return_exceptions=True)
        assert time.monotonic() - started < 400 * 0.3
        assert {type(result) for result in results} == {DatabaseUnusable}
        assert {result.why for result in results if isinstance(result, DatabaseUnusable)} == {
            "is locked by another program"
        }
        lock.execute("ROLLBACK")
        assert (await store.append(game, 1, ["a"])).version == 2


async def test_a_writer_waits_for_others_of_its_own_program_as_long_as_they_take(path, clock):
    """A slow disk is no reason to refuse any of them."""
    async with SqliteStore.open(path, clock=clock, busy_s=0.001) as store:
        games = [await opened(store, ["opened"]) for _ in range(50)]
        rows = await asyncio.gather(*(store.append(game, 1, ["a"]) for game in games))
        assert {row.version for row in rows} == {2}


async def test_a_writer_that_is_cancelled_while_it_waits_goes_at_once(path, clock, lock):
    async with SqliteStore.open(path, clock=clock, busy_s=600) as store:
        game = await opened(store, ["opened"])
        lock.execute("BEGIN IMMEDIATE")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await store.append(game, 1, ["a"])
        lock.execute("ROLLBACK")
        assert (await store.append(game, 1, ["b"])).version == 2


async def test_a_store_closes_though_a_foreign_lock_stays(path, clock, lock):
    async with SqliteStore.open(path, clock=clock, busy_s=0.1) as store:
        await opened(store, ["opened"])
        lock.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.record_heartbeat(clock.now))
        await asyncio.sleep(0)
    with pytest.raises(StoreError):
        await waiting
    lock.execute("ROLLBACK")
