"""The clock of the bot: it runs on steadily, and believes a jump of the machine's clock only when that is confirmed.

A wall clock that is put days ahead for a moment would let deadlines pass, close the daily challenge, publish the seed
of its bag and delete what is old; one in the past would give every turn the difference. So the time goes on by the
steady clock, and what the wall clock says counts while the two agree. Discord's own time (the `Date` header of its
answers) decides between them, and is used where both are wrong.

Leases compare moments that different processes wrote. They take the time of the database's server, where there is one:
a process whose clock is an hour ahead would take the lease of another one that acts.
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
JUMP: Final = timedelta(minutes=1)
"""From which difference to the steady clock, or to Discord's time, on a wall clock is doubted."""
CONFIRMED_S: Final = 300.0
"""How long a wall clock has to go on steadily after a jump to be believed, where Discord's time was never heard."""


class SharedClock:
    """The time that all parts of this process use, from the wall clock of this machine, `own`, and a steady one."""

    def __init__(self, own: Callable[[], datetime], steady_s: Callable[[], float]) -> None:
        self._own = own
        self._steady_s = steady_s
        self._correction = timedelta()
        self._is_compared = False
        self._known = own()
        self._known_s = steady_s()
        self._has_heard_discord = False
        self._jump = timedelta()
        """By how much the wall clock is away from the time that is used, where it is doubted."""
        self._jumped_s = 0.0

    def __call__(self) -> datetime:
        """The present moment, aware, in UTC."""
        wall, steady = self.wall(), self._steady()
        ahead = wall - steady
        if abs(ahead) <= JUMP:
            if self._jump:
                log.info("the clock of this machine is right again")
            return self._set(wall)
        now_s = self._steady_s()
        if abs(ahead - self._jump) > JUMP:
            self._jump, self._jumped_s = ahead, now_s
            log.warning(
                "the clock of this machine jumped, or is wrong: the time goes on without it until it is confirmed",
                extra={"ahead_s": round(ahead.total_seconds(), 1)},
            )
        if not self._has_heard_discord and now_s - self._jumped_s >= CONFIRMED_S:
            log.warning("the clock of this machine is believed: it has gone on steadily since its jump")
            return self._set(wall)
        return steady

    def wall(self) -> datetime:
        """What the wall clock says, with the correction by the database's server; it may jump. Leases use it."""
        return self._own() + self._correction

    def heard(self, discord: datetime) -> None:
        """Discord has just given its time, to the second: it confirms the wall clock or the steady one, or counts."""
        self._has_heard_discord = True
        if abs(self.wall() - discord) <= JUMP:
            if self._jump:
                log.info("the clock of this machine is confirmed by Discord's time")
            self._set(self.wall())
        elif abs(self._steady() - discord) > JUMP:
            self._set(discord)
            self()

    def _steady(self) -> datetime:
        return self._known + timedelta(seconds=self._steady_s() - self._known_s)

    def _set(self, now: datetime) -> datetime:
        self._known, self._known_s, self._jump = now, self._steady_s(), timedelta()
        return now

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
        if abs(correction - self._correction) > _TOLERATED + (after - before) / 2:
            self._correction = correction if abs(correction) > _TOLERATED else timedelta()
            log.warning(
                "the clock of this machine and that of the database server differ: the server's is used",
                extra={"ahead_s": round(-correction.total_seconds(), 1)},
            )
        if not self._is_compared:
            self._is_compared = True
            self._set(self.wall())

    async def keep(self, store: Store) -> None:
        """Compare now and then; ends by being cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            await self.set(store)
            self()
