"""Hears what other processes notify, over a connection of its own, which is also the session of this process.

A lock is held over it, so that others see within a moment that a process is gone. Must not know what a notification
means.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

from data.address import ServerUrl
from data.errors import DatabaseUnusable
from data.postgres.connection import connect, drop, errors_in_words

CHANNEL: Final = "ingenious"
SESSIONS: Final = 1229866835
"""The first number of the locks of all sessions, "INGS"; the second is that of the process. See `queries/own.sql`."""
_AGAIN_S: Final = 1.0
"""How long to wait before a lost connection is made again, and how often to look at it."""
_CONNECT_S: Final = 5.0


@asynccontextmanager
async def listening(
    address: ServerUrl, name: str, heard: Callable[[str], object], process: str
) -> AsyncGenerator[None, None]:
    """Call `heard` with each notification while the block lasts; what comes while the connection is lost is missed."""
    ready = asyncio.Event()
    task = asyncio.create_task(_listen(address, name, heard, process, ready), name="listener")
    try:
        async with asyncio.timeout(_CONNECT_S):
            await ready.wait()
    except TimeoutError:
        pass  # it goes on trying; whoever listens looks now and then as well
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait((task,))


async def _listen(
    address: ServerUrl, name: str, heard: Callable[[str], object], process: str, ready: asyncio.Event
) -> None:
    """Listen until cancelled."""

    def call(_db: object, _pid: int, _channel: str, text: str) -> None:
        heard(text)

    while True:
        try:
            with errors_in_words(str(address)):
                db = await connect(address, name=name, timeout_s=_CONNECT_S)
                try:
                    await db.add_listener(CHANNEL, call)
                    # Shared: the server may still have the session that this one replaces.
                    await db.execute("SELECT pg_advisory_lock_shared($1, hashtext($2))", SESSIONS, process)
                    ready.set()
                    while not db.is_closed():  # noqa: ASYNC110 - asyncpg calls back to nobody
                        await asyncio.sleep(_AGAIN_S)
                finally:
                    drop(db)
        except DatabaseUnusable:
            ready.set()
        await asyncio.sleep(_AGAIN_S)
