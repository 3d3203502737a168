"""Lease check and replies in flight: what every interaction and every delivery asks before it does anything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager

from bot.process.circuit_breaker import CircuitBreaker
from bot.process.offline import OfflineShards
from data.ids import GuildId
from data.shards import WHOLE


async def _always() -> bool:
    return True


class Guard:
    """Whether this process may act now, and how many replies it is giving.

    `acts` returns whether this process holds the lease (`Lease.acts`); a process without other processes always acts.
    """

    def __init__(self, acts: Callable[[], Awaitable[bool]] = _always) -> None:
        self.acts = acts
        self.shards = WHOLE
        """Whose servers this process acts for."""
        self.circuit = CircuitBreaker()
        self.online = True
        """Whether there is a connection to Discord; without one nobody can press, and the game clocks are stopped."""
        self.offline = OfflineShards()
        """The shards without a connection, while others have one."""
        self.ending = False
        """The process is shutting down: running replies are finished, new ones get a sentence."""
        self._replies = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def is_online_for(self, guild: GuildId | None) -> bool:
        """Whether there is a connection over which a server is heard."""
        return self.online and guild not in self.offline

    @property
    def keeps_house(self) -> bool:
        """Whether what is done once for a whole database is done by this process: it has the first shard."""
        return self.shards.first == 0

    @contextmanager
    def answering(self) -> Generator[None]:
        """Count a reply in flight: `idle` waits until the block ends."""
        self._replies += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._replies -= 1
            if not self._replies:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until no reply is in flight."""
        await self._idle.wait()
