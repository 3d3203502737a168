"""The processes that use a store: heartbeats, leases, answers owed, and what they notify each other of."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from math import gcd

from data.errors import OtherShards
from data.ids import GuildId
from data.rows import LeftBehind
from data.shards import WHOLE, Shards, runs
from data.sql.absence_rows import absences_in
from data.sql.engine import OnEngine, Transaction, repeated
from data.sql.values import Row, micros, moment, span

_LONGEST_WISH = timedelta(minutes=2)


_OUTAGE = "outage:"


class _Taken(Exception):  # noqa: N818 - as what happened
    """A shard was taken by somebody between two looks."""


class Process(OnEngine):
    """The state of the processes that use this store."""

    @repeated
    async def seed(self, make: Callable[[], int]) -> int:
        """The secret seed of this store, made once by `make` and the same ever after."""
        async with self._engine.write() as db:
            rows = await db.run("seed")
            if not rows:
                await db.run("insert_seed", value=str(make()))
                rows = await db.run("seed")  # another process may have been first
            return int(rows[0]["value"])

    @repeated
    async def record_heartbeat(self, now: datetime, shards: Shards = WHOLE) -> None:
        """Keep this moment as the last one at which a process was at work on these shards."""
        async with self._engine.write() as db:
            await write_heartbeat(db, now, shards)

    @repeated
    async def keep_announcement(self, text: str) -> None:
        """Keep what is to be said to all tables once that is confirmed; it takes the place of an earlier one."""
        async with self._engine.write() as db:
            await db.run("keep_announcement", value=text)

    async def announcement(self) -> str | None:
        """What was kept so and has not been announced."""
        rows = await self._engine.read("announcement")
        return rows[0]["value"] if rows else None

    @repeated
    async def set_served(self, guild: GuildId, *, served: bool, now: datetime) -> None:
        """Keep whether new games may be opened in a server."""
        name = f"unserved:{guild}"
        async with self._engine.write() as db:
            if served:
                await db.run("serve_again", name=name)
            else:
                await db.run("stop_serving", name=name, value=str(micros(now)))

    async def last_heartbeat(self, shards: Shards = WHOLE) -> datetime | None:
        """The last moment that was recorded so, the earliest of these shards; None if there was none."""
        return min((await self.heartbeats(shards)).values(), default=None)

    async def heartbeats(self, shards: Shards) -> dict[int, datetime]:
        """The last moment of each of these shards that has one."""
        return _beats(await self._engine.read("heartbeats"), shards)

    async def outages(self) -> list[tuple[datetime, datetime]]:
        """From when until when the bot was away, on whatever shards, the first first."""
        rows = await self._engine.read("outages")
        return [(moment(int(row["name"].removeprefix(_OUTAGE))), moment(int(row["value"]))) for row in rows]

    @repeated
    async def delete_outages(self, before: datetime) -> None:
        """Forget those that began before this moment."""
        async with self._engine.write() as db:
            await db.run("delete_outages", before=_outage(before))

    @repeated
    async def keep_answer(self, interaction: int, body: str, shards: Shards = WHOLE) -> None:
        """Keep what another process of these shards needs to answer an interaction, should this one die."""
        async with self._engine.write() as db:
            await db.run("keep_answer", name=_answer(interaction, shards), value=body)

    @repeated
    async def drop_answers(self, interactions: Sequence[int], shards: Shards = WHOLE) -> None:
        """Forget these; one that is gone already is no error."""
        async with self._engine.write() as db:
            await db.run("drop_answers", names=[f"answer:{interaction}" for interaction in interactions])
            if shards.count > 1:  # it may have been kept by a process with other shards
                for interaction in interactions:
                    await db.run("drop_answer_in", pattern=f"answer:{interaction}:%")

    async def left_behind(self, shards: Shards = WHOLE) -> LeftBehind:
        """The last heartbeats and answers that were kept and not dropped, of these shards; all servers that are away.

        Answers that were kept while there was another number of shards are among them where shard 0 is.
        """
        rows = await self._engine.read("left_behind")
        answers = tuple(row["value"] for row in rows if _is_left_to(row["name"], shards))
        return LeftBehind(_beats(rows, shards), answers, absences_in(rows))

    async def reserve_requests(self, count: int, gap: timedelta) -> timedelta | None:  # noqa: ARG002
        """How long to wait with the first of so many requests to Discord, of which each takes `gap` of its time.

        The moments are given out in turn over all processes, by the clock of the server. None where the store is for
        one process at a time, which may count by itself.
        """
        return None

    async def server_time(self) -> datetime | None:
        """The present moment by the clock of the server of the database; None where there is none but the machine's."""
        return None

    @repeated
    async def take_lease(self, holder: str, now: datetime, until: datetime, shards: Shards = WHOLE) -> bool:
        """Whether these shards are all this holder's until then: they were nobody's, theirs, or run out by now.

        If not, the lease of another ends at `until` at the latest unless it is renewed, whatever was stored. When the
        number of shards changes, the heartbeats are carried over to the new ones.

        Raises:
            OtherShards: leases on another number of shards have not run out.
        """
        at, end, count = micros(now), micros(until), shards.count
        others: list[int] = []
        taken = False
        try:
            async with self._engine.write() as db:
                renewed = await db.run(
                    "renew_lease", holder=holder, until=end, shards=count, first=shards.first, last=shards.last
                )
                if len(renewed) == len(shards):
                    return True
                await db.run("lock_leases")
                rows = await db.run("leases")
                held = [row for row in rows if row["expires_at"] > at]
                others = [row["shards"] for row in held if row["shards"] != count]
                if others or any(row["shard"] in set(shards) and row["holder"] != holder for row in held):
                    # Now, and not when the caller looked at the clock: it may have stood still since.
                    late = max(self._engine.now() - now, timedelta())
                    await db.run("drop_lease", holder=holder)  # a part of the shards is of no use
                    await db.run("bound_lease", now=micros(now + late), until=micros(until + late))
                else:
                    await _take(db, holder, at, end, shards)
                    taken = True
        except _Taken:
            return False
        if others:
            raise OtherShards(self._engine.shown, others[0], count)
        return taken

    @repeated
    async def want_lease(self, shards: Shards, until: datetime) -> None:
        """Ask for these shards until then: a holder that is a spare gives them back, and no spare takes them.

        One that ends more than some minutes from now was written by a clock that was wrong, and counts for nothing.
        """
        async with self._engine.write() as db:
            await db.run("want_lease", until=micros(until), shards=shards.count, first=shards.first, last=shards.last)

    async def is_wanted(self, shards: Shards, now: datetime) -> bool:
        """Whether somebody has asked for one of these shards and waits."""
        rows = await self._leases(shards.count)
        return any(row["shard"] in set(shards) and _is_wanted(row, micros(now)) for row in rows)

    async def free_shards(self, count: int, now: datetime) -> Shards | None:
        """The first shards that one holder had and has no more, and that nobody has asked for."""
        at = micros(now)
        free = [row for row in await self._leases(count) if row["expires_at"] <= at and not _is_wanted(row, at)]
        before = [row["shard"] for row in free if row["holder"] == free[0]["holder"]]
        return next(iter(runs(before, count)), None)

    async def held_shards(self, count: int, now: datetime) -> frozenset[int]:
        """Those of so many shards that a process holds."""
        return frozenset(row["shard"] for row in await self._leases(count) if row["expires_at"] > micros(now))

    async def _leases(self, count: int) -> list[Row]:
        return [row for row in await self._engine.read("leases") if row["shards"] == count]

    async def lease_holder(self, shards: Shards = WHOLE) -> str | None:
        """Who has the lease of the first of these shards or had it last; None after it was dropped."""
        rows = [row for row in await self._engine.read("leases") if row["shard"] == shards.first and row["expires_at"]]
        return rows[0]["holder"] if rows else None

    @repeated
    async def drop_lease(self, holder: str, until: datetime | None = None) -> None:
        """Leave the shards to the next one; nothing happens if they are another's, or if the lease ends otherwise."""
        async with self._engine.write() as db:
            if until is None:
                await db.run("drop_lease", holder=holder)
            else:
                await db.run("drop_lease_that_ends", holder=holder, until=micros(until))

    async def abandoned_leases(self) -> dict[str, datetime]:
        """When the leases end of those `process/…` whose process has no session (see `listening`) at this moment.

        It may have lost the session and be well; one that was killed has none at once. Empty where the store has no
        sessions.
        """
        return {row["holder"]: moment(row["expires_at"]) for row in await self._engine.read("abandoned_leases")}

    @repeated
    async def take_identify(
        self, bucket: int, now: datetime, gap: timedelta, held: datetime | None = None
    ) -> datetime | None:
        """Let a shard of this bucket identify itself now, `gap` after the one before it.

        `held` is the moment at which it was let do so already and did not. Returns None where it may, else when to ask
        again.
        """
        async with self._engine.write() as db:
            taken = await db.run(
                "take_identify",
                bucket=bucket,
                now=micros(now),
                gap=gap // timedelta(microseconds=1),
                held=-1 if held is None else micros(held),
            )
            if taken:
                return None
            (last,) = await db.run("last_identify", bucket=bucket)
            return moment(last["at"]) + gap

    async def notify(self, text: str) -> None:
        """Notify all processes that are `listening`; it may get lost, and over SQLite always does."""
        await self._engine.notify(text)

    def listening(self, heard: Callable[[str], object], process: str = "") -> AbstractAsyncContextManager[None]:
        """Call `heard` with each text that a process notifies while the block lasts, this one included.

        Meanwhile this process, where it is named, has a session, which ends at once when it dies.
        """
        return self._engine.listening(heard, process)


