"""The servers that are away, and the time of their games, which is credited with that when it is needed."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from data.ids import GuildId
from data.rows import GuildAbsence, OutboxRow
from data.sql.absence_rows import absence_of, absences_in, name_of, value_of
from data.sql.engine import OnEngine, repeated
from data.sql.outbox import outbox_row
from data.sql.values import span

Credit = Callable[[Sequence[OutboxRow], datetime, datetime], timedelta]
"""By how much the time of a game moves with these waiting rows, from one moment to another."""


class Absences(OnEngine):
    """The servers that are away. All games of one are credited together, until a moment that is kept with that."""

    async def absences(self) -> dict[GuildId, GuildAbsence]:
        """All servers that are away."""
        return absences_in(await self._engine.read("absences"))

    async def absence(self, guild: GuildId) -> GuildAbsence | None:
        """The absence of a server that is away."""
        rows = await self._engine.read("absence", name=name_of(guild))
        return absence_of(rows[0]) if rows else None

    @repeated
    async def begin_absence(self, guild: GuildId, since: datetime) -> None:
        """Keep that a server is away; nothing changes if it was before."""
        async with self._engine.write() as db:
            await db.run("begin_absence", name=name_of(guild), value=value_of(GuildAbsence(since, since)))

    @repeated
    async def credit_absence(
        self, guild: GuildId, until: datetime, kinds: Sequence[str], credit: Credit, *, ends: bool = False
    ) -> GuildAbsence | None:
        """Move the rows of these kinds and the deadlines of a server that is away; the absence that is credited then.

        `until` may lie before what was credited, which is taken back. With `ends` the server is there again. `None`
        where it is not away.
        """
        async with self._engine.write() as db:
            rows = await db.run("hold_absence", name=name_of(guild))
            if not rows:
                return None
            before = absence_of(rows[0])
            for found in await db.run("waiting_games", guild=guild, kinds=kinds):
                game = found["id"]
                await db.run("hold_game", game=game, version=None)
                waiting = [outbox_row(row) for row in await db.run("outbox_of", game=game)]
                if by := credit(waiting, before.counted, until):
                    await db.run("postpone_deadline", game=game, by=span(by))
                    await db.run("postpone_game", game=game, kinds=kinds, by=span(by))
            after = GuildAbsence(before.since, until)
            if ends:
                await db.run("end_absence", name=name_of(guild))
            else:
                await db.run("count_absence", name=name_of(guild), value=value_of(after))
            return after
