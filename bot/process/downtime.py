"""Downtime: the clocks of games stand still while the bot, or one server, is away, and go on with the time they had.

Every absence is credited by `credited_time`, whatever was away: the process, the connection, a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.process.offline import OfflineShards
from bot.tables.outbox_rows import POSTPONABLE_KINDS, turn_timer
from bot.tables.schedule import OUTAGE
from data.ids import GuildId
from data.shards import WHOLE, Shards, shard_of
from data.store import GuildAbsence, OutboxRow, Store, StoreError

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


def credited_after_death(waiting: Iterable[OutboxRow], last: datetime, now: datetime) -> timedelta:
    """How far the timers of a game have to move for an absence of the process whose last heartbeat is known.

    It was still at work when it wrote one of them soon after; what another process wrote later reckons from `last`.
    """
    rows = tuple(waiting)
    written = [row.created_at for row in rows if turn_timer(row) and last < row.created_at < last + OUTAGE]
    return credited_time(rows, max(written, default=last), now)


async def credit_all(
    store: Store, since: datetime, now: datetime, shards: Shards = WHOLE, *, heartbeat: bool = True
) -> None:
    """Credit all games of these shards with an absence of the bot, and record the heartbeat that ends it.

    Servers that are away have a credit of their own (`AbsentGuilds`). Without `heartbeat` that is not recorded: only a
    connection was away.

    Raises:
        StoreError: the store refuses.
    """
    beat = now if heartbeat else None
    await store.postpone_all(POSTPONABLE_KINDS, now - since, heartbeat=beat, shards=shards)
    away = await store.absences()
    for row in await store.games_with(("running",)):
        if row.guild not in shards or row.guild in away:
            continue
        # Few games: with a vacation during the absence, or a turn begun after the last heartbeat. A crash before this
        # leaves them more time.
        waiting = await store.outbox_of(row.id)
        credited = credited_after_death(waiting, since, now) if heartbeat else credited_time(waiting, since, now)
        if too_much := (now - since) - credited:
            await store.postpone_game(row.id, POSTPONABLE_KINDS, -too_much)


class AbsentGuilds:
    """The servers that are away, and until when the time of their games has been credited with that.

    The store has it, so that no restart and no other process reckons otherwise; this knows what concerns this process.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        offline: OfflineShards,
        ours: Callable[[], Shards] = lambda: WHOLE,
    ) -> None:
        self._store = store
        self._clock = clock
        self._offline = offline
        self._ours = ours
        """Whose servers this process acts for."""
        self._away: dict[GuildId, GuildAbsence] = {}
        self._unrecorded = set[GuildId]()
        """Those of which the store does not know yet."""

    def __contains__(self, guild: GuildId) -> bool:
        return guild in self._away

    def __iter__(self) -> Iterator[GuildId]:
        return iter(tuple(self._away))

    def left(self, guild: GuildId) -> None:
        """A server is away from now on; nothing changes if it was before. See `record`."""
        if guild not in self._away:
            now = self._clock()
            self._away[guild] = GuildAbsence(now, now)
            self._unrecorded.add(guild)

    def forget(self, guild: GuildId) -> None:
        """A server is there again, which concerns the process that acts."""
        self._away.pop(guild, None)
        self._unrecorded.discard(guild)

    def restart(self, shards: Shards = WHOLE) -> None:
        """All games of these shards, but those of servers of which the store knows, were credited until now."""
        now = self._clock()
        for guild in self._unrecorded:
            if guild in shards:
                self._away[guild] = GuildAbsence(now, now)

    async def load(self, left: Mapping[GuildId, GuildAbsence], shards: Shards = WHOLE) -> None:
        """Know what a former process knew of the servers of these shards, whose other games were credited until now.

        `left` are the servers that are away by the store.

        Raises:
            StoreError: the store refuses.
        """
        self.restart(shards)
        for guild, absence in left.items():
            if guild in shards:
                self._away[guild] = absence
                self._unrecorded.discard(guild)
        await self.record()

    async def record(self) -> None:
        """Let the store know of the servers that are away.

        Raises:
            StoreError: the store refuses.
        """
        for guild in tuple(self._unrecorded):
            if guild in self._away:
                await self._store.begin_absence(guild, self._away[guild].since)
            self._unrecorded.discard(guild)

    async def counted_until(self, guild: GuildId | None) -> datetime:
        """The moment from which the time of a server's games is reckoned: now, or until when an absence is credited.

        Raises:
            StoreError: the store refuses.
        """
        absence = None if guild is None else await self._store.absence(guild)
        if absence is not None:
            return absence.counted
        now, ours = self._clock(), self._ours()
        if guild not in ours:
            return await self._last_served(shard_of(guild, ours.count), ours.count, now)
        shard = shard_of(guild, self._offline.count)
        since = self._offline.since(shard)
        uncredited = self._offline.uncredited(shard)
        return now if since is None or uncredited is None or now - since < OUTAGE else uncredited

    async def _last_served(self, shard: int, count: int, now: datetime) -> datetime:
        """Now, or until when another process served its shard, which its successor credits from there."""
        last = (await self._store.heartbeats(Shards(shard, shard, count))).get(shard)
        return now if last is None or now - last < OUTAGE else last

    async def hold(self, guild: GuildId) -> datetime:
        """Move the clocks of a server that is away on; returns until when they need not be moved again.

        The step is a minute, or more after a long time, so that a server that never comes back costs little.

        Raises:
            StoreError: the store refuses.
        """
        self.left(guild)
        await self.record()
        absence, now = self._away[guild], self._clock()
        if absence.counted > now:
            return absence.counted
        until = now + max(_STEP, (now - absence.since) / 24)
        credited = await self._store.credit_absence(guild, until, POSTPONABLE_KINDS, credited_time)
        if guild in self._away:  # It may have returned meanwhile.
            self.forget(guild)
            if credited is None:
                self.left(guild)
            else:
                self._away[guild] = credited
        return until

    async def checkpoint(self) -> None:
        """Move the clocks of all servers that are away on, where games are open.

        Raises:
            StoreError: the store refuses.
        """
        if not self._away:
            return
        await self.record()
        playing = {row.guild for row in await self._store.games_with(("lobby", "running"))}
        for guild in self:
            if guild in playing:
                await self.hold(guild)

    async def returned(self, guild: GuildId) -> timedelta:
        """Let the clocks of a server go on with the time that they had; returns how long it was away.

        Raises:
            StoreError: the store refuses.
        """
        absence = self._away.get(guild)
        if absence is None:
            return timedelta()
        unrecorded = guild in self._unrecorded
        self.forget(guild)
        now = self._clock()
        try:
            if unrecorded:
                await self._store.begin_absence(guild, absence.since)
            await self._store.credit_absence(guild, now, POSTPONABLE_KINDS, credited_time, ends=True)
        except StoreError:
            self._away.setdefault(guild, absence)
            raise
        return now - absence.since
