"""Files and disks that refuse: one sentence each, nothing torn, and work again when the reason is gone."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from data.sqlite import SqliteStore, connection
from data.store import DatabaseUnusable, GameUnreadable, NewerSchema, NewOutboxRow, StoreError
from tests.data.tables import opened
from tests.patience import PATIENCE_S

NOBODY = 65534


async def refusal(path: Path, clock) -> DatabaseUnusable:
    with pytest.raises(DatabaseUnusable) as refused:
        async with SqliteStore.open(path, clock=clock, busy_s=0.05):
            raise AssertionError("opened")
    assert str(path) in str(refused.value)
    assert str(refused.value).endswith(".")
    return refused.value


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users of the machine can reach, which pytest's own is not."""
    folder = Path(tempfile.mkdtemp(prefix="store-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def ordinary_person() -> Iterator[None]:
    """File permissions mean nothing to root, as which a container runs its tests."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


async def test_a_folder_that_does_not_exist(tmp_path, clock):
    assert "check that its directory exists" in (await refusal(tmp_path / "none" / "games.sqlite3", clock)).why


async def test_a_folder_in_place_of_the_file(tmp_path, clock):
    assert "cannot be opened" in (await refusal(tmp_path, clock)).why


async def test_a_file_that_is_no_database(path, clock):
    path.write_text("These are my notes, and nobody shall overwrite them. " * 100)
    before = path.read_bytes()
    assert (await refusal(path, clock)).why == "is not a SQLite database"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    ["CREATE TABLE recipes (name TEXT)", "PRAGMA user_version = 1", "PRAGMA application_id = 7"],
    ids=["tables", "version", "application"],
)
async def test_the_database_of_another_program_is_left_alone(path, clock, sql):
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql)
        db.commit()
    before = path.read_bytes()
    assert (await refusal(path, clock)).why == "belongs to another program"
    assert path.read_bytes() == before


async def test_a_schema_that_no_version_ever_wrote(path, clock):
    async with SqliteStore.open(path, clock=clock):
        pass
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = -1")
    before = path.read_bytes()
    why = "is damaged: its schema has the number -1"
    assert (await refusal(path, clock)).why == why
    assert path.read_bytes() == before


async def test_a_newer_schema_is_left_alone(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"])
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 7777")
    before = path.read_bytes()
    refused = await refusal(path, clock)
    assert isinstance(refused, NewerSchema)
    assert (refused.found, refused.known) == (7777, connection.migrations()[-1][0])
    assert "update the program" in refused.why
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_an_empty_file_becomes_a_database(path, clock):
    path.touch()
    async with SqliteStore.open(path, clock=clock) as store:
        assert await opened(store, ["opened"]) == 1


async def test_a_database_in_memory_could_not_survive(clock):
    assert "write-ahead log" in (await refusal(Path(":memory:"), clock)).why


async def test_a_file_that_may_not_be_written(public_folder, clock):
    path = public_folder / "games.sqlite3"
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"])
    path.chmod(0o444)
    public_folder.chmod(0o777)
    with ordinary_person():
        assert "may not be written: check the permissions" in (await refusal(path, clock)).why


async def test_a_folder_that_may_not_be_written(public_folder, clock):
    public_folder.chmod(0o555)
    with ordinary_person():
        assert "check that its directory exists and may be written" in (await refusal(public_folder / "new", clock)).why
    public_folder.chmod(0o755)


async def test_a_damaged_file_is_said_to_be_damaged(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["x" * 1000] * 100)
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    path.write_bytes(data)
    with pytest.raises(DatabaseUnusable, match="is damaged"):
        async with SqliteStore.open(path, clock=clock) as store:
            await store.load(game)


async def test_a_full_disk_tears_nothing(sqlite_store, clock):
    game = await opened(sqlite_store, ["opened"])
    before = await sqlite_store.load(game)
    writer = sqlite_store._sqlite._writer
    ((pages,),) = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages + 4}")
    for events, note in ((10, 1), (1, 30_000), (0, 100_000)):
        with pytest.raises(DatabaseUnusable, match="cannot grow: the disk is full"):
            await sqlite_store.append(game, 1, ["x" * 4000] * events, outbox=[NewOutboxRow("x", "y" * note)])
        assert await sqlite_store.load(game) == before
        assert await sqlite_store.due(clock.now, 9) == []
    await writer.execute_fetchall("PRAGMA max_page_count = 100000")
    await sqlite_store.append(game, 1, ["x" * 4000] * 10)
    assert (await sqlite_store.game(game)).version == 11


async def test_a_lock_of_another_program_is_waited_for(path, clock):
    async with SqliteStore.open(path, clock=clock, busy_s=PATIENCE_S) as store:
        game = await opened(store, ["opened"])
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert (await store.game(game)).version == 1  # reading goes on
            appending = asyncio.create_task(store.append(game, 1, ["a"]))
            await asyncio.sleep(0.05)
            assert not appending.done()
            other.execute("COMMIT")
            await appending
        assert (await store.game(game)).version == 2


async def test_a_lock_that_stays_is_told_and_later_it_works(sqlite_store, path):
    game = await opened(sqlite_store, ["opened"])
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        with pytest.raises(DatabaseUnusable, match="is locked by another program"):
            await sqlite_store.append(game, 1, ["a"])
        assert 0.2 <= time.monotonic() - started < 4.5  # a store waits 5 s where nothing else is said
        other.execute("COMMIT")
    await sqlite_store.append(game, 1, ["a"])
    assert (await sqlite_store.game(game)).version == 2


async def test_a_lock_at_the_start_is_told(path, clock):
    async with SqliteStore.open(path, clock=clock):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert (await refusal(path, clock)).why == "is locked by another program"


async def test_a_new_file_that_another_is_making_is_waited_for(path, clock):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert (await refusal(path, clock)).why == "is locked by another program"
        asyncio.get_running_loop().call_later(0.05, other.execute, "COMMIT")
        async with SqliteStore.open(path, clock=clock) as store:
            assert await opened(store, ["opened"]) == 1


async def test_many_open_a_new_file_at_once(tmp_path, clock):
    async def use(path: Path) -> None:
        async with SqliteStore.open(path, clock=clock) as store:
            await opened(store, ["opened"])

    for round_ in range(20):
        path = tmp_path / f"{round_}.sqlite3"
        await asyncio.gather(*(use(path) for _ in range(4)))
        async with SqliteStore.open(path, clock=clock) as store:
            assert len(await store.games_with(["lobby"])) == 4


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM events WHERE game = 2 AND seq = 1",
        "DELETE FROM events WHERE game = 2 AND seq = 3",
        "UPDATE games SET version = 2 WHERE id = 2",
        "INSERT INTO events VALUES (2, 9, 'x', 0)",
        "UPDATE events SET body = CAST(x'7b22ff' AS TEXT) WHERE game = 2 AND seq = 2",
    ],
    ids=["first", "last", "version", "hole", "no text"],
)
async def test_a_game_whose_rows_do_not_fit_is_told_and_the_others_go_on(sqlite_store, path, damage):
    games = [await opened(sqlite_store, ["a", "b", "c"]) for _ in range(3)]
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(damage)
    with pytest.raises(GameUnreadable, match="Game 2 cannot be read"):
        await sqlite_store.load(2)
    await sqlite_store.quarantine(2, "its events do not fit")
    assert [row.id for row in await sqlite_store.games_with(["lobby"])] == [1, 3]
    assert [(await sqlite_store.load(game)).row.version for game in games if game != 2] == [3, 3]


async def test_trouble_of_the_whole_database_is_not_blamed_on_one_game(sqlite_store, path):
    game = await opened(sqlite_store, ["opened"])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("ALTER TABLE events RENAME TO lost")
    with pytest.raises(StoreError, match="no such table: events") as refused:
        await sqlite_store.load(game)
    assert not isinstance(refused.value, GameUnreadable)
