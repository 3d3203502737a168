"""The lease: of all processes on one database only its holder acts.

The lease is a row in the store that expires unless its holder renews it. A process that was suspended, or whose clock
jumped, asks for the lease again before it acts. The holder also keeps a file beside the database locked, which the
system unlocks when the process is killed: then the next process does not wait until the lease expires.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.process.lock_file import LockFile
from data.store import DatabaseDamaged, DatabaseReplaced, Store, StoreError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Times:
    """How long a lease lasts, how often its holder renews it and another process asks for it."""

    lease_s: float = 30
    renew_s: float = 10
    ask_s: float = 1


TIMES: Final = Times()
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Lease:
    """The lease of one process, called `name`, on a store.

    `clock` is the wall clock that all processes share, `steady_s` one that never jumps.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        lock_path: Path | None,
        clock: Callable[[], datetime],
        steady_s: Callable[[], float],
        times: Times = TIMES,
    ) -> None:
        self.lost = asyncio.Event()
        """Set while the lease is not ours."""
        self.lost.set()
        self.failure: DatabaseReplaced | None = None
        """Why the lease can never be ours again: the file of the store is gone."""
        self._store = store
        self._name = name
        self._lock = LockFile(lock_path)
        self._clock = clock
        self._steady_s = steady_s
        self._times = times
        self._tenures = 0
        self._until = _NEVER
        self._until_s = 0.0
        self._warned = False

    @property
    def _holder(self) -> str:
        """A new name each time that the lease is taken: the name that an earlier one left in the lock file is void."""
        return f"{self._name}-{self._tenures}"

    async def take(self) -> bool:
        """Ask for the lease once; returns whether it is ours now.

        Raises:
            DatabaseReplaced, DatabaseDamaged: no later try would do better.
        """
        self._tenures += 1
        dead = self._lock.lock()
        try:
            if dead:
                await self._store.drop_lease(dead)
            taken = await self._ask()
        except (DatabaseReplaced, DatabaseDamaged):
            self._lock.unlock()
            raise
        except StoreError as error:
            self._warn(error)
            taken = False
        if taken:
            self._lock.sign(self._holder)
            self._warned = False
            self.lost.clear()
        else:
            self._lock.unlock()
        return taken

    async def rival(self) -> str | None:
        """The role of the process that has the lease, as lock file or store name it; `None` where they name nobody."""
        try:
            name = self._lock.holder() or await self._store.lease_holder() or ""
        except StoreError:
            return None
        return name.partition("-")[0] or None

    async def wait(self, stop: asyncio.Event) -> bool:
        """Ask for the lease until it is ours (returns true) or `stop` is set; raises as `take` does."""
        while not stop.is_set():
            if await self.take():
                return True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), self._times.ask_s)
        return False

    async def keep(self) -> None:
        """Renew the lease until it is lost."""
        while not self.lost.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.lost.wait(), self._times.renew_s)
            await self._renew()

    async def acts(self) -> bool:
        """Whether this process holds the lease at this moment; asks the store if it might have expired."""
        if self.lost.is_set():
            return False
        return (self._clock() < self._until and self._steady_s() < self._until_s) or await self._renew()

    async def release(self) -> None:
        """Give the lease up, so that the next process takes it at once."""
        if not self.lost.is_set():
            self.lost.set()
            try:
                await self._store.drop_lease(self._holder)
            except StoreError as error:
                self._warn(error)
        self._lock.unlock()

    async def _renew(self) -> bool:
        if self.lost.is_set():
            return False
        try:
            kept = await self._ask()
        except DatabaseReplaced as error:
            self.failure = error
            self.lost.set()
            self._lock.unlock()
            return False
        except StoreError as error:
            # No other process can take the lease from a store that refuses writes, and players need an answer.
            self._warn(error)
            self._extend(self._clock(), self._steady_s())
            return True
        if kept:
            self._warned = False
            if self._lock.lock() is not None:
                self._lock.sign(self._holder)
        else:
            self.lost.set()
            self._lock.unlock()
            log.warning("another process has taken over; this one acts no more")
        return kept

    async def _ask(self) -> bool:
        now, now_s = self._clock(), self._steady_s()
        ours = await self._store.take_lease(self._holder, now, now + timedelta(seconds=self._times.lease_s))
        if ours:
            self._extend(now, now_s)
        return ours

    def _extend(self, now: datetime, now_s: float) -> None:
        self._until = now + timedelta(seconds=self._times.lease_s)
        self._until_s = now_s + self._times.lease_s

    def _warn(self, error: StoreError) -> None:
        if not self._warned:
            log.warning("the lease cannot be stored", extra={"error": error})
        self._warned = True
