"""The small Discord speaks shards as Discord does, so that tests of the bot over several shards say something."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.patience import PATIENCE_S
from tests.wire.fake import CHANNEL, GUILD, Discord, guild_on
from tests.wire.server import Identify, Server, serve


@asynccontextmanager
async def shard(server: Server, *which: int) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A connection that says which shard of how many it is, or nothing of that."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(server.fake.gateway_url) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": "x"} | ({"shard": list(which)} if which else {})})
        yield socket


async def events(socket: aiohttp.ClientWebSocketResponse, count: int) -> list[tuple[str, dict[str, Any]]]:
    """The next events of a connection."""
    got = [await socket.receive_json(timeout=PATIENCE_S) for _ in range(count)]
    return [(one["t"], one["d"]) for one in got]


async def test_the_gateway_says_how_many_shards_to_start_and_how_many_at_once():
    fake = Discord()
    fake.shards, fake.max_concurrency = 4, 2
    async with serve(fake) as server, aiohttp.ClientSession() as session:
        url = f"{server.settings['DISCORD_API_URL']}/gateway/bot"
        async with session.get(url, headers={"Authorization": "Bot x"}) as response:
            said = await response.json()
    assert (said["shards"], said["session_start_limit"]["max_concurrency"]) == (4, 2)
    assert said["url"] == server.fake.gateway_url


async def test_a_shard_gets_its_own_servers_alone():
    fake = Discord()
    other = fake.add_guild(guild_on(1)) - 1
    async with serve(fake) as server, shard(server, 0, 2) as first, shard(server, 1, 2) as second:
        for socket, guild in ((first, GUILD), (second, other)):
            (ready, hello), (created, server_) = await events(socket, 2)
            assert (ready, created) == ("READY", "GUILD_CREATE")
            assert hello["shard"] == [0 if guild == GUILD else 1, 2]
            assert [one["id"] for one in hello["guilds"]] == [server_["id"]] == [str(guild)]


async def test_a_press_arrives_at_the_shard_of_its_server_and_at_no_other():
    fake = Discord()
    channel = fake.add_guild(guild_on(1))
    async with serve(fake) as server, shard(server, 0, 2) as first, shard(server, 1, 2) as second:
        await events(first, 2)
        await events(second, 2)
        there = fake.command(11, "start", channel)
        here = fake.command(11, "start", CHANNEL)
        ((_, at_first),), ((_, at_second),) = await events(first, 1), await events(second, 1)
    assert (at_first["token"], at_second["token"]) == (here.token, there.token)
    assert at_second["guild_id"] == str(guild_on(1))


async def test_a_press_in_a_direct_message_arrives_at_shard_0():
    fake = Discord()
    await fake.request("POST", "/users/@me/channels", {"recipient_id": "11"})
    async with serve(fake) as server, shard(server, 0, 3) as first, shard(server, 2, 3) as last:
        await events(first, 2)
        await events(last, 1)
        pressed = fake.command(11, "games", 1011)
        ((_, got),) = await events(first, 1)
        assert got["token"] == pressed.token
        assert all(one.sent == 1 for one in server.sessions if one.shard == 2)


async def test_whoever_names_no_shard_gets_everything():
    fake = Discord()
    fake.add_guild(guild_on(5))
    async with serve(fake) as server, shard(server) as socket:
        assert [name for name, _ in await events(socket, 3)] == ["READY", "GUILD_CREATE", "GUILD_CREATE"]
        assert server.identifies[0].shards == 1


@pytest.mark.parametrize("which", [(2, 2), (-1, 2), (0, 0)])
async def test_a_shard_that_cannot_be_is_refused(which):
    async with serve(Discord()) as server, shard(server, *which) as socket:
        assert (await socket.receive()).data == 4010
        assert server.identified == 0


async def test_more_servers_than_one_shard_may_have_are_refused():
    fake = Discord()
    fake.add_guild(guild_on(2))
    async with serve(fake) as server:
        server.guilds_a_shard = 1
        async with shard(server, 0, 2) as socket:
            assert (await socket.receive()).data == 4011
        async with shard(server, 0, 3) as socket:
            assert (await events(socket, 1))[0][0] == "READY"


def test_shards_of_one_bucket_may_not_identify_within_five_seconds():
    server = Server(Discord())
    server.fake.max_concurrency = 2
    server.identifies += [Identify(0, 4, 0.0), Identify(1, 4, 0.1), Identify(2, 4, 4.0), Identify(3, 4, 5.2)]
    assert [(first.shard, second.shard) for first, second in server.too_early()] == [(0, 2)]
