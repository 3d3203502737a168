"""Everything moved between the engines, on a PostgreSQL server; nothing is moved by halves."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from data.address import ServerUrl
from data.daily import RANKING_POST, DailyPost
from data.opening import migrate, open_store
from data.postgres.schema import migrations
from data.postgres.side import PostgresSide
from data.schemas import FIRST
from data.sqlite.side import SqliteSide
from data.store import (
    STATUSES,
    DatabaseUnusable,
    GameChange,
    NewOutboxRow,
    PlayerRow,
    SeatRow,
    SentBoard,
    Server,
    ServerRow,
    StoreError,
    Vacation,
)
from data.tournaments import NewTournament, TournamentPerson
from tests.data.make_fixture import DAILY, RESULT
from tests.data.tables import opened
from tests.postgres import cluster

DAY = timedelta(days=1)


async def filled(address, clock) -> None:
    """A bit of everything, with ids that are gone."""
    async with open_store(address, clock) as store:
        await store.seed(lambda: 2**127)
        await store.record_heartbeat(clock.now)
        for status in ("lobby", "running", "over", "over"):
            seats, outbox = (
                [SeatRow(0, 30, "Änn 'x'")],
                [NewOutboxRow("x", "{}"), NewOutboxRow("y", "{}", clock.now + DAY)],
            )
            game = await opened(store, ["opened", '{"ü": "\\u0000"}'], seats, outbox, status=status)
            await store.set_board_message(game, SentBoard(1, 2**62, clock.now))
        await store.append(2, 2, ["placed"], change=GameChange(deadline=clock.now + DAY))
        away = Vacation(clock.now - timedelta(days=3), clock.now)
        await store.save_player(PlayerRow(30, "de", zone="Europe/Berlin", vacation_until=clock.now), [away])
        await store.save_server(ServerRow(10, "de", channels=(1, 2)))
        await store.save_analysis(3, '{"ü": 1}')
        await store.replace_results(3, [RESULT])
        await store.save_puzzle_answer(30, "solo-1-1", solved=True)
        await store.save_plan(2, 3, 30, '{"ü": 1}')
        await store.save_daily_try(DAILY, 0)
        await store.join_daily(10, 30, "Änn")
        await store.complete_daily(10, [], [DailyPost(10, "2026-01-02", RANKING_POST, 20)], [NewOutboxRow("day", "{}")])
        tournament = await store.create_tournament(NewTournament(10, 20, 30), ["opened"], lambda _: ())
        await store.append_tournament(tournament.id, 1, lambda _: ["ü"], people=[TournamentPerson(30, "Änn", 1)])
        await store.save_lesson(30, 2)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("data.sql.retention.DELETED_AT_ONCE", 1)
            await store.complete(4, [row.id for row in await store.outbox_of(4)])


async def told(address, clock) -> Sequence[object]:
    """All that a store tells, and the ids that it gives next."""
    async with open_store(address, clock) as store:
        games = [await store.load(row.id) for row in await store.games_with(("lobby", "running", "over"))]
        rest = [
            await store.player(30),
            await store.server(10),
            await store.analysis(3),
            await store.puzzle_answers(30),
            await store.results_of(31),
            await store.daily_try("2026-01-02", 31),
            await store.daily_servers(30),
            await store.daily_posts(10, "2026-01-02", RANKING_POST),
            await store.outbox_of(Server(10)),
            await store.lesson(30),
            await store.tournament(1),
            await store.tournament_places(30),
            await store.last_heartbeat(),
            await store.seed(lambda: 1),
            *[await store.outbox_of(game.row.id) for game in games],
            await opened(store, ["next"], outbox=[NewOutboxRow("x", "{}")]),
        ]
        return [*games, *rest, await store.outbox_of(5)]


async def test_everything_comes_back_from_sqlite_over_postgres_to_sqlite(path, address, clock, tmp_path):
    await filled(path, clock)
    counts = await migrate(path, address, clock=clock, holder="m")
    people = {"players": 1, "seats": 4, "servers": 1, "puzzle_answers": 1, "results": 1, "planned_moves": 1}
    people |= {"daily_tries": 1, "daily_members": 1, "daily_posts": 1, "lessons": 1, "vacations": 1}
    people |= {"tournaments": 1, "tournament_events": 2, "tournament_people": 1}
    assert counts == {"games": 4, "events": 9, "meta": 2, "outbox": 7, "analyses": 1} | people
    back = tmp_path / "back.sqlite3"
    assert await migrate(address, back, clock=clock, holder="m") == counts
    first, second, third = [await told(one, clock) for one in (path, address, back)]
    assert first == second == third


async def test_a_database_that_is_in_use_is_neither_source_nor_target_of_a_move_to_postgres(path, address, clock):
    await filled(path, clock)
    for used, source, target in ((path, path, address), (address, path, address)):
        async with open_store(used, clock) as store:
            assert await store.take_lease("bot", clock.now, clock.now + DAY)
            with pytest.raises(DatabaseUnusable, match="is in use: stop the program"):
                await migrate(source, target, clock=clock, holder="m")
            await store.drop_lease("bot")
    assert (await migrate(path, address, clock=clock, holder="m"))["games"] == 4


async def test_a_postgres_database_that_is_not_empty_is_no_target_and_stays_as_it_is(path, address, clock):
    await filled(path, clock)
    async with open_store(address, clock) as store:
        await opened(store, ["mine"])
    with pytest.raises(DatabaseUnusable, match="is not empty: name a new one"):
        await migrate(path, address, clock=clock, holder="m")
    async with open_store(address, clock) as store:
        assert (await store.load(1)).events == ("mine",)
        assert await store.take_lease("bot", clock.now, clock.now + DAY)


@pytest.mark.parametrize("to_server", [True, False], ids=["to postgres", "from postgres"])
async def test_a_move_between_sqlite_and_postgres_that_would_lose_a_row_is_taken_back(
    path, address, clock, monkeypatch, to_server
):
    source, target = (path, address) if to_server else (address, path)
    await filled(source, clock)
    side = PostgresSide if to_server else SqliteSide
    write = side.write

    async def careless(self, table, columns, rows):
        await write(
            self, table, columns, [*rows[:-1], (*rows[-1][:1], "x", *rows[-1][2:])] if table == "events" else rows
        )

    monkeypatch.setattr(side, "write", careless)
    with pytest.raises(DatabaseUnusable, match="holds other rows of events"):
        await migrate(source, target, clock=clock, holder="m")
    monkeypatch.undo()
    assert (await migrate(source, target, clock=clock, holder="m"))["events"] == 9


@pytest.mark.parametrize("renewed", [False, True], ids=["killed", "at work"])
async def test_a_move_waits_for_the_lease_of_a_killed_one_and_not_for_one_at_work(path, clock, monkeypatch, renewed):
    await filled(path, clock)
    monkeypatch.setattr("data.transfer._LOOK_S", 0.0)
    async with open_store(path, clock) as store:
        assert await store.take_lease("migrate-other", clock.now, clock.now + timedelta(seconds=9))

    def ticking() -> datetime:
        clock.now += timedelta(0 if renewed else 1)
        return clock.now

    moving = migrate(path, path.with_name("new"), clock=ticking, holder="migrate-next")
    if renewed:
        with pytest.raises(DatabaseUnusable, match="is in use: stop the program"):
            await moving
    else:
        assert (await moving)["games"] == 4


@pytest.mark.parametrize(
    "damage",
    ["UPDATE events SET seq = 'R2' WHERE seq = 2", "UPDATE events SET body = x'ff00'", "UPDATE games SET guild = 'x'"],
)
async def test_a_cell_of_a_wrong_type_is_one_line_without_its_value_and_moves_nothing(path, address, clock, damage):
    await filled(path, clock)
    with closing(sqlite3.connect(path)) as db:
        db.execute(damage)
        db.commit()
    with pytest.raises(StoreError, match=r"The table \w+ has a value of another type than its column") as caught:
        await migrate(path, address, clock=clock, holder="m")
    assert "\n" not in str(caught.value)
    async with open_store(address, clock) as store:
        assert await store.count_games(STATUSES) == 0


async def test_a_text_that_is_no_text_is_one_line_that_does_not_quote_it(path, address, clock):
    await filled(path, clock)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE events SET body = CAST(x'ff' || 'secret' AS TEXT)")
        db.commit()
    with pytest.raises(StoreError, match="holds a text that is not UTF-8") as caught:
        await migrate(path, address, clock=clock, holder="m")
    assert "secret" not in str(caught.value)


async def test_nobody_gets_the_lease_while_a_move_to_postgres_goes_on(path, address, clock, monkeypatch):
    await filled(path, clock)
    reached, go_on = asyncio.Event(), asyncio.Event()
    write = PostgresSide.write

    async def slow(self, table, columns, rows):
        reached.set()
        await go_on.wait()
        await write(self, table, columns, rows)

    monkeypatch.setattr(PostgresSide, "write", slow)
    moving = asyncio.create_task(migrate(path, address, clock=clock, holder="m"))
    await reached.wait()
    for place in (path, address):
        async with open_store(place, clock) as store:
            assert not await store.take_lease("bot", clock.now, clock.now + timedelta(seconds=30))
    go_on.set()
    await moving


async def test_a_dump_of_postgres_is_a_backup_that_can_be_restored(path, address, clock):
    """`pg_dump` and `pg_restore` as docs/operation.md names them."""
    await filled(address, clock)
    server = cluster()
    dump, empty = server.folder / "dump", server.url(server.new())
    server.call("pg_dump", "--format=custom", f"--file={dump}", address.url)
    server.call("pg_restore", f"--dbname={empty.url}", dump)
    assert await told(empty, clock) == await told(address, clock)


def test_both_engines_have_the_same_tables_and_columns_and_number_of_their_schema(path, address, clock):
    """A step of SQLite that reads otherwise on PostgreSQL, and so needs one in data/postgres/migrations, fails here."""

    async def compared() -> None:
        async with open_store(path, clock), open_store(address, clock):
            pass

    asyncio.run(compared())
    with closing(sqlite3.connect(path)) as db:
        sqlite = asyncio.run(SqliteSide(db).tables())
        (number,) = db.execute("PRAGMA user_version").fetchone()
    name = address.url.rpartition("/")[0] and address.url.split("/")[3].partition("?")[0]
    rows = cluster().sql(
        "SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public'", name
    )
    postgres: dict[str, list[str]] = {}
    for table, column in rows:
        postgres.setdefault(str(table), []).append(str(column))
    for own in ("commits", "ingenious_schema"):
        del postgres[own]
    assert {table: tuple(sorted(columns)) for table, columns in postgres.items()} == sqlite
    assert cluster().sql("SELECT number FROM ingenious_schema", name) == [(number,)]


def test_backup_and_restore_name_the_tools_of_postgres(tmp_path):
    for command, tool in (("backup", "pg_dump --format=custom"), ("restore", "pg_restore --dbname=")):
        ended = subprocess.run(
            [sys.executable, "-m", "bot", command, "x y"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={"INGENIOUS_DATABASE": "postgresql://me:secret@host/x", "PYTHONPATH": str(Path(__file__).parents[2])},
        )  # fmt: skip
        assert tool in ended.stderr
        assert "'x y'" in ended.stderr
        assert "secret" not in ended.stderr


def test_the_address_of_a_postgres_server_is_shown_without_its_password():
    address = ServerUrl("postgresql://me:secret@host:5433/games?sslmode=require&password=secret")
    assert str(address) == "postgresql://me@host:5433/games?sslmode=require"
    assert "secret" not in repr(address)


def test_a_step_of_sqlite_is_taken_by_postgres_in_its_own_words(tmp_path, monkeypatch):
    """It has whole numbers of 64 bits, and tables without the option that only SQLite has."""
    (tmp_path / "9000_new.sql").write_text("CREATE TABLE new (id INTEGER NOT NULL PRIMARY KEY) WITHOUT ROWID;")
    monkeypatch.setattr("data.postgres.schema.SQLITE", tmp_path)
    number, sql = migrations()[-1]
    assert (number, sql) == (9000, "CREATE TABLE new (id BIGINT NOT NULL PRIMARY KEY);")
    assert migrations()[0][0] == FIRST
