"""Being online: wait for the lease, connect, reconnect after failures, shut down in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discord.client import IngeniousClient
from bot.discord.connection import CLOSE_S, Connection, Failures, within
from bot.discord.session_starts import IdentifyLater, SessionStarts
from bot.discord.sharding import Sharding, sharding
from bot.discord.standing_by import StandBy
from bot.process.health import Health
from bot.process.lease import Lease
from bot.process.wakes import notify_leaving
from bot.services.context import Services
from data.shards import WHOLE, Shards, runs
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


_EXPECTED: Final = (AttributeError, OSError, aiohttp.ClientError, discord.DiscordException, TimeoutError, StoreError)
"""With these a connection fails; anything else is logged with its traceback."""
_FINISH_S: Final = 6.0
"""How long answers and messages have to come to their end."""
_LEAST_S: Final = 3.0
"""The same where the process has waited for another one to take over."""
_LINGER_S: Final = 0.3
"""How long the connection stays for presses that were underway, which get a sentence."""
_ANSWER_S: Final = 0.5
"""How long a spare has to say that it connects the shards of a process that ends."""
_COME_S: Final = 3.0
"""How long it may take to connect; after that the process ends anyway."""
_LOOK_S: Final = 0.1
_YIELD_S: Final = 0.8
"""How long answers and messages have before the lease changes hands: the presses of that time wait for it."""


@dataclass(frozen=True)
class Online:
    """A bot online; `make` returns a new client for each connection, `stop` ends it."""

    services: Services
    lease: Lease
    health: Health
    make: Callable[[Sharding | None], IngeniousClient]
    token: str
    stop: asyncio.Event
    starts: SessionStarts
    standing_by: StandBy

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
                    await self.lease.release()
                if not self.stop.is_set():
                    self.services.guard.wait()
        finally:
            self.health.turn("ending")
            await self.standing_by.drop()
            await self.lease.release()

    async def _leased(self) -> bool:
        """Wait until this process has the lease; false if it is stopped before."""
        if self.stop.is_set():
            return False
        if await self.lease.take():
            self.services.guard.take_over()
            return True
        self.health.turn("waiting")
        await self._stand_by()
        stop_listening = self.services.wakes.leaving.subscribe(self._called)
        waiting = asyncio.create_task(self.lease.wait(self.stop), name="waiting")
        refused = asyncio.create_task(self.standing_by.refused.wait())
        try:
            await asyncio.wait((waiting, refused), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise TokenRefused
            if not waiting.result():
                return False
        finally:
            stop_listening()
            waiting.cancel()
            refused.cancel()
        self.services.guard.take_over()
        log.info("taking over", extra=_shown(self.lease.shards))
        return True

    def _called(self, shards: Shards) -> None:
        """A process is about to leave these shards."""
        if self.lease.is_spare:
            self.standing_by.called(shards)

    async def _stand_by(self) -> None:
        """Say for what this process waits, and connect ahead where another one acts for Discord."""
        if self.lease.is_spare:
            log.info("waiting: a spare takes over the shards of a process that ends")
            return
        rival = await self.lease.rival()
        other = "a local table is open" if rival == "local" else "another process acts"
        log.info("waiting: %s on this database; this process takes over when that ends", other)
        await self._warn_of_overlap()
        if rival == "online":
            self.standing_by.begin(self.lease.shards)

    async def _warn_of_overlap(self) -> None:
        """Say where only some of the shards of this process are another's."""
        shards = self.lease.shards
        try:
            held = await self.services.store.held_shards(shards.count, self.services.clock())
        except StoreError:
            return
        taken = sorted(held & set(shards))
        if taken and len(taken) < len(shards):
            log.warning(
                "another process has a part of these shards, so nobody serves the rest: "
                "processes need the same range, or ranges that do not overlap",
                extra={"shards": str(shards), "taken": ", ".join(map(str, runs(taken, shards.count)))},
            )

    async def _while_ours(self) -> None:
        """Connect, and reconnect, until stopped or until another process has the lease."""
        keeping = asyncio.create_task(self.lease.keep(), name="lease")
        over = asyncio.create_task(first_of(self.stop, self.lease.lost, self.lease.asked_back), name="over")
        failures = Failures()
        connection = await self.standing_by.take(self.lease.shards)
        try:
            while not over.done():
                ahead = connection is not None
                connection = connection or await self._connection(over)
                if connection is None:
                    break
                error = await self._connected(connection, over, ahead=ahead)
                if error is None:
                    break
                self.health.turn("offline")
                wait_s = failures.wait_s(connection, error)
                _say_failed(error, wait_s)
                connection = None
                await asyncio.wait((over,), timeout=wait_s)
        finally:
            keeping.cancel()
            over.cancel()

    async def _connection(self, over: asyncio.Task[None]) -> Connection | None:
        """A client that connects, as soon as it may start a session; `None` where `over` comes first."""
        self.health.turn("starting")
        how = await sharding(self.starts, self.lease.shards)
        turn = asyncio.create_task(self.starts.turn(), name="turn-to-connect")
        await asyncio.wait((turn, over), return_when=asyncio.FIRST_COMPLETED)
        if not turn.done():
            turn.cancel()
            return None
        return Connection.start(self.make(how), self.token)

    async def _connected(
        self, connection: Connection, over: asyncio.Task[None], *, ahead: bool
    ) -> BaseException | None:
        """Be online until `over`; returns the error when the connection was lost for good.

        discord.py reconnects by itself, except where the very first connection to the gateway fails.

        Raises:
            TokenRefused: the token is wrong.
        """
        client, running = connection.client, connection.running
        failure: StoreError | None = None
        if ahead:
            try:
                await client.begin()
            except StoreError as error:
                failure = error
        if failure is None:
            await asyncio.wait((running, over), return_when=asyncio.FIRST_COMPLETED)
        began_s = asyncio.get_running_loop().time()
        handed_over = over.done() and not running.done() and await self._hand_over(client)
        if self.stop.is_set():
            if not handed_over:
                self.services.guard.end()
            self.health.turn("ending")
            log.info("ending")
        left_s = max(_LEAST_S, _FINISH_S - (asyncio.get_running_loop().time() - began_s))
        await within(left_s, client.finish(), "some answers or messages were not finished; messages will be")
        if self.stop.is_set() and not running.done() and not handed_over:
            await asyncio.sleep(_LINGER_S)
            await within(CLOSE_S, client.finish(), "some presses were not put off in words")
        await within(CLOSE_S, client.close(), "the connection was not closed in order")
        if over.done() or failure is not None:
            running.cancel()  # It may sleep for minutes before it would look.
        (outcome,) = await asyncio.gather(running, return_exceptions=True)
        if over.done():
            return None
        if isinstance(outcome, discord.LoginFailure):
            raise TokenRefused from outcome
        return failure or outcome or ConnectionError("it was closed")

    async def _hand_over(self, client: IngeniousClient) -> bool:
        """Leave the shards to a process that is connected to them, if there is one; whether there was."""
        if self.lease.lost.is_set() or not await self._is_awaited():
            return False
        if self.lease.asked_back.is_set():
            log.info("giving the shards back to a process that is set up for them")
        else:
            log.info("handing over to a process that is connected already")
        self.services.guard.hand_over()
        # Not cancelled when the time is up: a message that is being sent is sent to its end.
        yielding = asyncio.create_task(client.yield_to_another(), name="yielding")
        await asyncio.wait((yielding,), timeout=_YIELD_S)
        await self.lease.release()
        await asyncio.wait((yielding,), timeout=_LINGER_S)
        await asyncio.sleep(_LINGER_S)
        self.services.guard.leave()
        return True

    async def _is_awaited(self) -> bool:
        """Whether a process is connected that waits for the shards; a spare is called, and has some seconds to be."""
        if await self.lease.is_awaited():
            return True
        store, shards, wakes = self.services.store, self.lease.shards, self.services.wakes
        if shards == WHOLE:
            return False
        wakes.coming.clear()
        await notify_leaving(store, shards)
        try:
            await asyncio.wait_for(wakes.coming.wait(), _ANSWER_S)
            async with asyncio.timeout(_COME_S):
                while not await self.lease.is_awaited():  # noqa: ASYNC110 - another process writes it
                    await asyncio.sleep(_LOOK_S)
        except TimeoutError:
            return False
        return True


def _say_failed(error: BaseException, wait_s: float) -> None:
    """Log that the connection failed; where the session has to wait, that was said already."""
    if not isinstance(error, IdentifyLater):
        log.error(
            "the connection failed",
            extra={"error": type(error).__name__, "retry_s": wait_s, "reason": error},
            exc_info=None if isinstance(error, _EXPECTED) else error,
        )


def _shown(shards: Shards) -> dict[str, str]:
    """A range of shards for the log, where it is one."""
    return {} if shards == WHOLE else {"shards": str(shards)}


async def first_of(*events: asyncio.Event) -> None:
    """Wait until one of these is set."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()
