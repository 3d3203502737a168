"""Several connections to Discord in one process: as many shards as it has, which identify themselves in turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.discord.client import IngeniousClient
from bot.discord.limits import Limits
from bot.discord.session_starts import IdentifyLater, SessionStarts
from bot.process.heartbeat import beat_once, shard_back
from bot.services.context import Services
from data.shards import WHOLE, Shards
from data.store import Store, StoreError

log = logging.getLogger(__name__)

GAP: Final = timedelta(seconds=5.5)
"""Discord takes one IDENTIFY in five seconds of each bucket of shards; the rest is for the way there."""
_PROMPT: Final = timedelta(seconds=0.3)
"""How long after its turn has come a shard may identify itself; later it takes its turn again."""
_TRIES: Final = 10
"""How often it does that on a machine that is too slow."""
_LAUNCH_S: Final = 600.0
"""How long a shard has for its turn and its connection."""


@dataclass(frozen=True, slots=True)
class Sharding:
    """Which shards a client connects, and how many of all may identify themselves at the same time."""

    shards: Shards
    buckets: int = 1


async def sharding(starts: SessionStarts, wanted: Shards) -> Sharding | None:
    """What a client has to connect for the servers of these shards; None where that is a single connection.

    A process with all servers connects as many shards as Discord recommends, or one where it does not answer.
    """
    found = await starts.recommended()
    buckets = 1 if found is None else found.buckets
    if wanted != WHOLE:
        return Sharding(wanted, buckets)
    if found is None or found.shards <= 1:
        return None
    return Sharding(Shards(0, found.shards - 1, found.shards), buckets)


async def turn_to_identify(store: Store, clock: Callable[[], datetime], bucket: int) -> None:
    """Wait until a shard of this bucket may identify itself; the next one's turn counts from when this ends.

    Raises:
        StoreError: the turn cannot be stored.
    """
    held, late = None, 0
    while late < _TRIES:
        now = clock()
        again = await store.take_identify(bucket, now, GAP, held)
        if again is not None:
            await asyncio.sleep((again - now).total_seconds())
        elif clock() - now <= _PROMPT:
            return
        else:
            held, late = now, late + 1


class ShardedClient(IngeniousClient, discord.AutoShardedClient):
    """The bot on several connections to Discord; while one of them is lost, only its servers' clocks are stopped."""

    def __init__(  # noqa: PLR0913 - those of its base, and one
        self,
        services: Services,
        sharding: Sharding,
        *,
        invite: bool = False,
        emojis: bool = False,
        mentions: bool = False,
        limits: Limits | None = None,
        heard_time: Callable[[datetime], None] | None = None,
        turned: Callable[[bool], None] | None = None,
    ) -> None:
        super().__init__(
            services,
            invite=invite,
            emojis=emojis,
            mentions=mentions,
            limits=limits,
            heard_time=heard_time,
            turned=turned,
        )
        self._sharding = sharding
        self.shard_ids = list(sharding.shards)
        self.shard_count = sharding.shards.count
        self.shard_connect_timeout = _LAUNCH_S
        self._connected = set[int]()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may be started; the others keep theirs meanwhile.

        Raises:
            ConnectionError: that takes too long for a connection that was there before; discord.py tries it again.
        """
        while True:
            try:
                await super().before_identify_hook(shard_id, initial=initial)
            except IdentifyLater as later:
                if (shard_id or 0) in self._identified:
                    raise ConnectionError(str(later)) from later
                await asyncio.sleep(later.wait_s)
            else:
                return

    async def _take_turn(self, shard: int) -> None:
        """Wait for the turn of a shard, among those of all processes."""
        try:
            await turn_to_identify(self.services.store, self.services.clock, shard % self._sharding.buckets)
        except StoreError as error:
            log.warning("the turn of a shard cannot be stored", extra={"error": error, "shard": shard})
            await asyncio.sleep(GAP.total_seconds())

    # discord.py calls these as well as those of the one shard.

    async def on_connect(self) -> None:
        """See `on_shard_connect`."""

    async def on_resumed(self) -> None:
        """See `on_shard_resumed`."""

    async def on_disconnect(self) -> None:
        """See `on_shard_disconnect`."""

    async def on_shard_connect(self, shard_id: int) -> None:
        """Report that a shard is connected."""
        self.was_online = True
        await self._shard_online(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Report that a shard is connected again."""
        await self._shard_online(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of the shard's servers until it is back."""
        guard = self.services.guard
        self._connected.discard(shard_id)
        self.connected.clear()
        guard.offline.lost(shard_id, self.services.clock())
        if not self._connected:
            guard.connection_lost()
            self._turn(online=False)

    async def _shard_online(self, shard_id: int) -> None:
        services, guard = self.services, self.services.guard
        self._connected.add(shard_id)
        if len(self._connected) == len(self._sharding.shards):
            self.connected.set()
        self._turn(online=True)
        was_offline = guard.offline.since(shard_id) is not None
        acts = (was_offline or not guard.online) and await guard.acts()
        if acts and not guard.online:
            await beat_once(services.store, services.clock, services.absent, guard)
        if acts and was_offline:
            await shard_back(services.store, services.clock, shard_id, guard.offline, services.absent)
        guard.offline.back(shard_id)
        if was_offline or not guard.online:
            guard.connection_back()
            await self._look()
