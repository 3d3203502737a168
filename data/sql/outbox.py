"""The outbox of a store: messages to deliver and timers to fire."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from data.errors import GameMissing, ReferenceMissing
from data.ids import GameId
from data.rows import NewOutboxRow, OutboxRow, Pending, SentBoard, Server, Subject
from data.shards import WHOLE, Shards
from data.sql.engine import OnEngine, repeated
from data.sql.game_rows import game_row, insert_outbox, update_board_message
from data.sql.process import write_heartbeat, write_outage
from data.sql.values import Row, bounds_of, micros, moment, moment_or_none, span


class Outbox(OnEngine):
    """Messages to deliver and timers to fire, each about a game or a server."""

    @repeated
    async def enqueue(self, rows: Sequence[NewOutboxRow], *, about: Subject) -> None:
        """Write outbox rows that belong to no append. Raises `GameMissing`."""
        now = self._engine.now()
        try:
            async with self._engine.write() as db:
                await insert_outbox(db, about, rows, now)
        except ReferenceMissing as error:
            raise GameMissing(about if isinstance(about, int) else GameId(0)) from error

    @repeated
    async def announce(self, text: str, rows: Sequence[tuple[GameId, NewOutboxRow]]) -> bool:
        """Write these outbox rows, unless what was kept to be announced is another text by now; whether it was not.

        Raises `GameMissing`.
        """
        now = self._engine.now()
        try:
            async with self._engine.write() as db:
                taken = await db.run("take_announcement", value=text)
                if taken:
                    for game, row in rows:
                        await insert_outbox(db, game, (row,), now)
        except ReferenceMissing as error:
            raise GameMissing(GameId(0)) from error
        return bool(taken)

    async def due(self, now: datetime, limit: int, shards: Shards = WHOLE) -> list[OutboxRow]:
        """The rows of these shards that are due, the longest due first; of one moment, in the order they were made."""
        if shards.is_whole:
            rows = await self._engine.read("due", now=micros(now), limit=limit)
        else:
            rows = await self._engine.read("due_in", now=micros(now), limit=limit, **bounds_of(shards))
        return [outbox_row(row) for row in rows]

    async def outbox_of(self, subject: Subject) -> list[OutboxRow]:
        """All rows about a game or a server that wait, due or not, the first due first."""
        if isinstance(subject, Server):
            rows = await self._engine.read("outbox_of_server", guild=subject.guild)
        else:
            rows = await self._engine.read("outbox_of", game=subject)
        return [outbox_row(row) for row in rows]

    async def pending(self, game: GameId) -> Pending:
        """The rows about a game that wait, and its own row as it was then or later. Raises `GameMissing`."""
        rows = await self.outbox_of(game)
        found = await self._engine.read("game", game=game)
        if not found:
            raise GameMissing(game)
        return Pending(game_row(found[0]), tuple(rows))

    async def next_due(self, shards: Shards = WHOLE) -> datetime | None:
        """When the first waiting row of these shards is due (it may be past); None if none waits."""
        if shards.is_whole:
            rows = await self._engine.read("next_due")
        else:
            rows = await self._engine.read("next_due_in", **bounds_of(shards))
        return moment_or_none(rows[0]["due_at"]) if rows else None

    @repeated
    async def complete(self, subject: Subject, rows: Sequence[int], *, board: SentBoard | None = None) -> None:
        """Delete delivered rows by id, and keep the message that shows the game now.

        A row or game that is gone already is no error.
        """
        async with self._engine.write() as db:
            if board is not None and not isinstance(subject, Server):
                await update_board_message(db, subject, board)
            await db.run("delete_outbox", rows=rows)

    @repeated
    async def postpone(self, row: int, due_at: datetime, error: str) -> None:
        """Count a failed attempt and wait until `due_at`; a row that is gone already is no error."""
        async with self._engine.write() as db:
            await db.run("postpone", id=row, due_at=micros(due_at), error=error)

    @repeated
    async def postpone_all(
        self, kinds: Sequence[str], by: timedelta, *, heartbeat: datetime | None = None, shards: Shards = WHOLE
    ) -> None:
        """Move all waiting rows of these kinds, and the deadlines of all running games, of these shards.

        Those of servers that are away stay as they are: they have their own credit.
        `heartbeat` is recorded for them with it, so that no outage is credited twice, and the outage is kept.
        """
        async with self._engine.write() as db:
            # The games first, as a move does: two that take them and their rows in another order wait for each other.
            if shards.is_whole:
                await db.run("postpone_deadlines", by=span(by))
                await db.run("postpone_all", kinds=kinds, by=span(by))
            else:
                await db.run("postpone_deadlines_in", by=span(by), **bounds_of(shards))
                await db.run("postpone_in", kinds=kinds, by=span(by), **bounds_of(shards))
            if heartbeat is not None:
                await write_heartbeat(db, heartbeat, shards)
                await write_outage(db, heartbeat - by, heartbeat)

    @repeated
    async def postpone_game(self, game: GameId, kinds: Sequence[str], by: timedelta) -> None:
        """Move the waiting rows of these kinds about one game, and its deadline. Raises `GameMissing`."""
        async with self._engine.write() as db:
            if not await db.run("postpone_deadline", game=game, by=span(by)):
                raise GameMissing(game)
            await db.run("postpone_game", game=game, kinds=kinds, by=span(by))


def outbox_row(row: Row) -> OutboxRow:
    """A row of the outbox."""
    return OutboxRow(
        row["id"],
        Server(row["guild"]) if row["game"] is None else row["game"],
        row["kind"],
        row["body"],
        moment(row["created_at"]),
        moment(row["due_at"]),
        row["attempts"],
        row["error"],
    )
