"""Rows of games inside a transaction: read, written, advanced. Must not know an engine."""

from collections.abc import Sequence
from datetime import datetime

from data.errors import Conflict, GameMissing, KeyTaken, TooMany
from data.ids import GameId, Seq, UserId
from data.rows import (
    ENDED,
    KEEP,
    Bounds,
    GameChange,
    GameRow,
    NewGame,
    NewOutboxRow,
    SeatRow,
    SentBoard,
    Server,
    Settle,
    Subject,
)
from data.sql.engine import Transaction
from data.sql.values import Row, micros, micros_or_null, moment, moment_or_none


async def check_game(db: Transaction, game: GameId) -> GameRow:
    """The row of a game. Raises `GameMissing`."""
    rows = await db.run("game", game=game)
    if not rows:
        raise GameMissing(game)
    return game_row(rows[0])


async def update_board_message(db: Transaction, game: GameId, board: SentBoard) -> None:
    """Keep a message unless a newer one is kept."""
    await db.run("set_board_message", game=game, message=board.message, channel=board.channel, at=micros(board.at))


async def insert_outbox(db: Transaction, about: Subject, outbox: Sequence[NewOutboxRow], now: datetime) -> None:
    """Write outbox rows of a game or a server. Raises `ReferenceMissing` if there is no such game."""
    whose = {"game": None, "guild": about.guild} if isinstance(about, Server) else {"game": about, "guild": None}
    rows = [
        {**whose, "kind": row.kind, "body": row.body, "now": micros(now), "due_at": micros(row.due_at or now)}
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


async def check_bounds(db: Transaction, game: NewGame, bounds: Bounds, now: datetime) -> None:
    """Raise `TooMany` where one of the bounds is reached."""
    (counts,) = await db.run(
        "count_for_bounds",
        host=game.host,
        channel=game.channel,
        guild=game.guild,
        since=micros(bounds.since),
        now=micros(now),
    )
    for name in ("host_new", "host_open", "channel_open", "guild_open"):
        most = getattr(bounds, name)
        if most is not None and counts[name] >= most:
            raise TooMany(name)


async def advance(db: Transaction, game: GameId, after: Seq, events: int, change: GameChange, now: datetime) -> GameRow:
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
            guild=change.guild,
            channel=change.channel,
            home=change.home,
            mode=change.mode,
            ended=None if change.status is None else int(change.status in ENDED),
        )
    if not rows:
        await check_game(db, game)
        raise Conflict(game, after)
    return game_row(rows[0])


async def settle_plans(db: Transaction, game: GameId, settle: Settle) -> Sequence[NewOutboxRow]:
    """The outbox rows that the planned moves of a game lead to, once these are what they become."""
    before: dict[UserId, str] = {row["user_id"]: row["body"] for row in await db.run("plans", game=game)}
    settled = settle(before)
    for user in before.keys() - settled.plans.keys():
        await db.run("delete_plan", game=game, user=user)
    for user, body in settled.plans.items():
        if body != before.get(user):
            await db.run("save_plan", game=game, user=user, body=body)
    return settled.outbox


async def insert_game(
    db: Transaction,
    game: NewGame,
    events: Sequence[str],
    seats: Sequence[SeatRow],
    outbox: Sequence[NewOutboxRow],
    now: datetime,
) -> GameRow:
    """The row of a new lobby, written with its first events, its people and its outbox rows."""
    (inserted,) = await db.run(
        "insert_game",
        guild=game.guild,
        channel=game.channel,
        home=game.channel if game.home is None else game.home,
        mode=game.mode,
        language=game.language,
        host=game.host,
        version=len(events),
        now=micros(now),
    )
    row = game_row(inserted)
    await insert_events(db, row.id, Seq(0), events, now)
    await insert_seats(db, row.id, seats)
    await insert_outbox(db, row.id, outbox, now)
    return row


async def insert_events(db: Transaction, game: GameId, after: Seq, events: Sequence[str], now: datetime) -> None:
    """Write the events at `after` + 1 ... Raises `Conflict` if one of these numbers is taken."""
    rows = [{"game": game, "seq": seq, "body": body, "at": micros(now)} for seq, body in enumerate(events, after + 1)]
    try:
        await db.insert("insert_events", rows)
    except KeyTaken as error:
        raise Conflict(game, after) from error


async def replace_seats(db: Transaction, game: GameId, seats: Sequence[SeatRow]) -> None:
    """Write the people of a game in the place of those that it had."""
    await db.run("delete_seats", game=game)
    await insert_seats(db, game, seats)


async def insert_seats(db: Transaction, game: GameId, seats: Sequence[SeatRow]) -> None:
    """Write the people of a game, which has none."""
    rows = [{"game": game, "seat": seat.seat, "user": seat.user, "name": seat.name} for seat in seats]
    await db.insert("insert_seats", rows)
