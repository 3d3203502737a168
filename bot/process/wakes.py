"""What processes on one database notify each other of, so that none has to wait until the other looks by itself.

A text that gets lost costs seconds and nothing else: who waits for a lease asks for it every second, and a process that
shares the servers with others looks at its outbox every few seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final, Generic, ParamSpec

from data.ids import GameId, GuildId
from data.shards import Shards
from data.store import Store, StoreError

log = logging.getLogger(__name__)

_LEASE: Final = "lease"
_OUTBOX: Final = "outbox"
_DAILY: Final = "daily"
_LEAVING: Final = "leaving"
_COMING: Final = "coming"


P = ParamSpec("P")


class Signal(Generic[P]):
    """Something that may be heard, and who is notified of it."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, None]] = []

    def subscribe(self, listener: Callable[P, None]) -> Callable[[], None]:
        """Call this whenever it is heard; returns what ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            with contextlib.suppress(ValueError):
                self._listeners.remove(listener)

        return unsubscribe

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call each listener."""
        for listener in tuple(self._listeners):
            listener(*args, **kwargs)


class Wakes:
    """The texts that come from other processes, and what they wake here."""

    def __init__(self) -> None:
        self.lease = asyncio.Event()
        """Set when a lease was given back or is asked for; the task that waits for it clears it."""
        self.due = Signal[GameId, GuildId | None]()
        """Notified when something was written to the outbox of a game by another process."""
        self.daily = Signal[[]]()
        """Notified when a message about the daily challenge may be due."""
        self.leaving = Signal[Shards]()
        """Notified when a process is about to leave these shards."""
        self.coming = asyncio.Event()
        """Set when a spare connects the shards that are about to be left; the task that waits for it clears it."""

    def heard(self, text: str) -> None:
        """Take a text; one that is not understood, from another version, is left alone."""
        match text.split():
            case [word] if word == _LEASE:
                self.lease.set()
            case [word, game, guild] if word == _OUTBOX:
                with contextlib.suppress(ValueError):
                    self.due.notify(GameId(int(game)), GuildId(int(guild)) if int(guild) else None)
            case [word, first, last, count] if word == _LEAVING:
                with contextlib.suppress(ValueError):
                    self.leaving.notify(Shards(int(first), int(last), int(count)))
            case [word] if word == _DAILY:
                self.daily.notify()
            case [word] if word == _COMING:
                self.coming.set()
            case _:
                pass


async def notify_lease(store: Store) -> None:
    """Wake the processes that wait for a lease, and the one that may give it back."""
    await _notify(store, _LEASE)


async def notify_due(store: Store, game: GameId, guild: GuildId | None) -> None:
    """Wake the process that delivers the messages of this game."""
    await _notify(store, f"{_OUTBOX} {game} {guild or 0}")


async def notify_daily(store: Store) -> None:
    """Wake the processes that show the daily challenge in their servers."""
    await _notify(store, _DAILY)


async def notify_leaving(store: Store, shards: Shards) -> None:
    """Ask a spare to connect these shards, which this process is about to leave."""
    await _notify(store, f"{_LEAVING} {shards.first} {shards.last} {shards.count}")


async def notify_coming(store: Store) -> None:
    """Answer the process that is about to leave its shards: they are being connected."""
    await _notify(store, _COMING)


async def _notify(store: Store, text: str) -> None:
    try:
        await store.notify(text)
    except StoreError as error:
        log.debug("other processes were not notified: %s", error)
