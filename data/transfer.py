"""Everything in one store moved to another, on the same engine or another one, and compared before it counts.

Must not know an engine, nor what the tables mean, apart from the log of a game and the lease.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, Protocol, TypeAlias

from data.errors import DatabaseUnusable, StoreError
from data.rows import Clock
from data.store import Store

Cell: TypeAlias = int | str | None
Record: TypeAlias = tuple[Cell, ...]
Columns: TypeAlias = tuple[str, ...]

PARENTS: Final = ("games", "tournaments")
"""Tables to whose rows those of others refer: they are written first."""
UNMOVED = ("lease", "identifies")
"""Tables of the processes at work, which stay behind."""
AT_ONCE = 5_000
"""Rows that are read and written at a time."""
COMMANDS: Final = ("migrate-", "rebuild-")
"""How the holders begin that are commands; one that was killed is gone as soon as its lease has run out."""
_LEASE: Final = timedelta(seconds=10)
_RENEW_S: Final = 2.0
_LOOKS, _LOOK_S = 22, 0.5


class Side(Protocol):
    """One of the two databases, in one transaction from the beginning to the end."""

    async def tables(self) -> Mapping[str, Columns]:
        """The columns of each table, in alphabetical order; tables of the engine itself are left out."""
        ...

    def rows(self, table: str, columns: Columns) -> AsyncIterator[Sequence[Record]]:
        """All rows, some at a time."""
        ...

    async def write(self, table: str, columns: Columns, rows: Sequence[Record]) -> None:
        """Write these rows."""
        ...

    async def last_ids(self) -> Mapping[str, int]:
        """The last id that each table has given, also to a row that is gone."""
        ...

    async def go_on_after(self, table: str, last: int) -> None:
        """Let the ids of a table go on after this one."""
        ...


@dataclass
class Sum:
    """How many rows a table has, and a hash of all and of each log, whatever their order."""

    rows: int = 0
    everything: int = 0
    logs: Counter[Cell] = field(default_factory=Counter[Cell])

    def add(self, table: str, columns: Columns, row: Record) -> None:
        """Count a row."""
        digest = int.from_bytes(hashlib.sha256(repr(row).encode("utf-8", "surrogatepass")).digest()[:16])
        self.rows += 1
        self.everything = (self.everything + digest) % 2**128
        if table == "events":
            game = row[columns.index("game")]
            self.logs[game] = (self.logs[game] + digest) % 2**128


async def move(source: Side, target: Side, shown: str) -> dict[str, int]:
    """How many rows of each table were written to the target, which is `shown` so; the caller commits.

    Raises:
        DatabaseUnusable: the target is not empty, has other tables, or holds something else after all.
    """
    tables = await source.tables()
    if await target.tables() != tables:
        raise DatabaseUnusable(shown, "has other tables: bring both databases to the same version of the program")
    names = [name for name in sorted(tables, key=lambda name: (name not in PARENTS, name)) if name not in UNMOVED]
    for name in names:
        if (await _summed(target, name, tables[name])).rows:
            raise DatabaseUnusable(shown, "is not empty: name a new one")
    written = {name: await _copied(source, target, name, tables[name]) for name in names}
    ids = await _given(source)
    for name, last in ids.items():
        await target.go_on_after(name, last)
    for name in names:
        if await _summed(target, name, tables[name]) != written[name]:
            raise DatabaseUnusable(shown, f"holds other rows of {name} than were written: nothing was moved")
    if await _given(target) != ids:
        raise DatabaseUnusable(shown, "counts its ids otherwise than the source: nothing was moved")
    return {name: one.rows for name, one in written.items()}


async def _given(side: Side) -> dict[str, int]:
    """The last id of each table that has given one."""
    return {name: last for name, last in (await side.last_ids()).items() if last}


async def _summed(side: Side, table: str, columns: Columns) -> Sum:
    found = Sum()
    async for rows in side.rows(table, columns):
        for row in rows:
            found.add(table, columns, row)
        await asyncio.sleep(0)  # the leases are renewed meanwhile
    return found


async def _copied(source: Side, target: Side, table: str, columns: Columns) -> Sum:
    found = Sum()
    async for rows in source.rows(table, columns):
        for row in rows:
            found.add(table, columns, row)
        await target.write(table, columns, rows)
        await asyncio.sleep(0)  # the leases are renewed meanwhile
    return found


async def _taken(store: Store, holder: str, clock: Clock) -> bool:
    """Whether a store is ours now; the lease of a command is waited for, since it may have been killed."""
    for _ in range(_LOOKS):
        if await store.take_lease(holder, clock(), clock() + _LEASE):
            return True
        if not (await store.lease_holder() or "").startswith(COMMANDS):
            return False
        await asyncio.sleep(_LOOK_S)
    return False


@asynccontextmanager
async def unused(store: Store, shown: str, holder: str, clock: Clock) -> AsyncGenerator[None, None]:
    """Keeps every process from acting on a store in the block. Raises `DatabaseUnusable` where one does."""
    if not await _taken(store, holder, clock):
        raise DatabaseUnusable(shown, "is in use: stop the program that uses it first")

    async def keep() -> None:
        while True:
            await asyncio.sleep(_RENEW_S)
            with suppress(StoreError):  # it is locked by the move itself, which keeps everybody away
                await store.take_lease(holder, clock(), clock() + _LEASE)

    keeping = asyncio.create_task(keep(), name="lease")
    try:
        yield
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping
        await store.drop_lease(holder)
