"""Retention: ended games and tournaments, and tries at the daily challenge, are deleted after 400 days."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from data.store import Store

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=400)
"""How long finished and cancelled games are kept."""
_BATCH: Final = 200


async def delete_ended(store: Store, now: datetime) -> int:
    """Delete some of the games that ended too long ago, the oldest first; returns how many.

    Raises:
        StoreError: the store refuses.
    """
    await store.delete_dailies((now - KEPT).date().isoformat(), now.date().isoformat())
    await store.delete_outages(now - KEPT)
    await store.delete_tournaments(now - KEPT)
    deleted = await store.delete_ended(now - KEPT, _BATCH)
    if deleted:
        log.info("old games were deleted", extra={"games": deleted, "kept_days": KEPT.days})
    return deleted
