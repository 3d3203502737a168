"""The state of the process that uses a store, on any SQL engine. See `data.store.Process`."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from data.rows import LeftBehind
from data.sql.engine import OnEngine, Transaction, repeated
from data.sql.values import micros, moment


class SqlProcess(OnEngine):
    """`Process` over an engine."""

    @repeated
    async def seed(self, make: Callable[[], int]) -> int:
        """See `Process.seed`."""
        async with self._engine.write() as db:
            rows = await db.run("seed")
            if not rows:
                await db.run("insert_seed", value=str(make()))
                rows = await db.run("seed")  # another process may have been first
            return int(rows[0]["value"])

    @repeated
    async def record_heartbeat(self, now: datetime) -> None:
        """See `Process.record_heartbeat`."""
        async with self._engine.write() as db:
            await write_heartbeat(db, now)

    async def last_heartbeat(self) -> datetime | None:
        """See `Process.last_heartbeat`."""
        rows = await self._engine.read("last_heartbeat")
        return moment(int(rows[0]["value"])) if rows else None

    @repeated
    async def keep_answer(self, interaction: int, body: str) -> None:
        """See `Process.keep_answer`."""
        async with self._engine.write() as db:
            await db.run("keep_answer", name=f"answer:{interaction}", value=body)

    @repeated
    async def drop_answers(self, interactions: Sequence[int]) -> None:
        """See `Process.drop_answers`."""
        async with self._engine.write() as db:
            await db.run("drop_answers", names=[f"answer:{interaction}" for interaction in interactions])

    async def left_behind(self) -> LeftBehind:
        """See `Process.left_behind`."""
        rows = await self._engine.read("left_behind")
        beats = [moment(int(row["value"])) for row in rows if row["name"] == "beat"]
        return LeftBehind(beats[0] if beats else None, tuple(row["value"] for row in rows if row["name"] != "beat"))

    async def reserve_requests(self, count: int, gap: timedelta) -> timedelta | None:  # noqa: ARG002
        """See `Process.reserve_requests`."""
        return None

    @repeated
    async def take_lease(self, holder: str, now: datetime, until: datetime) -> bool:
        """See `Process.take_lease`."""
        async with self._engine.write() as db:
            if await db.run("take_lease", holder=holder, now=micros(now), until=micros(until)):
                return True
            # Now, and not when the caller looked at the clock: it may have stood still since.
            late = max(self._engine.now() - now, timedelta())
            await db.run("bound_lease", now=micros(now + late), until=micros(until + late))
            return False

    async def lease_holder(self) -> str | None:
        """See `Process.lease_holder`."""
        rows = await self._engine.read("lease_holder")
        return rows[0]["holder"] if rows else None

    @repeated
    async def drop_lease(self, holder: str) -> None:
        """See `Process.drop_lease`."""
        async with self._engine.write() as db:
            await db.run("drop_lease", holder=holder)


async def write_heartbeat(db: Transaction, now: datetime) -> None:
    """Keep this moment as the last heartbeat."""
    await db.run("record_heartbeat", value=str(micros(now)))
