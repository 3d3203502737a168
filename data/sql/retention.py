"""The statements by which stored games are changed or deleted after the fact: privacy and retention."""

import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime

from data.errors import Conflict, EventMissing
from data.sql.values import micros


def select_mentioning(db: sqlite3.Connection, text: str) -> list[int]:
    """The games with an event that contains this text, in any letter case; reads all events."""
    pattern = "".join(f"\\{sign}" if sign in "%_\\" else sign for sign in text)
    rows = db.execute(
        "SELECT DISTINCT game FROM events WHERE body LIKE ? ESCAPE ? ORDER BY game", (f"%{pattern}%", "\\")
    )
    return [game for (game,) in rows]


def update_bodies(db: sqlite3.Connection, game: int, bodies: Mapping[int, str], was: Mapping[int, str]) -> None:
    """Replace events by number. Raises `EventMissing`, and `Conflict` for one that is not what it `was`."""
    for seq, body in bodies.items():
        row = db.execute("SELECT body FROM events WHERE game = ? AND seq = ?", (game, seq)).fetchone()
        if row is None:
            raise EventMissing(game, seq)
        if was.get(seq, row[0]) != row[0]:
            raise Conflict(game, seq)
        db.execute("UPDATE events SET body = ? WHERE game = ? AND seq = ?", (body, game, seq))


def select_ended(db: sqlite3.Connection, before: datetime, limit: int) -> list[int]:
    """The games that ended before, the longest ended first."""
    rows = db.execute("SELECT id FROM games WHERE ended_at < ? ORDER BY ended_at, id LIMIT ?", (micros(before), limit))
    return [id_ for (id_,) in rows]


def delete_ended(db: sqlite3.Connection, games: Sequence[int], before: datetime) -> int:
    """How many of these games have ended before and are deleted with all that hangs on them."""
    rows = [(game, micros(before)) for game in games]
    return db.executemany("DELETE FROM games WHERE id = ? AND ended_at < ?", rows).rowcount
