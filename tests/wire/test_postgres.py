"""The bot on a PostgreSQL server: killed, two at a time, under load, and while the server is restarted."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from bot.process import guard
from bot.process.lease import Lease
from bot.process.lease_times import SHARED
from data.address import ServerUrl
from data.opening import open_store
from data.postgres import PostgresStore
from data.store import Store
from tests.bot import killing
from tests.bot.killing import Clock, new_discord, process
from tests.bot.painters import Blank
from tests.postgres import Databases, cluster
from tests.wire.fake import Discord, Interaction
from tests.wire.program import Program, online, running, until
from tests.wire.server import serve
from tests.wire.tables import done, fill, make_turn, placement, press_of, shown, table, tables, turn_of

GAMES = 1000 if os.environ.get("SOAK") else 20


@pytest.fixture
def address() -> Iterator[ServerUrl]:
    databases = Databases()
    yield databases.of(Path("db"))
    databases.drop()


def let_the_lease_run_out(address: ServerUrl) -> None:
    """As if half a minute had passed."""
    cluster().sql("UPDATE lease SET expires_at = 0", address.url.split("/")[3].partition("?")[0])


@asynccontextmanager
async def shown_online(folder: Path, address: ServerUrl) -> AsyncIterator[tuple[Discord, Program]]:
    """A bot online with a running game whose board is shown."""
    fake = Discord()
    await fill(address)
    async with serve(fake) as server, online(server, folder, INGENIOUS_DATABASE=address.url) as program:
        await shown(fake)
        yield fake, program


async def test_of_two_processes_on_postgres_the_second_takes_over_when_the_first_is_killed(tmp_path, address):
    fake, settings = Discord(), {"INGENIOUS_DATABASE": address.url}
    await fill(address)
    async with (
        serve(fake) as server,
        online(server, tmp_path, **settings) as first,
        running(server, tmp_path, **settings) as second,
    ):
        await shown(fake)
        await until(lambda: "another process acts" in second.log)
        await make_turn(fake, address)
        await first.end(signal.SIGKILL)
        await until(lambda: "taking over" in second.log and server.identified == 2 and len(server.connected) == 1)
        assert "a process that had shards is gone" in second.log
        assert len((await table(address)).public.turns) == 1
        await make_turn(fake, address)
        assert len((await table(address)).public.turns) == 2
        assert await second.end() == 0
        assert "s3cret" not in first.log + second.log


async def test_a_process_on_postgres_that_is_killed_in_the_middle_of_its_answer_sends_every_message_once(
    tmp_path, address
):
    fake, settings = Discord(), {"INGENIOUS_DATABASE": address.url}
    await fill(address)
    async with serve(fake) as server:
        async with online(server, tmp_path, **settings) as program:
            await shown(fake)
            one = await table(address)
            before = len(fake.sent("POST", "/channels/*/messages"))
            fake.plan("POST", "/channels/*/messages", None, wait_s=60, done=True)
            press_of(fake, turn_of(one), placement(one))
            await until(lambda: len(fake.sent("POST", "/channels/*/messages")) > before)
            await program.end(signal.SIGKILL)
        let_the_lease_run_out(address)
        async with online(server, tmp_path, **settings) as program:
            await until(lambda: len(fake.shown()) == 2)
            await make_turn(fake, address)
            assert await program.end() == 0
    assert len((await table(address)).public.turns) == 2
    assert len(fake.shown()) == 3


async def test_a_press_while_postgres_is_restarted_is_answered_and_counts_once(tmp_path, address):
    async with shown_online(tmp_path, address) as (fake, program):
        one = await table(address)
        await asyncio.to_thread(cluster().stop)
        pressed = press_of(fake, turn_of(one), placement(one))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(cluster().start)
        await done(pressed)
        await until(lambda: len(fake.shown()) == 2)
        assert len((await table(address)).public.turns) == 1
        assert await program.end() == 0


async def test_presses_while_postgres_is_away_are_a_line_each_in_the_log_and_lose_nothing(tmp_path, address):
    async with shown_online(tmp_path, address) as (fake, program):
        one = await table(address)
        await asyncio.to_thread(cluster().stop, "immediate")
        try:
            pressed = press_of(fake, turn_of(one), placement(one))
            await done(pressed)
        finally:
            await asyncio.to_thread(cluster().start)
        assert "database" in pressed.text
        (line,) = [line for line in program.lines if "an answer failed" in line]
        assert "cannot be reached" in line
        assert "Traceback" not in program.log
        await make_turn(fake, address)
        assert await program.end() == 0


class Noting:
    """A store that notes which of its calls have ended, however they did."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.ended: list[str] = []

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)
        if not inspect.iscoroutinefunction(call):
            return call

        async def noted(*given: object, **named: object) -> object:
            try:
                return await call(*given, **named)
            finally:
                self.ended.append(name)

        return noted


