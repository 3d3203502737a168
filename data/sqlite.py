"""The `Store` in one SQLite file, for one machine.

Each call is one transaction in the store's own thread (`worker.py`). Must not know SQL; the statements are in `sql/`.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from types import MappingProxyType

from data import backup, connection, sql
from data.rows import (
    UNCHANGED,
    GameChange,
    GameRow,
    NewGame,
    Note,
    OutboxRow,
    PlayerRow,
    Posted,
    Preferences,
    SeatRow,
    ServerRow,
    Status,
    StoredGame,
)
from data.worker import Worker

RETIRED_AT_ONCE = 20  # games deleted in one transaction, while which others wait


class SqliteStore(Worker):
    """A `Store`; use `SqliteStore.open`."""

    async def create(
        self, game: NewGame, events: Sequence[str], seats: Sequence[SeatRow] = (), outbox: Sequence[Note] = ()
    ) -> int:
        """See `Store.create`."""
        now = self._clock()

        def work(db: sqlite3.Connection) -> int:
            id_ = sql.games.insert_game(db, game, len(events), now)
            sql.games.insert_events(db, id_, 0, events, now)
            sql.games.insert_seats(db, id_, seats)
            sql.outbox.insert_notes(db, id_, outbox, now)
            return id_

        return await self._write(work)

    async def append(
        self,
        game: int,
        after: int,
        events: Sequence[str],
        *,
        change: GameChange = UNCHANGED,
        seats: Sequence[SeatRow] | None = None,
        outbox: Sequence[Note] = (),
        drop: Sequence[str] = (),
    ) -> tuple[int, ...]:
        """See `Store.append`."""
        now = self._clock()

        def work(db: sqlite3.Connection) -> tuple[int, ...]:
            sql.games.advance_game(db, game, after, after + len(events), now)
            if change != UNCHANGED:
                sql.games.change_game(db, game, change, now)
            sql.games.insert_events(db, game, after, events, now)
            if seats is not None:
                sql.games.delete_seats(db, game)
                sql.games.insert_seats(db, game, seats)
            sql.outbox.delete_kinds(db, game, drop)
            return sql.outbox.insert_notes(db, game, outbox, now)

        return await self._write(work)

    async def load(self, game: int) -> StoredGame:
        """See `Store.load`."""
        return await self._read(lambda db: sql.games.select_whole(db, game))

    async def game(self, game: int) -> GameRow:
        """See `Store.game`."""
        return await self._read(lambda db: sql.games.select_game(db, game))

    async def games_of(self, user: int, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Store.games_of`."""
        return await self._read(lambda db: sql.games.select_games_of(db, user, statuses))

    async def games_in(self, channel: int, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Store.games_in`."""
        return await self._read(lambda db: sql.games.select_games_in(db, channel, statuses))

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Store.games_with`."""
        return await self._read(lambda db: sql.games.select_games_with(db, statuses))

    async def games_count(self, statuses: Sequence[Status]) -> int:
        """See `Store.games_count`."""
        return await self._read(lambda db: sql.games.count_games_with(db, statuses))

    async def set_aside(self, game: int, why: str) -> None:
        """See `Store.set_aside`."""
        now = self._clock()
        await self._write(lambda db: sql.games.update_aside(db, game, why, now))

    async def posted(self, game: int, posted: Posted) -> None:
        """See `Store.posted`."""

        def work(db: sqlite3.Connection) -> None:
            sql.games.select_game(db, game)
            sql.games.update_message(db, game, posted)

        await self._write(work)

    async def enqueue(self, notes: Sequence[Note], *, game: int | None = None) -> tuple[int, ...]:
        """See `Store.enqueue`."""
        now = self._clock()

        def work(db: sqlite3.Connection) -> tuple[int, ...]:
            if game is not None:
                sql.games.select_game(db, game)
            return sql.outbox.insert_notes(db, game, notes, now)

        return await self._write(work)

    async def due(self, now: datetime, limit: int, game: int | None = None) -> list[OutboxRow]:
        """See `Store.due`."""
        if game is None:
            return await self._read(lambda db: sql.outbox.select_due(db, now, limit))
        return await self._read(lambda db: sql.outbox.select_due_of(db, game, now, limit))

    async def notes_of(self, game: int) -> list[OutboxRow]:
        """See `Store.notes_of`."""
        return await self._read(lambda db: sql.outbox.select_notes_of(db, game))

    async def next_due(self) -> datetime | None:
        """See `Store.next_due`."""
        return await self._read(sql.outbox.select_next_due)

    async def done(self, note: int, *, posted: Posted | None = None) -> None:
        """See `Store.done`."""

        def work(db: sqlite3.Connection) -> None:
            game = sql.outbox.select_game_of_note(db, note)
            if posted is not None and game is not None:
                sql.games.update_message(db, game, posted)
            sql.outbox.delete_note(db, note)

        await self._write(work)

    async def retry(self, note: int, due_at: datetime, error: str) -> None:
        """See `Store.retry`."""
        await self._write(lambda db: sql.outbox.update_retry(db, note, due_at, error))

    async def shift(self, kinds: Sequence[str], by: timedelta, *, beat: datetime | None = None) -> None:
        """See `Store.shift`."""

        def work(db: sqlite3.Connection) -> None:
            sql.outbox.shift_notes(db, kinds, by)
            sql.games.shift_deadlines(db, by)
            if beat is not None:
                sql.meta.upsert_beat(db, beat)

        await self._write(work)

    async def shift_game(self, game: int, kinds: Sequence[str], by: timedelta) -> None:
        """See `Store.shift_game`."""

        def work(db: sqlite3.Connection) -> None:
            sql.games.select_game(db, game)
            sql.outbox.shift_notes_of(db, game, kinds, by)
            sql.games.shift_deadline(db, game, by)

        await self._write(work)

    async def player(self, user: int) -> PlayerRow:
        """See `Store.player`."""
        return await self._read(lambda db: sql.people.select_player(db, user))

    async def players(self, users: Sequence[int]) -> dict[int, PlayerRow]:
        """See `Store.players`."""
        return await self._read(lambda db: {user: sql.people.select_player(db, user) for user in users})

    async def preferences(self, users: Sequence[int], guild: int | None) -> Preferences:
        """See `Store.preferences`."""

        def read(db: sqlite3.Connection) -> Preferences:
            players = {user: sql.people.select_player(db, user) for user in users}
            return Preferences(players, None if guild is None else sql.people.select_server(db, guild))

        return await self._read(read)

    async def save_player(self, row: PlayerRow) -> None:
        """See `Store.save_player`."""
        await self._write(lambda db: sql.people.upsert_player(db, row))

    async def server(self, guild: int) -> ServerRow:
        """See `Store.server`."""
        return await self._read(lambda db: sql.people.select_server(db, guild))

    async def save_server(self, row: ServerRow) -> None:
        """See `Store.save_server`."""
        await self._write(lambda db: sql.people.upsert_server(db, row))

    async def seed(self, make: Callable[[], int]) -> int:
        """See `Store.seed`; `make` runs in the thread of the store."""
        return await self._write(lambda db: sql.meta.seed(db, make))

    async def beat(self, now: datetime) -> None:
        """See `Store.beat`."""
        await self._write(lambda db: sql.meta.upsert_beat(db, now))

    async def last_beat(self) -> datetime | None:
        """See `Store.last_beat`."""
        return await self._read(sql.meta.select_beat)

    async def take_lease(self, holder: str, now: datetime, until: datetime) -> bool:
        """See `Store.take_lease`."""
        return await self._write(lambda db: sql.meta.upsert_lease(db, holder, now, until))

    async def drop_lease(self, holder: str) -> None:
        """See `Store.drop_lease`."""
        await self._write(lambda db: sql.meta.delete_lease(db, holder))

    async def games_mentioning(self, text: str) -> list[int]:
        """See `Store.games_mentioning`; reads over a second connection in a thread of its own."""
        await self._read(lambda _: None)  # a closed store says so
        return await asyncio.to_thread(_search, self._path, text)

    async def rewrite(
        self, game: int, bodies: Mapping[int, str], *, was: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        """See `Store.rewrite`."""

        def work(db: sqlite3.Connection) -> None:
            sql.games.select_game(db, game)
            sql.retention.update_bodies(db, game, bodies, was)

        await self._write(work)

    async def rename(self, user: int, name: str) -> None:
        """See `Store.rename`."""
        await self._write(lambda db: sql.people.update_name(db, user, name))

    async def forget_player(self, user: int) -> None:
        """See `Store.forget_player`."""
        await self._write(lambda db: sql.people.delete_player(db, user))

    async def retire(self, before: datetime, limit: int) -> int:
        """See `Store.retire`."""
        ended = await self._read(lambda db: sql.retention.select_ended(db, before, limit))
        gone = 0
        for first in range(0, len(ended), RETIRED_AT_ONCE):
            some = ended[first : first + RETIRED_AT_ONCE]
            gone += await self._write(partial(sql.retention.delete_ended, games=some, before=before))
        return gone

    async def backup(self, path: Path) -> None:
        """See `Store.backup`; reads over a second connection in a thread of its own."""
        await self._read(lambda _: None)  # a closed store says so
        await asyncio.to_thread(backup.backup, Path(self._path), path)


def _search(path: str, text: str) -> list[int]:
    """The games with this text in their events, found beside the thread of the store."""
    with connection.errors_in_words(path), closing(connection.connect_beside(Path(path))) as db:
        return sql.retention.select_mentioning(db, text)
