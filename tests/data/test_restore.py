"""A backup put back: what stood there is kept, and what is in use or not ours is left alone."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typing_extensions import override

from data.sqlite import SqliteStore, backup, connection
from data.store import DatabaseUnusable, NewerSchema, NewOutboxRow
from tests.data.copies import events_of, fill, names, why
from tests.data.make_fixture import fixture, restore_sqlite
from tests.data.tables import enqueued, opened


async def test_a_backup_is_put_where_nothing_stands(path, copy, clock):
    await fill(copy, clock, "kept")
    path.with_name(path.name + "-wal").write_bytes(b"stale")
    assert backup.restore(copy, path) is None
    assert await events_of(path, clock) == ("kept",)
    assert await events_of(copy, clock) == ("kept",)
    assert names(path.parent) == [path.name, path.name + ".old-1-wal"]


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
async def test_the_old_database_is_kept_beside_the_new_one(path, copy, clock, monkeypatch, links):
    def no_links(*_: Path) -> None:
        raise OSError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    await fill(path, clock, "first")
    backup.backup(path, copy)
    async with SqliteStore.open(path, clock=clock) as store:
        await store.append(1, 1, ["second"])
    first = backup.restore(copy, path)
    async with SqliteStore.open(path, clock=clock) as store:
        assert (await store.load(1)).events == ("first",)
        await store.append(1, 1, ["third"])
    second = backup.restore(copy, path)
    assert await events_of(path, clock) == ("first",)
    assert names(path.parent) == [path.name, path.name + ".old-1", path.name + ".old-2"]
    assert await events_of(first, clock) == ("first", "second")
    assert await events_of(second, clock) == ("first", "third")


async def test_a_database_that_others_could_read_is_kept_and_replaced_for_its_owner_only(path, copy, clock):
    await fill(path, clock, "first")
    backup.backup(path, copy)
    path.chmod(0o644)
    kept = backup.restore(copy, path)
    assert [file.stat().st_mode & 0o777 for file in (path, kept)] == [0o600, 0o600]


async def test_a_killed_program_loses_nothing_of_its_log(path, copy, clock):
    """Its last commits are in the log only, and belong into the file that is kept."""
    await fill(copy, clock, "kept")
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["in the log"])
        left = {suffix: path.with_name(path.name + suffix).read_bytes() for suffix in ("", "-wal")}
    for suffix, data in left.items():
        path.with_name(path.name + suffix).write_bytes(data)
    kept = backup.restore(copy, path)
    assert await events_of(kept, clock) == ("in the log",)
    assert await events_of(path, clock) == ("kept",)


async def test_a_link_to_the_database_stays_a_link(path, copy, clock):
    await fill(path, clock, "old")
    await fill(copy, clock, "kept")
    link = copy.with_name("link")
    link.symlink_to(path)
    assert backup.restore(copy, link) == path.with_name(path.name + ".old-1")
    assert link.is_symlink()
    assert await events_of(path, clock) == ("kept",)


async def test_numbers_given_after_the_backup_are_not_given_again(path, copy, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, [])
        await asyncio.to_thread(backup.backup, path, copy)
        games = [await opened(store, [], outbox=[NewOutboxRow("x", "{}")]) for _ in range(3)]
        (note,) = await enqueued(store, 1, NewOutboxRow("x", "{}"))
    backup.restore(copy, path)
    async with SqliteStore.open(path, clock=clock) as store:
        assert await opened(store, []) == games[-1] + 1
        assert await enqueued(store, 1, NewOutboxRow("x", "{}")) == [note + 1]


@pytest.mark.parametrize("schema", [number for number, _ in connection.migrations()])
async def test_a_backup_of_an_older_schema_is_migrated_at_the_next_start(schema, path, copy, clock, tmp_path):
    restore_sqlite(tmp_path / "old", fixture("sqlite", schema).read_text("utf-8"))
    backup.backup(tmp_path / "old", copy)
    backup.restore(copy, path)
    async with SqliteStore.open(path, clock=clock) as store:
        assert len(await store.games_with(["running", "lobby", "over", "cancelled", "quarantined"])) == 5


async def test_a_database_in_use_is_not_replaced(path, copy, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"])
        await asyncio.to_thread(backup.backup, path, copy)
        before = path.read_bytes()
        assert why(lambda: backup.restore(copy, path)) == "is in use: stop the program that uses it first"
        assert (await store.load(1)).events == ("opened",)
        await store.append(1, 1, ["goes on"])
    assert names(path.parent) == [path.name]
    assert path.read_bytes()[:16] == before[:16]
    assert await events_of(path, clock) == ("opened", "goes on")


async def test_a_program_that_starts_between_two_steps_is_not_robbed(path, copy, clock, monkeypatch):
    await fill(path, clock, "old")
    await fill(copy, clock, "kept")
    others: list[sqlite3.Connection] = []

    class Slow(sqlite3.Connection):
        @override
        def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
            if statement == "BEGIN EXCLUSIVE":
                others.append(connection.connect(str(path), 1))
            return super().execute(statement, *values)

    def connect(file: Path, *busy_s: float) -> sqlite3.Connection:
        return sqlite3.connect(file, factory=Slow, isolation_level=None) if file == path else inner(file)

    inner = connection.connect_beside
    monkeypatch.setattr(connection, "connect_beside", connect)
    assert "is in use" in why(lambda: backup.restore(copy, path))
    others[0].close()
    assert await events_of(path, clock) == ("old",)


async def test_a_program_that_starts_meanwhile_never_writes_to_the_old_file(path, copy, clock, monkeypatch):
    """It has opened the old file and waits; when it may go on, that file has another name."""
    starting: list[asyncio.Future[sqlite3.Connection]] = []

    def put(part: Path, target: Path, kept: Path) -> None:
        loop.call_soon_threadsafe(starting.append, loop.run_in_executor(None, connection.connect, str(path), 20))
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0.1), loop).result()
        assert not starting[0].done()
        inner(part, target, kept)

    await fill(path, clock, "old")
    await fill(copy, clock, "kept")
    loop, inner = asyncio.get_running_loop(), backup._put
    monkeypatch.setattr(backup, "_put", put)
    kept = await asyncio.to_thread(backup.restore, copy, path)
    before = kept.read_bytes()
    with pytest.raises(DatabaseUnusable):
        await starting[0]
    assert kept.read_bytes() == before
    assert await events_of(path, clock) == ("kept",)


async def test_a_damaged_database_is_replaced_and_kept_with_its_log(path, copy, clock):
    await fill(copy, clock, "kept")
    for data in (b"\xa5" * 20_000, b"SQLite format 3\0" + b"\xff" * 9000):
        path.write_bytes(data)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).write_bytes(b"stale")
        kept = backup.restore(copy, path)
        assert kept.read_bytes() == data
        assert [file for file in names(path.parent) if file != path.name][-2:] == [kept.name, kept.name + "-wal"]
        assert await events_of(path, clock) == ("kept",)


async def test_an_empty_file_is_replaced(path, copy, clock):
    await fill(copy, clock, "kept")
    path.touch()
    assert backup.restore(copy, path).read_bytes() == b""
    assert await events_of(path, clock) == ("kept",)


async def test_what_is_no_backup_of_ours_is_not_put_anywhere(path, copy, clock):
    await fill(path, clock, "old")
    assert why(lambda: backup.restore(copy, path)) == "does not exist: check its name"
    assert why(lambda: backup.restore(copy.parent, path)) == "does not exist: check its name"
    copy.touch()
    assert why(lambda: backup.restore(copy, path)) == "is empty: check its name"
    copy.write_text("These are my notes. " * 100)
    assert why(lambda: backup.restore(copy, path)) == "is not a SQLite database"
    copy.unlink()
    with closing(sqlite3.connect(copy)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    assert why(lambda: backup.restore(copy, path)) == "belongs to another program"
    copy.unlink()
    backup.backup(path, copy)
    copy.write_bytes(copy.read_bytes()[:-8192])
    assert "is damaged" in why(lambda: backup.restore(copy, path))
    assert names(path.parent) == [path.name]
    assert await events_of(path, clock) == ("old",)


async def test_a_backup_of_a_newer_schema_is_not_put_back(path, copy, clock):
    await fill(path, clock, "old")
    await fill(copy, clock, "kept")
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA user_version = 7777")
    with pytest.raises(NewerSchema):
        backup.restore(copy, path)
    assert await events_of(path, clock) == ("old",)


async def test_a_backup_is_the_way_back_from_a_newer_schema(path, copy, clock):
    await fill(path, clock, "old")
    backup.backup(path, copy)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 7777")
    backup.restore(copy, path)
    assert await events_of(path, clock) == ("old",)


async def test_the_database_of_another_program_is_not_replaced(path, copy, clock):
    await fill(copy, clock, "kept")
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert why(lambda: backup.restore(copy, path)) == "belongs to another program"
    assert (path.read_bytes(), names(path.parent)) == (before, [path.name])


async def test_a_folder_is_not_replaced(path, copy, clock):
    await fill(copy, clock, "kept")
    path.mkdir()
    assert "cannot be opened" in why(lambda: backup.restore(copy, path))
    assert path.is_dir()


async def test_other_trouble_with_the_old_database_is_told(path, copy, clock, monkeypatch):
    """As with a disk that cannot be read: here it may not be written at all."""
    await fill(path, clock, "old")
    await fill(copy, clock, "kept")
    inner = connection.check

    def check(db: sqlite3.Connection, name: str) -> int:
        if name == str(path):
            db.execute("PRAGMA query_only = ON")
        return inner(db, name)

    monkeypatch.setattr(connection, "check", check)
    assert "may not be written" in why(lambda: backup.restore(copy, path))
    assert names(path.parent) == [path.name]
