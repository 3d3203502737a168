"""The bot's pulse: it notes that it is at work, and after an absence credits the running clocks with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

from bot.services.context import Services
from bot.tables.messages import TIMED_KINDS, note
from bot.tables.schedule import OUTAGE, OUTAGE_TOLD
from data.store import StoreError

log = logging.getLogger(__name__)

BEAT_S: Final = 60
KEPT: Final = timedelta(days=400)
"""How long finished and cancelled games are kept."""
_RETIRED_AT_ONCE: Final = 200


async def credit_outage(services: Services) -> timedelta:
    """Credit all running clocks with the time since the last pulse, and give it; our absence makes nobody late."""
    now = services.clock()
    last = await services.store.last_beat()
    away = now - last if last is not None else timedelta()
    if away < OUTAGE:
        await services.store.beat(now)
        return timedelta()
    await services.store.shift(TIMED_KINDS, away, beat=now)
    log.info("away_s=%s credited to the running clocks", int(away.total_seconds()))
    if away >= OUTAGE_TOLD:
        for row in await services.store.games_with(("running",)):
            if row.deadline is not None:
                await services.store.enqueue([note("credited")], game=row.id)
    return away


async def run(services: Services, sweep: Callable[[], Awaitable[None]]) -> None:
    """Note every minute that the bot is at work, and delete what is too old; ends by being cancelled.

    `sweep` tells what is due by then, should whoever was to wake for it have failed.
    """
    while True:
        await asyncio.sleep(BEAT_S)
        if services.guard.online and await services.guard.acts():
            await beat_once(services)
            await sweep()


async def beat_once(services: Services) -> None:
    """Note once that the bot is at work, and delete some of what is too old."""
    try:
        await credit_outage(services)
        gone = await services.store.retire(services.clock() - KEPT, _RETIRED_AT_ONCE)
    except StoreError as error:
        log.error("the pulse could not be noted: %s", error)
        return
    if gone:
        log.info("games=%s deleted, which ended more than %s days ago", gone, KEPT.days)
