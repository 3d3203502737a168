"""A client that is connected in a task of its own, and for how long to wait after one that failed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Final

from bot.discord.client import IngeniousClient
from bot.discord.session_starts import CALM_S, IdentifyLater
from bot.process.retries import Failure, Purpose, wait_s

log = logging.getLogger(__name__)

CLOSE_S: Final = 1.0
"""How long a connection has to be closed in order."""


def _now_s() -> float:
    return asyncio.get_running_loop().time()


@dataclass(frozen=True)
class Connection:
    """A client, and the task in which it is connected."""

    client: IngeniousClient
    running: asyncio.Task[None]
    began_s: float = field(default_factory=_now_s)

    @classmethod
    def start(cls, client: IngeniousClient, token: str) -> Connection:
        """Let a client connect."""
        return cls(client, asyncio.create_task(client.start(token), name="client"))

    async def close(self) -> None:
        """End what was never acted on."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await within(CLOSE_S, self._end(), "a connection that stood by was not closed in order")

    async def _end(self) -> None:
        await self.client.finish()
        await self.client.close()


@dataclass
class Failures:
    """Connections that failed one after the other."""

    _in_a_row: int = field(default=0, init=False)

    def wait_s(self, connection: Connection, error: BaseException | None) -> float:
        """How long to wait after this one has failed too; one that was online for long begins the count again."""
        if connection.client.was_online and _now_s() - connection.began_s >= CALM_S:
            self._in_a_row = 0
        failed, self._in_a_row = self._in_a_row, self._in_a_row + 1
        if isinstance(error, IdentifyLater):
            return error.wait_s
        return wait_s(Purpose.CONNECTION, Failure.TRANSIENT, failed) or 0.0


async def within(seconds: float, ending: Awaitable[None], otherwise: str) -> None:
    """Wait for something to end, at most so long; then log the sentence."""
    try:
        async with asyncio.timeout(seconds):
            await ending
    except TimeoutError:
        log.warning(otherwise, extra={"waited_s": seconds})
