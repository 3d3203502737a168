"""Processes that share the servers of one bot by shards, on one PostgreSQL database."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from data.address import Address, ServerUrl
from tests.postgres import Databases
from tests.wire.fake import CHANNEL, Discord, guild_on
from tests.wire.hurried import GAP_S, IDENTIFY
from tests.wire.program import online, running, until
from tests.wire.server import Server, serve
from tests.wire.tables import boards, done, fill, placement, table, turn_of
from tests.wire.test_postgres import let_the_lease_run_out

LOW, HIGH = "0/2", "1/2"


@pytest.fixture
def address() -> Iterator[ServerUrl]:
    databases = Databases()
    yield databases.of(Path("db"))
    databases.drop()


@asynccontextmanager
async def discord(address: ServerUrl) -> AsyncIterator[tuple[Discord, Server, int]]:
    """A Discord with a server on each of two shards and a running game in both; the channel of the second."""
    fake = Discord()
    fake.max_concurrency = 2
    channel = fake.add_guild(guild_on(1))
    await fill(address)
    await fill(address, guild=guild_on(1), channel=channel)
    async with serve(fake) as server:
        yield fake, server, channel


def settings(address: ServerUrl, shards: str) -> dict[str, str]:
    return {"INGENIOUS_DATABASE": address.url, "INGENIOUS_SHARDS": shards}


def identified(server: Server) -> list[int]:
    return [one.shard for one in server.identifies]


async def make_a_turn(fake: Discord, address: Address, game: int, channel: int, pressed_in: int = 0) -> None:
    """Press in the channel of a game or in another, and wait until its next board stands in its own."""
    one, before = await table(address, game), len(fake.shown(channel))
    control = {"type": 2, "style": 1, "label": "x", "custom_id": placement(one)}
    message = fake.last(channel) | {"components": [{"type": 1, "components": [control]}]}
    message |= {"channel_id": str(pressed_in or channel)}
    await done(fake.press(turn_of(one), placement(one), message))
    await until(lambda: len(fake.shown(channel)) == before + 1)
    assert (await table(address, game)).turn == one.turn + 1


async def test_two_processes_on_postgres_share_the_servers_and_each_message_is_sent_once(tmp_path, address):
    async with (
        discord(address) as (fake, server, channel),
        online(server, tmp_path, IDENTIFY, **settings(address, LOW)) as low,
        online(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as high,
    ):
        assert sorted(identified(server)) == [0, 1]
        await until(lambda: boards(fake) and fake.shown(channel))
        await make_a_turn(fake, address, 1, CHANNEL)
        await make_a_turn(fake, address, 2, channel)
        assert (await low.end(), await high.end()) == (0, 0)
    assert [len(fake.shown(one)) for one in (CHANNEL, channel)] == [2, 2]


async def test_a_press_in_a_direct_message_acts_in_another_process_on_postgres_than_the_one_of_its_game(
    tmp_path, address
):
    async with (
        discord(address) as (fake, server, channel),
        online(server, tmp_path, IDENTIFY, **settings(address, LOW)) as low,
        online(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as high,
    ):
        await until(lambda: fake.shown(channel))
        await make_a_turn(fake, address, 2, channel, pressed_in=5000)
        await make_a_turn(fake, address, 2, channel)
        assert (await low.end(), await high.end()) == (0, 0)
    assert len(fake.shown(channel)) == 3


async def test_a_spare_on_postgres_takes_over_from_a_killed_process_and_gives_back_to_its_successor(tmp_path, address):
    async with (
        discord(address) as (fake, server, channel),
        online(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as high,
        running(server, tmp_path, IDENTIFY, **settings(address, "spare/2")) as spare,
    ):
        await until(lambda: fake.shown(channel))
        await until(lambda: "a spare takes over" in spare.log)
        await high.end(signal.SIGKILL)
        let_the_lease_run_out(address)
        await until(lambda: identified(server) == [1, 1])
        await make_a_turn(fake, address, 2, channel)
        async with running(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as successor:
            await until(lambda: "giving the shards back" in spare.log)
            await until(lambda: identified(server) == [1, 1, 1])
            await make_a_turn(fake, address, 2, channel)
            assert await successor.end() == 0
            await until(lambda: identified(server) == [1, 1, 1, 1])
            await make_a_turn(fake, address, 2, channel)
        assert await spare.end() == 0
    assert len(fake.shown(channel)) == 4


async def test_a_process_on_postgres_with_another_number_of_shards_ends_in_one_line(tmp_path, address):
    async with (
        discord(address) as (_, server, _),
        online(server, tmp_path, IDENTIFY, **settings(address, LOW)),
    ):
        async with running(server, tmp_path, IDENTIFY, **settings(address, "1/4")) as other:
            assert await other.over() == 2
        assert "is in use by processes that share 2 shards, so this one cannot have 4 shards" in other.lines[-1]


async def test_processes_on_postgres_that_start_at_once_identify_in_turn(tmp_path, address):
    async with discord(address) as (fake, server, _):
        fake.max_concurrency = 1
        async with (
            running(server, tmp_path, IDENTIFY, **settings(address, LOW)),
            running(server, tmp_path, IDENTIFY, **settings(address, HIGH)),
        ):
            await until(lambda: len(identified(server)) == 2)
        assert server.too_early(GAP_S - 1) == []


async def test_a_process_connects_as_many_shards_as_discord_recommends_and_each_again_by_itself(tmp_path):
    fake, path = Discord(), tmp_path / "db.sqlite3"
    fake.shards = 2
    channel = fake.add_guild(guild_on(1))
    await fill(path)
    await fill(path, guild=guild_on(1), channel=channel)
    async with serve(fake) as server, online(server, tmp_path, IDENTIFY) as program:
        await until(lambda: len(identified(server)) == 2)
        await until(lambda: fake.shown() and fake.shown(channel))
        await make_a_turn(fake, path, 2, channel)
        (second,) = (one for one in server.connected if one.shard == 1)
        await second.socket.send_json({"op": 7, "d": None})
        await until(lambda: server.resumed == 1)
        await make_a_turn(fake, path, 2, channel)
        assert identified(server) == [0, 1]
        assert await program.end() == 0
        assert "Traceback" not in program.log


async def test_the_number_of_shards_is_changed_on_postgres_while_games_run(tmp_path, address):
    async with discord(address) as (fake, server, channel):
        fake.max_concurrency = 4
        for number, shards in ((2, "0-1/2"), (4, "0-3/4")):
            async with online(server, tmp_path, IDENTIFY, **settings(address, shards)) as program:
                await until(lambda number=number: len(server.connected) == number)
                await until(lambda: boards(fake) and fake.shown(channel))
                await make_a_turn(fake, address, 1, CHANNEL)
                await make_a_turn(fake, address, 2, channel)
                assert await program.end() == 0
            assert "Traceback" not in program.log
        assert [one.shards for one in server.identifies] == [2, 2, 4, 4, 4, 4]
    assert [len(fake.shown(one)) for one in (CHANNEL, channel)] == [3, 3]


async def test_a_process_on_postgres_whose_range_overlaps_with_another_is_told_what_is_wrong(tmp_path, address):
    async with (
        discord(address) as (_, server, _),
        online(server, tmp_path, IDENTIFY, **settings(address, "0/3")),
        running(server, tmp_path, IDENTIFY, **settings(address, "0-1/3")) as other,
    ):
        await until(lambda: "another process has a part of these shards" in other.log)
        assert 'shards=0-1/3 taken="0/3"' in other.log or "shards=0-1/3 taken=0/3" in other.log


@pytest.mark.skipif(not os.environ.get("SOAK"), reason="a lease has to run out; make soak")
async def test_a_process_on_postgres_that_was_stopped_for_longer_than_its_lease_acts_no_more(tmp_path, address):
    async with (
        discord(address) as (fake, server, channel),
        online(server, tmp_path, IDENTIFY, **settings(address, HIGH)) as high,
        running(server, tmp_path, IDENTIFY, **settings(address, "spare/2")) as spare,
    ):
        await until(lambda: fake.shown(channel) and "a spare takes over" in spare.log)
        high.send(signal.SIGSTOP)
        await until(lambda: identified(server) == [1, 1])
        await make_a_turn(fake, address, 2, channel)
        one = await table(address, 2)
        high.send(signal.SIGCONT)
        await until(lambda: "this one acts no more" in high.log)
        await make_a_turn(fake, address, 2, channel)
        assert (await table(address, 2)).turn == one.turn + 1
        assert high.log.count('msg="committed"') == 0
        # It is set up for them: it connects ahead and gets them back.
        await until(lambda: "giving the shards back" in spare.log)
        await make_a_turn(fake, address, 2, channel)
    assert len(fake.shown(channel)) == 4
