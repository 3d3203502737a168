"""Games of a store: event logs, and the people who sit at them."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from data.errors import (
    DAMAGED,
    Conflict,
    DatabaseDamaged,
    GameMissing,
    GameUnreadable,
    RowsUnreadable,
    StoreError,
)
from data.ids import ChannelId, GameId, Seq, UserId
from data.rows import (
    UNCHANGED,
    Bounds,
    GameChange,
    GameRow,
    NewGame,
    NewOutboxRow,
    NewResult,
    SeatRow,
    SentBoard,
    Settle,
    Status,
    StoredGame,
)
from data.sql.engine import OnEngine, Transaction, repeated
from data.sql.game_rows import (
    advance,
    check_bounds,
    check_game,
    game_row,
    insert_events,
    insert_game,
    insert_outbox,
    replace_seats,
    settle_plans,
    update_board_message,
)
from data.sql.result_rows import insert_results
from data.sql.values import Row, Value, micros

log = logging.getLogger(__name__)


class Games(OnEngine):
    """Games as event logs, and the people who sit at them."""

    @repeated
    async def create(
        self,
        game: NewGame,
        events: Sequence[str],
        seats: Sequence[SeatRow] = (),
        outbox: Sequence[NewOutboxRow] = (),
        *,
        bounds: Bounds | None = None,
    ) -> GameRow:
        """The row of a new lobby with these first events (seq 1 ...), people and outbox rows.

        Raises:
            TooMany: as many games are open as the bounds allow.
        """
        try:
            return await self._create(game, events, seats, outbox, bounds)
        except DAMAGED as error:
            if not seats:
                raise
            row = await self._create(game, events, (), outbox, bounds)
            log.error("a game goes on without what is damaged beside its events: %s", error, extra={"game": row.id})
            return row

    async def _create(
        self,
        game: NewGame,
        events: Sequence[str],
        seats: Sequence[SeatRow],
        outbox: Sequence[NewOutboxRow],
        bounds: Bounds | None,
    ) -> GameRow:
        now = self._engine.now()
        async with self._engine.write() as db:
            if bounds is not None:
                await check_bounds(db, game, bounds, now)
            return await insert_game(db, game, events, seats, outbox, now)

    @repeated
    async def append(  # noqa: PLR0913 - all that is committed together
        self,
        game: GameId,
        after: Seq,
        events: Sequence[str],
        *,
        change: GameChange = UNCHANGED,
        seats: Sequence[SeatRow] | None = None,
        outbox: Sequence[NewOutboxRow] = (),
        drop: Sequence[str] = (),
        settle: Settle | None = None,
        results: Sequence[NewResult] = (),
    ) -> GameRow:
        """The row of the game after events were written at `after` + 1 ... with all that goes with them.

        `seats` replace the present ones unless None; with none the call is two statements shorter. The waiting outbox
        rows of the game of the kinds in `drop` are deleted before those in `outbox` are written. `settle` is given the
        planned moves of the game and says what becomes of them; what it raises undoes everything.
        `results` are those of the seats, where the game ends with this call.

        Raises:
            Conflict: the log does not end at `after`.
            GameMissing: there is no such game.
        """
        written = partial(self._append, game, after, events, change, outbox, drop)
        try:
            return await written(settle, seats, results)
        except DAMAGED:
            if settle is None and seats is None and not results:
                raise
            row = await self._append_log(game, settle, written)
        if seats is not None:
            await self._write_beside(game, lambda db: replace_seats(db, game, seats))
        await self._write_beside(game, lambda db: insert_results(db, row, results))
        return row

    async def _append_log(
        self, game: GameId, settle: Settle | None, written: Callable[..., Awaitable[GameRow]]
    ) -> GameRow:
        """The row after the events were written without seats and results, and without planned moves if need be."""
        try:
            return await written(settle)
        except DAMAGED as error:
            if settle is None:
                raise
            row = await written(settled=settle({}).outbox)
            log.error("the planned moves of a game are damaged and left out: %s", error, extra={"game": game})
            return row

    async def _write_beside(self, game: GameId, write: Callable[[Transaction], Awaitable[None]]) -> None:
        """Write what is beside the events of a game, if that can be."""
        try:
            async with self._engine.write() as db:
                await write(db)
        except StoreError as error:
            log.error("a game goes on without what is damaged beside its events: %s", error, extra={"game": game})

    async def _append(  # noqa: PLR0913, PLR0917 - those of `append`
        self,
        game: GameId,
        after: Seq,
        events: Sequence[str],
        change: GameChange,
        outbox: Sequence[NewOutboxRow],
        drop: Sequence[str],
        settle: Settle | None = None,
        seats: Sequence[SeatRow] | None = None,
        results: Sequence[NewResult] = (),
        *,
        settled: Sequence[NewOutboxRow] = (),
    ) -> GameRow:
        now = self._engine.now()
        async with self._engine.write() as db:
            row = await advance(db, game, after, len(events), change, now)
            await insert_events(db, game, after, events, now)
            if seats is not None:
                await replace_seats(db, game, seats)
            if drop:
                await db.run("delete_outbox_kinds", game=game, kinds=drop)
            if settle is not None:
                settled = await settle_plans(db, game, settle)
            await insert_outbox(db, game, [*outbox, *settled], now)
            await insert_results(db, row, results)
        return row

    @repeated
    async def save_plan(self, game: GameId, after: Seq, user: UserId, body: str) -> None:
        """Keep the planned move of a person, instead of an earlier one.

        Raises:
            Conflict: the log does not end at `after`.
            GameMissing: there is no such game.
        """
        async with self._engine.write() as db:
            if not await db.run("hold_game", game=game, version=after):
                await check_game(db, game)
                raise Conflict(game, after)
            await db.run("save_plan", game=game, user=user, body=body)

    @repeated
    async def drop_plan(self, game: GameId, user: UserId) -> bool:
        """Delete the planned move of a person; whether there was one."""
        async with self._engine.write() as db:
            await db.run("hold_game", game=game, version=None)
            return bool(await db.run("delete_plan", game=game, user=user))

    async def load(self, game: GameId) -> StoredGame:
        """The row, events, people and planned moves of a game at one moment. Raises `GameMissing`, `GameUnreadable`."""
        try:
            rows = await self._engine.read("load_game", game=game)
        except DAMAGED:
            rows = await self._load_in_parts(game)
        ordered = sorted(rows, key=lambda row: row["number"])
        games, events, seats, plans = ([row for row in ordered if row["part"] == part] for part in range(4))
        if not games:
            raise GameMissing(game)
        row = game_row(games[0])
        if [event["number"] for event in events] != list(range(1, row.version + 1)):
            raise GameUnreadable(game, f"its events are not those from 1 to {row.version}")
        people = tuple(SeatRow(seat["number"], seat["user_id"], seat["text"]) for seat in seats)
        planned = {plan["user_id"]: plan["text"] for plan in plans}
        return StoredGame(row, tuple(event["text"] for event in events), people, planned)

    async def _load_in_parts(self, game: GameId) -> list[Row]:
        """The row and events of a game, and of what is beside them all that can be read. Raises `GameUnreadable`."""
        try:
            rows = await self._engine.read("load_log", game=game)
        except RowsUnreadable as error:
            raise GameUnreadable(game, "a text of it is not UTF-8") from error
        except DatabaseDamaged as error:
            await self.game(game)  # raises the same where not even its row can be read
            raise GameUnreadable(game, "its part of the database is damaged") from error
        for part in ("load_seats", "load_plans"):
            try:
                rows += await self._engine.read(part, game=game)
            except DAMAGED as error:
                log.error("a game goes on without what is damaged beside its events: %s", error, extra={"game": game})
        return rows

    async def game(self, game: GameId) -> GameRow:
        """The row of a game. Raises `GameMissing`."""
        rows = await self._engine.read("game", game=game)
        if not rows:
            raise GameMissing(game)
        return game_row(rows[0])

    async def games_of(self, user: UserId, statuses: Sequence[Status]) -> list[GameRow]:
        """The games in which this person has a seat, oldest first; `STATUSES` are all. Who left a lobby has none."""
        return await self._games("games_of", user=user, statuses=statuses)

    async def games_in(self, channel: ChannelId, statuses: Sequence[Status]) -> list[GameRow]:
        """The games that are played in a channel or belong to it, oldest first."""
        return await self._games("games_in", channel=channel, statuses=statuses)

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """All games of these statuses, oldest first."""
        return await self._games("games_with", statuses=statuses)

    async def _games(self, name: str, /, **values: Value) -> list[GameRow]:
        return [game_row(row) for row in await self._engine.read(name, **values)]

    async def count_games(self, statuses: Sequence[Status]) -> int:
        """How many games have one of these statuses."""
        (row,) = await self._engine.read("count_games", statuses=statuses)
        return row["games"]

    @repeated
    async def quarantine(self, game: GameId, reason: str) -> None:
        """Mark a game that cannot be read, so that it is not tried again. Raises `GameMissing`."""
        now = micros(self._engine.now())
        async with self._engine.write() as db:
            if not await db.run("quarantine_game", game=game, reason=reason, now=now):
                raise GameMissing(game)

    @repeated
    async def set_board_message(self, game: GameId, board: SentBoard) -> None:
        """Keep the message that shows a game, unless a newer one is kept. Raises `GameMissing`."""
        async with self._engine.write() as db:
            await check_game(db, game)
            await update_board_message(db, game, board)

    async def analysis(self, game: GameId) -> str | None:
        """The analysis that is kept of a game; None if there is none, or it cannot be read."""
        try:
            rows = await self._engine.read("analysis", game=game)
        except DatabaseDamaged:
            return None
        return rows[0]["body"] if rows else None

    @repeated
    async def save_analysis(self, game: GameId, body: str) -> None:
        """Keep the analysis of a game, instead of an earlier one. Raises `GameMissing`."""
        async with self._engine.write() as db:
            await check_game(db, game)
            await db.run("save_analysis", game=game, body=body)
