"""The heartbeat: every minute the store gets the time, so that a restart can credit an outage to the game clocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.process import downtime, retention
from bot.process.downtime import AbsentGuilds
from bot.process.guard import Guard
from bot.tables.messages import TimeCredited
from bot.tables.outbox_rows import Scheduled
from bot.tables.schedule import OUTAGE, OUTAGE_TOLD
from data.store import LeftBehind, Store, StoreError

log = logging.getLogger(__name__)

BEAT_S: Final = 60


async def credit_outage(
    store: Store,
    clock: Callable[[], datetime],
    absent: AbsentGuilds | None = None,
    *,
    left_behind: LeftBehind | None = None,
) -> timedelta:
    """Move all game clocks by the time since the last heartbeat; returns that time, zero if it is no outage.

    `left_behind` has that heartbeat, where the caller has read it already.

    Raises:
        StoreError: the store refuses.
    """
    now = clock()
    last = await store.last_heartbeat() if left_behind is None else left_behind.heartbeat
    outage = now - last if last is not None else timedelta()
    if outage < OUTAGE:
        await store.record_heartbeat(now)
        return timedelta()
    await downtime.credit_all(store, now - outage, now)
    if absent:
        absent.restart()
    log.info("an outage was credited to the game clocks", extra={"outage_s": int(outage.total_seconds())})
    if outage >= OUTAGE_TOLD:
        for row in await store.games_with(("running",)):
            if row.deadline is not None:
                await store.enqueue([Scheduled(TimeCredited()).row], game=row.id)
    return outage


async def run(
    store: Store,
    clock: Callable[[], datetime],
    guard: Guard,
    absent: AbsentGuilds,
    deliver_due: Callable[[], Awaitable[None]],
) -> None:
    """Beat once a minute while this process acts and is online; ends by being cancelled.

    `deliver_due` delivers every due message and timer: a second chance if a wake-up failed.
    """
    while True:
        await asyncio.sleep(BEAT_S)
        if guard.online and await guard.acts():
            await beat_once(store, clock, absent)
            await deliver_due()


async def beat_once(store: Store, clock: Callable[[], datetime], absent: AbsentGuilds | None = None) -> None:
    """Record one heartbeat and delete some games that are too old; an error of the store is only logged."""
    try:
        await credit_outage(store, clock, absent)
        if absent:
            await absent.checkpoint()
        await retention.delete_ended(store, clock())
    except StoreError as error:
        log.error("the heartbeat could not be recorded", extra={"error": error})
