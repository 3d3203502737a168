"""Two processes on one database, as when a new release is started before the old one has ended."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.wire.fake import Discord
from tests.wire.program import Program, online, running, until
from tests.wire.server import Server, serve
from tests.wire.tables import done, fill, placement, press_of, shown, table, turn_of


@asynccontextmanager
async def two_processes(path: Path) -> AsyncIterator[tuple[Discord, Server, Program, Program]]:
    """A running game at a Discord, the process that acts on it and one that waits."""
    fake = Discord()
    await fill(path)
    async with serve(fake) as server, online(server, path.parent) as first, running(server, path.parent) as second:
        await shown(fake)
        await until(lambda: "another process acts" in second.log)
        yield fake, server, first, second


async def test_of_two_processes_one_acts_and_the_other_takes_over_when_that_is_killed(tmp_path):
    path = tmp_path / "db.sqlite3"
    async with two_processes(path) as (fake, server, first, second):
        one = await table(path)
        pressed = press_of(fake, turn_of(one), placement(one))
        await done(pressed)
        await until(lambda: len(fake.shown()) == 2)
        assert len(fake.sent("POST", "/interactions/*")) == 1

        await first.end(signal.SIGKILL)
        await until(lambda: "taking over" in second.log and server.identified == 2 and len(server.connected) == 1)
        one = await table(path)
        assert len(one.public.turns) == 1
        pressed = press_of(fake, turn_of(one), placement(one))
        await done(pressed)
        await until(lambda: len(fake.shown()) == 3)
        assert len((await table(path)).public.turns) == 2
        assert await second.end() == 0


async def test_what_the_first_process_owed_is_told_once_by_the_second(tmp_path):
    path = tmp_path / "db.sqlite3"
    async with two_processes(path) as (fake, _, first, second):
        one = await table(path)
        before = len(fake.sent("POST", "/channels/*/messages"))
        fake.plan("POST", "/channels/*/messages", None, wait_s=10**6)
        press_of(fake, turn_of(one), placement(one))
        await until(lambda: len(fake.sent("POST", "/channels/*/messages")) > before)
        await first.end(signal.SIGKILL)
        await until(lambda: len(fake.shown()) == 2)
        assert await second.end() == 0
        assert len(fake.shown()) == 2


async def test_the_second_process_takes_over_at_once_when_the_first_ends_in_order(tmp_path):
    async with two_processes(tmp_path / "db.sqlite3") as (fake, server, first, second):
        assert await first.end() == 0
        await until(lambda: len(server.connected) == 1 and server.identified == 2)
        assert len(fake.shown()) == 1
        assert await second.end() == 0
