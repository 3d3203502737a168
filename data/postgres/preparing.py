"""What is done once before a database is used: its schema is brought up to date, and this process gets a name."""

import asyncio
from datetime import timedelta

from data.address import ServerUrl
from data.errors import DatabaseUnusable, Interrupted
from data.postgres import schema
from data.postgres.connection import POOLED, Connection, connect, drop, errors_in_words, is_lost
from data.sql.values import span

_PAUSE_S = 0.25
_FORGOTTEN = timedelta(days=1)
"""How much older than the newest the note of a writer that is gone is kept."""
_FORGET = "DELETE FROM commits WHERE at < (SELECT max(at) FROM commits) - $1::bigint"


async def prepare(address: ServerUrl, busy_s: float) -> str:
    """Bring the database to the newest schema and give this process a name that no other has."""
    loop = asyncio.get_running_loop()
    end_s = loop.time() + busy_s
    while True:
        try:
            return await _prepared(address, busy_s)
        except Interrupted:
            if loop.time() > end_s:
                raise
        await asyncio.sleep(_PAUSE_S)


async def _check_session(db: Connection, address: ServerUrl, shown: str, busy_s: float) -> None:
    """Raise `DatabaseUnusable` where a pooler gives the session of a connection to others between its transactions.

    A connection through a pooler gets another number than that of its session. While such a one is idle, a second
    connection must not be in its session.
    """
    mine = await db.fetchval("SELECT pg_backend_pid()")
    if mine == db.get_server_pid():
        return
    other = await connect(address, name="ingenious", timeout_s=busy_s)
    try:
        if await other.fetchval("SELECT pg_backend_pid()") == mine:
            raise DatabaseUnusable(shown, POOLED)
        await other.execute("BEGIN")
        if await db.fetchval("SELECT pg_backend_pid()", timeout=busy_s) != mine:
            raise DatabaseUnusable(shown, POOLED)
    finally:
        drop(other)


async def _prepared(address: ServerUrl, busy_s: float) -> str:
    shown = str(address)
    with errors_in_words(shown):
        db = await connect(address, name="ingenious", timeout_s=busy_s)
        try:
            await _check_session(db, address, shown, busy_s)
            await schema.migrate(db, shown)
            await db.execute(_FORGET, span(_FORGOTTEN))
            return f"ingenious-{await db.fetchval('SELECT gen_random_uuid()')}"
        finally:
            drop(db) if is_lost(db) else await db.close(timeout=busy_s)
