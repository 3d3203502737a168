"""What was written by a clock that was ahead counts against nobody."""

from __future__ import annotations

from datetime import timedelta

from data.sqlite import SqliteStore
from data.store import Bounds, NewGame
from tests.bot.club import START

TABLE = NewGame(1, 2, "standard", "en", 3)


async def test_games_opened_by_a_clock_that_was_ahead_are_not_too_many_a_minute(tmp_path):
    now = [START + timedelta(days=2)]
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=lambda: now[0]) as store:
        await store.create(TABLE, ["opened"])
        now[0] = START
        await store.create(TABLE, ["opened"], bounds=Bounds(START - timedelta(minutes=1), host_new=1))
