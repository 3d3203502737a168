"""Python's values as the columns hold them. Must not know a table."""

import sqlite3
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(at: datetime) -> int:
    """A moment as stored, exactly; a time without a zone is a TypeError."""
    return (at - _EPOCH) // _MICROSECOND


def micros_or_null(at: datetime | None) -> int | None:
    """A moment as stored, or null."""
    return None if at is None else micros(at)


def span(by: timedelta) -> int:
    """A length of time in the unit of the stored moments."""
    return by // _MICROSECOND


def moment(stored: int) -> datetime:
    """A stored moment, in UTC."""
    return _EPOCH + timedelta(microseconds=stored)


def moment_or_none(stored: int | None) -> datetime | None:
    """A stored moment, or None for null."""
    return None if stored is None else moment(stored)


def only(rows: sqlite3.Cursor) -> int:
    """The number that RETURNING or count gave, read to the end, without which the statement is not over."""
    ((value,),) = rows.fetchall()
    return value