async def write_heartbeat(db: Transaction, now: datetime, shards: Shards) -> None:
    """Keep this moment as the last heartbeat of these shards."""
    for shard in shards:
        await db.run("record_heartbeat", name=_beat(shard, shards.count), value=str(micros(now)))


async def write_outage(db: Transaction, began: datetime, ended: datetime) -> None:
    """Keep that the bot was away between these moments; of several that began together the longest counts."""
    await db.run("record_outage", name=_outage(began), value=str(micros(ended)))


async def _take(db: Transaction, holder: str, at: int, end: int, shards: Shards) -> None:
    """Write the leases of shards that nobody holds. Raises `_Taken`, where an older version of the bot was first."""
    await db.run("forget_leases", shards=shards.count, now=at)
    await _carry_over(db, shards.count)
    for shard in shards:
        if not await db.run("take_lease", shard=shard, holder=holder, until=end, now=at, shards=shards.count):
            raise _Taken


async def _carry_over(db: Transaction, count: int) -> None:
    """Give the shards of a new number of shards the heartbeats of the old ones."""
    rows = {row["name"]: int(row["value"]) for row in await db.run("heartbeats")}
    old = {name: _shard_of_beat(name) for name in rows}
    gone = [name for name, (_, shards) in old.items() if shards != count]
    if not gone:
        return
    if len(gone) == len(rows):
        beats = {old[name]: at for name, at in rows.items()}
        for shard, at in carried_over(beats, count).items():
            await db.run("record_heartbeat", name=_beat(shard, count), value=str(at))
    await db.run("drop_heartbeats", names=gone)


