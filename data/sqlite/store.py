"""The `Store` in one SQLite file, for one machine."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from data.rows import Clock
from data.sql import Store
from data.sqlite.engine import SqliteEngine


class SqliteStore(Store):
    """A `Store`; use `SqliteStore.open`."""

    def __init__(self, engine: SqliteEngine) -> None:
        super().__init__(engine)
        self._sqlite = engine

    @classmethod
    @asynccontextmanager
    async def open(cls, path: str | Path, *, clock: Clock, busy_s: float = 5.0) -> AsyncGenerator[Self, None]:
        """A store in this file, made or migrated as needed, closed at the end.

        A write waits `busy_s` seconds at most for others. Raises `DatabaseUnusable`, and `NewerSchema` of it.
        """
        async with SqliteEngine.open(str(path), clock=clock, busy_s=busy_s) as engine:
            yield cls(engine)

    async def trace(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with each SQL statement from now on, in a thread of the store; None ends it."""
        await self._sqlite.trace(callback)
