"""How often the bot may identify itself: what Discord says of the sessions that are left, and a pace for them.

Discord lets a bot start some hundred sessions a day, all its processes together, and resets its token where it starts
more. A session is started by IDENTIFY; resuming one costs nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
from discord.http import Route

from bot.process import retries
from bot.process.retries import Failure, Purpose

log = logging.getLogger(__name__)

CALM_S: Final = 600
"""A session that has lasted for so long is none of those."""
_SPARED: Final = 0.5
"""The share of the sessions of a day that are started slower and slower, so that they never run out."""
_SAID_S: Final = 30
"""A wait of so long is said in the log and the health file."""
_LEAST_S: Final = 5.0
_LOOK_S: Final = 60.0
_ASK_S: Final = 10


class IdentifyLater(Exception):  # noqa: N818 - named as what happened
    """The session was lost, and the next one may be started only after a while."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"the next session is started in {wait_s:.0f} s")
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True)
class StartLimit:
    """How many sessions may be started, and until when."""

    total: int
    left: int
    reset_s: float
    """For how long they must last."""


@dataclass(frozen=True, slots=True)
class Recommended:
    """What Discord says to a bot that is about to connect."""

    shards: int
    buckets: int
    """How many shards may identify themselves at the same time."""
    limit: StartLimit


def pace_s(limit: StartLimit) -> float:
    """How long after a session was started the next one may be.

    As soon as one likes while there are many left; slower the fewer there are, so that some are always left.
    """
    if limit.left <= 0:
        return max(limit.reset_s, _LEAST_S)
    scarcity = 1 - limit.left / (_SPARED * limit.total)
    return max(0.0, scarcity) * limit.reset_s / limit.left


async def ask_discord(token: str) -> Recommended | None:
    """What Discord says; `None` where it does not answer."""
    try:
        async with asyncio.timeout(_ASK_S), aiohttp.ClientSession() as session:
            headers = {"Authorization": f"Bot {token}"}
            async with session.get(f"{Route.BASE}/gateway/bot", headers=headers) as answer:
                if answer.status != 200:
                    return None
                found = await answer.json(content_type=None)
                starts = found["session_start_limit"]
                limit = StartLimit(int(starts["total"]), int(starts["remaining"]), int(starts["reset_after"]) / 1000)
                return Recommended(int(found["shards"]), max(int(starts["max_concurrency"]), 1), limit)
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError, KeyError, TypeError) as error:
        log.info("Discord does not say how many shards it recommends", extra={"error": repr(error)})
        return None


@dataclass(frozen=True, slots=True)
class _Start:
    at_s: float
    quick: int
    """How many sessions of the shard before it ended soon."""


class SessionStarts:
    """When this process may start its sessions; kept over all clients that it makes one after the other.

    `ask` asks Discord, `steady_s` is a clock that never jumps, and `held` is told for how long no session may be
    started where that is long, and `None` when one may be.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[Recommended | None]],
        steady_s: Callable[[], float],
        held: Callable[[float | None], None],
    ) -> None:
        self._ask = ask
        self._steady_s = steady_s
        self._held = held
        self._limit: StartLimit | None = None
        self._reset_at_s = 0.0
        self._asked = False
        """Whether Discord was asked since the last start."""
        self._last_s = steady_s()
        self._starts: dict[int, _Start] = {}
        self._said_until_s = 0.0

    async def recommended(self) -> Recommended | None:
        """What Discord says now; `None` where it does not answer."""
        found = await self._ask()
        self._asked = True
        if found is not None:
            self._limit, self._reset_at_s = found.limit, self._steady_s() + max(found.limit.reset_s, _LEAST_S)
        elif self._steady_s() >= self._reset_at_s:
            self._limit = None
        return found

    async def wait_s(self, shard: int = 0, *, again: bool = False) -> float:
        """For how long this shard may not identify itself; with `again` its client has done so before."""
        if not self._asked or self._is_over():
            await self.recommended()
        now_s = self._steady_s()
        wait_s = max(self._paced_until_s(), self._spaced_until_s(shard) if again else 0) - now_s
        self._say(wait_s)
        return max(0.0, wait_s)

    async def turn(self) -> None:
        """Wait until a session may be started."""
        wait_s = await self.wait_s()
        while wait_s:
            await asyncio.sleep(min(wait_s, _LOOK_S))
            wait_s = await self.wait_s()

    def started(self, shard: int = 0, *, again: bool = False) -> None:
        """A shard identifies itself now."""
        now_s = self._steady_s()
        before = self._starts.get(shard)
        quick = 0 if before is None or now_s - before.at_s >= CALM_S else before.quick + again
        self._starts[shard] = _Start(now_s, quick)
        self._last_s, self._asked = now_s, False
        if self._limit is not None:
            self._limit = StartLimit(self._limit.total, self._limit.left - 1, self._limit.reset_s)

    def _is_over(self) -> bool:
        """Whether the time of the limit is over, so that Discord has another one."""
        return self._limit is not None and self._steady_s() >= self._reset_at_s

    def _paced_until_s(self) -> float:
        limit = self._limit
        if limit is None:
            return 0.0
        left_s = self._reset_at_s - self._steady_s()
        if limit.left <= 0:
            return self._reset_at_s
        return self._last_s + pace_s(StartLimit(limit.total, limit.left, left_s))

    def _spaced_until_s(self, shard: int) -> float:
        before = self._starts.get(shard)
        if before is None:
            return 0.0
        return before.at_s + (retries.wait_s(Purpose.SESSION, Failure.TRANSIENT, before.quick) or 0.0)

    def _say(self, wait_s: float) -> None:
        """One line in the log for each long wait."""
        if wait_s < _SAID_S:
            if wait_s <= 0 < self._said_until_s:
                self._said_until_s = 0.0
                self._held(None)
            return
        until_s = self._steady_s() + wait_s
        if until_s - self._said_until_s > _SAID_S:
            left = None if self._limit is None else self._limit.left
            log.warning(
                "no session may be started before the limit is reset: connecting then"
                if left is not None and left <= 0
                else "sessions end too often: starting the next one later",
                extra={"wait_s": int(wait_s), "left": left},
            )
            self._held(wait_s)
        self._said_until_s = max(self._said_until_s, until_s)
