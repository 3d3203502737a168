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
from bot.discord.session_starts import CALM_S, IdentifyLater, SessionStarts
from bot.discord.sharding import GAP, Sharding, sharding
from bot.process.lease import Lease
from bot.process.retries import Failure, Purpose, wait_s
from bot.process.wakes import notify_coming
from bot.services.context import Services
from data.shards import WHOLE, Shards

log = logging.getLogger(__name__)

_CALLED_S: Final = 15.0
"""How long a spare stays connected to shards that somebody wanted to leave; by then that process has ended."""
_CLOSE_S: Final = 1.0


def retry_s(failures: int) -> float:
    """How long to wait after so many failures before this one."""
    return wait_s(Purpose.CONNECTION, Failure.TRANSIENT, failures) or 0.0


@dataclass(frozen=True)
class Connection:
    """A client, and the task in which it is connected."""

    client: IngeniousClient
    running: asyncio.Task[None]

    async def close(self) -> None:
        """End what was never acted on."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        try:
            async with asyncio.timeout(_CLOSE_S):
                await self.client.finish()
                await self.client.close()
        except TimeoutError:
            log.info("a connection that stood by was not closed in order")


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
        failures = 0
        while True:
            connection = await self._connect(shards)
            began_s = asyncio.get_running_loop().time()
            await asyncio.wait((connection.running,))
            lasted_s = asyncio.get_running_loop().time() - began_s
            failures = 0 if connection.client.was_online and lasted_s >= CALM_S else failures
            error = connection.running.exception()
            await self._close()
            if isinstance(error, discord.LoginFailure):
                self.refused.set()
                return
            seconds = error.wait_s if isinstance(error, IdentifyLater) else retry_s(failures)
            log.warning("the connection that stands by failed", extra={"retry_s": seconds, "reason": repr(error)})
            await asyncio.sleep(seconds)
            failures += 1

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
        self._connection = Connection(client, asyncio.create_task(client.start(self.token), name="client"))
        connected = asyncio.create_task(client.connected.wait())
        try:
            await asyncio.wait((self._connection.running, connected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            connected.cancel()
        if client.connected.is_set():
            log.info("connected, to take over without a gap", extra={} if shards == WHOLE else {"shards": str(shards)})
            self.lease.ask_for(shards, holder)
        return self._connection
