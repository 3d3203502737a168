"""The process is killed: what was committed stays whole, what was not leaves nothing."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from data.address import Address
from data.opening import open_store
from data.sqlite import SqliteStore
from data.store import NewGame, SeatRow
from tests.data.tables import argument, opened
from tests.patience import PATIENCE_S

VICTIM = Path(__file__).with_name("victim.py")


def kill_at(place: Address, where: str, line: str) -> None:
    """Runs the victim in this mode and kills it as soon as it prints this line."""
    with subprocess.Popen(
        [sys.executable, str(VICTIM), argument(place), where], stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout
        for printed in victim.stdout:
            if printed.strip() == line:
                victim.send_signal(signal.SIGKILL)
                break
    assert victim.returncode == -signal.SIGKILL


async def test_killed_inside_a_transaction_nothing_of_it_is_left(place, clock):
    kill_at(place, "inside", "inside")
    async with open_store(place, clock) as store:
        found = await store.load(1)
        assert (found.events, found.row.status, found.seats) == (("opened",), "lobby", (SeatRow(0, 30, "before"),))
        assert await store.next_due() is None
        await store.append(1, 1, ["goes on"])


async def test_killed_right_after_a_commit_all_of_it_is_there(place, clock):
    kill_at(place, "after", "committed")
    async with open_store(place, clock) as store:
        found = await store.load(1)
        assert (found.events, found.row.status) == (("opened", "a", "b"), "running")
        assert found.seats == (SeatRow(0, 30, "after"),)
        assert await store.next_due() is not None


@pytest.mark.parametrize("count", [1, 7, 50])
async def test_killed_while_it_writes_no_answered_event_is_lost_and_none_is_torn(place, clock, count):
    kill_at(place, "writing", str(count))
    async with open_store(place, clock) as store:
        found = await store.load(1)
        notes = await store.due(clock.now, 10_000)
        appends = (found.row.version - 1) // 2
        assert appends >= count
        assert found.events[1:] == tuple(f"{n} {half}" for n in range(1, appends + 1) for half in "ab")
        assert found.seats == (SeatRow(0, 30, str(appends)),)
        assert [note.body for note in notes] == [str(n) for n in range(1, appends + 1)]
        await store.append(1, found.row.version, ["goes on"])


async def test_closing_empties_the_log_though_another_process_goes_on(path, clock):
    log = path.with_name(path.name + "-wal")
    async with SqliteStore.open(path, clock=clock) as other:
        async with SqliteStore.open(path, clock=clock) as store:
            game = await opened(store, ["opened"], table=NewGame(10, 20, "standard", "en", 30))
            assert log.stat().st_size > 0
        assert log.stat().st_size == 0
        assert (await other.load(game)).events == ("opened",)


async def test_closing_does_not_wait_for_one_who_still_reads_the_log(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["opened"], table=NewGame(10, 20, "standard", "en", 30))
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM games").fetchall()
            async with SqliteStore.open(path, clock=clock, busy_s=2 * PATIENCE_S) as other:
                await other.append(game, 1, ["a"])
                started = time.monotonic()
            assert time.monotonic() - started < PATIENCE_S
        assert (await store.load(game)).events == ("opened", "a")


async def test_a_commit_waits_for_the_disk_and_references_are_checked(sqlite_store):
    writer = sqlite_store._sqlite._writer
    for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        ((found,),) = await writer.execute_fetchall(f"PRAGMA {name}")
        assert found == value
