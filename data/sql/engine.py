"""What the statements need of an engine: one statement that reads, and transactions that write.

Must not know a table.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from data.sql.values import Row, Value, Values


class Transaction(Protocol):
    """Everything that runs in it is committed together, or not at all."""

    async def run(self, name: str, /, **values: Value) -> list[Row]:
        """What the statement of this name finds or returns."""
        ...

    async def insert(self, name: str, rows: Sequence[Values]) -> None:
        """Run an INSERT of one row for each of these rows. Raises `KeyTaken`, `ReferenceMissing`."""
        ...


class Engine(Protocol):
    """A database that is open."""

    def now(self) -> datetime:
        """The moment that is written as the time of a change."""
        ...

    async def read(self, name: str, /, **values: Value) -> list[Row]:
        """What the statement of this name finds in one unchanging view of the database."""
        ...

    async def read_slowly(self, name: str, /, **values: Value) -> list[Row]:
        """As `read`, for what takes seconds; nobody waits behind it."""
        ...

    def write(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction: committed at the end, rolled back by any exception, also where the caller is cancelled."""
        ...