async def test_presses_while_postgres_is_suspended_are_acknowledged_first_and_answered_that_it_is_away(
    address, monkeypatch
):
    monkeypatch.setattr(killing, "open_store", lambda where, clock: PostgresStore.open(where, clock=clock, busy_s=0.5))
    monkeypatch.setattr(guard, "DOUBT_S", 0.05)
    await fill(address)
    clock = Clock(datetime.now(UTC))
    fake, one = new_discord(clock), await table(address)

    def press() -> list[Interaction]:
        return [press_of(fake, turn_of(one), placement(one)), fake.command(turn_of(one), "games")]

    async with process(address, fake, Blank(), clock=clock) as here:
        store = Noting(here.app.store)
        monkeypatch.setattr(here.app.tables, "store", store)
        lease = Lease(cast("Store", store), "mine", None, clock, lambda: 0.0, SHARED)
        monkeypatch.setattr(here.app.guard, "_lease", lease)
        assert await lease.take()
        with cluster().suspended():
            store.ended.clear()
            pressed = press()
            monkeypatch.setattr(lease, "_steady_s", lambda: SHARED.alone_s)  # the lease is not confirmed any more
            pressed += press()
            await until(lambda: all(one.answers for one in pressed) or store.ended)
            assert (store.ended, [len(one.answers) for one in pressed]) == ([], [1] * len(pressed))
            await here.quiet()
        assert {one.text.partition(".")[0] for one in pressed} == {"Please try again soon: I cannot reach my database"}
        press()
        await here.quiet()
    assert len((await table(address)).public.turns) == 1


async def test_every_press_is_answered_when_all_games_on_postgres_are_played_at_the_same_moment(address):
    await fill(address, GAMES, turns=4)
    clock = Clock(datetime.now(UTC))
    fake = new_discord(clock)
    before = await tables(address, GAMES)
    async with process(address, fake, Blank(), clock=clock, quiet_s=300) as here:
        await until(lambda: len(fake.shown()) == GAMES, within_s=300)
        await here.quiet(within_s=300)
        pressed = [press_of(fake, turn_of(one), placement(one)) for _ in range(2) for one in before]
        await here.quiet(within_s=300)
        assert all(len(one.answers) == 1 and one.filled for one in pressed)
    for now, old in zip(await tables(address, GAMES), before, strict=True):
        assert now.seq == old.seq + (2 if now.turn > old.turn else 1)


async def test_a_bot_whose_postgres_server_is_away_at_the_start_says_so_once_and_comes_online_when_it_is_there(
    tmp_path, address
):
    fake = Discord()
    await fill(address)
    await asyncio.to_thread(cluster().stop)
    async with serve(fake) as server, running(server, tmp_path, INGENIOUS_DATABASE=address.url) as program:
        try:
            await until(lambda: "the database is not there yet" in program.log)
            assert "cannot be reached: check the address, and that the server runs" in program.lines[-1]
        finally:
            await asyncio.to_thread(cluster().start)
        await shown(fake)
        assert program.log.count("not there yet") == 1
        assert await program.end() == 0


async def test_a_bot_that_waits_for_its_postgres_server_ends_when_told(tmp_path):
    async with serve(Discord()) as server:
        url = f"postgresql://me:s3cret@/games?host={tmp_path}"
        async with running(server, tmp_path, INGENIOUS_DATABASE=url) as program:
            await until(lambda: "the database is not there yet" in program.log)
            assert await program.end() == 0
    assert "s3cret" not in program.log


async def test_a_local_table_that_is_open_on_postgres_is_named_to_the_bot_that_waits(tmp_path, address):
    """There is no lock file that would say who acts."""
    async with open_store(address, lambda: datetime.now(UTC)) as store:
        now = datetime.now(UTC)
        assert await store.take_lease("local-1-1", now, now + timedelta(seconds=30))
        async with serve(Discord()) as server, running(server, tmp_path, INGENIOUS_DATABASE=address.url) as program:
            await until(lambda: "a local table is open on this database" in program.log)
            assert await program.end() == 0
