"""The lease: of all processes for the same servers only its holder acts.

The lease is a row in the store for each shard, which expires unless its holder renews it. A process that was suspended,
or whose clock jumped, asks for the lease again before it acts. The holder also keeps a file beside the database locked,
which the system unlocks when the process is killed: then the next process does not wait until the lease expires.
Where processes share a server instead of a file, a holder has a session there, which ends when it is killed. A session
may also be cut, so the next process waits until the holder must have asked again, and has not.

A spare has no shards of its own: it takes those that another holder has no more, and gives them back when a process
that is set up for them asks. So a process can be replaced while its servers are served.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.process.abandoned_leases import AbandonedLeases
from bot.process.lease_times import TIMES, Times
from bot.process.lock_file import LockFile
from bot.process.wakes import notify_lease
from data.shards import WHOLE, Shards
from data.store import DatabaseDamaged, DatabaseReplaced, OtherShards, Store, StoreError

log = logging.getLogger(__name__)

_WANTED_S: Final = 10.0
"""For how long a process that waits has asked for its shards; then it asks once more."""
_RELEASE_S: Final = 1.0
"""How long a lease that is given up waits for a renewal that is underway."""
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Lease:
    """The lease of one process, called `name`, on a store: of the shards `wanted`, or of any of so many for a spare.

    `clock` is the wall clock that all processes share, `steady_s` one that never jumps. `woken` is set when another
    process has given a lease back or asks for one.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        name: str,
        lock_path: Path | None,
        clock: Callable[[], datetime],
        steady_s: Callable[[], float],
        times: Times = TIMES,
        wanted: Shards | int = WHOLE,
        woken: asyncio.Event | None = None,
    ) -> None:
        self.lost = asyncio.Event()
        """Set while the lease is not ours."""
        self.lost.set()
        self.failure: DatabaseReplaced | None = None
        """Why the lease can never be ours again: the file of the store is gone."""
        self.asked_back = asyncio.Event()
        """Set while a process that is set up for our shards waits for them, and we are a spare."""
        self._shards = WHOLE if isinstance(wanted, int) else wanted
        self._asks_for: Shards | None = None
        """The shards that their holder is asked for; None asks for nothing."""
        self._asked: str | None = None
        """Who has them, where nobody else is asked."""
        self._wanted = wanted
        self._woken = woken or asyncio.Event()
        self._store = store
        self._name = name
        self._lock = LockFile(lock_path)
        self._clock = clock
        self._steady_s = steady_s
        self._times = times
        self._tenures = 0
        self._abandoned = AbandonedLeases(store, steady_s, times.gone_s)
        self._until = _NEVER
        self._until_s = 0.0
        self._unconfirmed = False
        """Whether the store did not answer when it was asked last."""
        self._renewing: asyncio.Task[bool] | None = None
        self._warned = False

    @property
    def _holder(self) -> str:
        """A new name each time that the lease is taken: the name that an earlier one left in the lock file is void."""
        return f"{self._name}/{self._tenures}"

    @property
    def shards(self) -> Shards:
        """The shards that are ours, or were last; before that those that this process is set up for."""
        return self._shards

    @property
    def count(self) -> int:
        """How many shards there are in all."""
        return self._wanted if isinstance(self._wanted, int) else self._wanted.count

    @property
    def is_spare(self) -> bool:
        """Whether this process has no shards of its own."""
        return isinstance(self._wanted, int)

    def ask_for(self, shards: Shards, holder: str | None = None) -> None:
        """Ask for these shards until they are ours; where a holder is named, only as long as that one has them.

        For a process that is connected to them: their holder hands them over.
        """
        self._asks_for, self._asked = shards, holder

    def ask_for_nothing(self) -> None:
        """Ask no holder for its shards."""
        self._asks_for = self._asked = None

    async def take(self) -> bool:
        """Ask for the lease once; returns whether it is ours now.

        Raises:
            DatabaseReplaced, DatabaseDamaged, OtherShards: no later try would do better.
        """
        self._tenures += 1
        dead = self._lock.lock()
        try:
            if dead:
                await self._store.drop_lease(dead)
            await self._abandoned.drop()
            chosen = await self._choose()
            taken = chosen is not None and await self._ask(chosen)
            if not taken:
                await self._want()
        except (DatabaseReplaced, DatabaseDamaged, OtherShards):
            self._lock.unlock()
            raise
        except StoreError as error:
            self._warn(error)
            self._abandoned.forget()  # the server may have been away, and all sessions with it
            taken = False
        if taken:
            self._lock.sign(self._holder)
            self._warned = False
            self.ask_for_nothing()
            self.asked_back.clear()
            self.lost.clear()
        else:
            self._lock.unlock()
        return taken

    async def rival(self) -> str | None:
        """The role of the process that has the lease, as lock file or store name it; `None` where they name nobody."""
        try:
            name = self._lock.holder() or await self._store.lease_holder(self._shards) or ""
        except StoreError:
            return None
        return name.partition("-")[0] or None

    async def wait(self, stop: asyncio.Event) -> bool:
        """Ask for the lease until it is ours (returns true) or `stop` is set; raises as `take` does."""
        while not stop.is_set():
            if await self.take():
                return True
            await self._pause(stop, self._times.ask_s)
        return False

    async def keep(self) -> None:
        """Renew the lease until it is lost."""
        while not self.lost.is_set():
            await self._pause(self.lost, self._times.renew_s)
            await self._renewed()
            await self._look_whether_asked()

    async def acts(self) -> bool:
        """Whether this process holds the lease at this moment; asks the store if it might have expired."""
        if self.lost.is_set():
            return False
        return self._is_current or await self._renewed()

    @property
    def is_certain(self) -> bool:
        """Whether the store has confirmed the lease so lately that no other process can have it."""
        return self._is_current and not self._unconfirmed and not self.lost.is_set()

    async def is_ours_within(self, wait_s: float) -> bool:
        """Whether this process holds the lease, as far as that is known after so many seconds at the latest.

        Where the store does not answer in time it counts as ours: who presses needs an answer.
        """
        if not self.lost.is_set() and not self.is_certain:
            await asyncio.wait((self._renewal(),), timeout=wait_s)
        return not self.lost.is_set()

    @property
    def _is_current(self) -> bool:
        """Whether this process may act without asking the store."""
        return self._clock() < self._until and self._steady_s() < self._until_s

    async def release(self) -> None:
        """Give the lease up, so that the next process takes it at once."""
        if not self.lost.is_set():
            self.lost.set()
            if self._renewing is not None:
                # A renewal that came after it would keep the next process away.
                await asyncio.wait((self._renewing,), timeout=_RELEASE_S)
            try:
                await self._store.drop_lease(self._holder)
            except StoreError as error:
                self._warn(error)
            self._lock.unlock()
            await notify_lease(self._store)
        self._lock.unlock()

    async def _choose(self) -> Shards | None:
        """Which shards to take; None where there are none for a spare."""
        if not isinstance(self._wanted, int):
            return self._wanted
        return self._asks_for or await self._store.free_shards(self._wanted, self._clock())

    async def _want(self) -> None:
        """Ask for the shards that this process is connected to: a spare gives them back, who ends hands them over."""
        shards = self._asks_for
        if shards is None or (self._asked and await self._store.lease_holder(shards) != self._asked):
            return
        now = self._clock()
        if not await self._store.is_wanted(shards, now + timedelta(seconds=_WANTED_S / 2)):
            await self._store.want_lease(shards, now + timedelta(seconds=_WANTED_S))
            await notify_lease(self._store)

    async def is_awaited(self) -> bool:
        """Whether a process waits for our shards that is connected to them already."""
        try:
            return await self._store.is_wanted(self._shards, self._clock())
        except StoreError:
            return False

    async def _look_whether_asked(self) -> None:
        """Give the shards of a spare back when somebody waits for them."""
        if self.lost.is_set() or not isinstance(self._wanted, int):
            return
        if await self.is_awaited():
            self.asked_back.set()

    async def _pause(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until the event is set, so many seconds have passed, or another process has notified this one."""
        waiting = [asyncio.ensure_future(one.wait()) for one in (event, self._woken)]
        try:
            await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._woken.clear()
            for one in waiting:
                one.cancel()

    def _renewal(self) -> asyncio.Task[bool]:
        """The renewal that is going on, or a new one: a store that hangs is not asked by everybody at once."""
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew(), name="lease-renewal")
        return self._renewing

    async def _renewed(self) -> bool:
        """Renew the lease; whether it is ours."""
        return await asyncio.shield(self._renewal())

    async def _renew(self) -> bool:
        if self.lost.is_set():
            return False
        try:
            kept = await self._ask(self._shards)
        except DatabaseReplaced as error:
            self.failure = error
            self.lost.set()
            self._lock.unlock()
            return False
        except OtherShards:
            kept = False
        except StoreError as error:
            # No other process can take the lease from a store that refuses writes, and players need an answer.
            self._warn(error)
            self._unconfirmed = True
            self._extend(self._clock(), self._steady_s(), self._times.lease_s)
            return not self.lost.is_set()
        if self.lost.is_set():  # it was given up meanwhile
            return False
        if kept:
            self._warned = False
            if self._lock.lock() is not None:
                self._lock.sign(self._holder)
        else:
            self.lost.set()
            self._lock.unlock()
            log.warning("another process has taken over; this one acts no more")
        return kept

    async def _ask(self, shards: Shards) -> bool:
        """Take the lease of these shards, or renew it; whether it is ours."""
        now, now_s = self._clock(), self._steady_s()
        until = now + timedelta(seconds=self._times.lease_s)
        ours = await self._store.take_lease(self._holder, now, until, shards)
        if ours:
            self._shards = shards
            self._unconfirmed = False
            self._extend(now, now_s, min(self._times.alone_s, self._times.lease_s))
        return ours

    def _extend(self, now: datetime, now_s: float, seconds: float) -> None:
        self._until = now + timedelta(seconds=seconds)
        self._until_s = now_s + seconds

    def _warn(self, error: StoreError) -> None:
        if not self._warned:
            log.warning("the lease cannot be stored", extra={"error": error})
        self._warned = True
