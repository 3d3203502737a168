"""The heartbeat: every minute the store gets the time, so that a restart can credit an outage to the game clocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from bot.process import downtime, retention
from bot.process.downtime import AbsentGuilds
from bot.process.guard import Guard
from bot.process.offline import OfflineShards
from bot.process.unserved import Unserved
from bot.tables.messages import TimeCredited
from bot.tables.outbox_rows import Scheduled
from bot.tables.schedule import OUTAGE, OUTAGE_TOLD
from data.shards import WHOLE, Shards, runs
from data.store import LeftBehind, Store, StoreError

log = logging.getLogger(__name__)

BEAT_S: Final = 60


async def credit_outage(
    store: Store,
    clock: Callable[[], datetime],
    absent: AbsentGuilds | None = None,
    *,
    left_behind: LeftBehind | None = None,
    shards: Shards = WHOLE,
) -> timedelta:
    """Move the clocks of each shard by the time since its last heartbeat; returns the longest that is an outage.

    `left_behind` has those heartbeats, where the caller has read them already.

    Raises:
        StoreError: the store refuses.
    """
    now = clock()
    beats = await store.heartbeats(shards) if left_behind is None else left_behind.heartbeats
    longest = timedelta()
    for last, group in groupby(shards, beats.get):
        for part in runs(group, shards.count):
            outage = now - last if last is not None else timedelta()
            if outage < OUTAGE:
                await store.record_heartbeat(now, part)
                continue
            await downtime.credit_all(store, now - outage, now, part)
            if absent:
                absent.restart(part)
            log.info(
                "an outage was credited to the game clocks",
                extra={"outage_s": int(outage.total_seconds()), "shards": str(part)},
            )
            await _tell(store, outage, part)
            longest = max(longest, outage)
    return longest


async def _tell(store: Store, outage: timedelta, shards: Shards) -> None:
    """Let the tables of these shards know of a long outage."""
    if outage < OUTAGE_TOLD:
        return
    for row in await store.games_with(("running",)):
        if row.deadline is not None and row.guild in shards:
            await store.enqueue([Scheduled(TimeCredited()).row], about=row.id)


async def credit_offline(store: Store, now: datetime, offline: OfflineShards, absent: AbsentGuilds | None) -> None:
    """Move the clocks of the shards without a connection on, so that a crash forgets nothing of that.

    Raises:
        StoreError: the store refuses.
    """
    for shard in offline.shards:
        since, credited = offline.since(shard), offline.uncredited(shard)
        if since is None or credited is None or now - since < OUTAGE or now <= credited:
            continue
        part = Shards(shard, shard, offline.count)
        await downtime.credit_all(store, credited, now, part, heartbeat=False)
        offline.credited(shard, now)
        if absent:
            absent.restart(part)


async def shard_back(
    store: Store, clock: Callable[[], datetime], shard: int, offline: OfflineShards, absent: AbsentGuilds
) -> None:
    """Let the clocks of a shard go on that is online again, with the time that they had."""
    now, since = clock(), offline.since(shard)
    try:
        await credit_offline(store, now, offline, absent)
        if since is not None:
            await _tell(store, now - since, Shards(shard, shard, offline.count))
    except StoreError as error:
        log.error("the time without a connection could not be credited", extra={"error": error, "shards": shard})
    offline.back(shard)


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
    unserved = Unserved()
    while True:
        await asyncio.sleep(BEAT_S)
        if guard.online and await guard.acts():
            await beat_once(store, clock, absent, guard)
            await deliver_due()
            await unserved.look(store, clock(), guard)


async def beat_once(
    store: Store,
    clock: Callable[[], datetime],
    absent: AbsentGuilds | None = None,
    guard: Guard | None = None,
) -> None:
    """Record one heartbeat and delete some games that are too old; an error of the store is only logged.

    What is done once for a database is done by the process that has its first shard.
    """
    shards = guard.shards if guard else WHOLE
    try:
        if await credit_outage(store, clock, absent, shards=shards) and guard:
            for shard in guard.offline.shards:
                guard.offline.credited(shard, clock())
        if guard:
            await credit_offline(store, clock(), guard.offline, absent)
        if absent:
            await absent.checkpoint()
        if guard is None or guard.keeps_house:
            await retention.delete_ended(store, clock())
    except StoreError as error:
        log.error("the heartbeat could not be recorded", extra={"error": error})
