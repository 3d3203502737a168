"""Processes hand their servers over without a moment in which nobody hears them; each press is answered once."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.texts import texts
from data.address import ServerUrl
from data.opening import open_store
from data.shards import WHOLE
from tests.patience import PATIENCE_S
from tests.postgres import Databases
from tests.wire.fake import CHANNEL, Discord
from tests.wire.gaps import Watch, watched
from tests.wire.hurried import GAP_S, IDENTIFY
from tests.wire.program import Program, online, running, until
from tests.wire.server import Server, serve
from tests.wire.tables import done, fill, make_turn, placement, press_of, shown, table, turn_of
from tests.wire.test_shards import HIGH, LOW, discord, make_a_turn, settings

CONNECTED = "connected, to take over without a gap"


@pytest.fixture
def address() -> Iterator[ServerUrl]:
    databases = Databases()
    yield databases.of(Path("db"))
    databases.drop()


def logged(program: Program, words: str, times: int = 1) -> bool:
    return program.log.count(words) >= times


async def asked_for(path: Path) -> None:
    """Wait until the process that is connected ahead has asked for the lease."""
    async with open_store(path, lambda: datetime.now(UTC)) as store, asyncio.timeout(PATIENCE_S):
        while not await store.is_wanted(WHOLE, datetime.now(UTC)):  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)


def without_a_gap(watch: Watch) -> bool:
    """Whether somebody was connected all the time and answered every press."""
    return (watch.gaps_s, watch.unanswered) == ([], 0)


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[tuple[Discord, Server, Program, Program]]:
    """A game on a database of two processes: the first acts, the second is connected and has asked for the lease."""
    fake = Discord()
    await fill(folder / "db.sqlite3")
    async with (
        serve(fake) as server,
        online(server, folder) as first,
        running(server, folder, IDENTIFY) as second,
    ):
        await shown(fake)
        await until(lambda: logged(second, CONNECTED))
        await asked_for(folder / "db.sqlite3")
        yield fake, server, first, second


async def test_a_spare_on_postgres_takes_over_and_gives_back_in_a_redeploy_without_a_gap(tmp_path, address):
    async with (
        discord(address) as (fake, server, channel),
        online(server, tmp_path, IDENTIFY, **settings(address, LOW)),
        online(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as high,
        running(server, tmp_path, IDENTIFY, **settings(address, "spare/2")) as spare,
    ):
        await until(lambda: fake.shown(channel) and logged(spare, "a spare takes over"))
        await until(lambda: time.monotonic() > server.identifies[-1].at + GAP_S)  # a shard may identify itself again
        async with watched(fake, server, channel, 1) as leaving:
            assert await high.end() == 0
            await until(lambda: logged(spare, "taking over"))
            await make_a_turn(fake, address, 2, channel)
        async with (
            running(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as successor,
            watched(fake, server, channel, 1) as returning,
        ):
            await until(lambda: logged(successor, "taking over"))
            await make_a_turn(fake, address, 2, channel)
    assert without_a_gap(leaving)
    assert without_a_gap(returning)
    assert logged(spare, "giving the shards back")
    assert "ERROR" not in spare.log + successor.log + high.log


async def test_a_process_hands_over_to_the_next_one_without_a_gap_and_a_move_counts_once(tmp_path):
    async with two_processes(tmp_path) as (fake, server, first, second):
        path = tmp_path / "db.sqlite3"
        async with watched(fake, server, CHANNEL, 0) as watch:
            one = await table(path)
            pressed = [press_of(fake, turn_of(one), placement(one)) for _ in range(2)]
            first.send(signal.SIGTERM)
            await asyncio.sleep(0.05)
            pressed.append(press_of(fake, turn_of(one), placement(one)))
            await done(*pressed)
            assert await first.over() == 0
            await until(lambda: logged(second, "taking over") and len(fake.shown()) == 2)
        assert all(len(one.answers) == 1 and one.text.startswith("Placed") for one in pressed)
        assert len((await table(path)).public.turns) == 1
        assert await second.end() == 0
    assert len(fake.shown()) == 2
    assert without_a_gap(watch)
    assert "ERROR" not in first.log + second.log
    assert "WARNING" not in first.log + second.log


async def test_who_presses_while_the_next_process_hangs_is_asked_to_try_again_and_nothing_changes(tmp_path):
    async with two_processes(tmp_path) as (fake, _, first, second):
        path = tmp_path / "db.sqlite3"
        one = await table(path)
        second.send(signal.SIGSTOP)
        first.send(signal.SIGTERM)
        await until(lambda: logged(first, "handing over"))
        pressed = press_of(fake, turn_of(one), placement(one))
        assert await first.over() == 0
        assert pressed.text == texts("en")("error.restarting")
        assert pressed.answered_at is not None
        assert pressed.answered_at - pressed.sent_at < 3
        second.send(signal.SIGCONT)
        await until(lambda: logged(second, "taking over"))
        assert not (await table(path)).public.turns
        await make_turn(fake, path)
        assert await second.end() == 0


async def test_a_process_that_waits_with_a_token_that_discord_refuses_ends_and_does_not_take_over(tmp_path):
    fake = Discord()
    await fill(tmp_path / "db.sqlite3")
    async with serve(fake) as server, online(server, tmp_path) as first:
        async with running(server, tmp_path, IDENTIFY, DISCORD_TOKEN="wrong") as second:
            assert await second.over() == 2
        assert "DISCORD_TOKEN is not accepted by Discord" in second.lines[-1]
        await shown(fake)
        await make_turn(fake, tmp_path / "db.sqlite3")
        assert await first.end() == 0
