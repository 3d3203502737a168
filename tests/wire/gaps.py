"""How long nobody hears a shard while processes take it over from each other, and what becomes of presses meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.wire.fake import Discord, Interaction
from tests.wire.program import until
from tests.wire.server import Server

_PRESS_S = 0.1
_ANSWER_S = 3.0
"""The time that Discord gives for an answer."""
_LOOK_S = 0.01


@dataclass
class Watch:
    """What was seen of one shard."""

    shard: int
    presses: list[Interaction] = field(default_factory=list)
    gaps_s: list[float] = field(default_factory=list)
    """How long nobody was connected, each time."""

    @property
    def unanswered(self) -> int:
        """How many presses met nobody."""
        return sum(not one.answers for one in self.presses)

    @property
    def latest_s(self) -> float:
        """The longest that a press waited for its acknowledgement."""
        return max(one.answered_at - one.sent_at for one in self.presses if one.answered_at is not None)


@asynccontextmanager
async def watched(fake: Discord, server: Server, channel: int, shard: int) -> AsyncIterator[Watch]:
    """Somebody types a command in this channel ten times a second, and the connections of its shard are looked at."""
    watch = Watch(shard)

    async def press() -> None:
        while True:
            watch.presses.append(fake.command(11, "games", channel))
            await asyncio.sleep(_PRESS_S)

    async def look() -> None:
        since: float | None = None
        while True:
            there = any(one.shard == shard for one in server.connected)
            if not there and since is None:
                since = time.monotonic()
            elif there and since is not None:
                watch.gaps_s.append(time.monotonic() - since)
                since = None
            await asyncio.sleep(_LOOK_S)

    tasks = [asyncio.create_task(press()), asyncio.create_task(look())]
    try:
        yield watch
    finally:
        tasks[0].cancel()
        with contextlib.suppress(TimeoutError):
            await until(lambda: not watch.unanswered, within_s=_ANSWER_S)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
