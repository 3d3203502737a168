"""The schema of a PostgreSQL database: made or brought to the newest step, or refused.

Must not know what the tables mean.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from data import schemas
from data.errors import DatabaseUnusable
from data.postgres.connection import Connection, is_lost

MIGRATIONS = Path(__file__).parent / "migrations"
SQLITE = Path(__file__).parents[1] / "sqlite" / "migrations"
LOCK = 0x494E4745  # "INGE": of several processes that start, one makes the tables
OLDEST_SERVER = 150000


def migrations() -> list[tuple[int, str]]:
    """The steps to the newest schema as (number, SQL), in order; a number means what it means for SQLite.

    A step of SQLite for which there is none here is taken as it is, in the words of this engine.
    """
    own = {int(file.name[:4]): file.read_text("utf-8") for file in MIGRATIONS.glob("*.sql")}
    others = {int(file.name[:4]): file for file in SQLITE.glob("*.sql")}
    taken = {number: _translated(file) for number, file in others.items() if number > min(own)}
    return sorted((taken | own).items())


def _translated(file: Path) -> str:
    """A step of SQLite: its whole numbers have 64 bits, and a key that is the order of the rows is no option here."""
    return re.sub(r"\)\s*WITHOUT ROWID", ")", re.sub(r"\bINTEGER\b", "BIGINT", file.read_text("utf-8")))


async def migrate(db: Connection, shown: str) -> None:
    """Take every step that is missing, in one transaction.

    Raises:
        DatabaseUnusable: it is another program's; of it `OlderSchema` and `NewerSchema`. Nothing was written.
    """
    await db.execute("BEGIN")
    try:
        await db.execute(f"SELECT pg_advisory_xact_lock({LOCK})")
        await _step(db, shown, migrations())
        await db.execute("COMMIT")
    except BaseException:
        if not is_lost(db):
            await db.execute("ROLLBACK")
        raise


async def _step(db: Connection, shown: str, steps: Sequence[tuple[int, str]]) -> None:
    server = await db.fetchval("SELECT current_setting('server_version_num')::bigint")
    if isinstance(server, int) and server < OLDEST_SERVER:
        raise DatabaseUnusable(shown, "is on a server older than PostgreSQL 15: update the server")
    encoding = await db.fetchval("SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        why = f"has the encoding {encoding}, which lacks letters of people's names: create it anew with"
        raise DatabaseUnusable(shown, f"{why} `createdb --encoding=UTF8 --template=template0`")
    found = await _found(db, shown)
    newest = steps[-1][0]
    if found:
        schemas.check(shown, found, newest)
    for number, sql in steps:
        if number > found:
            await db.execute(sql)
    if not found:
        await db.execute("CREATE TABLE ingenious_schema (number BIGINT NOT NULL PRIMARY KEY)")
        await db.execute("INSERT INTO ingenious_schema (number) VALUES (0)")
    # A write, even where nothing is new: a server that only reads refuses here and not at the first move.
    await db.execute(f"UPDATE ingenious_schema SET number = {newest}")  # noqa: S608 - a number


async def _found(db: Connection, shown: str) -> int:
    """The schema of the database, 0 if it is empty."""
    if await db.fetchval("SELECT to_regclass('ingenious_schema')") is None:
        if await db.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"):
            raise DatabaseUnusable(shown, "belongs to another program: name an empty database")
        return 0
    found = await db.fetchval("SELECT number FROM ingenious_schema")
    if not isinstance(found, int) or found < 1:
        raise DatabaseUnusable(shown, f"is damaged: its schema has the number {found}")
    return found
