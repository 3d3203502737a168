"""A SQLite file as one side of a move. See `data.transfer.Side`."""

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from data.sqlite import connection
from data.transfer import AT_ONCE, Columns, Record


class SqliteSide:
    """See `data.transfer.Side`; it blocks for some rows at a time."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def tables(self) -> Mapping[str, Columns]:
        """See `Side.tables`."""
        names = self._db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB ?"
            " ORDER BY name",
            (connection.LITESTREAM,),
        ).fetchall()
        return {
            name: tuple(
                sorted(column for (column,) in self._db.execute("SELECT name FROM pragma_table_info(?)", (name,)))
            )
            for (name,) in names
        }

    async def rows(self, table: str, columns: Columns) -> AsyncIterator[Sequence[Record]]:
        """See `Side.rows`."""
        found = self._db.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608 - names of the schema
        while rows := found.fetchmany(AT_ONCE):
            yield rows

    async def write(self, table: str, columns: Columns, rows: Sequence[Record]) -> None:
        """See `Side.write`."""
        marks = ", ".join("?" * len(columns))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - names of the schema
        self._db.executemany(sql, rows)

    async def last_ids(self) -> Mapping[str, int]:
        """See `Side.last_ids`."""
        return dict(self._db.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    async def go_on_after(self, table: str, last: int) -> None:
        """See `Side.go_on_after`."""
        self._db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        self._db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))


@asynccontextmanager
async def sqlite_side(path: Path, *, write: bool) -> AsyncGenerator[SqliteSide, None]:
    """A file that exists and has the newest schema; what was written is committed at the end, unless that fails."""
    with connection.errors_in_words(str(path)), closing(connection.connect_beside(path)) as db:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        with connection.transaction(db, "IMMEDIATE" if write else "DEFERRED"):
            yield SqliteSide(db)
