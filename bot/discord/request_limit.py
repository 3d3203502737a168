"""Discord's limit for all requests of a bot together, kept over all its processes. Knows no request.

Discord counts the requests with the token of the bot, whoever makes them; answers to interactions are not among them.
The processes reserve moments for their requests at the store, some at a time where many wait, so that it is asked
less often the more there is to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

from bot.process import metrics
from data.store import StoreError

log = logging.getLogger(__name__)

Reserve = Callable[[int, timedelta], Awaitable[timedelta | None]]
"""See `Store.reserve_requests`."""

_BURST: Final = 0.1
_STEADY: Final = 0.8
"""Shares of the limit: so much at once, and so much evenly. A tenth is left for what arrives late on its way."""
_AT_ONCE: Final = 10
"""As many moments are reserved together at most."""
_STALE_S: Final = 0.25
"""A moment that is past for so long is not used any more: it would make a burst."""
_NOT_COUNTED: Final = ("/interactions/", "/webhooks/")


def route_of(path: str) -> str | None:
    """The route of a path of a URL; `None` where it is none of the API."""
    _, api, route = path.partition("/api/v10")
    return route if api else None


def counts(path: str) -> bool:
    """Whether a request to this path of a URL counts: to the API, and not the answer to an interaction."""
    route = route_of(path)
    return route is not None and not route.startswith(_NOT_COUNTED)


class RequestLimit:
    """Lets at most `a_second` requests pass in any second, those of all processes that reserve at the same place.

    Where nobody gives out moments, or they cannot be had, this process counts its own requests. `steady_s` is a clock
    that never jumps.
    """

    def __init__(self, a_second: int, reserve: Reserve, steady_s: Callable[[], float]) -> None:
        self._gap_s = 1 / (_STEADY * a_second)
        self._lead_s = max(0, int(_BURST * a_second) - 1) * self._gap_s
        self._reserve = reserve
        self._steady_s = steady_s
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._moments: deque[float] = deque()
        self._own_s = 0.0
        self._warned = False

    async def turn(self) -> None:
        """Wait until a request may be made."""
        began_s = self._steady_s()
        self._waiting += 1
        try:
            # The others wait behind it, so that no process reserves far ahead of the rest.
            async with self._lock:
                wait_s = await self._next() - self._steady_s()
                if wait_s > 0:
                    await asyncio.sleep(wait_s)
        finally:
            self._waiting -= 1
        metrics.REQUEST_WAIT.observe(self._steady_s() - began_s)

    async def _next(self) -> float:
        while self._moments and self._moments[0] < self._steady_s() - _STALE_S:
            self._moments.popleft()
        if not self._moments:
            count = min(self._waiting, _AT_ONCE)
            ahead_s = await self._ahead(count)
            now_s = self._steady_s()
            self._moments.extend(now_s + max(0.0, ahead_s + at * self._gap_s - self._lead_s) for at in range(count))
        return self._moments.popleft()

    async def _ahead(self, count: int) -> float:
        """For how long what was given out already takes."""
        try:
            ahead = await self._reserve(count, timedelta(seconds=self._gap_s))
        except StoreError as error:
            if not self._warned:
                log.warning("the limit of requests is kept for this process alone", extra={"reason": error})
            self._warned, ahead = True, None
        else:
            self._warned = False
        if ahead is not None:
            return ahead.total_seconds()
        now_s = self._steady_s()
        begin_s = max(self._own_s, now_s)
        self._own_s = begin_s + count * self._gap_s
        return begin_s - now_s
