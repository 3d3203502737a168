"""Discord's limit for all requests of a bot, kept by two real processes on one PostgreSQL database."""

from __future__ import annotations

import asyncio
import sys
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.address import ServerUrl
from tests.postgres import Databases
from tests.wire.fake import CHANNEL, Discord, guild_on
from tests.wire.program import ROOT, running, until
from tests.wire.server import serve
from tests.wire.tables import fill

LIMIT, EACH = 20, 40
SPAN_S, LATE = 2, 1.3
"""A busy machine holds requests up on their way, so that more arrive together than were sent together: they are
counted over several seconds. Without a common limit it would be 1.6 of it."""


def most_of(moments: list[float]) -> int:
    """The most requests in any span."""
    return max(bisect_left(moments, first + SPAN_S) - at for at, first in enumerate(moments))


@pytest.fixture
def address() -> Iterator[ServerUrl]:
    databases = Databases()
    yield databases.of(Path("db"))
    databases.drop()


async def test_two_processes_on_postgres_together_keep_the_limit_and_answers_do_not_wait(address):
    fake = Discord()
    async with serve(fake) as server:
        pressed = [fake.command(11, "games") for _ in range(2)]
        wishes = (address.url, server.settings["DISCORD_API_URL"], str(LIMIT), str(EACH))
        running = [
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.wire.requester", *wishes, one.token, cwd=ROOT
            )
            for one in pressed
        ]
        assert [await one.wait() for one in running] == [0, 0]
    moments = [one.at for one in fake.requests if one.counts]
    assert len(moments) == 2 * (EACH + 1)
    assert most_of(moments) <= LATE * SPAN_S * LIMIT
    # Each answer was sent behind all requests of its process, and arrives long before the last of them.
    for one in pressed:
        assert one.answered_at is not None
        assert sum(moment > one.answered_at for moment in moments) > EACH / 2


BOTS_LIMIT, GAMES = 20, 30


async def test_two_bots_with_a_shard_each_on_postgres_keep_the_limit_and_answer_at_once(tmp_path, address):
    fake = Discord()
    fake.max_concurrency = 2
    other = fake.add_guild(guild_on(1))
    await fill(address, GAMES)
    await fill(address, GAMES, guild=guild_on(1), channel=other)
    settings = {"INGENIOUS_DATABASE": address.url, "INGENIOUS_REQUEST_LIMIT": str(BOTS_LIMIT)}
    async with (
        serve(fake) as server,
        running(server, tmp_path, **settings, INGENIOUS_SHARDS="0/2"),
        running(server, tmp_path, **settings, INGENIOUS_SHARDS="1/2"),
    ):
        # Each has a message to post for every game, which takes seconds under the limit.
        await until(lambda: len(fake.shown()) > 2 and len(fake.shown(other)) > 2)
        pressed = []
        while len(fake.shown()) < GAMES or len(fake.shown(other)) < GAMES:
            pressed += [fake.command(11, "games", channel) for channel in (CHANNEL, other)]
            await asyncio.sleep(0.5)
        await until(lambda: all(one.filled for one in pressed))
    moments = [one.at for one in fake.requests if one.counts]
    assert BOTS_LIMIT / 2 < most_of(moments) / SPAN_S <= LATE * BOTS_LIMIT
    assert len(pressed) > 4
    waits = sorted(one.answered_at - one.sent_at for one in pressed)
    # The requests that wait take longer than this together; a busy machine takes its time as well.
    assert waits[len(waits) // 2] < 1
