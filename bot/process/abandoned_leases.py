"""The leases of processes that are dead, as far as a store on a server can tell: they have no session there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from data.store import Store

log = logging.getLogger(__name__)


class AbandonedLeases:
    """Those without a session, and since when each has not been renewed, by a clock that never jumps."""

    def __init__(self, store: Store, steady_s: Callable[[], float], gone_s: float) -> None:
        self._store = store
        self._steady_s = steady_s
        self._gone_s = gone_s
        self._since_s: dict[tuple[str, datetime], float] = {}
        """By holder and end of its lease."""

    def forget(self) -> None:
        """Count from the beginning again."""
        self._since_s = {}

    async def drop(self) -> None:
        """Drop those that were not renewed for `gone_s`, which is longer than their holders may act.

        Raises:
            StoreError: the store refuses.
        """
        abandoned = await self._store.abandoned_leases()
        now_s = self._steady_s()
        self._since_s = {one: self._since_s.get(one, now_s) for one in abandoned.items()}
        for (holder, until), since_s in self._since_s.items():
            if now_s - since_s >= self._gone_s:
                log.info("a process that had shards is gone", extra={"holder": holder})
                await self._store.drop_lease(holder, until)
