"""The statements of the outbox: what waits to be told, when, and until when."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from data.rows import Note, OutboxRow
from data.sql.values import micros, moment, moment_or_none, only, span

_NOTE = "SELECT id, game, kind, body, created_at, due_at, attempts, error FROM outbox "


def insert_notes(db: sqlite3.Connection, game: int | None, notes: Sequence[Note], now: datetime) -> tuple[int, ...]:
    """The ids of the new notes, in order."""
    return tuple(
        only(
            db.execute(
                """
                INSERT INTO outbox (game, kind, body, created_at, due_at, attempts)
                VALUES (?, ?, ?, ?, ?, 0) RETURNING id
                """,
                (game, note.kind, note.body, micros(now), micros(note.due_at or now)),
            )
        )
        for note in notes
    )


def delete_kinds(db: sqlite3.Connection, game: int, kinds: Sequence[str]) -> None:
    """Let the notes of these kinds about one game lapse."""
    db.executemany("DELETE FROM outbox WHERE game = ? AND kind = ?", [(game, kind) for kind in kinds])


def select_due(db: sqlite3.Connection, now: datetime, limit: int) -> list[OutboxRow]:
    """The notes that are due, the longest due first."""
    return _notes(db.execute(_NOTE + "WHERE due_at <= ? ORDER BY due_at, id LIMIT ?", (micros(now), limit)))


def select_due_of(db: sqlite3.Connection, game: int, now: datetime, limit: int) -> list[OutboxRow]:
    """Those of them that are about one game."""
    where = "WHERE game = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?"
    return _notes(db.execute(_NOTE + where, (game, micros(now), limit)))


def select_notes_of(db: sqlite3.Connection, game: int) -> list[OutboxRow]:
    """All notes about one game, the first due first."""
    return _notes(db.execute(_NOTE + "WHERE game = ? ORDER BY due_at, id", (game,)))


def select_next_due(db: sqlite3.Connection) -> datetime | None:
    """When the first note is due; None if there is none."""
    (first,) = db.execute("SELECT min(due_at) FROM outbox").fetchone()
    return moment_or_none(first)


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
        "UPDATE outbox SET attempts = attempts + 1, due_at = ?, error = ? WHERE id = ?", (micros(due_at), error, note)
    )


def shift_notes(db: sqlite3.Connection, kinds: Sequence[str], by: timedelta) -> None:
    """Move all notes of these kinds, in one pass over all that wait."""
    marks = ", ".join("?" for _ in kinds) or "NULL"
    db.execute(f"UPDATE outbox SET due_at = due_at + ? WHERE kind IN ({marks})", (span(by), *kinds))  # noqa: S608


def shift_notes_of(db: sqlite3.Connection, game: int, kinds: Sequence[str], by: timedelta) -> None:
    """Move the notes of these kinds about one game."""
    moved = [(span(by), game, kind) for kind in set(kinds)]  # a kind that is named twice moves once
    db.executemany("UPDATE outbox SET due_at = due_at + ? WHERE game = ? AND kind = ?", moved)


def _notes(rows: sqlite3.Cursor) -> list[OutboxRow]:
    return [_note(row) for row in rows]


def _note(row: tuple[Any, ...]) -> OutboxRow:
    id_, game, kind, body, created_at, due_at, attempts, error = row
    return OutboxRow(id_, game, kind, body, moment(created_at), moment(due_at), attempts, error)
