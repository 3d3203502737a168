"""Which of several processes acts: one, then the next when that one ends, stalls or dies; never two."""

from __future__ import annotations

import asyncio
import itertools
import logging
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest

from bot.process.lease import Lease
from bot.process.lease_times import Times
from data.sqlite import SqliteStore
from data.store import DatabaseDamaged, DatabaseReplaced, DatabaseUnusable, Store
from tests.bot.hanging import Hanging
from tests.patience import PATIENCE_S

TIMES = Times(lease_s=30, renew_s=0.01, ask_s=0.01)


class Clocks:
    """The wall clock and the steady one, which go on when told."""

    def __init__(self):
        self.wall = datetime(2026, 1, 1, tzinfo=UTC)
        self.steady = 100.0

    def __call__(self):
        return self.wall

    def pass_by(self, seconds):
        self.wall += timedelta(seconds=seconds)
        self.steady += seconds


@pytest.fixture
def clocks():
    return Clocks()


@pytest.fixture
async def process(tmp_path, clocks):
    """Makes a process: its lease on the one database, over a store of its own."""
    names = itertools.count()
    async with AsyncExitStack() as stack:

        async def make() -> Lease:
            store = await stack.enter_async_context(SqliteStore.open(tmp_path / "db.sqlite3", clock=clocks, busy_s=0))
            lock = tmp_path / "db.sqlite3.lock"
            lease = Lease(store, f"process{next(names)}", lock, clocks, lambda: clocks.steady, TIMES)
            stack.callback(die, lease)
            return lease

        yield make


def die(lease: Lease) -> None:
    """End as a killed process does: what it noted stays, what it had locked is free."""
    lease._lock.unlock()


async def test_the_first_acts_and_the_second_does_not(process):
    first, second = await process(), await process()
    assert await first.take()
    assert not await second.take()
    assert await first.acts()
    assert not await second.acts()


async def test_before_it_has_asked_a_process_does_not_act(process):
    assert not await (await process()).acts()


async def test_the_second_waits_and_takes_over_when_the_first_ends(process):
    first, second = await process(), await process()
    await first.take()
    waiting = asyncio.create_task(second.wait(asyncio.Event()))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await first.release()
    assert await asyncio.wait_for(waiting, PATIENCE_S)
    assert await second.acts()
    assert not await first.acts()


async def test_who_waits_can_be_stopped(process):
    first, second, stop = await process(), await process(), asyncio.Event()
    await first.take()
    waiting = asyncio.create_task(second.wait(stop))
    stop.set()
    assert not await asyncio.wait_for(waiting, PATIENCE_S)
    assert await first.acts()


async def test_of_many_that_wait_one_takes_over(process):
    first, *others = [await process() for _ in range(6)]
    stop = asyncio.Event()
    await first.take()
    waiting = [asyncio.create_task(one.wait(stop)) for one in others]
    await first.release()
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_S)
    assert [await one.acts() for one in others].count(True) == 1
    stop.set()
    assert [await one for one in waiting].count(True) == 1


async def test_the_next_one_does_not_wait_for_a_dead_one(process):
    first, second = await process(), await process()
    await first.take()
    die(first)
    assert await second.take()


async def test_where_files_cannot_be_locked_a_dead_ones_lease_runs_out(process, clocks):
    first, second = await process(), await process()
    for lease in (first, second):
        lease._lock._path = lease._lock._path / "nowhere"
    assert await first.take()
    die(first)
    clocks.pass_by(29)
    assert not await second.take()
    clocks.pass_by(1)
    assert await second.take()


async def test_who_renews_keeps_it_for_ever(process, clocks):
    first, second = await process(), await process()
    await first.take()
    for _ in range(10):
        clocks.pass_by(29)
        await first._renew()
        assert not await second.take()
    assert not first.lost.is_set()


async def test_who_stood_still_for_long_asks_again_before_acting_and_finds_that_another_acts(process, clocks, caplog):
    first, second = await process(), await process()
    await first.take()
    clocks.pass_by(31)
    assert await second.take()
    with caplog.at_level(logging.WARNING, "bot.process.lease"):
        assert not await first.acts()
    assert first.lost.is_set()
    assert "another process has taken over" in caplog.text
    assert await second.acts()


async def test_who_stood_still_and_was_not_missed_acts_on(process, clocks):
    first = await process()
    await first.take()
    clocks.pass_by(3600)
    assert await first.acts()


