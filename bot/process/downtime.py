"""Downtime: the clocks of games stand still while the bot, or one server, is away, and go on with the time they had.

Every absence is credited by `credited_time`, whatever was away: the process, the connection, a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.tables.outbox_rows import POSTPONABLE_KINDS, turn_timer
from bot.tables.schedule import REMATCH
from data.ids import GameId, GuildId
from data.shards import WHOLE, Shards
from data.store import GameRow, OutboxRow, Store

_STEP: Final = timedelta(minutes=1)
"""How far ahead the clocks of an absent server are moved at least; what is too much is taken back at its return."""


def credited_time(waiting: Iterable[OutboxRow], since: datetime, until: datetime) -> timedelta:
    """How far the timers of a game have to move for an absence of this span.

    A vacation stands still by itself, and its end is in the timers (`away`), so only what goes beyond it counts. A
    span that ends before it begins gives the time to take back.
    """
    ends = [timer.away for row in waiting if (timer := turn_timer(row))]
    vacation = datetime.fromtimestamp(max(ends, default=0), UTC)
    return max(until, vacation) - max(since, vacation)


async def credit_all(
    store: Store, since: datetime, now: datetime, shards: Shards = WHOLE, *, heartbeat: bool = True
) -> None:
    """Credit all games of these shards with an absence of the bot, and record the heartbeat that ends it.

    Without `heartbeat` that is not recorded: only a connection was away.

    Raises:
        StoreError: the store refuses.
    """
    beat = now if heartbeat else None
    await store.postpone_all(POSTPONABLE_KINDS, now - since, heartbeat=beat, shards=shards)
    for row in await store.games_with(("running",)):
        if row.guild not in shards:
            continue
        # Few games: those with a vacation during the absence. A crash before this leaves them more time.
        if too_much := (now - since) - credited_time(await store.outbox_of(row.id), since, now):
            await store.postpone_game(row.id, POSTPONABLE_KINDS, -too_much)


class AbsentGuilds:
    """The servers that are away, and until when their games have been credited with that."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._since: dict[GuildId, datetime] = {}
        self._credited: dict[GameId, datetime] = {}
        """By game; as long as there is none the absence of its guild is not credited at all."""
        self._guild_of: dict[GameId, GuildId] = {}

    def __contains__(self, guild: GuildId) -> bool:
        return guild in self._since

    def left(self, guild: GuildId) -> None:
        """A server is away from now on; nothing changes if it was before."""
        self._since.setdefault(guild, self._clock())

    def forget(self, guild: GuildId) -> None:
        """A server is there again, which concerns the process that acts."""
        self._since.pop(guild, None)
        for game in [game for game, home in self._guild_of.items() if home == guild]:
            self._credited.pop(game, None)
            del self._guild_of[game]

    def restart(self, shards: Shards = WHOLE) -> None:
        """All games of these shards were credited until now (`credit_all`)."""
        now = self._clock()
        self._since = {guild: now if guild in shards else since for guild, since in self._since.items()}
        self._credited = {
            game: max(now, until) if self._guild_of[game] in shards else until for game, until in self._credited.items()
        }

    async def hold(self, row: GameRow) -> datetime:
        """Move the clocks of a game whose server is away on; returns until when they need not be moved again.

        The step is a minute, or more after a long time, so that a server that never comes back costs little.

        Raises:
            StoreError: the store refuses.
        """
        self.left(row.guild or GuildId(0))
        now = self._clock()
        until = now + max(_STEP, (now - self._since[row.guild or GuildId(0)]) / 24)
        await self._credit(row, until)
        return until

    async def checkpoint(self) -> None:
        """Move the clocks of all absent servers on, so that a crash forgets nothing of their absence.

        Raises:
            StoreError: the store refuses.
        """
        if not self._since:
            return
        now = self._clock()
        for row in await self._store.games_with(("lobby", "running")):
            if row.guild in self._since and self._credited.get(row.id, now) <= now:
                await self.hold(row)

    async def returned(self, guild: GuildId) -> timedelta:
        """Let the clocks of a server go on with the time that they had; returns how long it was away.

        Raises:
            StoreError: the store refuses.
        """
        since = self._since.get(guild)
        if since is None:
            return timedelta()
        now = self._clock()
        for row in await self._games_of(guild, since):
            await self._credit(row, now)
            self._credited.pop(row.id, None)
            self._guild_of.pop(row.id, None)
        del self._since[guild]
        return now - since

    async def _games_of(self, guild: GuildId, since: datetime) -> Sequence[GameRow]:
        """The games of a server in which a clock may run: also those whose rematch is offered."""
        rows = await self._store.games_with(("lobby", "running", "over"))
        ends = since - 2 * REMATCH
        return [row for row in rows if row.guild == guild and (row.ended_at is None or row.ended_at > ends)]

    async def _credit(self, row: GameRow, until: datetime) -> None:
        since = self._credited.get(row.id, self._since[row.guild or GuildId(0)])
        waiting = await self._store.outbox_of(row.id)
        if by := credited_time(waiting, since, until):
            await self._store.postpone_game(row.id, POSTPONABLE_KINDS, by)
        self._credited[row.id] = until
        self._guild_of[row.id] = row.guild or GuildId(0)
