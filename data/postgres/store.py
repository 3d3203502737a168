"""The `Store` in a database on a PostgreSQL server."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Self

from data.address import ServerUrl
from data.postgres.engine import PostgresEngine
from data.rows import Clock
from data.sql import Store
from data.sql.values import moment, span

CONNECTIONS = 8
"""Of one process: presses are handled one after the other, so few transactions are open at a time."""


class PostgresStore(Store):
    """A `Store`; use `PostgresStore.open`."""

    def __init__(self, engine: PostgresEngine) -> None:
        super().__init__(engine)
        self._postgres = engine

    @classmethod
    @asynccontextmanager
    async def open(
        cls, address: ServerUrl, *, clock: Clock, busy_s: float = 5.0, size: int = CONNECTIONS
    ) -> AsyncGenerator[Self, None]:
        """A store in this database, made or migrated as needed, closed at the end.

        A call waits `busy_s` seconds at most for others, also for a server that is away. Raises `DatabaseUnusable`, and
        `NewerSchema` of it.
        """
        async with PostgresEngine.open(address, clock=clock, busy_s=busy_s, size=size) as engine:
            yield cls(engine)

    async def reserve_requests(self, count: int, gap: timedelta) -> timedelta | None:
        """How long to wait with the first of so many requests, over all processes and by the clock of the server."""
        rows = await self._postgres.read("reserve_requests", span=span(count * gap))
        return timedelta(microseconds=rows[0]["ahead"])

    async def server_time(self) -> datetime | None:
        """The present moment by the clock of the server."""
        rows = await self._postgres.read("server_time")
        return moment(rows[0]["now"])

    async def trace(self, callback: Callable[[str], object] | None) -> None:
        """Call `callback` with each SQL statement from now on, before it is sent; None ends it."""
        self._postgres.trace(callback)
