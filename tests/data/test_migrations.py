"""A database of every schema that was ever released is brought to the newest one and loses nothing."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from data.sqlite import SqliteStore, connection
from data.store import GameRow, NewGame, NewOutboxRow, OutboxRow, PlayerRow, SeatRow, ServerRow, StoreError
from tests.data.make_fixture import (
    BEN,
    DEADLINE,
    EVENTS,
    FIXTURES,
    NOW,
    OUTBOX,
    PLANNED,
    RESULT,
    SEED,
    SERVER,
    WEEK,
    fixture,
)
from tests.data.tables import enqueued, opened

SCHEMAS = [number for number, _ in connection.migrations()]


def restore(path: Path, schema: int) -> None:
    """Makes the file a database as this schema left it."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(fixture(schema).read_text("utf-8"))


def tables(path: Path) -> dict[str, str]:
    """The SQL of tables and indices by name, without comments and layout."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"--.*|\s+", " ", re.sub(r"--.*", "", sql)).strip() for name, sql in rows}


def use_migrations(monkeypatch: pytest.MonkeyPatch, folder: Path, steps: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, sql in steps.items():
        (folder / name).write_text(sql)
    monkeypatch.setattr(connection, "MIGRATIONS", folder)


def test_the_steps_are_numbered_without_a_gap():
    assert list(range(1, len(SCHEMAS) + 1)) == SCHEMAS


def test_every_schema_has_a_fixture():
    """A schema was added without `python -m tests.data.make_fixture`, if this fails."""
    assert sorted(file.name for file in FIXTURES.iterdir()) == [fixture(schema).name for schema in SCHEMAS]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_steps_still_make_what_was_released(schema, tmp_path, monkeypatch):
    released, made = tmp_path / "released", tmp_path / "made"
    restore(released, schema)
    steps = [file for file in connection.MIGRATIONS.iterdir() if int(file.name[:4]) <= schema]
    use_migrations(monkeypatch, tmp_path / "steps", {file.name: file.read_text("utf-8") for file in steps})
    connection.connect(str(made), 1).close()
    assert tables(made) == tables(released)


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_released_database_keeps_everything_and_goes_on(schema, path, clock, tmp_path):
    restore(path, schema)
    async with SqliteStore.open(path, clock=clock) as store:
        running = await store.load(1)
        deadline = DEADLINE if schema >= 2 else None
        times = {"message_at": NOW, "created_at": NOW, "updated_at": NOW, "deadline": deadline, "home": 20}
        game = GameRow(1, 10, 20, "running", "standard", "en", 2**62, 3, None, 77, 20, **times)
        assert running.row == game
        assert running.events == EVENTS[:3]
        assert running.plans == ({31: PLANNED} if schema >= 10 else {})
        assert running.seats == (SeatRow(0, 2**62, "Zoë 🎲"), SeatRow(1, 31, "it's; -- Ben"))
        for number, status in ((2, "lobby"), (3, "over"), (4, "cancelled")):
            assert [(row.id, row.guild) for row in await store.games_of(31, [status])] == [(number, None)]
            ended = await store.load(number)
            assert (ended.events, ended.row.ended_at) == (EVENTS, None if status == "lobby" else NOW)
        assert [row.quarantine_reason for row in await store.games_with(["quarantined"])] == ["no JSON"]
        second, day = NOW + timedelta(seconds=1), NOW + timedelta(days=1)
        assert await store.due(day, 9) == [
            OutboxRow(1, 1, "lobby", '{"a": [1, null]}', NOW, second, 1, "503"),
            OutboxRow(2, 1, "reminder", "{}", NOW, day, 0, None),
        ]
        assert [(row.game, row.kind, row.body, row.due_at) for row in (await store.due(WEEK, 99))[2:]] == [
            (1, kind, body, WEEK) for kind, body in OUTBOX
        ]
        theme = "light" if schema >= 4 else None
        assert await store.player(31) == (
            replace(BEN, theme=theme, confirm_placing=schema >= 6, unlisted=schema >= 9)
            if schema >= 2
            else PlayerRow(31, "de", dm_rack=True)
        )
        assert [row.result for row in await store.results_of(31)] == ([RESULT] if schema >= 9 else [])
        limits = {} if schema >= 7 else {"person_games": None, "channel_games": None}
        daily = {} if schema >= 12 else {"daily_channel": None}
        server = replace(SERVER, theme=theme, **limits, **daily) if schema >= 2 else ServerRow(10, "de")
        assert await store.server(10) == server
        assert await store.last_heartbeat() == (NOW if schema >= 2 else None)
        assert await store.take_lease("second", NOW, DEADLINE) is (schema < 2)
        assert await store.seed(lambda: 0) == SEED
        await store.append(1, 3, EVENTS[3:])
        assert (await store.load(1)).events == EVENTS
        assert await opened(store, [], table=NewGame(10, 20, "solo", "en", 31)) == 6
        assert [(await enqueued(store, 1, NewOutboxRow("x", ""))) for _ in range(2)] == [[26], [27]]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.connect(str(tmp_path / "new"), 1).close()
    assert tables(path) == tables(tmp_path / "new")


async def test_a_step_that_fails_leaves_the_schema_before_it(path, clock, tmp_path, monkeypatch):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"], table=NewGame(10, 20, "solo", "en", 31))
    before = tables(path)
    new = len(SCHEMAS) + 1
    released = {f"{schema:04}.sql": "SELECT 1;" for schema in SCHEMAS}
    broken = "CREATE TABLE extra (a TEXT);\nINSERT INTO extra VALUES ('x');\nCREATE TABLE games (id INTEGER);\n"
    use_migrations(monkeypatch, tmp_path / "steps", {**released, f"{new:04}_extra.sql": broken})
    with pytest.raises(StoreError, match="table games already exists"):
        async with SqliteStore.open(path, clock=clock):
            pass
    assert tables(path) == before
    use_migrations(monkeypatch, tmp_path / "steps", {f"{new:04}_extra.sql": broken.replace("games", "more")})
    async with SqliteStore.open(path, clock=clock) as store:
        assert (await store.load(1)).events == ("opened",)
    assert set(tables(path)) - set(before) == {"extra", "more"}
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (new,)


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_no_id_is_given_again_though_the_last_games_were_deleted_before_the_migration(schema, path, clock):
    restore(path, schema)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM games WHERE id >= 4")
        db.commit()
    async with SqliteStore.open(path, clock=clock) as store:
        assert await opened(store) == 6


async def test_outbox_rows_about_no_game_are_deleted(path, clock):
    restore(path, 4)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO outbox (kind, body, created_at, due_at, attempts) VALUES ('hello', '{}', 0, 0, 0)")
        db.commit()
    async with SqliteStore.open(path, clock=clock) as store:
        assert "hello" not in [row.kind for row in await store.due(WEEK, 99)]
