"""Wakes those who wait in this process until a game has come further, such as until its board stands in its channel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from data.ids import GameId

Found = TypeVar("Found")


class Signals:
    """Who waits for which game."""

    def __init__(self) -> None:
        self._waiting: dict[GameId, set[asyncio.Event]] = {}

    def notify(self, game: GameId) -> None:
        """A message about a game was delivered, or one of its timers has fired."""
        for event in self._waiting.get(game, ()):
            event.set()

    async def until(
        self, game: GameId, look: Callable[[], Awaitable[Found | None]], *, within_s: float
    ) -> Found | None:
        """What is found by looking now and whenever the game has come further; `None` where that is nothing in time."""
        event = asyncio.Event()
        self._waiting.setdefault(game, set()).add(event)
        try:
            async with asyncio.timeout(within_s):
                while True:
                    event.clear()
                    found = await look()
                    if found is not None:
                        return found
                    await event.wait()
        except TimeoutError:
            return None
        finally:
            self._waiting[game].discard(event)
            if not self._waiting[game]:
                del self._waiting[game]
