"""One damaged page: what can be read is played, what cannot is one game's trouble, or the start ends with one line."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from data.postgres.connection import connect, drop
from data.sqlite import SqliteStore
from data.store import (
    DatabaseUnusable,
    GameChange,
    GameUnreadable,
    NewOutboxRow,
    PlayerRow,
    SeatRow,
    ServerRow,
    Settled,
)
from tests.data.make_fixture import RESULT
from tests.data.tables import opened

GAMES = 40


@pytest.fixture
async def pages(path: Path, clock) -> tuple[bytes, int, dict[int, str]]:
    """A database of some games as bytes, the size of its pages, and whose each of them is."""
    async with SqliteStore.open(path, clock=clock) as store:
        await store.seed(lambda: 1)
        await store.record_heartbeat(clock.now)
        await store.take_lease("first", clock.now, clock.now)
        for number in range(1, GAMES + 1):
            seats = [SeatRow(0, number, "Ann" * 20), SeatRow(1, number + 1, "Ben" * 20)]
            await opened(store, ["e" * 100] * 20, seats, [NewOutboxRow("k", "x" * 50)] * 2, status="running")
            await store.save_player(PlayerRow(number, "de"))
            await store.save_plan(number, 20, number, "p" * 100)
            await store.save_lesson(number, 1)
            await store.save_puzzle_answer(number, "p" * 50, solved=True)
        for _ in range(8):
            over = await opened(store, ["e"])
            await store.append(over, 1, ["end"], change=GameChange("over"), results=[RESULT])
        await store.save_server(ServerRow(10, "de"))
    data = await asyncio.to_thread(path.read_bytes)
    with closing(sqlite3.connect(path)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        owners = dict(db.execute("SELECT pageno, name FROM dbstat"))
    return data, size, owners


async def play(path: Path, clock) -> int:
    """How many games can be read, of a store with which all goes on that is needed for playing them."""
    loaded = 0
    async with SqliteStore.open(path, clock=clock) as store:
        assert await store.take_lease("second", clock.now, clock.now + timedelta(seconds=30))
        await store.record_heartbeat(clock.now)
        await store.seed(lambda: 2)
        assert len(await store.games_with(["running"])) == GAMES
        assert await store.games_in(20, ["running"])
        assert await store.due(clock.now, 9)
        await store.postpone_all(["k"], timedelta(seconds=1))
        await store.preferences([3, 4], 10)
        assert await store.has_played(3)
        await store.save_lesson(3, 2)
        for user in (1, 20, GAMES):
            await store.save_puzzle_answer(user, "another", solved=False)
        await opened(store, ["e"], [SeatRow(0, 3, "Ann")])
        for game in range(1, GAMES + 1):
            try:
                found = await store.load(game)
            except GameUnreadable:
                await store.quarantine(game, "its part of the database is damaged")
                continue
            await store.append(
                game,
                found.row.version,
                ["goes on"],
                change=GameChange("over"),
                seats=found.seats[:1],
                drop=["k"],
                settle=lambda _: Settled(),
                results=[RESULT],
            )
            loaded += 1
    return loaded


async def test_after_damage_to_any_page_games_go_on_or_one_line_names_the_way_back(path, clock, pages):
    data, size, owners = pages
    plays: dict[str, set[int]] = {}
    said = set[str]()
    for page in range(len(data) // size):
        path.write_bytes(data[: page * size] + b"\xa5" * size + data[(page + 1) * size :])
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        owner = owners.get(page + 1, "")
        try:
            plays.setdefault(owner, set()).add(await play(path, clock))
        except DatabaseUnusable as error:
            plays.setdefault(owner, set()).add(0)
            said.add(error.why)
    assert said == {
        "is not a SQLite database",  # its first page
        "is damaged: stop the program and put a backup back with `python -m bot restore`",
    }
    assert min(plays["events"] - {0}) >= GAMES - 4
    assert all(plays[owner] == {GAMES} for owner in plays if owner.endswith(("players", "players_1", "servers")))
    beside = ("planned_moves", "lessons", "puzzle_answers", "results", "analyses")
    assert all(plays[owner] == {GAMES} for owner in plays if owner.startswith(beside))
    assert plays["seats"] == {0, GAMES}  # at the start its first pages are read: they say who plays
    assert plays["lease"] == plays["outbox"] == {0}


async def test_a_planned_move_that_is_no_text_is_left_out_and_its_game_goes_on(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await opened(store, ["a"], [SeatRow(0, 30, "Ann")], status="running")
        await store.save_plan(game, 1, 30, "{}")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE planned_moves SET body = CAST(x'ff' AS TEXT)")
    async with SqliteStore.open(path, clock=clock) as store:
        found = await store.load(game)
        assert (found.events, len(found.seats), found.plans) == (("a",), 1, {})
        await store.append(game, 1, ["b"], settle=Settled)
        assert (await store.load(game)).events == ("a", "b")


BESIDE = ("planned_moves", "seats", "results", "puzzle_answers", "lessons")
RAISE = """
CREATE FUNCTION damaged() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'invalid page in block 0' USING ERRCODE = 'XX001'; END $$;
"""


async def test_on_postgres_too_a_game_goes_on_where_nothing_beside_its_events_can_be_written(pg, address, clock):
    game = await opened(pg, ["a"], [SeatRow(0, 30, "Ann")], status="running")
    db = await connect(address, name="test", timeout_s=10)
    await db.execute(RAISE)
    for table in BESIDE:
        await db.execute(f"CREATE TRIGGER t BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION damaged()")
    drop(db)
    await pg.append(game, 1, ["b"], settle=lambda _: Settled({30: "p"}))
    over = GameChange("over")
    row = await pg.append(game, 2, ["c"], change=over, seats=[SeatRow(0, 30, "Eve")], results=[RESULT])
    found = await pg.load(game)
    assert (row.status, found.events, found.plans) == ("over", ("a", "b", "c"), {})
    assert await pg.results_of_game(game) == []
    another = await opened(pg, ["a"], [SeatRow(0, 30, "Ann")])
    assert (await pg.load(another)).events == ("a",)
    assert await pg.save_puzzle_answer(30, "p", solved=True)
    await pg.save_lesson(30, 1)
