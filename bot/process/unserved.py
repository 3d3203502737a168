"""Looks whether some of the shards that processes share are served by nobody, as where their ranges leave a gap."""

from __future__ import annotations

import logging
from datetime import datetime

from bot.process.guard import Guard
from data.shards import runs
from data.store import Store, StoreError

log = logging.getLogger(__name__)


class Unserved:
    """Warns once of the same shards; one process does, that with the first shard that anybody has."""

    def __init__(self) -> None:
        self._seen: frozenset[int] = frozenset()
        self._warned: frozenset[int] = frozenset()

    async def look(self, store: Store, now: datetime, guard: Guard) -> None:
        """Warn of shards that nobody had at the last look either, since some are handed over at any moment."""
        if guard.shards.is_whole:
            return
        count = guard.shards.count
        try:
            held = await store.held_shards(count, now)
        except StoreError:
            return
        missing = frozenset(range(count)) - held
        still, self._seen = missing & self._seen, missing
        if held and min(held) in set(guard.shards) and still and still != self._warned:
            ranges = ", ".join(str(one) for one in runs(sorted(still), count))
            log.warning(
                "no process serves some shards, and the games of their servers stand still: start one with them",
                extra={"shards": ranges},
            )
        if self._warned and not still:
            log.info("all shards are served again")
        self._warned = still
