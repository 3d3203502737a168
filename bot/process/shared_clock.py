"""The clock that all processes on one database share: that of its server, where a machine's own is wrong by seconds.

Leases, timers and the days of the daily challenge compare moments that different processes wrote. A process whose clock
is an hour ahead would take the lease of another one that acts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from data.store import Store, StoreError

log = logging.getLogger(__name__)

_TOLERATED: Final = timedelta(seconds=1)
"""By so much clocks may differ; it is also the precision of the correction."""
_LOOK_S: Final = 30.0


class SharedClock:
    """The wall clock of this machine, `own`, with the correction that was found last."""

    def __init__(self, own: Callable[[], datetime]) -> None:
        self._own = own
        self._correction = timedelta()

    def __call__(self) -> datetime:
        """The present moment, aware, in UTC."""
        return self._own() + self._correction

    async def set(self, store: Store) -> None:
        """Compare with the clock of the server of this store, if it has one."""
        before = self._own()
        try:
            there = await store.server_time()
        except StoreError:
            return
        if there is None:
            return
        after = self._own()
        correction = there - (before + (after - before) / 2)
        if abs(correction - self._correction) <= _TOLERATED + (after - before) / 2:
            return
        self._correction = correction if abs(correction) > _TOLERATED else timedelta()
        log.warning(
            "the clock of this machine and that of the database server differ: the server's is used",
            extra={"ahead_s": round(-correction.total_seconds(), 1)},
        )

    async def keep(self, store: Store) -> None:
        """Compare now and then; ends by being cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            await self.set(store)
