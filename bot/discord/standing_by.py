"""A connection that is made before the lease is ours, so that its servers are heard while it changes hands.

Discord allows several sessions of one shard, and each hears everything. The lease says who acts: a client that stands
by holds a press for a moment and then drops it. When the lease becomes its own it goes on with those that it holds.
Discord takes one acknowledgement of a press, so one that the other process has answered stays as it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.discord.client import IngeniousClient
from bot.discord.connection import Connection, Failures
from bot.discord.session_starts import SessionStarts
from bot.discord.sharding import GAP, Sharding, sharding
from bot.process.lease import Lease
from bot.process.wakes import notify_coming
from bot.services.context import Services
from data.shards import WHOLE, Shards

log = logging.getLogger(__name__)

_CALLED_S: Final = 15.0
"""How long a spare stays connected to shards that somebody wanted to leave; by then that process has ended."""


@dataclass
class StandBy:
    """Connects ahead; `make` returns a new client."""

    services: Services
    lease: Lease
    make: Callable[[Sharding | None], IngeniousClient]
    token: str
    starts: SessionStarts
    refused: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    """Set where Discord does not accept the token."""
    _connection: Connection | None = field(default=None, init=False)
    _shards: Shards = field(default=WHOLE, init=False)
    """Those of the connection."""
    _task: asyncio.Task[None] | None = field(default=None, init=False)

    def begin(self, shards: Shards) -> None:
        """Connect to these shards and stay connected, until `take` or `drop`."""
        self._task = asyncio.create_task(self._stay(shards), name="standing-by")

    def called(self, shards: Shards) -> None:
        """Connect for a process that wants to leave its shards, if this one is a spare with nothing else to do."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._come(shards), name="standing-by")

    async def take(self, shards: Shards) -> Connection | None:
        """What is connected to these shards, or about to be, now that they are ours; it does not act yet."""
        await self._stop()
        if self._connection is None or self._connection.running.done() or self._shards != shards:
            await self._close()
            return None
        connection, self._connection = self._connection, None
        return connection

    async def drop(self) -> None:
        """Be connected no more."""
        await self._stop()
        await self._close()

    async def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _close(self) -> None:
        self.lease.ask_for_nothing()
        if self.services.guard.stands_by:
            self.services.guard.wait()
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _stay(self, shards: Shards) -> None:
        failures = Failures()
        while True:
            connection = await self._connect(shards)
            await asyncio.wait((connection.running,))
            error = connection.running.exception()
            seconds = failures.wait_s(connection, error)
            await self._close()
            if isinstance(error, discord.LoginFailure):
                self.refused.set()
                return
            log.warning("the connection that stands by failed", extra={"retry_s": seconds, "reason": repr(error)})
            await asyncio.sleep(seconds)

    async def _come(self, shards: Shards) -> None:
        holder = await self.services.store.lease_holder(shards)
        await notify_coming(self.services.store)
        log.info("connecting the shards that another process leaves", extra={"shards": str(shards)})
        connection = await self._connect(shards, holder)
        await asyncio.wait((connection.running,), timeout=_CALLED_S)
        await self._close()

    async def _connect(self, shards: Shards, holder: str | None = None) -> Connection:
        """A client that connects; once it has, the holder of the lease is asked for it, this one where it is named."""
        how = await sharding(self.starts, shards)
        await self.starts.turn()
        if how is None:
            await asyncio.sleep(GAP.total_seconds())  # the process that acts may just have identified itself
        self.services.guard.stand_by()
        client = self.make(how)
        self._shards = shards
        self._connection = Connection.start(client, self.token)
        connected = asyncio.create_task(client.connected.wait())
        try:
            await asyncio.wait((self._connection.running, connected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            connected.cancel()
        if client.connected.is_set():
            log.info("connected, to take over without a gap", extra={} if shards == WHOLE else {"shards": str(shards)})
            self.lease.ask_for(shards, holder)
        return self._connection