@pytest.mark.parametrize("jump", [timedelta(hours=1), timedelta(hours=-1)])
async def test_a_clock_that_jumps_leaves_one_that_acts(process, clocks, jump):
    first, second = await process(), await process()
    await first.take()
    clocks.wall += jump
    taken = await second.take()
    assert [await first.acts(), await second.acts()].count(True) == 1
    assert taken is (jump > timedelta())


async def test_what_a_former_holder_left_takes_nothing_from_the_present_one(process, clocks):
    first, second, third = await process(), await process(), await process()
    await first.take()
    clocks.pass_by(31)
    await second.take()  # Without the lock, which the first still has.
    assert not await first.acts()
    assert not await third.take()  # Gets the lock, with the name of the first in it.
    assert await second.acts()
    await second.release()
    assert await first.take()
    assert not await third.take()
    assert await first.acts()


async def test_losing_it_is_noticed_while_nothing_happens(process, clocks):
    first, second = await process(), await process()
    await first.take()
    clocks.pass_by(31)
    await second.take()
    await asyncio.wait_for(first.keep(), PATIENCE_S)
    assert first.lost.is_set()


async def test_giving_back_what_was_lost_takes_it_from_nobody(process, clocks):
    first, second = await process(), await process()
    await first.take()
    clocks.pass_by(31)
    await second.take()
    await first.acts()
    await first.release()
    assert await second.acts()
    assert not await first.take()


class Broken:
    """A store that takes nothing."""

    async def take_lease(self, *_):
        raise DatabaseUnusable("db.sqlite3", "cannot grow: the disk is full")

    drop_lease = abandoned_leases = take_lease


async def test_while_the_store_takes_nothing_its_holder_acts_on_and_says_so_once(process, clocks, caplog):
    first = await process()
    await first.take()
    first._store = Broken()
    for _ in range(5):
        clocks.pass_by(31)
        assert await first.acts()
    assert [str(record.error) for record in caplog.records] == [
        "The database db.sqlite3 cannot grow: the disk is full."
    ]


async def test_while_the_store_takes_nothing_nobody_begins_to_act(process):
    first = await process()
    store, first._store = first._store, Broken()
    assert not await first.take()
    assert not await first.acts()
    first._store = store
    assert await first.take()


@pytest.mark.parametrize("error", [DatabaseReplaced, DatabaseDamaged])
async def test_nobody_waits_for_a_store_that_can_never_be_written_again(process, monkeypatch, error):
    first = await process()

    async def refuse(*_):
        raise error("db.sqlite3", "is gone")

    monkeypatch.setattr(first._store, "take_lease", refuse)
    with pytest.raises(error):
        await first.wait(asyncio.Event())


async def test_the_holder_acts_no_more_once_the_file_of_its_store_is_gone(process, tmp_path):
    first = await process()
    await first.take()
    (tmp_path / "db.sqlite3").unlink()
    assert not await first._renew()
    assert not await first.acts()
    assert isinstance(first.failure, DatabaseReplaced)


# --- a store that hangs ---


@pytest.fixture
async def hanging(tmp_path, clocks):
    """A lease that was taken on a store that hangs from then on, and the store."""
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=clocks) as opened:
        store = Hanging(opened)
        lease = Lease(cast("Store", store), "one", None, clocks, lambda: clocks.steady, TIMES)
        assert await lease.take()
        store.hangs = True
        yield lease, store
        store.fail()


async def test_nobody_is_asked_whether_a_lease_is_ours_that_was_just_confirmed(hanging):
    lease, store = hanging
    assert lease.is_certain
    assert await lease.is_ours_within(0)
    assert store.waiting == []


async def test_a_lease_counts_as_ours_while_the_store_does_not_answer_and_is_asked_about_once(hanging, clocks):
    lease, store = hanging
    clocks.pass_by(31)
    assert not lease.is_certain
    assert await asyncio.gather(*(lease.is_ours_within(0.01) for _ in range(5))) == [True] * 5
    assert store.waiting == ["take_lease"]


async def test_a_lease_that_the_store_did_not_confirm_is_not_certain(hanging, clocks):
    lease, store = hanging
    clocks.pass_by(31)
    store.fail()
    assert await lease.acts()
    assert not lease.is_certain
