"""Lease check and replies in flight: what every interaction and every delivery asks before it does anything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager

from bot.process.circuit_breaker import CircuitBreaker


async def _always() -> bool:
    return True


class Guard:
    """Whether this process may act now, and how many replies it is giving.

    `acts` returns whether this process holds the lease (`Lease.acts`); a process without other processes always acts.
    """

    def __init__(self, acts: Callable[[], Awaitable[bool]] = _always) -> None:
        self.acts = acts
        self.circuit = CircuitBreaker()
        self.online = True
        """Whether there is a connection to Discord; without one nobody can press, and the game clocks are stopped."""
        self.ending = False
        """The process is shutting down: running replies are finished, new ones get a sentence."""
        self._replies = 0
        self._idle = asyncio.Event()
        self._idle.set()

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
