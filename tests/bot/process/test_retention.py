"""How long games are kept: 400 days after their end, as the documents say, and for ever while they go on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.process.heartbeat import beat_once
from bot.process.retention import KEPT
from bot.services.context import Services
from bot.services.tables import Tables
from data.sqlite import SqliteStore
from data.store import GameChange, GameMissing, NewGame

ROOT = Path(__file__).parents[3]
DAY = timedelta(days=1)
TABLE = NewGame(1, 2, "standard", "en", 3)


class Clock:
    def __init__(self):
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self):
        return self.now


@pytest.fixture
async def app(tmp_path):
    clock = Clock()
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=clock) as store:
        yield Services.build(Tables(store, 7, clock), None, clock, "en", "1")


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_a_game_is_deleted_400_days_after_its_end(app, status):
    game = (await app.store.create(TABLE, ["opened"])).id
    app.clock.now += 30 * DAY
    await app.store.append(game, 1, ["ended"], change=GameChange(status=status))
    app.clock.now += 400 * DAY
    await beat_once(app.store, app.clock)
    assert (await app.store.game(game)).status == status
    app.clock.now += DAY
    await beat_once(app.store, app.clock)
    with pytest.raises(GameMissing):
        await app.store.game(game)


@pytest.mark.parametrize("status", ["lobby", "running"])
async def test_a_game_that_goes_on_is_kept_however_old_it_is(app, status):
    game = (await app.store.create(TABLE, ["opened"])).id
    await app.store.append(game, 1, ["went on"], change=GameChange(status=status))
    app.clock.now += 4000 * DAY
    await beat_once(app.store, app.clock)
    assert (await app.store.game(game)).status == status


async def test_an_outage_is_known_for_400_days(app):
    """In these, days of the daily challenge that somebody could not play are excused."""
    began = app.clock.now
    known = []
    for days in (0, 1, 399, 1):
        app.clock.now += days * DAY
        await beat_once(app.store, app.clock)
        known.append(began in [start for start, _ in await app.store.outages()])
    assert known == [False, True, True, False]


@pytest.mark.parametrize("text", ["docs/playing.md", "docs/operation.md"])
def test_how_long_games_are_kept_is_stated(text):
    assert f"{KEPT.days} days" in (ROOT / text).read_text(encoding="utf-8")
