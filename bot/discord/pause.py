"""A pause for all requests while what stands before Discord takes none.

Cloudflare, or a proxy, answers with a page in place of Discord: to so many refused requests that it blocks this
machine, or to a fault of its own. Its page says nothing about a channel, a permission or the token, and every further
request makes the block longer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.discord.failures import BlockedError
from bot.process.retries import Failure, Purpose, wait_s

log = logging.getLogger(__name__)

PROBE: Final = timedelta(seconds=2)
"""How long after a request that is to show whether the pause is over the next one may be made, if it gets no answer."""
_ABOUT_THE_REQUEST: Final = (400, 413)
"""What a page says about the one request that it answers."""


def is_page(status: int, headers: Mapping[str, str]) -> bool:
    """Whether a refusal comes from what stands before Discord: it is not JSON, or a limit without a `Via` header."""
    if not 400 <= status < 500 or status in _ABOUT_THE_REQUEST:
        return False
    if status == 429 and not headers.get("Via"):
        return True
    return headers.get("Content-Type", "application/json").partition(";")[0].strip() != "application/json"


class Pause:
    """Lets no request pass after a page, then one at a time until one is answered by Discord."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._ends_at: datetime | None = None
        self._next_at: datetime | None = None
        self._pauses = 0
        """How many there were since Discord answered."""

    def check(self) -> None:
        """Pass while there is no pause.

        Raises:
            BlockedError: there is one.
        """
        if self._next_at is None:
            return
        now = self._clock()
        if now < self._next_at:
            raise BlockedError((self._next_at - now).total_seconds())
        self._next_at = now + PROBE

    def refused(self, status: int, asked_s: float) -> BlockedError:
        """Begin a pause, or make it longer, of as long as a page asks for; what the request that got it fails with."""
        now = self._clock()
        going = self._ends_at is not None and now < self._ends_at
        seconds = asked_s
        if going and self._ends_at is not None:
            seconds = max(seconds, (self._ends_at - now).total_seconds())
        elif not seconds:
            seconds = wait_s(Purpose.ANYTHING, Failure.TRANSIENT, self._pauses) or 0.0
        if not going:
            self._pauses += 1
            log.warning("no request reaches Discord: none is made", extra={"status": status, "wait_s": seconds})
        self._ends_at = self._next_at = now + timedelta(seconds=seconds)
        return BlockedError(seconds)

    def answered(self) -> None:
        """Discord has answered a request, which ends a pause whose time is over."""
        if self._ends_at is not None and self._clock() >= self._ends_at:
            self._ends_at = self._next_at = None
            self._pauses = 0
            log.info("requests reach Discord again")
