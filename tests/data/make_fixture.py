"""Writes `fixtures/schema-NNNN.sql`, a database of the newest schema, for the migration test of all later ones.

Run `python -m tests.data.make_fixture` once when a schema is new. A fixture of a released schema is never made again.
"""

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data import connection
from data.sqlite import SqliteStore
from data.store import GameChange, NewGame, Note, PlayerRow, Posted, SeatRow, ServerRow

FIXTURES = Path(__file__).parent / "fixtures"
NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
DEADLINE = NOW + timedelta(days=2)
BEN = PlayerRow(31, "de", True, True, "quarter", 1320, 360, "Europe/Berlin", DEADLINE, 3, "2026", True, "light")
SERVER = ServerRow(10, "de", 86_400, (20, 2**62), threads=True, theme="light")
SEED = 2**100 + 1
EVENTS = ('{"opened": "Zoë 🎲"}', '{"begun": true}', '{"it\'s": "placed"}', '{"stopped": 1}')


def fixture(schema: int) -> Path:
    return FIXTURES / f"schema-{schema:04}.sql"


async def fill(path: Path) -> None:
    """One game of each status, and one row at least in every table."""
    async with SqliteStore.open(path, clock=lambda: NOW) as store:
        await store.seed(lambda: SEED)
        people = [SeatRow(0, 2**62, "Zoë 🎲"), SeatRow(1, 31, "it's; -- Ben")]
        notes = [Note("lobby", '{"a": [1, null]}')]
        running = await store.create(NewGame(10, 20, "standard", "en", 2**62), EVENTS[:1], people, notes)
        later = Note("reminder", "{}", NOW + timedelta(days=1))
        await store.append(running, 1, EVENTS[1:3], change=GameChange("running", deadline=DEADLINE), outbox=[later])
        await store.posted(running, Posted(20, 77, NOW))
        for status in ("lobby", "over", "cancelled"):
            await store.create(NewGame(None, 21, "duel", "de", 31, status), EVENTS, people[1:])
        await store.set_aside(await store.create(NewGame(10, 20, "team", "en", 31), ["???"]), "no JSON")
        await store.retry(1, NOW + timedelta(seconds=1), "503")
        await store.save_player(BEN)
        await store.save_server(SERVER)
        await store.beat(NOW)
        await store.take_lease("first", NOW, NOW + timedelta(seconds=30))


def dump(path: Path) -> str:
    """The database as SQL, with the two numbers of its header, which a plain dump leaves out."""
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        header = [f"PRAGMA application_id = {connection.APPLICATION_ID};", f"PRAGMA user_version = {version};"]
        return "\n".join([*db.iterdump(), *header, ""])


def main() -> None:
    target = fixture(len(connection.migrations()))
    if target.exists():
        sys.exit(f"{target} exists: a fixture of a released schema stays as it is.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        asyncio.run(fill(path))
        target.write_text(dump(path), "utf-8")


if __name__ == "__main__":
    main()
