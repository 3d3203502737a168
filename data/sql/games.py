"""The statements about games: their rows, event logs and seats."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from data.errors import Conflict, GameMissing, GameUnreadable
from data.rows import ENDED, KEEP, UNCHANGED, GameChange, GameRow, NewGame, Posted, SeatRow, Status, StoredGame
from data.sql.values import micros, micros_or_null, moment, moment_or_none, only, span

_GAME = """
    SELECT g.id, g.guild, g.channel, g.status, g.mode, g.language, g.host, g.version,
           g.aside_reason, g.message, g.message_channel, g.message_at, g.created_at, g.updated_at,
           g.deadline, g.ended_at, g.home
    FROM games g
"""


def insert_game(db: sqlite3.Connection, game: NewGame, version: int, now: datetime) -> int:
    """The id of a new row."""
    ended = game.status in ENDED
    inserted = db.execute(
        """
        INSERT INTO games
            (guild, channel, home, status, mode, language, host, version, created_at, updated_at, deadline, ended_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (
            game.guild,
            game.channel,
            game.channel,
            game.status,
            game.mode,
            game.language,
            game.host,
            version,
            micros(now),
            micros(now),
            None if ended else micros_or_null(game.deadline),
            micros(now) if ended else None,
        ),
    )
    return only(inserted)


def advance_game(db: sqlite3.Connection, game: int, after: int, version: int, now: datetime) -> None:
    """Move the row from event `after` to `version`. Raises `Conflict`, `GameMissing`."""
    updated = db.execute(
        "UPDATE games SET version = ?, updated_at = ? WHERE id = ? AND version = ?",
        (version, micros(now), game, after),
    )
    if not updated.rowcount:
        select_game(db, game)
        raise Conflict(game, after)


def change_game(db: sqlite3.Connection, game: int, change: GameChange, now: datetime) -> None:
    """Change the row; apart from `advance_game`, since a new status writes indices anew and most moves have none."""
    if replace(change, deadline=KEEP) != UNCHANGED:
        db.execute(
            """
            UPDATE games
            SET status = coalesce(?, status), mode = coalesce(?, mode), language = coalesce(?, language),
                host = coalesce(?, host), channel = coalesce(?, channel), home = coalesce(?, home)
            WHERE id = ?
            """,
            (change.status, change.mode, change.language, change.host, change.channel, change.home, game),
        )
    if change.deadline is not KEEP:
        db.execute("UPDATE games SET deadline = ? WHERE id = ?", (micros_or_null(change.deadline), game))
    if change.status in ENDED:
        end = "UPDATE games SET deadline = NULL, ended_at = coalesce(ended_at, ?) WHERE id = ?"
        db.execute(end, (micros(now), game))
    elif change.status is not None:
        db.execute("UPDATE games SET ended_at = NULL WHERE id = ?", (game,))


def insert_events(db: sqlite3.Connection, game: int, after: int, events: Sequence[str], now: datetime) -> None:
    """Write the events at `after` + 1 ... Raises `Conflict` if one of these places is taken."""
    rows = [(game, seq, body, micros(now)) for seq, body in enumerate(events, after + 1)]
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
    """The games that are played in a channel or belong to it, oldest first."""
    where = "WHERE (g.channel = ? OR g.home = ?) AND g.status IN (?, ?, ?, ?, ?) ORDER BY g.id"
    return [_game(row) for row in db.execute(_GAME + where, (channel, channel, *_five(statuses)))]


def select_games_with(db: sqlite3.Connection, statuses: Sequence[Status]) -> list[GameRow]:
    """All games of these statuses, oldest first."""
    where = "WHERE g.status IN (?, ?, ?, ?, ?) ORDER BY g.id"
    return [_game(row) for row in db.execute(_GAME + where, _five(statuses))]


def count_games_with(db: sqlite3.Connection, statuses: Sequence[Status]) -> int:
    """How many games have one of these statuses."""
    return only(db.execute("SELECT count(*) FROM games WHERE status IN (?, ?, ?, ?, ?)", _five(statuses)))


def shift_deadlines(db: sqlite3.Connection, by: timedelta) -> None:
    """Move the deadlines of all running games."""
    db.execute("UPDATE games SET deadline = deadline + ? WHERE status = 'running'", (span(by),))


def shift_deadline(db: sqlite3.Connection, game: int, by: timedelta) -> None:
    """Move the deadline of one game, if it has one."""
    db.execute("UPDATE games SET deadline = deadline + ? WHERE id = ?", (span(by), game))


def update_aside(db: sqlite3.Connection, game: int, why: str, now: datetime) -> None:
    """Mark a game as set aside. Raises `GameMissing`."""
    updated = db.execute(
        "UPDATE games SET status = 'aside', ended_at = NULL, aside_reason = ?, updated_at = ? WHERE id = ?",
        (why, micros(now), game),
    )
    if not updated.rowcount:
        raise GameMissing(game)


def update_message(db: sqlite3.Connection, game: int, posted: Posted) -> None:
    """Keep a message unless a newer one is kept; of two at the same moment the higher id is the newer."""
    at = micros(posted.at)
    db.execute(
        """
        UPDATE games SET message = ?, message_channel = ?, message_at = ?
        WHERE id = ? AND (message IS NULL OR message_at < ? OR (message_at = ? AND message < ?))
        """,
        (posted.message, posted.channel, at, game, at, at, posted.message),
    )


def _game(row: tuple[Any, ...]) -> GameRow:
    *plain, message_at, created_at, updated_at, deadline, ended_at, home = row
    return GameRow(
        *plain,
        message_at=moment_or_none(message_at),
        created_at=moment(created_at),
        updated_at=moment(updated_at),
        deadline=moment_or_none(deadline),
        ended_at=moment_or_none(ended_at),
        home=home,
    )


def _five(statuses: Sequence[Status]) -> tuple[Status | None, ...]:
    """As many values as there are statuses, so that the SQL is one text; nothing equals null."""
    return (*statuses, *(None,) * (5 - len(statuses)))
