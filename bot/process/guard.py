"""What every interaction and every delivery asks before it does anything: whether this process is the one that acts.

docs/hand-over.md says how the phases follow each other where several processes are there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Final

from bot.process.circuit_breaker import CircuitBreaker
from bot.process.holding import Alone, Holding
from bot.process.offline import OfflineShards
from bot.process.phase import NEXT, Phase, PhaseError
from data.ids import GuildId
from data.shards import Shards

HOLD_S: Final = 2.2
"""How long a press can wait for the lease to change hands, so that its acknowledgement still comes in time."""
DOUBT_S: Final = 0.5
"""How long a press waits where the store has not confirmed the lease of late: another process acknowledges it first."""
BEGIN_S: Final = 10.0
"""How long an acknowledged press waits for what a process reads of the store before it acts."""


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
    """The phase of this process, and how many replies it is giving."""

    def __init__(self, lease: Holding | None = None, phase: Phase = Phase.ACTING) -> None:
        self._lease = lease or Alone()
        self._phase = phase
        self._turned = asyncio.Event()
        """Set at each step, and replaced."""
        self._online = True
        self._replies = _Counted()
        self._put_off = _Counted()
        self.circuit = CircuitBreaker()
        self.offline = OfflineShards()
        """The shards without a connection, while others have one."""

    # --- the phase ---

    @property
    def phase(self) -> Phase:
        """What this process is doing with the lease."""
        return self._phase

    def stand_by(self) -> None:
        """A connection is made before this process has the lease."""
        self._turn(Phase.STANDING_BY)

    def take_over(self) -> None:
        """This process has the lease; it reads what a former one left."""
        self._turn(Phase.TAKING_OVER)

    def begin(self) -> bool:
        """Act from now on; false where this process has begun to leave meanwhile, or has lost the lease."""
        if self._phase is Phase.TAKING_OVER:
            self._turn(Phase.ACTING)
        return self._phase is Phase.ACTING

    def hand_over(self) -> None:
        """A process that is connected takes over: begin nothing more."""
        self._turn(Phase.YIELDING)

    def leave(self) -> None:
        """The other process has the lease, and has had the time to answer what was left to it."""
        self._turn(Phase.LEFT)

    def end(self) -> None:
        """Nobody takes over: running replies are finished, new ones get a sentence."""
        self._turn(Phase.ENDING)

    def wait(self) -> None:
        """This process has neither the lease nor a connection."""
        self._turn(Phase.WAITING)

    def _turn(self, phase: Phase) -> None:
        """Step to a phase; nothing changes where it is that already.

        Raises:
            PhaseError: the table of `Phase` has no such step.
        """
        if phase is self._phase:
            return
        if phase not in NEXT[self._phase]:
            raise PhaseError(f"{self._phase.value} -> {phase.value}")
        self._phase = phase
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()

    async def _while(self, phase: Phase, limit_s: float) -> None:
        """Wait for the end of a phase, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limit_s):
                while self._phase is phase:
                    await self._turned.wait()

    @property
    def stands_by(self) -> bool:
        """Whether there is a connection ahead of the lease."""
        return self._phase is Phase.STANDING_BY

    @property
    def hands_over(self) -> bool:
        """Whether another process takes over, or has taken over, while this one is still connected."""
        return self._phase in (Phase.YIELDING, Phase.LEFT)

    @property
    def begins_nothing(self) -> bool:
        """Whether work that takes long is not begun any more."""
        return self.hands_over or self._phase is Phase.ENDING

    # --- the lease ---

    @property
    def shards(self) -> Shards:
        """Whose servers this process acts for, or acted for last."""
        return self._lease.shards

    @property
    def count(self) -> int:
        """How many shards the processes on this database share."""
        return self._lease.count

    @property
    def keeps_house(self) -> bool:
        """Whether what is done once for a whole database is done by this process: it has the first shard."""
        return self.shards.first == 0

    async def acts(self) -> bool:
        """Whether this process holds the lease; asks the store where it might have expired."""
        return await self._lease.acts()

    @property
    def is_certain(self) -> bool:
        """Whether no other process can be answering the same presses."""
        return not self.stands_by and not self.hands_over and self._lease.is_certain

    async def may_acknowledge(self) -> bool:
        """Whether a press is this process's own to acknowledge.

        The store has no say in it where it confirmed the lease of late, as it does every second or so. Where it did
        not, the press waits for `DOUBT_S` at most: a process that has taken over meanwhile comes first.
        """
        if self.stands_by:
            await self._while(Phase.STANDING_BY, HOLD_S)
        ours = self._phase not in (Phase.WAITING, Phase.STANDING_BY, Phase.LEFT)
        return ours and (self._lease.is_certain or await self._lease.is_ours_within(DOUBT_S))

    async def acts_soon(self) -> bool:
        """Whether this process acts on a press that it has acknowledged; one that takes over does in a moment."""
        await self._while(Phase.TAKING_OVER, BEGIN_S)
        return self._phase is not Phase.TAKING_OVER and await self.acts()

    async def acts_for(self, seconds: float) -> bool:
        """Whether this process acts for so long from now on; answers at once when it does not any more."""
        await self._while(Phase.ACTING, seconds)
        return self._phase is Phase.ACTING

    # --- the connection ---

    @property
    def online(self) -> bool:
        """Whether there is a connection to Discord; without one nobody can press, and the game clocks are stopped."""
        return self._online

    def connection_lost(self) -> None:
        """There is no connection from now on."""
        self._online = False

    def connection_back(self) -> None:
        """There is a connection again, and the time without one was credited."""
        self._online = True

    def is_online_for(self, guild: GuildId | None) -> bool:
        """Whether there is a connection over which a server is heard."""
        return self._online and guild not in self.offline

    # --- replies ---

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
