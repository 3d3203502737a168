"""Python's values as the columns hold them. Must not know a table."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, TypeAlias

from data.shards import Shards

Value: TypeAlias = int | str | Sequence[int] | Sequence[str] | None
Values: TypeAlias = Mapping[str, int | str | None]


class Row(Protocol):
    """One row that a statement found, by the names of its columns."""

    def __getitem__(self, column: str, /) -> Any:  # noqa: ANN401 - a column holds what its table says
        """The value of a column."""
        ...


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


def bounds_of(shards: Shards) -> dict[str, int]:
    """A range of shards as the statements take it."""
    return {"first": shards.first, "last": shards.last, "count": shards.count}
