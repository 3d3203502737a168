"""Shards of one bucket identify themselves as far apart as Discord asks for, however late one of them is."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.discord.sharding import turn_to_identify
from data.sqlite import SqliteStore

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Slow:
    """A store whose answers take these seconds one after the other, then none; it moves the clock."""

    def __init__(self, store, *answers_s: float) -> None:
        self.store = store
        self.answers_s = list(answers_s)
        self.now = NOW

    def clock(self) -> datetime:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    async def take_identify(self, *args):
        found = await self.store.take_identify(*args)
        await self.sleep(self.answers_s.pop(0) if self.answers_s else 0)
        return found


@pytest.fixture
async def store(tmp_path):
    async with SqliteStore.open(tmp_path / "db", clock=lambda: NOW) as made:
        yield made


@pytest.mark.parametrize("answers_s", [(), (2.0,), (2.0, 2.0, 1.0), (0.3,)])
async def test_the_next_shard_has_its_turn_a_whole_gap_after_the_one_before_it_was_sent(store, monkeypatch, answers_s):
    slow = Slow(store, *answers_s)
    monkeypatch.setattr(asyncio, "sleep", slow.sleep)
    await turn_to_identify(slow, slow.clock, 0)
    sent, slow.answers_s = slow.now, []
    await turn_to_identify(slow, slow.clock, 0)
    assert slow.now - sent > timedelta(seconds=5)
