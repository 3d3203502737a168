"""A PostgreSQL server that goes away, refuses or hangs: nothing is done twice or by halves, and one clear line."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from random import Random

import pytest

from data.address import ServerUrl
from data.postgres import PostgresStore
from data.store import (
    Conflict,
    DatabaseUnusable,
    NewOutboxRow,
    OutcomeUnknown,
    StoreError,
)
from tests.data.cutting import Line, line_to
from tests.data.moves import assert_whole, move, name_of
from tests.data.tables import opened
from tests.patience import PATIENCE_S
from tests.postgres import cluster

HOUR = timedelta(hours=1)


@asynccontextmanager
async def on_a_line(address: ServerUrl, clock) -> AsyncIterator[tuple[Line, PostgresStore, int]]:
    """A store over a line that can be cut, with a game."""
    async with line_to(address) as (line, over), PostgresStore.open(over, clock=clock, busy_s=60) as store:
        yield line, store, await opened(store, ["opened"])


@contextmanager
def patience(store: PostgresStore, busy_s: float) -> Iterator[None]:
    """Let the store wait no longer than this for a server."""
    engine = store._postgres
    before, engine._busy_s = engine._busy_s, busy_s
    try:
        yield
    finally:
        engine._busy_s = before


# --- the connection ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_commit_on_postgres_whose_answer_is_lost_is_looked_up_and_the_move_is_made_once(address, clock, how):
    async with on_a_line(address, clock) as (line, store, game):
        line.cut = (b"COMMIT\0", how)
        await move(store, game, 1)
        assert line.cuts == 1
        await move(store, game, 3)
        assert await assert_whole(store, game) == 2


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_game_is_opened_once_though_the_answer_of_postgres_is_lost(address, clock, how):
    async with on_a_line(address, clock) as (line, store, game):
        line.cut = (b"COMMIT\0", how)
        row = await opened(store, ["opened"])
        assert [one.id for one in await store.games_with(["lobby"])] == [game, row]
        assert (await store.load(row)).events == ("opened",)


@pytest.mark.parametrize("what", [b"BEGIN; ", b"opened", b"outbox"])
@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_connection_to_postgres_that_is_cut_before_the_commit_leaves_nothing_and_the_move_is_made_again(
    address, clock, how, what
):
    async with on_a_line(address, clock) as (line, store, game):
        line.cut = (what.replace(b"opened", b"1 a"), how)
        await move(store, game, 1)
        assert await assert_whole(store, game) == 1


async def test_a_read_on_postgres_whose_connection_is_cut_is_repeated(address, clock):
    async with on_a_line(address, clock) as (line, store, game):
        line.cut = (b"", "before")
        assert (await store.load(game)).events == ("opened",)
        assert line.cuts == 1


@pytest.mark.parametrize("how", ["before", "after"])
async def test_a_commit_on_postgres_that_cannot_be_looked_up_says_so(address, clock, how):
    async with on_a_line(address, clock) as (line, store, game):
        line.cut = (b"COMMIT\0", how)
        appending = asyncio.create_task(move(store, game, 1))
        await line.cut_off.wait()
        line.closed = True
        with patience(store, 0.3):
            with pytest.raises(OutcomeUnknown, match="may or may not have been made"):
                await appending
            with pytest.raises(DatabaseUnusable):
                await store.load(game)
        line.closed = False
        assert await assert_whole(store, game) == (1 if how == "after" else 0)


async def test_a_postgres_server_that_does_not_answer_a_commit_is_asked_over_another_connection(address, clock):
    async with on_a_line(address, clock) as (line, store, game):
        line.cut = (b"COMMIT\0", "silent")
        store._postgres._commit_s = 0.3
        await move(store, game, 1)
        assert line.cuts == 1
        assert await assert_whole(store, game) == 1


async def test_connections_that_postgres_ended_while_they_were_idle_are_not_noticed(address, clock, pg):
    game = await opened(pg, ["opened"])
    for after in (1, 3):
        cluster().sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name_of(address)}'")
        await move(pg, game, after)
    cluster().sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name_of(address)}'")
    assert await assert_whole(pg, game) == 2


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_postgres_server_that_is_restarted_under_load_loses_and_doubles_nothing(address, clock, mode):
    async with PostgresStore.open(address, clock=clock, busy_s=PATIENCE_S) as store:
        games = [await opened(store, ["opened"]) for _ in range(6)]
        made = dict.fromkeys(games, 0)
        stop = asyncio.Event()

        async def play(game: int) -> None:
            while not stop.is_set():
                await move(store, game, 1 + 2 * made[game])
                made[game] += 1

        async def go_on() -> None:
            before = dict(made)
            async with asyncio.timeout(PATIENCE_S):
                while any(made[game] == before[game] for game in games):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)

        playing = [asyncio.create_task(play(game)) for game in games]
        for _ in range(2):
            await go_on()
            await asyncio.to_thread(cluster().stop, mode)
            await asyncio.to_thread(cluster().start)
        await go_on()
        stop.set()
        await asyncio.gather(*playing)
        for game in games:
            assert await assert_whole(store, game) == made[game]


async def test_a_postgres_server_that_is_away_is_one_line_and_then_all_goes_on(address, clock):
    async with PostgresStore.open(address, clock=clock) as store:
        game = await opened(store, ["opened"])
        cluster().stop()
        try:
            with patience(store, 0.3), pytest.raises(DatabaseUnusable, match="cannot be reached: check the address"):
                await move(store, game, 1)
        finally:
            cluster().start()
        await move(store, game, 1)
        assert await assert_whole(store, game) == 1


# --- others ----------------------------------------------------------------------------------------------------------


async def test_two_transactions_on_postgres_that_wait_for_each_other_are_both_made(clock, pg):
    game = await opened(pg, ["opened"], outbox=[NewOutboxRow("x", "1"), NewOutboxRow("x", "2")])
    first, second = [row.id for row in await pg.outbox_of(game)]
    met = asyncio.Barrier(2)
    engine = pg._postgres
    tries = 0

    async def both(one: int, other: int) -> None:
        nonlocal tries
        tries += 1
        async with engine.write() as db:
            await db.run("postpone", id=one, due_at=1, error="e")
            if tries <= 2:
                await met.wait()
            await db.run("postpone", id=other, due_at=1, error="e")

    await asyncio.gather(engine.repeated(lambda: both(first, second)), engine.repeated(lambda: both(second, first)))
    assert tries == 3
    assert [row.attempts for row in await pg.outbox_of(game)] == [2, 2]


async def test_an_outage_is_credited_on_postgres_while_all_games_are_played(clock, pg):
    games = [await opened(pg, ["opened"], status="running", deadline=clock.now) for _ in range(8)]

    async def play(game: int) -> None:
        for after in range(1, 30):
            outbox = [NewOutboxRow("timeout", str(after), clock.now)]
            await pg.append(game, after, ["a"], outbox=outbox, drop=["timeout"])

    await asyncio.gather(*map(play, games), *(pg.postpone_all(["timeout"], HOUR) for _ in range(20)))
    for game in games:
        row = await pg.game(game)
        assert (row.version, row.deadline) == (30, clock.now + 20 * HOUR)
        assert [one.body for one in await pg.outbox_of(game)] == ["29"]


async def test_an_outage_is_credited_on_postgres_without_getting_in_the_way_of_a_move(address, clock, pg):
    game = await opened(pg, ["opened"], status="running", deadline=clock.now, outbox=[NewOutboxRow("timeout", "1")])
    async with PostgresStore.open(address, clock=clock) as other, other._postgres.write() as db:
        await db.run("postpone_deadline", game=game, by=1)  # a move takes the game first, then its timers
        crediting = asyncio.create_task(pg.postpone_all(["timeout"], HOUR))
        async with asyncio.timeout(PATIENCE_S):
            while not cluster().sql("SELECT 1 FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)  # it has looked for a deadlock, so that the next to wait is the one that would find it
        await db.run("postpone_game", game=game, kinds=["timeout"], by=1)
    await crediting
    assert (await pg.game(game)).deadline == clock.now + HOUR + timedelta(microseconds=1)


async def test_when_all_connections_to_postgres_are_in_use_the_next_waits_and_then_says_so(address, clock):
    async with PostgresStore.open(address, clock=clock, size=1) as store:
        game = await opened(store, ["opened"])
        async with store._postgres.write():
            with (
                patience(store, 0.3),
                pytest.raises(DatabaseUnusable, match="is busy: all 1 connections of this process are in use"),
            ):
                await store.load(game)
            waiting = asyncio.create_task(store.load(game))
            await asyncio.sleep(0.05)
        assert (await waiting).events == ("opened",)


async def test_a_row_of_postgres_that_another_program_locks_is_one_line(address, clock):
    async with (
        PostgresStore.open(address, clock=clock, busy_s=2) as store,
        PostgresStore.open(address, clock=clock) as other,
    ):
        game = await opened(store, ["opened"])
        async with other._postgres.write() as db:
            await db.run("postpone_deadline", game=game, by=1)
            with pytest.raises(DatabaseUnusable, match="is locked by another program"):
                await move(store, game, 1)
        await move(store, game, 1)


async def test_a_thousand_calls_on_postgres_that_are_cancelled_at_random_leave_whole_games_and_no_transaction(
    address, clock, pg
):
    rng = Random(1)
    games = [await opened(pg, ["opened"]) for _ in range(4)]

    async def play(game: int) -> None:
        await move(pg, game, (await pg.game(game)).version)

    longest_s, made = 0.004, 0
    for number in range(250):
        tasks = [asyncio.create_task(play(game)) for game in games]
        for task in tasks:
            await asyncio.sleep(rng.random() * longest_s)
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(result is None or isinstance(result, asyncio.CancelledError) for result in results)
        made += results.count(None)
        if made < number / 2:
            longest_s *= 1.2  # a slow machine makes too few moves in so short a time
    assert sum([await assert_whole(pg, game) for game in games]) > 100
    assert cluster().sql(
        f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name_of(address)}' AND xact_start IS NOT NULL"
    ) == [(0,)]


async def test_closing_the_store_on_postgres_finishes_what_has_begun_and_what_waits(address, clock):
    async with PostgresStore.open(address, clock=clock, size=2) as store:
        games = [await opened(store, ["opened"]) for _ in range(9)]
        tasks = [asyncio.create_task(move(store, game, 1)) for game in games]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    with pytest.raises(DatabaseUnusable, match="is closed"):
        await store.load(games[0])
    rows = cluster().sql(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name_of(address)}'")
    assert rows == [(0,)]


async def test_a_conflict_on_postgres_stays_a_conflict_when_the_connection_is_cut_meanwhile(address, clock):
    async with on_a_line(address, clock) as (line, store, game), PostgresStore.open(address, clock=clock) as other:
        line.cut = (b"COMMIT\0", "before")
        cutting = asyncio.create_task(store.append(game, 1, ["lost"]))
        await line.cut_off.wait()
        results = await asyncio.gather(cutting, other.append(game, 1, ["won"]), return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results].count(True) == 1
        assert all(isinstance(result, StoreError) for result in results if isinstance(result, Exception))
        assert len((await store.load(game)).events) == 2
