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
from tests.wire.fake import Discord
from tests.wire.program import ROOT
from tests.wire.server import serve

LIMIT, EACH = 20, 40
LATE = 1.2
"""A busy machine holds requests up on their way, so that more arrive together than were sent in a second."""


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
    most = max(bisect_left(moments, first + 1) - at for at, first in enumerate(moments))
    assert most <= LATE * LIMIT
    # Each answer was sent behind all requests of its process, and arrives long before the last of them.
    for one in pressed:
        assert one.answered_at is not None
        assert sum(moment > one.answered_at for moment in moments) > EACH / 2
