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

from data.daily import DailyResult, DailyTry
from data.sqlite import SqliteStore, connection
from data.store import GameChange, NewGame, NewOutboxRow, NewResult, PlayerRow, SeatRow, SentBoard, ServerRow
from tests.data.tables import opened

FIXTURES = Path(__file__).parent / "fixtures"
NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
DEADLINE = NOW + timedelta(days=2)
BEN = PlayerRow(
    31, "de", True, True, "quarter", 1320, 360, "Europe/Berlin", DEADLINE, 3, "2026", True, "light", True, True
)
SERVER = ServerRow(
    10, "de", 86_400, (20, 2**62), threads=True, theme="light", person_games=3, channel_games=7, daily_channel=20
)
RESULT = NewResult(
    1, "duel", 2, 1, 31, "it's; -- Ben", None, 2, False, -3, (1, 2, 3, 4, 5, 6), "resign", True, ratable=True
)
SEED = 2**100 + 1
PLANNED = '{"tile": "RB", "ü": 1}'
EVENTS = ('{"opened": "Zoë 🎲"}', '{"begun": true}', '{"it\'s": "placed"}', '{"stopped": 1}')
OUTBOX = (
    ("table", '{"since": 0, "begun": true, "words": [["away.missed", {"name": "Zoë"}]]}'),
    ("word", '{"key": "me.vacation", "facts": {"name": "Zoë", "until": 1767323045}}'),
    ("vote", "{}"),
    ("asked", "{}"),
    ("credited", "{}"),
    ("turn", '{"user": 31, "turn": 4}'),
    ("next", '{"user": 31, "turn": 4}'),
    ("nudge", '{"by": 31, "user": 4611686018427387904, "turn": 4}'),
    ("remind", '{"user": 31, "turn": 4, "part": "half"}'),
    ("timeout", '{"turn": 4, "away": 0}'),
    ("late", '{"turn": 4}'),
    ("grace", '{"turn": 4}'),
    ("idle", '{"turn": 4, "away": 0}'),
    ("fade", '{"turn": 4, "away": 3600}'),
    ("fading", '{"turn": 4, "until": 1767323045}'),
    ("unused", '{"turn": 4, "away": 3600}'),
    ("warn", "{}"),
    ("expire", "{}"),
    ("expiring", '{"until": 1767323045}'),
    ("begin", "{}"),
    ("rematch", "{}"),
    ("again", "{}"),
    ("lapse", "{}"),
)
"""Rows of every kind that was ever written, as they wait in the fixtures of all schemas, with ids from 3."""
DAILY = DailyTry(DailyResult("2026-01-02", 31, "it's; -- Ben", NOW, counts=True, result=(9, 8, 7, 12, 30, 36)), EVENTS)
OPEN_DAILY = DailyTry(DailyResult("2026-01-02", 2**62, "Zoë 🎲"), EVENTS[:1])
WEEK = NOW + timedelta(days=7)


def fixture(schema: int) -> Path:
    return FIXTURES / f"schema-{schema:04}.sql"


async def fill(path: Path) -> None:
    """One game of each status, and one row at least in every table."""
    async with SqliteStore.open(path, clock=lambda: NOW) as store:
        await store.seed(lambda: SEED)
        people = [SeatRow(0, 2**62, "Zoë 🎲"), SeatRow(1, 31, "it's; -- Ben")]
        notes = [NewOutboxRow("lobby", '{"a": [1, null]}')]
        running = await opened(store, EVENTS[:1], people, notes, table=NewGame(10, 20, "standard", "en", 2**62))
        later = NewOutboxRow("reminder", "{}", NOW + timedelta(days=1))
        await store.append(running, 1, EVENTS[1:3], change=GameChange("running", deadline=DEADLINE), outbox=[later])
        await store.set_board_message(running, SentBoard(20, 77, NOW))
        for status in ("lobby", "over", "cancelled"):
            await opened(store, EVENTS, people[1:], table=NewGame(None, 21, "duel", "de", 31), status=status)
        await store.quarantine(await opened(store, ["???"], table=NewGame(10, 20, "team", "en", 31)), "no JSON")
        await store.enqueue([NewOutboxRow(kind, body, WEEK) for kind, body in OUTBOX], game=running)
        await store.postpone(1, NOW + timedelta(seconds=1), "503")
        await store.save_player(BEN)
        await store.save_analysis(3, '{"ü": [0.5]}')
        await store.save_plan(running, 3, 31, PLANNED)
        await store.replace_results(3, [RESULT])
        await store.save_puzzle_answer(31, "solo-1-17", solved=True)
        await store.save_daily_try(DAILY, 0)
        await store.save_daily_try(OPEN_DAILY, 0)
        await store.join_daily(10, 31, "it's; -- Ben")
        await store.open_daily_posts("2026-01-02", [(10, 20)])
        await store.share_daily(10, "2026-01-02", 31, 21)
        await store.save_lesson(31, 4)
        await store.save_server(SERVER)
        await store.record_heartbeat(NOW)
        await store.take_lease("first", NOW, NOW + timedelta(seconds=30))
        await store.reserve_identify(0, NOW, timedelta(seconds=5))


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
