"""A database of every schema since the first release is brought to the newest one and loses nothing."""

from __future__ import annotations

import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest

from bot.tables.events import from_text
from bot.tables.fold import fold
from bot.tables.outbox_rows import read
from data.address import Address, ServerUrl
from data.opening import open_store
from data.postgres import schema as postgres_schema
from data.schemas import FIRST, UPGRADES
from data.sqlite import SqliteStore, backup, connection
from data.store import (
    DatabaseUnusable,
    GameRow,
    NewGame,
    NewOutboxRow,
    OlderSchema,
    OutboxRow,
    SeatRow,
    Server,
    StoreError,
)
from tests.data.make_fixture import (
    BEN,
    DAILY,
    DEADLINE,
    ENDS,
    FIXTURES,
    LOG,
    NOW,
    OF_SERVER,
    PLANNED,
    PLAYER,
    RESULT,
    RUNNING,
    SEED,
    SERVER,
    TOURNAMENT,
    WAITING,
    WEEK,
    ZOE,
    as_kept,
    fixture,
    postgres_dump,
    restore_sqlite,
)
from tests.data.tables import enqueued, opened
from tests.postgres import cluster

SCHEMAS = [number for number, _ in connection.migrations()]
ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def released(engine: str, path: Path) -> Iterator[Released]:
    made = Released(engine, path)
    yield made
    made.drop()


class Released:
    """Databases as schemas left them."""

    def __init__(self, engine: str, path: Path) -> None:
        self.engine, self.path = engine, path
        self._names: list[str] = []

    def of(self, schema: int) -> Address:
        """One of this schema, filled."""
        sql = fixture(self.engine, schema).read_text("utf-8")
        if self.engine == "sqlite":
            restore_sqlite(self.path, sql)
            return self.path
        address = self.empty()
        cluster().script(sql, self._names[-1])
        return address

    def empty(self) -> ServerUrl:
        """An empty database on the server."""
        self._names.append(cluster().new())
        return cluster().url(self._names[-1])

    def drop(self) -> None:
        while self._names:
            cluster().drop(self._names.pop())


