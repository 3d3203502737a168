"""Lease check and replies in flight: what every interaction and every delivery asks before it does anything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final

from bot.process.circuit_breaker import CircuitBreaker
from bot.process.offline import OfflineShards
from data.ids import GuildId
from data.shards import WHOLE

HOLD_S: Final = 2.2
"""How long a press can wait for the lease to change hands, so that its acknowledgement still comes in time."""


async def _always() -> bool:
    return True


class _Counted:
    """How many of something are underway."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def one(self) -> Generator[None]:
        """Count one while the block lasts."""
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._none.set()

    async def none(self) -> None:
        """Wait until there is none."""
        await self._none.wait()


class Guard:
    """Whether this process may act now, and how many replies it is giving.

    `acts` returns whether this process holds the lease (`Lease.acts`); a process without other processes always acts.
    """

    def __init__(self, acts: Callable[[], Awaitable[bool]] = _always) -> None:
        self.acts = acts
        self.shards = WHOLE
        """Whose servers this process acts for."""
        self.count = 1
        """How many shards the processes on this database share."""
        self.circuit = CircuitBreaker()
        self.online = True
        """Whether there is a connection to Discord; without one nobody can press, and the game clocks are stopped."""
        self.offline = OfflineShards()
        """The shards without a connection, while others have one."""
        self.ending = False
        """The process is shutting down: running replies are finished, new ones get a sentence."""
        self.ahead = False
        """Connected before this process has the lease, to take over from the one that has it."""
        self.leaving = False
        """A process that is connected ahead takes over: what is pressed from now on is left to it."""
        self.left = False
        """The other process has taken over some time ago: what is pressed from now on is its concern alone."""
        self._replies = _Counted()
        self._put_off = _Counted()
        self._begun = asyncio.Event()

    def is_online_for(self, guild: GuildId | None) -> bool:
        """Whether there is a connection over which a server is heard."""
        return self.online and guild not in self.offline

    @property
    def keeps_house(self) -> bool:
        """Whether what is done once for a whole database is done by this process: it has the first shard."""
        return self.shards.first == 0

    def stand_by(self) -> None:
        """A connection is made before this process has the lease."""
        self.ahead = True
        self._begun.clear()

    def begin(self) -> None:
        """Let presses that arrived ahead go on: this process has the lease, or waits for it no more."""
        self.ahead = False
        self._begun.set()

    async def acts_soon(self) -> bool:
        """Whether this process acts, now or within the time that a press can wait."""
        if self.ahead:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._begun.wait(), HOLD_S)
        return not self.ahead and await self.acts()

    def answering(self) -> AbstractContextManager[None]:
        """Count a reply in flight: `idle` waits until the block ends."""
        return self._replies.one()

    def leaving_to_another(self) -> AbstractContextManager[None]:
        """Count a press that is left to the process that takes over: `nothing_left` waits until the block ends."""
        return self._put_off.one()

    async def idle(self) -> None:
        """Wait until no reply is in flight."""
        await self._replies.none()

    async def nothing_left(self) -> None:
        """Wait until the other process, or this one in a sentence, has answered what was left to it."""
        await self._put_off.none()
