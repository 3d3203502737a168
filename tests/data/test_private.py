"""Databases hold secret seeds and racks: nobody but their owner may read them, whatever the umask is."""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.process.lock_file import LockFile
from data.opening import migrate
from data.sqlite import SqliteStore
from data.store import DatabaseUnusable
from tests.data.tables import opened


@pytest.fixture(autouse=True)
def open_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(file.stat().st_mode & 0o777) for file in folder.iterdir()}


async def test_a_new_database_and_what_stands_beside_it_are_its_owners_alone(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"])
        lock = LockFile(path.with_name(f"{path.name}.lock"))
        lock.lock()
        found = modes(path.parent)
        lock.unlock()
    assert found == dict.fromkeys([path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}.lock"], "0o600")


async def test_a_database_that_others_could_read_is_narrowed_with_one_line(path, clock, caplog):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"])
        left = {end: path.with_name(path.name + end).read_bytes() for end in ("", "-wal")}
    for end, data in (left | {".lock": b""}).items():
        path.with_name(path.name + end).write_bytes(data)
        path.with_name(path.name + end).chmod(0o664)
    with caplog.at_level(logging.INFO):
        async with SqliteStore.open(path, clock=clock) as store:
            assert (await store.load(1)).events == ("opened",)
            assert set(modes(path.parent).values()) == {"0o600"}
        async with SqliteStore.open(path, clock=clock):
            pass
    (line,) = caplog.records
    assert line.getMessage() == "others could read the database; now only its owner can"
    assert {Path(file).name for file in line.files.split()} == {
        path.name + end for end in ("", "-wal", "-shm", ".lock")
    }


async def test_the_target_of_a_move_is_its_owners_alone(path, tmp_path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"])
    target = tmp_path / "moved"
    await migrate(path, target, clock=clock, holder="m")
    assert modes(tmp_path)["moved"] == "0o600"


async def test_the_file_of_another_program_keeps_its_permissions(path, clock):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs (a)")
    path.chmod(0o644)
    with pytest.raises(DatabaseUnusable, match="belongs to another program"):
        async with SqliteStore.open(path, clock=clock):
            pass
    assert modes(path.parent)[path.name] == "0o644"
