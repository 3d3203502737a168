"""A PostgreSQL database as one side of a move. See `data.transfer.Side`."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import cast

from data.address import ServerUrl
from data.errors import Unstorable
from data.postgres.connection import Connection, connect, drop, errors_in_words
from data.transfer import AT_ONCE, Columns, Record

OWN = ("commits", "ingenious_schema")
"""Tables that only this engine has."""


class PostgresSide:
    """See `data.transfer.Side`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    async def tables(self) -> Mapping[str, Columns]:
        """See `Side.tables`."""
        found: dict[str, list[str]] = {}
        for row in await self._db.fetch(
            "SELECT table_name::text AS name, column_name::text AS column_ FROM information_schema.columns"
            " WHERE table_schema = current_schema()"
        ):
            found.setdefault(row["name"], []).append(row["column_"])
        return {name: tuple(sorted(found[name])) for name in sorted(found) if name not in OWN}

    async def rows(self, table: str, columns: Columns) -> AsyncIterator[Sequence[Record]]:
        """See `Side.rows`."""
        rows: list[Record] = []
        query = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 - names of the schema
        async for row in self._db.cursor(query, prefetch=AT_ONCE):
            rows.append(tuple(row[column] for column in columns))
            if len(rows) == AT_ONCE:
                yield rows
                rows = []
        if rows:
            yield rows

    async def write(self, table: str, columns: Columns, rows: Sequence[Record]) -> None:
        """See `Side.write`."""
        try:
            await self._db.copy_records_to_table(table, records=rows, columns=columns)
        except (TypeError, ValueError, OverflowError) as error:  # not its text: the value may be a person's
            raise Unstorable(
                f"The table {table} has a value of another type than its column, so nothing was moved."
            ) from error

    async def last_ids(self) -> Mapping[str, int]:
        """See `Side.last_ids`."""
        last: dict[str, int] = {}
        for table, sequence in await self._sequences():
            row = (await self._db.fetch(f"SELECT last_value, is_called FROM {sequence}"))[0]  # noqa: S608 - its name
            last[table] = row["last_value"] if row["is_called"] else 0
        return last

    async def go_on_after(self, table: str, last: int) -> None:
        """See `Side.go_on_after`."""
        sequence = dict(await self._sequences())[table]
        await self._db.fetch("SELECT setval($1::text::regclass, $2, $3)", sequence, max(last, 1), last > 0)

    async def _sequences(self) -> list[tuple[str, str]]:
        rows = await self._db.fetch(
            "SELECT table_name::text AS name, pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence"
            " FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'"
        )
        return [(row["name"], cast("str", row["sequence"])) for row in rows]


@asynccontextmanager
async def postgres_side(address: ServerUrl, *, write: bool) -> AsyncGenerator[PostgresSide, None]:
    """A database with the newest schema; what was written is committed at the end, unless that fails."""
    with errors_in_words(str(address)):
        db = await connect(address, name="ingenious-migrate", timeout_s=10)
        try:
            await db.execute("BEGIN" if write else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            await db.execute("SET idle_in_transaction_session_timeout = 0")
            yield PostgresSide(db)
            await db.execute("COMMIT")
        finally:
            drop(db)
