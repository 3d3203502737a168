"""The health file: what a supervisor reads in it, and that it is never half written."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot import __version__
from bot.process.circuit_breaker import PEOPLE_LIMIT
from bot.process.health import Health
from bot.services.context import Services
from bot.services.tables import Tables
from data.sqlite import SqliteStore
from data.store import DatabaseUnusable, GameChange, NewGame, NewOutboxRow
from tests.patience import PATIENCE_S

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
async def app(tmp_path):
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=lambda: NOW) as store:
        yield Services.build(Tables(store, 7, lambda: NOW), None, lambda: NOW, "en", __version__)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "health.json"


def health_of(app, path):
    return Health(path, app.store, app.clock, app.guard, __version__)


@asynccontextmanager
async def kept(health):
    keeping = asyncio.create_task(health.keep())
    try:
        yield
    finally:
        keeping.cancel()


async def read(path, state):
    """What stands in the file as soon as it tells this state."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if path.exists() and (found := json.loads(path.read_text()))["state"] == state:
                return found
            await asyncio.sleep(0.005)


async def test_it_tells_the_time_the_state_the_version_and_what_waits(app, path):
    new = NewGame(1, 2, "standard", "en", 3)
    game, _ = [(await app.store.create(new, ["opened"])).id for _ in range(2)]
    await app.store.append(game, 1, (), change=GameChange(status="running"))
    await app.store.enqueue([NewOutboxRow("word", "{}", NOW - timedelta(seconds=90))], about=game)
    await app.store.enqueue([NewOutboxRow("word", "{}", NOW + timedelta(seconds=90))], about=game)
    async with kept(health_of(app, path)):
        assert await read(path, "starting") == {
            "time": "2026-01-01T12:00:00+00:00",
            "state": "starting",
            "connects_at": None,
            "version": __version__,
            "shards": "all",
            "games_running": 1,
            "oldest_undelivered_s": 90,
            "resting": False,
        }


async def test_it_is_written_at_each_change_and_at_the_last_one_for_good(app, path):
    health = health_of(app, path)
    async with kept(health):
        for state in ("waiting", "starting", "online", "offline", "online", "ending"):
            health.turn(state)
            await read(path, state)
        health.turn("online")
        await asyncio.sleep(0.05)
        await read(path, "ending")


async def test_it_is_never_half_written_and_leaves_nothing_beside_it(app, path, tmp_path):
    health = health_of(app, path)
    async with kept(health):
        for at in range(40):
            health.turn(("online", "offline")[at % 2])
            await asyncio.sleep(0.002)
            if path.exists():
                json.loads(path.read_text())
        await read(path, "offline")
    assert {file.name for file in tmp_path.iterdir() if file.name.startswith("health")} == {"health.json"}


async def test_it_tells_that_the_bot_rests(app, path):
    for user in range(PEOPLE_LIMIT):
        app.guard.circuit.count_error(user, NOW)
    async with kept(health_of(app, path)):
        assert (await read(path, "starting"))["resting"]


async def test_a_store_that_cannot_be_reached_leaves_the_numbers_open(app, path, monkeypatch):
    async def refuse(*_):
        raise DatabaseUnusable("db.sqlite3", "is locked by another program")

    monkeypatch.setattr(app.store, "count_games", refuse)
    async with kept(health_of(app, path)):
        found = await read(path, "starting")
    assert (found["games_running"], found["oldest_undelivered_s"]) == (None, None)


async def test_a_file_that_cannot_be_written_is_complained_of_once_and_does_no_harm(app, tmp_path, caplog):
    health = health_of(app, tmp_path / "missing" / "health.json")
    keeping = asyncio.create_task(health.keep())
    async with asyncio.timeout(PATIENCE_S):
        while "cannot be written" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        for state in ("online", "offline", "ending"):
            health.turn(state)
            await asyncio.sleep(0.005)
        await keeping
    assert caplog.text.count("cannot be written") == 1


async def test_without_a_path_nothing_is_written(app, tmp_path):
    await asyncio.wait_for(health_of(app, None).keep(), PATIENCE_S)
    assert [file.name for file in tmp_path.iterdir() if "sqlite3" not in file.name] == []


async def test_a_file_of_somebody_else_beside_it_is_left_alone(app, path):
    theirs = path.with_name(f"{path.name}.part")
    theirs.write_text("precious")
    async with kept(health_of(app, path)):
        await read(path, "starting")
    assert theirs.read_text() == "precious"
    assert {file.name for file in path.parent.iterdir() if "health" in file.name} == {path.name, theirs.name}
