"""Whether this process acts on what it receives, and the answers that it is in the midst of. Knows no Discord."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

FUSE: Final = 10
"""So many unexpected errors within `REST` and the bot rests as long."""
REST: Final = timedelta(minutes=1)


class Resting(Exception):  # noqa: N818 - named as what happens, as everywhere here
    """What was to be done by itself waits until the bot rests no more."""


async def _always() -> bool:
    return True


class Guard:
    """What every answer asks first. `acts` tells whether it is for this process to act (see `Lease.acts`)."""

    def __init__(self) -> None:
        self.acts: Callable[[], Awaitable[bool]] = _always
        self.online = True
        """Whether there is a connection to Discord; without one nobody can press, and the clocks stand still."""
        self.ending = False
        """The process has been told to end: what runs is finished, what comes now is put off in words."""
        self._errors: deque[datetime] = deque(maxlen=FUSE)
        self._rests_since: datetime | None = None
        self._answers = 0
        self._idle = asyncio.Event()
        self._idle.set()

    # --- the fuse ---

    def failed(self, now: datetime) -> bool:
        """Count an unexpected error; whether the bot begins to rest with it."""
        self._errors.append(now)
        if len(self._errors) < FUSE or now - self._errors[0] > REST:
            return False
        self._errors.clear()
        self._rests_since = now
        return True

    def rests(self, now: datetime) -> bool:
        """Whether so much went wrong that nothing is to be changed now; ends by itself."""
        since = self._rests_since
        return since is not None and since <= now < since + REST

    # --- what runs ---

    @contextmanager
    def answering(self) -> Generator[None]:
        """Hold up the end of the process (`idle`) until this answer is given."""
        self._answers += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._answers -= 1
            if not self._answers:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until no answer is being given."""
        await self._idle.wait()
