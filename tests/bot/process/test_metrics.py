"""The figures for Prometheus: what they say, and that they are served only where they are asked for."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
import urllib.error
import urllib.request
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import test_utils, web

from bot.app import run_local, serving
from bot.config import load
from bot.config_error import ConfigError
from bot.discord.limits import Limits
from bot.discord.request_limit import RequestLimit
from bot.discord.request_trace import request_trace
from bot.process import metrics
from bot.process.guard import Guard
from bot.process.holding import Alone
from data.shards import Shards
from data.sqlite import SqliteStore
from data.store import DatabaseUnusable, GameChange, NewGame, NewOutboxRow
from tests.bot.holdings import Elsewhere
from tests.bot.world import world
from tests.patience import PATIENCE_S

NOW = datetime(2026, 1, 1, tzinfo=UTC)
OPERATION = Path(__file__).parents[3] / "docs/operation.md"


def figure(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0


def config(tmp_path: Path, **settings: str):
    return load({"INGENIOUS_DATABASE": str(tmp_path / "db.sqlite3"), **settings}, tmp_path / ".env")


@pytest.fixture
def port() -> int:
    """A free port of those that the system gives to nobody who takes any, so that it stays free."""
    for number in range(10_000 + os.getpid() % 9_000, 20_000):
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", number))
            return number
    raise AssertionError("no port is free")


def asked(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S) as answer:
        return answer.read().decode()


def test_they_are_served_at_the_port_and_not_after_the_end(tmp_path, port):
    with serving(config(tmp_path, INGENIOUS_METRICS=str(port))):
        assert "ingenious_presses_total" in asked(port)
    with pytest.raises(urllib.error.URLError):
        asked(port)


def test_without_the_setting_nothing_listens(tmp_path, port):
    with serving(config(tmp_path)), pytest.raises(urllib.error.URLError):
        asked(port)


async def test_the_local_table_serves_them_too(tmp_path, port):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with pytest.raises(ConfigError, match="INGENIOUS_METRICS: the port cannot be had"):
            await run_local(config(tmp_path, INGENIOUS_METRICS=str(port)), None, None, asyncio.Event(), print)


def test_a_port_that_is_taken_is_one_line(tmp_path, port):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with (
            pytest.raises(ConfigError, match="INGENIOUS_METRICS: the port cannot be had"),
            serving(config(tmp_path, INGENIOUS_METRICS=str(port))),
        ):
            raise AssertionError


@pytest.mark.parametrize("value", ["0", "70000", "x", ":x", "127.0.0.1"])
def test_what_is_no_port_is_refused(tmp_path, value):
    with pytest.raises(ConfigError, match="INGENIOUS_METRICS"):
        config(tmp_path, INGENIOUS_METRICS=value)


@pytest.mark.parametrize(
    ("value", "place"), [("9464", ("127.0.0.1", 9464)), ("0.0.0.0:1", ("0.0.0.0", 1)), ("[::1]:2", ("::1", 2))]
)
def test_a_port_may_have_an_address(tmp_path, value, place):
    assert config(tmp_path, INGENIOUS_METRICS=value).metrics == place


async def test_they_say_how_many_games_run_and_for_how_long_a_message_waits(tmp_path):
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=lambda: NOW) as store:
        row = await store.create(NewGame(1, 2, "standard", "en", 3), ["opened"], (), [NewOutboxRow("x", "{}")])
        await store.append(row.id, 1, (), change=GameChange(status="running"))
        await metrics.look(store, lambda: NOW + timedelta(seconds=90), Guard())
        assert (figure("ingenious_games_running"), figure("ingenious_outbox_lag_seconds")) == (1, 90)
        assert (figure("ingenious_acts"), figure("ingenious_store_reachable")) == (1, 1)
    await metrics.look(store, lambda: NOW, Guard())
    assert figure("ingenious_store_reachable") == 0


async def test_a_command_is_counted_with_its_times(tmp_path):
    names = ("ingenious_presses_total", "ingenious_acknowledged_seconds_count", "ingenious_answered_seconds_count")
    before = [figure(name) for name in names]
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.command(here.ann, "help")
    assert [figure(name) for name in names] == [count + 1 for count in before]


def test_each_figure_is_in_the_document():
    documented = set(re.findall(r"^\| `(ingenious_\w+)` \|", OPERATION.read_text(encoding="utf-8"), re.MULTILINE))
    ends = {"counter": "_total", "info": "_info"}
    made = {family.name + ends.get(family.type, "") for family in metrics.REGISTRY.collect()}
    assert documented == made


def test_each_figure_that_is_worth_an_alert_has_one():
    text = OPERATION.read_text(encoding="utf-8")
    wanted = re.findall(r"^\| `(ingenious_\w+)` \|[^|]*\| [^|\s]", text, re.MULTILINE)
    rules = text[text.index("- name: ingenious") :]
    assert len(wanted) > 5
    assert [name for name in wanted if name not in rules] == []


async def test_the_shards_for_which_a_process_acts_are_told_from_those_of_others(tmp_path):
    guard = Guard(Alone(Shards(2, 3, 4), count=4))
    guard.offline.lost(3, NOW)
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=lambda: NOW) as store:
        await metrics.look(store, lambda: NOW, guard)
    assert [figure("ingenious_shard_acts", shard=str(shard)) for shard in range(4)] == [0, 0, 1, 1]
    assert figure("ingenious_shards_info", first="2", last="3", count="4") == 1
    assert figure("ingenious_shards_offline") == 1


async def test_a_process_that_waits_shows_all_shards_as_those_of_others(tmp_path):
    guard = Guard(Elsewhere(count=2))
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=lambda: NOW) as store:
        await metrics.look(store, lambda: NOW, guard)
    assert [figure("ingenious_shard_acts", shard=str(shard)) for shard in range(2)] == [0, 0]


async def test_requests_that_wait_and_those_that_are_refused_are_counted(tmp_path):
    app = web.Application()

    async def refuse(_: web.Request) -> web.Response:
        return web.json_response({"message": "no", "retry_after": 0.01, "global": False}, status=429)

    app.router.add_route("*", "/api/v10/{path:.*}", refuse)
    names = ("ingenious_rate_limits_total", "ingenious_request_wait_seconds_count")
    before = [figure(name) for name in names]
    async with test_utils.TestServer(app) as server, SqliteStore.open(tmp_path / "db", clock=lambda: NOW) as store:
        limit = RequestLimit(50, store.reserve_requests, time.monotonic)
        async with aiohttp.ClientSession(trace_configs=[request_trace(Limits(limit))]) as session:
            await session.get(server.make_url("/api/v10/channels/1"))
            await session.get(server.make_url("/api/v10/webhooks/1"))
    assert [figure(name) for name in names] == [before[0] + 2, before[1] + 1]


@pytest.mark.parametrize(("error", "cause"), [(ValueError(), "unexpected"), (DatabaseUnusable("x", "y"), "store")])
async def test_answers_that_fail_are_counted_by_their_cause(tmp_path, error, cause):
    before = figure("ingenious_errors_total", cause=cause)
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        here.env.bot._responder.report(SimpleNamespace(id=1, user=SimpleNamespace(id=1)), error)
    assert figure("ingenious_errors_total", cause=cause) == before + 1
