"""A database that Litestream replicates: it keeps two tables there, and reads at any moment."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from asyncio.subprocess import DEVNULL
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from data.opening import migrate
from data.sqlite import SqliteStore, backup, connection
from data.store import DatabaseUnusable
from tests.data.tables import opened
from tests.patience import PATIENCE_S

TABLES = (
    "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    "CREATE TABLE _litestream_lock (id INTEGER)",
    "INSERT INTO _litestream_seq VALUES (1, 7)",
)


@contextmanager
def replicated(path: Path) -> Iterator[None]:
    """The tables in a file, and the transaction that keeps others from beginning the log anew."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for statement in TABLES:
            db.execute(statement)
        db.execute("BEGIN")
        db.execute("SELECT * FROM _litestream_seq").fetchall()
        yield


def tables_of(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def test_a_database_that_was_replicated_before_it_was_made_is_new(path, clock):
    with replicated(path):
        async with SqliteStore.open(path, clock=clock) as store:
            game = await opened(store, ["opened"])
            assert (await store.load(game)).events == ("opened",)


async def test_a_replicated_database_of_another_program_is_refused(path, clock):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes (text)")
    with replicated(path), pytest.raises(DatabaseUnusable, match="belongs to another program"):
        async with SqliteStore.open(path, clock=clock):
            pass


async def test_a_backup_of_a_replicated_database_is_without_what_is_not_the_programs(path, copy, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        with replicated(path):
            await opened(store, ["opened"])
            await asyncio.to_thread(backup.backup, path, copy)
    assert tables_of(path) - tables_of(copy) == {"_litestream_seq", "_litestream_lock"}


@pytest.mark.parametrize("side", ["source", "target", "both"])
async def test_everything_moves_from_and_to_a_replicated_database(path, tmp_path, clock, side):
    target = tmp_path / "target.sqlite3"
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["opened"])
    for one, name in ((path, "source"), (target, "target")):
        if side in (name, "both"):
            with replicated(one):
                pass
    await migrate(path, target, clock=clock, holder="migrate-test")
    async with SqliteStore.open(target, clock=clock) as store:
        assert (await store.load(game)).events == ("opened",)


@pytest.mark.skipif(shutil.which("litestream") is None, reason="needs litestream")
async def test_what_litestream_restores_after_the_disk_is_lost_opens_and_goes_on(path, tmp_path, clock):
    replica = tmp_path / "replica"
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["opened"])
        command = ("litestream", "replicate", str(path), f"file://{replica}")
        replicating = await asyncio.create_subprocess_exec(*command, stderr=DEVNULL)
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not any(replica.rglob("*.ltx")):  # noqa: ASYNC110 - another process writes them
                    await asyncio.sleep(0.05)
            for after in range(1, 40):
                await store.append(game, after, [f"event {after}"])
        finally:
            replicating.terminate()  # it sends what is left
            await asyncio.wait_for(replicating.wait(), PATIENCE_S)
    for left in path.parent.glob(f"*{path.name}*"):
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    restoring = await asyncio.create_subprocess_exec("litestream", "restore", "-o", str(path), f"file://{replica}")
    assert await restoring.wait() == 0
    async with SqliteStore.open(path, clock=clock) as store:
        assert (await store.append(game, 40, ["later"])).version == 41


def test_the_pattern_is_of_names_that_the_program_does_not_use():
    for _, script in connection.migrations():
        assert "_litestream_" not in script
