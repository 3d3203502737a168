"""Being online: wait for the lease, connect, reconnect after failures, shut down in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discord.client import IngeniousClient
from bot.discord.sharding import Sharding, sharding
from bot.process.health import Health
from bot.process.lease import Lease
from bot.services.context import Services
from data.shards import WHOLE, Shards
from data.store import StoreError

log = logging.getLogger(__name__)


class TokenRefused(Exception):  # noqa: N818 - named as what happened
    """Discord does not accept the token; the text says what to do."""

    def __init__(self) -> None:
        super().__init__("DISCORD_TOKEN is not accepted by Discord: copy it again from the developer portal")


def use_proxy(api_url: str, gateway_url: str) -> None:
    """Let discord.py connect to these addresses instead of Discord's own."""
    Route.BASE = api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


_RETRY_S: Final = (5, 15, 60, 300)
"""How long to wait before each new start after a connection failed for good; the last one repeats."""
_EXPECTED: Final = (AttributeError, OSError, aiohttp.ClientError, discord.DiscordException, TimeoutError, StoreError)
"""With these a connection fails; anything else is logged with its traceback."""
_FINISH_S: Final = 6.0
"""How long answers and messages have to come to their end."""
_LINGER_S: Final = 0.3
"""How long the connection stays for presses that were underway, which get a sentence."""
_CLOSE_S: Final = 1.0


@dataclass(frozen=True)
class Online:
    """A bot online; `make` returns a new client for each connection, `stop` ends it."""

    services: Services
    lease: Lease
    health: Health
    make: Callable[[Sharding | None], IngeniousClient]
    token: str
    stop: asyncio.Event

    async def run(self) -> None:
        """Be online whenever this process holds the lease, until stopped.

        Raises:
            TokenRefused: the token is wrong.
            DatabaseUnusable: the file of the database is gone, or too damaged to go on.
        """
        try:
            while await self._leased():
                await self._while_ours()
                if self.lease.failure:
                    raise self.lease.failure
                if self.lease.asked_back.is_set():
                    log.info("giving the shards back to a process that is set up for them")
                    await self.lease.release()
        finally:
            self.health.turn("ending")
            await self.lease.release()

    async def _leased(self) -> bool:
        """Wait until this process has the lease; false if it is stopped before."""
        if self.stop.is_set():
            return False
        if await self._take():
            return True
        self.health.turn("waiting")
        if self.lease.is_spare:
            log.info("waiting: a spare takes over the shards of a process that ends")
        else:
            other = "a local table is open" if await self.lease.rival() == "local" else "another process acts"
            log.info("waiting: %s on this database; this process takes over when that ends", other)
        if not await self.lease.wait(self.stop):
            return False
        self.services.guard.shards = self.lease.shards
        log.info("taking over", extra=_shown(self.lease.shards))
        return True

    async def _take(self) -> bool:
        taken = await self.lease.take()
        if taken:
            self.services.guard.shards = self.lease.shards
        return taken

    async def _while_ours(self) -> None:
        """Connect, and reconnect, until stopped or until another process has the lease."""
        keeping = asyncio.create_task(self.lease.keep(), name="lease")
        over = asyncio.create_task(first_of(self.stop, self.lease.lost, self.lease.asked_back), name="over")
        failures = 0
        try:
            while not over.done():
                self.health.turn("starting")
                client = self.make(await sharding(self.token, self.lease.shards))
                error = await self._connected(client, over)
                if error is None:
                    break
                failures = 0 if client.was_online else failures
                wait_s = _RETRY_S[min(failures, len(_RETRY_S) - 1)]
                failures += 1
                self.health.turn("offline")
                log.error(
                    "the connection failed",
                    extra={"error": type(error).__name__, "retry_s": wait_s, "reason": error},
                    exc_info=None if isinstance(error, _EXPECTED) else error,
                )
                await asyncio.wait((over,), timeout=wait_s)
        finally:
            keeping.cancel()
            over.cancel()

    async def _connected(self, client: IngeniousClient, over: asyncio.Task[None]) -> BaseException | None:
        """Be online until `over`; returns the error when the connection was lost for good.

        discord.py reconnects by itself, except where the very first connection to the gateway fails.

        Raises:
            TokenRefused: the token is wrong.
        """
        running = asyncio.create_task(client.start(self.token), name="client")
        await asyncio.wait((running, over), return_when=asyncio.FIRST_COMPLETED)
        if self.stop.is_set():
            self.services.guard.ending = True
            self.health.turn("ending")
            log.info("ending")
        await _within(_FINISH_S, client.finish(), "some answers or messages were not finished; messages will be")
        if self.stop.is_set() and not running.done():
            await asyncio.sleep(_LINGER_S)
            await _within(_CLOSE_S, client.finish(), "some presses were not put off in words")
        await _within(_CLOSE_S, client.close(), "the connection was not closed in order")
        if over.done():
            running.cancel()  # It may sleep for minutes before it would look.
        (outcome,) = await asyncio.gather(running, return_exceptions=True)
        if over.done():
            return None
        if isinstance(outcome, discord.LoginFailure):
            raise TokenRefused from outcome
        return outcome or ConnectionError("it was closed")


def _shown(shards: Shards) -> dict[str, str]:
    """A range of shards for the log, where it is one."""
    return {} if shards == WHOLE else {"shards": str(shards)}


async def _within(seconds: float, ending: Awaitable[None], otherwise: str) -> None:
    """Wait for something to end, at most so long; then log the sentence."""
    try:
        async with asyncio.timeout(seconds):
            await ending
    except TimeoutError:
        log.warning(otherwise, extra={"waited_s": seconds})


async def first_of(*events: asyncio.Event) -> None:
    """Wait until one of these is set."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