def carried_over(beats: Mapping[tuple[int, int], int], count: int) -> dict[int, int]:
    """The last heartbeat by shard of `count`, from those by (shard, number of shards).

    The servers of a new shard were on all old ones that are the same modulo what both numbers of shards can be divided
    by; the earliest of those counts, as a player rather gets too much time than too little.
    """
    found: dict[int, int] = {}
    for new in range(count):
        same = [at for (shard, shards), at in beats.items() if (shard - new) % gcd(shards, count) == 0]
        if same:
            found[new] = min(same)
    return found


def _is_wanted(row: Row, now: int) -> bool:
    return now < row["wanted"] <= now + span(_LONGEST_WISH)


def _outage(began: datetime) -> str:
    return f"{_OUTAGE}{micros(began):020}"


def _beat(shard: int, count: int) -> str:
    return "beat" if count == 1 else f"beat:{shard}/{count}"


def _shard_of_beat(name: str) -> tuple[int, int]:
    shard, _, count = name.removeprefix("beat").removeprefix(":").partition("/")
    return (int(shard), int(count)) if count else (0, 1)


def _beats(rows: Sequence[Row], shards: Shards) -> dict[int, datetime]:
    """The heartbeats of these shards among the rows."""
    found: dict[int, datetime] = {}
    for row in rows:
        if row["name"].startswith("beat"):
            shard, count = _shard_of_beat(row["name"])
            if count == shards.count and shard in set(shards):
                found[shard] = moment(int(row["value"]))
    return found


def _answer(interaction: int, shards: Shards) -> str:
    return f"answer:{interaction}" if shards.count == 1 else f"answer:{interaction}:{shards.first}/{shards.count}"


def _is_left_to(name: str, shards: Shards) -> bool:
    """Whether a row is an answer that a process of these shards has to give after the one that kept it died."""
    kind, _, rest = name.partition(":")
    if kind != "answer":
        return False
    first, _, count = rest.partition(":")[2].partition("/")
    was, number = (int(first), int(count)) if count else (0, 1)
    return was in set(shards) if number == shards.count else shards.first == 0
