"""Who acts: of all processes on one database the holder of its lease, and none of the others. Knows no Discord.

The lease is a row in the store that runs out unless it is renewed. A process that has stood still for long, or whose
clock has jumped, asks for it again before it does anything more. Beside the database its holder keeps a file locked,
which the system gives back even when it is killed: so the next process need not wait for a dead one's lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from data.store import Store, StoreError

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
    """The wish of one process, `name`, to act on a store.

    `clock` is the wall clock that all processes share, `steady_s` one that never jumps; `mark` is the file to lock.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        mark: Path,
        clock: Callable[[], datetime],
        steady_s: Callable[[], float],
        times: Times = TIMES,
    ) -> None:
        self.lost = asyncio.Event()
        """Set while the lease is not ours."""
        self.lost.set()
        self._store = store
        self._name = name
        self._mark = _LockFile(mark)
        self._clock = clock
        self._steady_s = steady_s
        self._times = times
        self._tenures = 0
        self._until = _NEVER
        self._until_s = 0.0
        self._complained = False

    @property
    def _holder(self) -> str:
        """Another one each time that the lease is taken, so that a mark of a former time means nothing."""
        return f"{self._name}-{self._tenures}"

    async def take(self) -> bool:
        """Ask for the lease once; whether it is ours now."""
        self._tenures += 1
        dead = self._mark.lock()
        try:
            if dead:
                await self._store.drop_lease(dead)
            taken = await self._ask()
        except StoreError as error:
            self._complain(error)
            taken = False
        if taken:
            self._mark.sign(self._holder)
            self._complained = False
            self.lost.clear()
        else:
            self._mark.unlock()
        return taken

    async def wait(self, stop: asyncio.Event) -> bool:
        """Ask for the lease until it is ours, which it is then, or until `stop`."""
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
        """Whether this process is the one that acts at this very moment."""
        if self.lost.is_set():
            return False
        return (self._clock() < self._until and self._steady_s() < self._until_s) or await self._renew()

    async def release(self) -> None:
        """Leave the store to the next process."""
        if not self.lost.is_set():
            self.lost.set()
            try:
                await self._store.drop_lease(self._holder)
            except StoreError as error:
                self._complain(error)
        self._mark.unlock()

    async def _renew(self) -> bool:
        if self.lost.is_set():
            return False
        try:
            kept = await self._ask()
        except StoreError as error:
            # Nobody else can have taken it from a store that takes nothing, and players want to be told.
            self._complain(error)
            self._extend(self._clock(), self._steady_s())
            return True
        if kept:
            self._complained = False
            if self._mark.lock() is not None:
                self._mark.sign(self._holder)
        else:
            self.lost.set()
            self._mark.unlock()
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

    def _complain(self, error: StoreError) -> None:
        if not self._complained:
            log.warning("who acts cannot be noted: %s", error)
        self._complained = True


class _LockFile:
    """A file that one process at a time has locked, with the name under which that one holds the lease."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIOWrapper | None = None

    def lock(self) -> str | None:
        """Lock it; the name that a dead process left in it, or `None` if it is locked, by another or already."""
        if self._file is not None:
            return None
        try:
            file = self._path.open("a+", encoding="utf-8")
        except OSError:
            return None  # The lease goes without, it only takes longer.
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(0)
            name = file.read(200)
        except (OSError, UnicodeDecodeError):
            file.close()
            return None
        self._file = file
        return name

    def sign(self, name: str) -> None:
        """Write who holds it, if it is locked by us."""
        if self._file is None:
            return
        with contextlib.suppress(OSError):  # a full disk
            self._file.seek(0)
            self._file.truncate()
            self._file.write(name)
            self._file.flush()

    def unlock(self) -> None:
        """Give it free; the name in it stays, and names a lease that is no more."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None
