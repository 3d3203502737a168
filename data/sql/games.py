"""The games of a store on any SQL engine. See `data.protocols.games.Games`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from data.errors import (
    Conflict,
    DatabaseDamaged,
    EventMissing,
    GameMissing,
    GameUnreadable,
    KeyTaken,
    RowsUnreadable,
    TooMany,
)
from data.ids import ChannelId, GameId, Seq, UserId
from data.rows import (
    ENDED,
    KEEP,
    UNCHANGED,
    Bounds,
    GameChange,
    GameRow,
    NewGame,
    NewOutboxRow,
    NewResult,
    Replacement,
    SeatRow,
    SentBoard,
    Settle,
    Status,
    StoredGame,
)
from data.sql.engine import OnEngine, Transaction, repeated
from data.sql.result_rows import anonymise_results, insert_results
from data.sql.values import Row, Value, micros, micros_or_null, moment, moment_or_none

DELETED_AT_ONCE = 20  # games deleted in one transaction, during which others wait


class SqlGames(OnEngine):
    """`Games` over an engine."""

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
        """See `Games.create`."""
        now = self._engine.now()
        async with self._engine.write() as db:
            if bounds is not None:
                await _check_bounds(db, game, bounds)
            (inserted,) = await db.run(
                "insert_game",
                guild=game.guild,
                channel=game.channel,
                mode=game.mode,
                language=game.language,
                host=game.host,
                version=len(events),
                now=micros(now),
            )
            row = game_row(inserted)
            await _insert_events(db, row.id, Seq(0), events, now)
            await _insert_seats(db, row.id, seats)
            await insert_outbox(db, row.id, outbox, now)
        return row

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
        """See `Games.append`."""
        now = self._engine.now()
        async with self._engine.write() as db:
            row = await _advance(db, game, after, len(events), change, now)
            await _insert_events(db, game, after, events, now)
            if seats is not None:
                await db.run("delete_seats", game=game)
                await _insert_seats(db, game, seats)
            if drop:
                await db.run("delete_outbox_kinds", game=game, kinds=drop)
            if settle is not None:
                outbox = [*outbox, *await _settled(db, game, settle)]
            await insert_outbox(db, game, outbox, now)
            await insert_results(db, row, results)
        return row

    @repeated
    async def save_plan(self, game: GameId, after: Seq, user: UserId, body: str) -> None:
        """See `Games.save_plan`."""
        async with self._engine.write() as db:
            if not await db.run("hold_game", game=game, version=after):
                await check_game(db, game)
                raise Conflict(game, after)
            await db.run("save_plan", game=game, user=user, body=body)

    @repeated
    async def drop_plan(self, game: GameId, user: UserId) -> bool:
        """See `Games.drop_plan`."""
        async with self._engine.write() as db:
            await db.run("hold_game", game=game, version=None)
            return bool(await db.run("delete_plan", game=game, user=user))

    async def load(self, game: GameId) -> StoredGame:
        """See `Games.load`."""
        try:
            rows = await self._engine.read("load_game", game=game)
        except RowsUnreadable as error:
            raise GameUnreadable(game, "a text of it is not UTF-8") from error
        except DatabaseDamaged as error:
            await self.game(game)  # raises the same where not even its row can be read
            raise GameUnreadable(game, "its part of the database is damaged") from error
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

    async def game(self, game: GameId) -> GameRow:
        """See `Games.game`."""
        rows = await self._engine.read("game", game=game)
        if not rows:
            raise GameMissing(game)
        return game_row(rows[0])

    async def games_of(self, user: UserId, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Games.games_of`."""
        return await self._games("games_of", user=user, statuses=statuses)

    async def games_in(self, channel: ChannelId, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Games.games_in`."""
        return await self._games("games_in", channel=channel, statuses=statuses)

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """See `Games.games_with`."""
        return await self._games("games_with", statuses=statuses)

    async def _games(self, name: str, /, **values: Value) -> list[GameRow]:
        return [game_row(row) for row in await self._engine.read(name, **values)]

    async def count_games(self, statuses: Sequence[Status]) -> int:
        """See `Games.count_games`."""
        (row,) = await self._engine.read("count_games", statuses=statuses)
        return row["games"]

    @repeated
    async def quarantine(self, game: GameId, reason: str) -> None:
        """See `Games.quarantine`."""
        now = micros(self._engine.now())
        async with self._engine.write() as db:
            if not await db.run("quarantine_game", game=game, reason=reason, now=now):
                raise GameMissing(game)

    @repeated
    async def set_board_message(self, game: GameId, board: SentBoard) -> None:
        """See `Games.set_board_message`."""
        async with self._engine.write() as db:
            await check_game(db, game)
            await update_board_message(db, game, board)

    async def analysis(self, game: GameId) -> str | None:
        """See `Games.analysis`."""
        try:
            rows = await self._engine.read("analysis", game=game)
        except DatabaseDamaged:
            return None
        return rows[0]["body"] if rows else None

    @repeated
    async def save_analysis(self, game: GameId, body: str) -> None:
        """See `Games.save_analysis`."""
        async with self._engine.write() as db:
            await check_game(db, game)
            await db.run("save_analysis", game=game, body=body)

    async def games_mentioning(self, text: str) -> list[GameId]:
        """See `Games.games_mentioning`."""
        pattern = "".join(f"\\{sign}" if sign in "%_\\" else sign for sign in text)
        return [row["game"] for row in await self._engine.read_slowly("games_mentioning", pattern=f"%{pattern}%")]

    @repeated
    async def rewrite_events(
        self,
        game: GameId,
        bodies: Mapping[Seq, str],
        *,
        expected: Mapping[Seq, str] = MappingProxyType({}),
        replaced: Replacement | None = None,
    ) -> None:
        """See `Games.rewrite_events`."""
        async with self._engine.write() as db:
            await check_game(db, game)
            for seq, body in bodies.items():
                rows = await db.run("event", game=game, seq=seq)
                if not rows:
                    raise EventMissing(game, seq)
                if expected.get(seq, rows[0]["body"]) != rows[0]["body"]:
                    raise Conflict(game, seq)
                await db.run("rewrite_event", game=game, seq=seq, body=body)
            if replaced is not None:
                await anonymise_results(db, game, replaced)

    async def delete_ended(self, before: datetime, limit: int) -> int:
        """See `Games.delete_ended`."""
        rows = await self._engine.read("ended_games", before=micros(before), limit=limit)
        ended, deleted = [row["id"] for row in rows], 0
        for first in range(0, len(ended), DELETED_AT_ONCE):
            deleted += await self._delete_ended(ended[first : first + DELETED_AT_ONCE], before)
        return deleted

    @repeated
    async def _delete_ended(self, games: Sequence[GameId], before: datetime) -> int:
        async with self._engine.write() as db:
            return len(await db.run("delete_ended", games=games, before=micros(before)))


async def check_game(db: Transaction, game: GameId) -> GameRow:
    """The row of a game. Raises `GameMissing`."""
    rows = await db.run("game", game=game)
    if not rows:
        raise GameMissing(game)
    return game_row(rows[0])


async def update_board_message(db: Transaction, game: GameId, board: SentBoard) -> None:
    """Keep a message unless a newer one is kept."""
    await db.run("set_board_message", game=game, message=board.message, channel=board.channel, at=micros(board.at))


async def insert_outbox(db: Transaction, game: GameId, outbox: Sequence[NewOutboxRow], now: datetime) -> None:
    """Write outbox rows of a game. Raises `ReferenceMissing` if there is no such game."""
    rows = [
        {"game": game, "kind": row.kind, "body": row.body, "now": micros(now), "due_at": micros(row.due_at or now)}
        for row in outbox
    ]
    await db.insert("insert_outbox", rows)


def game_row(row: Row) -> GameRow:
    """A row of the table of games."""
    return GameRow(
        row["id"],
        row["guild"],
        row["channel"],
        row["status"],
        row["mode"],
        row["language"],
        row["host"],
        row["version"],
        row["quarantine_reason"],
        row["message"],
        row["message_channel"],
        moment_or_none(row["message_at"]),
        moment(row["created_at"]),
        moment(row["updated_at"]),
        moment_or_none(row["deadline"]),
        moment_or_none(row["ended_at"]),
        row["home"],
    )


async def _check_bounds(db: Transaction, game: NewGame, bounds: Bounds) -> None:
    """Raise `TooMany` where one of the bounds is reached."""
    (counts,) = await db.run(
        "count_for_bounds",
        host=game.host,
        channel=game.channel,
        guild=game.guild,
        since=micros(bounds.since),
    )
    for name in ("host_new", "host_open", "channel_open", "guild_open"):
        most = getattr(bounds, name)
        if most is not None and counts[name] >= most:
            raise TooMany(name)


async def _advance(
    db: Transaction, game: GameId, after: Seq, events: int, change: GameChange, now: datetime
) -> GameRow:
    """The changed row. Raises `Conflict`, `GameMissing`."""
    moves: dict[str, int | None] = {
        "game": game,
        "after": after,
        "version": after + events,
        "now": micros(now),
        "keep_deadline": int(change.deadline is KEEP),
        "deadline": None if change.deadline is KEEP else micros_or_null(change.deadline),
    }
    if change == GameChange(deadline=change.deadline):
        rows = await db.run("advance_game", **moves)
    else:
        rows = await db.run(
            "advance_and_change_game",
            **moves,
            status=change.status,
            host=change.host,
            channel=change.channel,
            home=change.home,
            ended=None if change.status is None else int(change.status in ENDED),
        )
    if not rows:
        await check_game(db, game)
        raise Conflict(game, after)
    return game_row(rows[0])


async def _settled(db: Transaction, game: GameId, settle: Settle) -> Sequence[NewOutboxRow]:
    """The outbox rows that the planned moves of a game lead to, once these are what they become."""
    before: dict[UserId, str] = {row["user_id"]: row["body"] for row in await db.run("plans", game=game)}
    settled = settle(before)
    for user in before.keys() - settled.plans.keys():
        await db.run("delete_plan", game=game, user=user)
    for user, body in settled.plans.items():
        if body != before.get(user):
            await db.run("save_plan", game=game, user=user, body=body)
    return settled.outbox


async def _insert_events(db: Transaction, game: GameId, after: Seq, events: Sequence[str], now: datetime) -> None:
    """Write the events at `after` + 1 ... Raises `Conflict` if one of these places is taken."""
    rows = [{"game": game, "seq": seq, "body": body, "at": micros(now)} for seq, body in enumerate(events, after + 1)]
    try:
        await db.insert("insert_events", rows)
    except KeyTaken as error:
        raise Conflict(game, after) from error


async def _insert_seats(db: Transaction, game: GameId, seats: Sequence[SeatRow]) -> None:
    rows = [{"game": game, "seat": seat.seat, "user": seat.user, "name": seat.name} for seat in seats]
    await db.insert("insert_seats", rows)
