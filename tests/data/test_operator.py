"""The contract of `Store`, what the operator does: an announcement that goes out once, servers that are not served."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from data.store import GameMissing, NewOutboxRow, ServerRow
from tests.data.tables import opened

ROW = NewOutboxRow("word", "{}")


async def test_an_announcement_is_written_once_whoever_else_confirms_it(store, opener, clock):
    games = [await opened(store), await opened(store)]
    await store.keep_announcement("hello")
    later = clock.now + timedelta(seconds=1)
    rows = [(games[0], ROW), (games[1], NewOutboxRow("word", "{}", later))]
    async with opener() as other:
        written = await asyncio.gather(store.announce("hello", rows), other.announce("hello", rows))
    assert sorted(written) == [False, True]
    assert [[row.due_at for row in await store.outbox_of(game)] for game in games] == [[clock.now], [later]]
    assert await store.announcement() is None


async def test_an_announcement_that_another_one_replaced_is_not_written(store):
    game = await opened(store)
    await store.keep_announcement("old")
    await store.keep_announcement("new")
    assert not await store.announce("old", [(game, ROW)])
    assert await store.announcement() == "new"
    assert await store.outbox_of(game) == []


async def test_an_announcement_that_cannot_be_written_whole_is_not_written_at_all(store):
    game = await opened(store)
    await store.keep_announcement("hello")
    with pytest.raises(GameMissing):
        await store.announce("hello", [(game, ROW), (77, ROW)])
    assert await store.announcement() == "hello"
    assert await store.outbox_of(game) == []


async def test_a_server_is_served_until_that_is_stopped_and_again_when_it_is_taken_back(store, clock):
    settings = ServerRow(10, "de", channels=(20, 21), daily_channel=20)
    await store.save_server(settings)
    for guild, row in ((10, settings), (11, ServerRow(11))):
        assert await store.server(guild) == row
        for _ in range(2):
            await store.set_served(guild, served=False, now=clock.now)
        stopped = await store.server(guild)
        assert not stopped.served
        await store.save_server(stopped)
        assert (await store.preferences((), guild)).server == stopped
        assert (await store.server(12)).served
        for _ in range(2):
            await store.set_served(guild, served=True, now=clock.now)
        assert await store.server(guild) == row
