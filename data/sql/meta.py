"""The statements about the store itself: its seed, its heartbeat, and which process acts."""

import sqlite3
from collections.abc import Callable
from datetime import datetime

from data.sql.values import micros, moment


def seed(db: sqlite3.Connection, make: Callable[[], int]) -> int:
    """The seed that is kept, made if there is none."""
    row = db.execute("SELECT value FROM meta WHERE name = 'seed'").fetchone()
    if row is not None:
        return int(row[0])
    made = make()
    db.execute("INSERT INTO meta (name, value) VALUES ('seed', ?)", (str(made),))
    return made


def upsert_beat(db: sqlite3.Connection, now: datetime) -> None:
    """Keep this moment as the last heartbeat."""
    db.execute(
        "INSERT INTO meta (name, value) VALUES ('beat', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (str(micros(now)),),
    )


def select_beat(db: sqlite3.Connection) -> datetime | None:
    """The last heartbeat; None if there was none."""
    row = db.execute("SELECT value FROM meta WHERE name = 'beat'").fetchone()
    return None if row is None else moment(int(row[0]))


def upsert_lease(db: sqlite3.Connection, holder: str, now: datetime, until: datetime) -> bool:
    """Whether the lease was free, run out or theirs, and is theirs now until then."""
    taken = db.execute(
        """
        INSERT INTO lease (id, holder, expires_at) VALUES (1, ?, ?)
        ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE lease.holder = excluded.holder OR lease.expires_at <= ?
        """,
        (holder, micros(until), micros(now)),
    )
    return taken.rowcount > 0


def delete_lease(db: sqlite3.Connection, holder: str) -> None:
    """Free the lease if it is theirs."""
    db.execute("DELETE FROM lease WHERE holder = ?", (holder,))
