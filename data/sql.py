"""Every statement that the store makes, as functions of a connection that is inside a transaction.

Must not know threads, locks or errors of the engine beyond a taken key; begins and ends no transaction. The SQL is
kept to what PostgreSQL takes as well, except for the form of the placeholders.
"""

import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from data.store import (
    Conflict,
    GameChange,
    GameMissing,
    GameRow,
    GameUnreadable,
    NewGame,
    Note,
    OutboxRow,
    PlayerRow,
    Posted,
    SeatRow,
    ServerRow,
    Status,
    StoredGame,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_GAME = """
    SELECT g.id, g.guild, g.channel, g.status, g.mode, g.language, g.host, g.version,
           g.aside_reason, g.message, g.message_channel, g.message_at, g.created_at, g.updated_at
    FROM games g
"""


def insert_game(db: sqlite3.Connection, game: NewGame, version: int, now: datetime) -> int:
    """The id of a new row."""
    inserted = db.execute(
        """
        INSERT INTO games (guild, channel, status, mode, language, host, version, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (
            game.guild,
            game.channel,
            game.status,
            game.mode,
            game.language,
            game.host,
            version,
            _micros(now),
            _micros(now),
        ),
    )
    return _only(inserted)


def advance_game(db: sqlite3.Connection, game: int, after: int, version: int, now: datetime) -> None:
    """Move the row from event `after` to `version`. Raises `Conflict`, `GameMissing`."""
    updated = db.execute(
        "UPDATE games SET version = ?, updated_at = ? WHERE id = ? AND version = ?",
        (version, _micros(now), game, after),
    )
    if not updated.rowcount:
        select_game(db, game)
        raise Conflict(game, after)


def change_game(db: sqlite3.Connection, game: int, change: GameChange) -> None:
    """Change the row; apart from `advance_game`, since it writes the indices anew and most moves change nothing."""
    db.execute(
        """
        UPDATE games
        SET status = coalesce(?, status), mode = coalesce(?, mode), language = coalesce(?, language),
            host = coalesce(?, host), channel = coalesce(?, channel)
        WHERE id = ?
        """,
        (change.status, change.mode, change.language, change.host, change.channel, game),
    )


def insert_events(db: sqlite3.Connection, game: int, after: int, events: Sequence[str], now: datetime) -> None:
    """Write the events at `after` + 1 ... Raises `Conflict` if one of these places is taken."""
    rows = [(game, seq, body, _micros(now)) for seq, body in enumerate(events, after + 1)]
    try:
        db.executemany("INSERT INTO events (game, seq, body, at) VALUES (?, ?, ?, ?)", rows)
    except sqlite3.IntegrityError as error:
        raise Conflict(game, after) from error


def insert_seats(db: sqlite3.Connection, game: int, seats: Sequence[SeatRow]) -> None:
    """Write who sits where."""
    db.executemany(
        "INSERT INTO seats (game, place, user_id, name) VALUES (?, ?, ?, ?)",
        [(game, seat.place, seat.user, seat.name) for seat in seats],
    )


def delete_seats(db: sqlite3.Connection, game: int) -> None:
    """Forget who sits where."""
    db.execute("DELETE FROM seats WHERE game = ?", (game,))


def insert_notes(db: sqlite3.Connection, game: int | None, notes: Sequence[Note], now: datetime) -> tuple[int, ...]:
    """The ids of the new notes, in order."""
    return tuple(
        _only(
            db.execute(
                """
                INSERT INTO outbox (game, kind, body, created_at, due_at, attempts)
                VALUES (?, ?, ?, ?, ?, 0) RETURNING id
                """,
                (game, note.kind, note.body, _micros(now), _micros(note.due_at or now)),
            )
        )
        for note in notes
    )


def select_game(db: sqlite3.Connection, game: int) -> GameRow:
    """One row. Raises `GameMissing`."""
    row = db.execute(_GAME + "WHERE g.id = ?", (game,)).fetchone()
    if row is None:
        raise GameMissing(game)
    return _game(row)


def select_whole(db: sqlite3.Connection, game: int) -> StoredGame:
    """A game with its events and seats. Raises `GameMissing`, and `GameUnreadable` if its log is not whole."""
    row = select_game(db, game)
    try:
        events = db.execute("SELECT seq, body FROM events WHERE game = ? ORDER BY seq", (game,)).fetchall()
    except sqlite3.OperationalError as error:
        if hasattr(error, "sqlite_errorcode"):
            raise
        raise GameUnreadable(game, "an event is not UTF-8") from error  # Python's complaint, not SQLite's
    if [seq for seq, _ in events] != list(range(1, row.version + 1)):
        raise GameUnreadable(game, f"its events are not those from 1 to {row.version}")
    seats = db.execute("SELECT place, user_id, name FROM seats WHERE game = ? ORDER BY place", (game,))
    return StoredGame(row, tuple(body for _, body in events), tuple(SeatRow(*seat) for seat in seats))


def select_games_of(db: sqlite3.Connection, user: int, statuses: Sequence[Status]) -> list[GameRow]:
    """The games of a person, oldest first."""
    where = """
        WHERE g.id IN (SELECT game FROM seats WHERE user_id = ?) AND g.status IN (?, ?, ?, ?, ?) ORDER BY g.id
    """
    return [_game(row) for row in db.execute(_GAME + where, (user, *_five(statuses)))]


def select_games_in(db: sqlite3.Connection, channel: int, statuses: Sequence[Status]) -> list[GameRow]:
    """The games of a channel, oldest first."""
    where = "WHERE g.channel = ? AND g.status IN (?, ?, ?, ?, ?) ORDER BY g.id"
    return [_game(row) for row in db.execute(_GAME + where, (channel, *_five(statuses)))]


def select_games_with(db: sqlite3.Connection, statuses: Sequence[Status]) -> list[GameRow]:
    """All games of these statuses, oldest first."""
    where = "WHERE g.status IN (?, ?, ?, ?, ?) ORDER BY g.id"
    return [_game(row) for row in db.execute(_GAME + where, _five(statuses))]


def update_aside(db: sqlite3.Connection, game: int, why: str, now: datetime) -> None:
    """Mark a game as set aside. Raises `GameMissing`."""
    updated = db.execute(
        "UPDATE games SET status = 'aside', aside_reason = ?, updated_at = ? WHERE id = ?", (why, _micros(now), game)
    )
    if not updated.rowcount:
        raise GameMissing(game)


def update_message(db: sqlite3.Connection, game: int, posted: Posted) -> None:
    """Keep a message unless a newer one is kept; of two at the same moment the higher id is the newer."""
    at = _micros(posted.at)
    db.execute(
        """
        UPDATE games SET message = ?, message_channel = ?, message_at = ?
        WHERE id = ? AND (message IS NULL OR message_at < ? OR (message_at = ? AND message < ?))
        """,
        (posted.message, posted.channel, at, game, at, at, posted.message),
    )


def select_due(db: sqlite3.Connection, now: datetime, limit: int) -> list[OutboxRow]:
    """The notes that are due, the longest due first."""
    rows = db.execute(
        """
        SELECT id, game, kind, body, created_at, due_at, attempts, error
        FROM outbox WHERE due_at <= ? ORDER BY due_at, id LIMIT ?
        """,
        (_micros(now), limit),
    )
    return [
        OutboxRow(id_, game, kind, body, _time(created_at), _time(due_at), attempts, error)
        for id_, game, kind, body, created_at, due_at, attempts, error in rows
    ]


def select_next_due(db: sqlite3.Connection) -> datetime | None:
    """When the first note is due; None if there is none."""
    (first,) = db.execute("SELECT min(due_at) FROM outbox").fetchone()
    return None if first is None else _time(first)


def select_game_of_note(db: sqlite3.Connection, note: int) -> int | None:
    """The game that a waiting note is about; None if it is about none or waits no more."""
    row = db.execute("SELECT game FROM outbox WHERE id = ?", (note,)).fetchone()
    return None if row is None else row[0]


def delete_note(db: sqlite3.Connection, note: int) -> None:
    """Tick off a note."""
    db.execute("DELETE FROM outbox WHERE id = ?", (note,))


def update_retry(db: sqlite3.Connection, note: int, due_at: datetime, error: str) -> None:
    """Count a failed attempt."""
    db.execute(
        "UPDATE outbox SET attempts = attempts + 1, due_at = ?, error = ? WHERE id = ?", (_micros(due_at), error, note)
    )


def select_player(db: sqlite3.Connection, user: int) -> PlayerRow:
    """The wishes of a person or the defaults."""
    row = db.execute("SELECT language, dm_rack FROM players WHERE user_id = ?", (user,)).fetchone()
    return PlayerRow(user) if row is None else PlayerRow(user, row[0], bool(row[1]))


def upsert_player(db: sqlite3.Connection, row: PlayerRow) -> None:
    """Keep the wishes of a person."""
    db.execute(
        """
        INSERT INTO players (user_id, language, dm_rack) VALUES (?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, dm_rack = excluded.dm_rack
        """,
        (row.user, row.language, int(row.dm_rack)),
    )


def select_server(db: sqlite3.Connection, guild: int) -> ServerRow:
    """The settings of a server or the defaults."""
    row = db.execute("SELECT language FROM servers WHERE guild = ?", (guild,)).fetchone()
    return ServerRow(guild) if row is None else ServerRow(guild, row[0])


def upsert_server(db: sqlite3.Connection, row: ServerRow) -> None:
    """Keep the settings of a server."""
    db.execute(
        """
        INSERT INTO servers (guild, language) VALUES (?, ?)
        ON CONFLICT (guild) DO UPDATE SET language = excluded.language
        """,
        (row.guild, row.language),
    )


def seed(db: sqlite3.Connection, make: Callable[[], int]) -> int:
    """The seed that is kept, made if there is none."""
    row = db.execute("SELECT value FROM meta WHERE name = 'seed'").fetchone()
    if row is not None:
        return int(row[0])
    made = make()
    db.execute("INSERT INTO meta (name, value) VALUES ('seed', ?)", (str(made),))
    return made


def _game(row: tuple[Any, ...]) -> GameRow:
    *plain, message_at, created_at, updated_at = row
    return GameRow(
        *plain,
        message_at=None if message_at is None else _time(message_at),
        created_at=_time(created_at),
        updated_at=_time(updated_at),
    )


def _only(rows: sqlite3.Cursor) -> int:
    """The id that RETURNING gave, read to the end, without which the statement is not over."""
    ((id_,),) = rows.fetchall()
    return id_


def _five(statuses: Sequence[Status]) -> tuple[Status | None, ...]:
    """As many values as there are statuses, so that the SQL is one text; nothing equals null."""
    return (*statuses, *(None,) * (5 - len(statuses)))


def _micros(at: datetime) -> int:
    """A moment as stored, exactly; a time without a zone is a TypeError."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def _time(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=micros)
