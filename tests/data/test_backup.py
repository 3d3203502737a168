"""A copy made while people play is whole, and overwrites nothing."""

import asyncio
import sqlite3
import threading
from datetime import timedelta
from pathlib import Path

from data.sqlite import SqliteStore, backup, connection
from data.store import NewOutboxRow, PlayerRow, SeatRow
from tests.data.copies import fill, names, why
from tests.data.tables import opened
from tests.patience import PATIENCE_S

MINUTE = timedelta(minutes=1)


async def test_a_backup_has_everything_and_is_one_file(path, copy, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["opened", "Zoë 🎲"], [SeatRow(0, 30, "Ann")], [NewOutboxRow("x", "{}")])
        await store.save_player(PlayerRow(30, "de"))
        await store.seed(lambda: 7)
        await store.record_heartbeat(clock.now)
        await asyncio.to_thread(backup.backup, path, copy)
        expected = (await store.load(game), await store.outbox_of(game))
    assert names(copy.parent) == [copy.name]
    assert (
        copy.read_bytes()[18:20] == b"\1\1"
    )  # needs no log beside it, so that it can be read where nothing is written
    assert copy.stat().st_mode & 0o777 == 0o600
    async with SqliteStore.open(copy, clock=clock) as store:
        assert (await store.load(game), await store.outbox_of(game)) == expected
        assert await store.player(30) == PlayerRow(30, "de")
        assert await store.seed(lambda: 8) == 7
        assert await store.last_heartbeat() == clock.now


async def test_a_backup_does_not_bring_along_who_acts(path, copy, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        await store.take_lease("first", clock.now, clock.now + MINUTE)
        await asyncio.to_thread(backup.backup, path, copy)
        assert not await store.take_lease("second", clock.now, clock.now + MINUTE)
    async with SqliteStore.open(copy, clock=clock) as store:
        assert await store.take_lease("second", clock.now, clock.now + MINUTE)


async def test_backups_made_while_many_write_are_each_whole_and_hold_up_nobody(path, tmp_path, clock, monkeypatch):
    async def play(game: int) -> None:
        after = 1
        while not finished.is_set():
            await store.append(
                game, after, ["a", "b"], seats=[SeatRow(0, 30, str(after))], outbox=[NewOutboxRow("x", "")]
            )
            written.set()
            after += 2

    def copy(*files: Path) -> None:
        written.clear()
        inner(*files)
        assert written.wait(PATIENCE_S)

    finished, written, inner = asyncio.Event(), threading.Event(), backup._copy
    monkeypatch.setattr(backup, "_copy", copy)
    async with SqliteStore.open(path, clock=clock, busy_s=PATIENCE_S) as store:
        games = [await opened(store, ["opened"]) for _ in range(20)]
        playing = [asyncio.create_task(play(game)) for game in games]
        versions: list[int] = []
        for number in range(4):
            await asyncio.to_thread(backup.backup, path, tmp_path / str(number))
            versions.append((await store.game(games[-1])).version)
        finished.set()
        await asyncio.gather(*playing)
    for number in range(4):
        async with SqliteStore.open(tmp_path / str(number), clock=clock) as kept:
            for game in games:
                found = await kept.load(game)
                assert found.events[1:] == ("a", "b") * ((found.row.version - 1) // 2)
                assert len(await kept.outbox_of(game)) == (found.row.version - 1) // 2
            assert (await kept.game(games[-1])).version <= versions[number]
    assert not path.with_name(path.name + "-wal").exists()


async def test_a_file_that_exists_is_not_overwritten(path, copy, clock):
    await fill(path, clock, "opened")
    copy.write_text("precious")
    assert why(lambda: backup.backup(path, copy)) == "exists already: name a new file, or remove this one first"
    assert (copy.read_text(), names(copy.parent)) == ("precious", [copy.name])


async def test_a_file_that_comes_to_be_meanwhile_is_not_overwritten(path, copy, clock, monkeypatch):
    await fill(path, clock, "opened")
    inner = backup._copy
    monkeypatch.setattr(backup, "_copy", lambda *files: (inner(*files), copy.write_text("precious")))
    assert "exists already" in why(lambda: backup.backup(path, copy))
    assert (copy.read_text(), names(copy.parent)) == ("precious", [copy.name])


async def test_a_folder_that_does_not_exist_or_is_none(path, copy, clock):
    await fill(path, clock, "opened")
    where = "check its directory and the space on the disk"
    assert why(lambda: backup.backup(path, copy / "x")) == f"cannot be written (No such file or directory): {where}"
    assert why(lambda: backup.backup(path, path / "x")) == f"cannot be written (Not a directory): {where}"


async def test_a_full_disk_leaves_no_half_of_a_backup(path, copy, clock, monkeypatch):
    def connect(file: Path) -> sqlite3.Connection:
        db = inner(file)
        if file.suffix == ".part":
            db.execute("PRAGMA max_page_count = 3")
        return db

    await fill(path, clock, *["x" * 5000] * 9)
    inner = connection.connect_beside
    monkeypatch.setattr(connection, "connect_beside", connect)
    assert why(lambda: backup.backup(path, copy)) == "cannot grow: the disk is full"
    assert names(copy.parent) == []


async def test_a_source_that_is_damaged_makes_no_backup(path, copy, clock):
    await fill(path, clock, *["x" * 1000] * 100)
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)
    assert why(lambda: backup.backup(path, copy)) == "is damaged: take another backup"
    assert names(copy.parent) == []