def tables(path: Path) -> dict[str, str]:
    """The SQL of tables and indices by name, without comments and layout."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s*([(),])\s*|\"|\s+(?=\s)", r"\1", re.sub(r"--.*", "", sql)) for name, sql in rows}


def use_migrations(monkeypatch: pytest.MonkeyPatch, folder: Path, steps: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, sql in steps.items():
        (folder / name).write_text(sql)
    monkeypatch.setattr(connection, "MIGRATIONS", folder)


def test_the_steps_are_numbered_without_a_gap():
    assert list(range(FIRST, FIRST + len(SCHEMAS))) == SCHEMAS
    assert [number for number, _ in postgres_schema.migrations()] == SCHEMAS


def test_every_schema_has_a_fixture_of_each_engine():
    """A schema was added without `python -m tests.data.make_fixture`, if this fails."""
    names = {fixture(engine, schema).name for engine in ("sqlite", "postgres") for schema in SCHEMAS}
    assert {file.name for file in FIXTURES.glob("*.sql")} == names


@pytest.mark.parametrize("row", [PLAYER, SERVER], ids=["player", "server"])
def test_a_fixture_has_another_value_than_the_default_for_every_setting(row):
    """`make_fixture.py` does not set a setting, if this fails."""
    in_column = {"threads": False}  # where the schema has another default than the row
    kept_apart = {"served"}  # which the row is only read with
    unset = [
        one.name
        for one in fields(row)
        if one.name not in kept_apart and getattr(row, one.name) == in_column.get(one.name, one.default)
    ]
    assert unset == []


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_steps_of_sqlite_still_make_what_was_released(schema, tmp_path, monkeypatch):
    released, made = tmp_path / "released", tmp_path / "made"
    restore_sqlite(released, fixture("sqlite", schema).read_text("utf-8"))
    steps = [file for file in connection.MIGRATIONS.iterdir() if int(file.name[:4]) <= schema]
    use_migrations(monkeypatch, tmp_path / "steps", {file.name: file.read_text("utf-8") for file in steps})
    connection.connect(str(made), 1).close()
    assert tables(made) == tables(released)


@pytest.mark.parametrize("engine", ["postgres"])
@pytest.mark.parametrize("schema", SCHEMAS)
async def test_the_steps_of_postgres_still_make_what_was_released(schema, released, clock, monkeypatch):
    old, new = released.of(schema), released.empty()
    steps = [step for step in postgres_schema.migrations() if step[0] <= schema]
    monkeypatch.setattr(postgres_schema, "migrations", lambda: steps)
    async with open_store(new, clock):
        pass
    made, kept = (
        [line for line in postgres_dump(cluster(), one).splitlines() if not re.match("INSERT|SELECT.*setval", line)]
        for one in (new, old)
    )
    assert made == kept


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_released_database_keeps_everything_and_goes_on(schema, released, clock):
    async with open_store(released.of(schema), clock) as store:
        running = await store.load(1)
        times = {"message_at": NOW, "created_at": NOW, "updated_at": NOW, "deadline": DEADLINE, "home": 20}
        row = GameRow(1, 10, 20, "running", "standard", "en", ZOE, len(RUNNING), None, 77, 20, **times)
        assert running.row == row
        assert running.events == RUNNING
        assert running.plans == {BEN: PLANNED}
        assert running.seats == (SeatRow(0, ZOE, "Zoë 🎲"), SeatRow(1, BEN, "it's; -- Ben"))
        for number, (status, log) in enumerate(ENDS.items(), 2):
            assert [(row.id, row.guild) for row in await store.games_of(BEN, [status])] == [(number, None)]
            ended = await store.load(number)
            assert (ended.events, ended.row.ended_at) == (log, None if status == "lobby" else NOW)
        assert [row.quarantine_reason for row in await store.games_with(["quarantined"])] == ["no JSON"]
        second, day = NOW + timedelta(seconds=1), NOW + timedelta(days=1)
        assert (await store.outbox_of(1))[:2] == [
            OutboxRow(1, 1, "lobby", '{"a": [1, null]}', NOW, second, 1, "503"),
            OutboxRow(2, 1, "reminder", "{}", NOW, day, 0, None),
        ]
        of_game, of_server = [await store.outbox_of(subject) for subject in (1, Server(10))]
        assert [(read(row), row.due_at) for row in of_game[2:]] == [(item, WEEK) for item in WAITING]
        kept = OF_SERVER if schema >= 14 else OF_SERVER[:2]
        assert sorted((row.kind, row.body) for row in of_server) == sorted((row.kind, row.body) for row in kept)
        assert await store.player(BEN) == as_kept(PLAYER, schema)
        assert [row.result for row in await store.results_of(BEN)] == [RESULT]
        assert await store.analysis(3) == '{"ü": [0.5]}'
        assert await store.daily_try("2026-01-02", BEN) == DAILY
        assert [row.place for row in await store.tournament_places(BEN)] == ([1] if schema >= 18 else [])
        if schema >= 18:
            kept_tournament = await store.tournament(1)
            assert kept_tournament.events == TOURNAMENT
            assert (kept_tournament.row.message, kept_tournament.row.edition) == (80, 1)
        assert await store.lesson(BEN) == 4
        assert await store.server(10) == as_kept(SERVER, schema)
        assert await store.last_heartbeat() == NOW
        assert not await store.take_lease("second", NOW, DEADLINE)
        assert await store.seed(lambda: 0) == SEED
        await store.append(1, len(RUNNING), LOG[len(RUNNING) :])
        assert (await store.load(1)).events == LOG
        assert await opened(store, [], table=NewGame(10, 20, "solo", "en", BEN)) == 6
        last = 2 + len(WAITING) + len(kept)
        assert [await enqueued(store, 1, NewOutboxRow("x", "")) for _ in range(2)] == [[last + 1], [last + 2]]


def test_a_log_of_the_first_release_is_read_as_a_finished_game():
    assert fold(1, map(from_text, LOG)).status == "over"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_migrated_file_has_the_tables_of_a_new_one(schema, path, tmp_path):
    restore_sqlite(path, fixture("sqlite", schema).read_text("utf-8"))
    for one in (path, tmp_path / "new"):
        connection.connect(str(one), 1).close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert tables(path) == tables(tmp_path / "new")


async def refused(address: Address, clock) -> OlderSchema:
    with pytest.raises(OlderSchema) as caught:
        async with open_store(address, clock):
            pass
    return caught.value


async def test_a_schema_of_before_the_first_release_is_refused_by_the_commit_that_upgrades_it(released, clock):
    address = released.of(FIRST)
    if isinstance(address, ServerUrl):
        cluster().sql(f"UPDATE ingenious_schema SET number = {FIRST - 1}", released._names[0])
    else:
        with closing(sqlite3.connect(address)) as db:
            db.execute(f"PRAGMA user_version = {FIRST - 1}")
    error = await refused(address, clock)
    why = f"has schema 11, from before the first release: check out commit {UPGRADES} and start that once"
    assert (error.why, error.found) == (why, 11)
    assert "\n" not in str(error)
    if isinstance(address, Path):
        with pytest.raises(OlderSchema):
            backup.backup(address, address.with_name("copy"))
        assert [file.name for file in address.parent.iterdir()] == [address.name]
    with pytest.raises(DatabaseUnusable, match="schema 11"):
        async with open_store(address, clock):
            pass


def test_the_commit_that_upgrades_has_the_migrations_and_is_in_the_history():
    command = ["git", "-C", str(ROOT), "ls-tree", "-r", "--name-only", UPGRADES, "data/sqlite/migrations"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        pytest.skip("there is no history here")
    assert "0012_daily.sql" in ended.stdout
    command = ["git", "-C", str(ROOT), "merge-base", "--is-ancestor", UPGRADES, "HEAD"]
    assert subprocess.run(command, check=False).returncode == 0


async def test_a_step_that_fails_leaves_the_schema_before_it(path, clock, tmp_path, monkeypatch):
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, ["opened"], table=NewGame(10, 20, "solo", "en", 31))
    before = tables(path)
    new = SCHEMAS[-1] + 1
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
    restore_sqlite(path, fixture("sqlite", schema).read_text("utf-8"))
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM games WHERE id >= 4")
        db.commit()
    async with SqliteStore.open(path, clock=clock) as store:
        assert await opened(store) == 6
