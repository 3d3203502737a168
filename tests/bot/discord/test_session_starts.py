"""How often the bot identifies itself: never more than Discord allows, and slower long before that."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord.client import IngeniousClient
from bot.discord.limits import Limits
from bot.discord.session_starts import (
    CALM_S,
    IdentifyLater,
    Recommended,
    SessionStarts,
    StartLimit,
    pace_s,
)
from bot.discord.sharding import ShardedClient, Sharding
from bot.process.retries import RETRIES, Failure, Purpose
from bot.services.context import Services
from bot.services.tables import Tables
from data.shards import Shards

DAY_S = 86_400.0
SPACING_S = RETRIES[Purpose.SESSION][Failure.TRANSIENT].waits_s


class Day:
    """A day of Discord's, which counts the sessions that are started; a clock that jumps where somebody sleeps."""

    def __init__(self, monkeypatch, left: int = 1000, total: int = 1000) -> None:
        self.now_s, self.left, self.total = 0.0, left, total
        self.answers = True
        self.held: list[float | None] = []
        self.starts = SessionStarts(self.ask, lambda: self.now_s, self.held.append)
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.now_s += seconds

    async def ask(self) -> Recommended | None:
        if self.now_s >= DAY_S:
            self.left = self.total
        reset_s = DAY_S - self.now_s % DAY_S
        return Recommended(1, 1, StartLimit(self.total, self.left, reset_s)) if self.answers else None

    def start(self, *, again: bool = False) -> None:
        self.left -= 1
        self.starts.started(again=again)

    def client(self, shards: Shards | None = None) -> IngeniousClient:
        services = Services.build(Tables(None, 1, None), None, None, "en", "1")
        limits = Limits(starts=self.starts)
        if shards is None:
            return IngeniousClient(services, limits=limits)
        return ShardedClient(services, Sharding(shards), limits=limits)


async def test_a_session_is_started_at_once_while_many_are_left(monkeypatch):
    day = Day(monkeypatch)
    await day.starts.turn()
    assert day.now_s == 0
    assert day.held == []


async def test_no_session_is_started_before_the_limit_is_reset_where_none_is_left(monkeypatch, caplog):
    day = Day(monkeypatch, left=0)
    await day.starts.turn()
    assert day.now_s == DAY_S
    assert [one.getMessage() for one in caplog.records if one.levelname == "WARNING"] == [
        "no session may be started before the limit is reset: connecting then"
    ]
    assert day.held == [DAY_S, None]


@pytest.mark.parametrize("left", [1000, 500, 40, 1])
async def test_a_bot_whose_sessions_all_end_at_once_starts_no_more_than_it_may(monkeypatch, left):
    day = Day(monkeypatch, left=left)
    again = False
    while day.now_s < DAY_S:
        wait_s = await day.starts.wait_s(again=again)
        if wait_s:
            day.now_s += wait_s
            continue
        day.start(again=again)
        again = True
        assert day.left >= 0


async def test_a_program_that_ends_and_is_started_over_and_over_starts_no_more_sessions_than_it_may(monkeypatch):
    day = Day(monkeypatch)
    while day.now_s < DAY_S:
        day.starts = SessionStarts(day.ask, lambda: day.now_s, day.held.append)
        await day.starts.turn()
        day.start()
        day.now_s += 5
        assert day.left >= 0


def test_the_fewer_sessions_are_left_the_slower_they_are_started():
    paces = [pace_s(StartLimit(1000, left, DAY_S)) for left in (1000, 500, 400, 100, 1, 0)]
    assert paces[:2] == [0, 0]
    assert paces == sorted(paces)
    assert paces[2] == pytest.approx(43.2)


async def test_a_client_whose_sessions_end_one_after_the_other_starts_them_slower_until_one_lasts(monkeypatch):
    day = Day(monkeypatch)
    waits = []
    for at in range(6):
        waits.append(await day.starts.wait_s(again=at > 0))
        day.now_s += waits[-1]
        day.start(again=at > 0)
    assert waits == pytest.approx([0, *SPACING_S, SPACING_S[-1]])
    day.now_s += CALM_S
    day.start(again=True)
    assert await day.starts.wait_s(again=True) == pytest.approx(SPACING_S[0])


async def test_a_new_client_starts_at_once_however_short_the_session_before_it_was(monkeypatch):
    day = Day(monkeypatch)
    day.start()
    assert await day.starts.wait_s() == 0


async def test_where_discord_does_not_say_how_many_are_left_the_bot_counts_itself(monkeypatch):
    day = Day(monkeypatch, left=2)
    await day.starts.recommended()
    day.answers = False
    for _ in range(2):
        day.starts.started()
    assert await day.starts.wait_s() == pytest.approx(DAY_S)


async def test_where_discord_says_nothing_at_all_a_session_is_started(monkeypatch):
    day = Day(monkeypatch)
    day.answers = False
    assert await day.starts.wait_s() == 0


async def test_a_connection_that_would_wait_for_long_is_given_up_and_a_short_wait_is_kept(monkeypatch):
    day = Day(monkeypatch)
    client = day.client()
    for spacing_s in (0, *SPACING_S[:2]):
        before_s = day.now_s
        await client.before_identify_hook(None, initial=not spacing_s)
        assert day.now_s - before_s == pytest.approx(spacing_s)
    with pytest.raises(IdentifyLater) as later:
        await client.before_identify_hook(None)
    assert later.value.wait_s == pytest.approx(SPACING_S[2])


async def test_a_shard_that_must_wait_for_long_leaves_the_other_shards_connected(monkeypatch):
    day = Day(monkeypatch, left=2)
    client = day.client(Shards(0, 1, 2))

    async def turn(_shard: int) -> None:
        day.left -= 1

    monkeypatch.setattr(client, "_take_turn", turn)
    await day.starts.turn()
    await client.before_identify_hook(0, initial=True)
    with pytest.raises(ConnectionError):  # discord.py tries this shard again, and ends the client with any other
        await client.before_identify_hook(0)
    before_s = day.now_s
    await client.before_identify_hook(1)
    assert day.now_s - before_s > 30
