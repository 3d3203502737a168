"""Two processes on one PostgreSQL database do at the same moment what is to be done once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.outbox.dispatcher import Dispatcher
from bot.process.wakes import Wakes
from bot.services import daily as service
from bot.services import planned
from bot.services.results import rate_all, rebuild
from bot.tables import daily
from bot.tables.errors import Refused
from bot.tables.outbox_rows import Scheduled, read
from bot.tables.timers import DayTimer, PlannedMoveTimer
from data.errors import DatabaseUnusable, OtherShards
from data.ids import MessageId
from data.postgres import PostgresStore
from data.shards import WHOLE, Shards
from data.store import SentBoard, ServerRow
from data.transfer import unused
from game.events import Place
from game.placements import placements
from tests.bot.club import START, Club
from tests.bot.sample_tables import ANN, BEN, choice, turn_of
from tests.bot.tables.test_planned_moves import apart, plan
from tests.bot.tables.test_ratings import rows, some
from tests.patience import PATIENCE_S
from tests.postgres import Databases

LOW, HIGH = Shards(0, 0, 2), Shards(1, 1, 2)
SERVERS = (100, (1 << 22) | 100)
"""One on each shard."""


@dataclass
class Two:
    """The processes, and the time that they share."""

    now: datetime = START
    clubs: list[Club] = field(default_factory=list)

    def set(self, now: datetime) -> None:
        self.now = now
        for club in self.clubs:
            club.now = now


@pytest.fixture
async def two() -> AsyncIterator[Two]:
    databases, made = Databases(), Two()
    address = databases.of(Path("db"))
    # A loaded machine may keep a call waiting for longer than the program would.
    opened = [PostgresStore.open(address, clock=lambda: made.now, busy_s=PATIENCE_S) for _ in range(2)]
    async with opened[0] as one, opened[1] as other:
        made.clubs = [Club(Path("db"), store, shards=shards) for store, shards in ((one, LOW), (other, HIGH))]
        yield made
    databases.drop()


# --- the daily challenge ---


@dataclass
class Channels:
    """Where messages of all processes arrive; a messenger for servers alone."""

    posted: list[tuple[int, str]] = field(default_factory=list)
    edited: list[int] = field(default_factory=list)
    is_ready = True

    async def post(self, guild, channel, public, key):
        await asyncio.sleep(0.01)
        self.posted.append((channel, public.screen.text))
        return SentBoard(channel, MessageId(len(self.posted)), START)

    async def edit(self, guild, channel, message, public):
        self.edited.append(channel)
        return True


async def dispatchers(two: Two) -> tuple[list[Dispatcher], Channels]:
    """The dispatchers of both processes; all servers follow the day."""
    for guild in SERVERS:
        row = ServerRow(guild, daily_channel=guild + 1)
        await two.clubs[0].store.save_server(row, [Scheduled(DayTimer()).row])
    channels = Channels()
    return [Dispatcher(club.app, channels) for club in two.clubs], channels


async def look(dispatchers: list[Dispatcher], two: Two) -> None:
    """Let both processes deliver everything that is due, at the same time."""
    while await two.clubs[0].store.due(two.now, 1):
        await asyncio.gather(*(one.notify_all() for one in dispatchers * 2))
        await asyncio.gather(*(task for one in dispatchers for task in one._tasks.values()))


def next_day(two: Two) -> None:
    two.set(daily.ends_at(two.now.date()) + timedelta(seconds=1))


async def test_each_server_gets_one_message_a_day_and_the_day_is_closed_once_on_postgres(two):
    both, channels = await dispatchers(two)
    for _ in range(3):
        await look(both, two)
        next_day(two)
    await look(both, two)
    assert Counter(channel for channel, _ in channels.posted) == {guild + 1: 4 for guild in SERVERS}
    assert len(set(channels.posted)) == 8
    assert Counter(channels.edited) == {guild + 1: 3 for guild in SERVERS}
    for one in both:
        await one.finish()


async def test_a_look_with_nothing_due_writes_nothing_for_servers_that_follow_on_postgres(two, monkeypatch):
    both, _ = await dispatchers(two)
    await look(both, two)
    written = []
    monkeypatch.setattr(two.clubs[0].store._engine, "write", lambda: written.append(1))
    await both[0].notify_all()
    assert written == []
    for one in both:
        await one.finish()


async def test_a_person_has_one_try_where_two_presses_come_at_two_processes_at_once_on_postgres(two):
    day = two.now.date()
    tries = await asyncio.gather(*(service.begin(club.app, day, ANN, "Ann") for club in two.clubs * 3))
    assert len({one.events for one in tries}) == 1
    view = tries[0].table.view_for(ANN)
    moves = [Place(tile, (a, b)) for tile, a, b, _, _ in placements(view)[:2]]
    outcomes = await asyncio.gather(
        *(
            service.play(club.app, tries[0], view.position.version, move)
            for club, move in zip(two.clubs, moves, strict=True)
        ),
        return_exceptions=True,
    )
    assert sorted(isinstance(one, Refused) for one in outcomes) == [False, True]
    kept = await two.clubs[0].store.daily_try(day.isoformat(), ANN)
    assert kept is not None
    assert len(kept.events) > len(tries[0].events)


async def test_a_result_is_shown_by_the_process_of_its_server_although_another_one_was_pressed_on_postgres(two):
    (low, high), _ = await dispatchers(two)
    wakes, heard = Wakes(), asyncio.Event()
    wakes.daily.subscribe(heard.set)
    async with two.clubs[1].store.listening(wakes.heard):
        low.server_changed()
        await asyncio.wait_for(heard.wait(), PATIENCE_S)
    two.clubs[1].app.wakes.heard("daily")
    assert high._look_at == two.now
    for one in (low, high):
        await one.finish()


# --- planned moves, results and ratings ---


async def test_a_planned_move_is_made_once_where_two_processes_fire_its_timer_on_postgres(two):
    club, other = two.clubs
    await club.game(ANN, BEN)
    for _ in range(4):
        await club.move(style="greedy")
    table = await club.table()
    mover, waiting = (ANN, BEN) if turn_of(table) == ANN else (BEN, ANN)
    intent = choice(table, "greedy")
    await plan(club, waiting, apart(table, waiting, intent))
    await club.tables.play(1, mover, None, intent)
    (timer,) = [found for row in await club.store.outbox_of(1) if isinstance(found := read(row), PlannedMoveTimer)]
    before = await club.table()
    loaded = [await one.tables.load(1) for one in two.clubs]
    await asyncio.gather(*(planned.make(one.app, timer, at) for one, at in zip(two.clubs * 2, loaded * 2, strict=True)))
    after = await other.table()
    assert after.turn == before.turn + 1
    assert (await other.tables.load(1)).plans == {}


async def test_two_processes_that_rate_at_once_rate_each_game_once_on_postgres(two):
    club, other = two.clubs
    await some(club)
    two.set(club.now)
    await asyncio.gather(*(rate_all(one.store) for one in two.clubs * 3))
    before = await rows(club)
    assert "pending" not in {row.rated for row in before}
    await rebuild(other.store)
    assert await rows(club) == before


async def test_games_that_end_at_two_processes_at_once_are_rated_as_in_their_order_on_postgres(two):
    club, other = two.clubs
    games = [await club.game(ANN, BEN) for _ in range(4)]

    async def end(one: Club, game: int) -> None:
        await one.tables.resign(game, BEN)
        await rate_all(one.store)

    await asyncio.gather(*(end(two.clubs[at % 2], game) for at, game in enumerate(games)))
    before = await rows(other)
    await rebuild(other.store)
    assert await rows(club) == before
    assert "pending" not in {row.rated for row in before}


@pytest.mark.parametrize("shards", [WHOLE, HIGH])
async def test_results_are_not_rebuilt_while_a_process_acts_on_postgres(two, shards):
    club, other = two.clubs
    assert await club.store.take_lease("online-1", two.now, two.now + timedelta(seconds=20), shards)
    with pytest.raises(DatabaseUnusable, match="in use"):
        async with unused(other.store, "games", "rebuild-1", lambda: two.now):
            pass
    assert await club.store.take_lease("online-1", two.now, two.now + timedelta(seconds=20), shards)


async def test_no_process_acts_while_results_are_rebuilt_on_postgres(two):
    club, other = two.clubs
    async with unused(other.store, "games", "rebuild-1", lambda: two.now):
        assert not await club.store.take_lease("online-1", two.now, two.now + timedelta(seconds=20))
        with pytest.raises(OtherShards):
            await club.store.take_lease("online-1", two.now, two.now + timedelta(seconds=20), HIGH)
