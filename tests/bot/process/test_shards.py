"""One process among several: it delivers what belongs to its shards, and only their clocks are credited."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from bot.outbox.dispatcher import POLL_S, Dispatcher
from bot.process.guard import Guard
from bot.process.heartbeat import beat_once, credit_outage, shard_back
from bot.process.holding import Alone
from bot.process.lease import Lease
from bot.process.lease_times import Times
from bot.process.offline import OfflineShards
from bot.process.unserved import Unserved
from bot.process.wakes import Wakes
from bot.services.context import Services
from bot.services.tables import Tables
from data.ids import GuildId
from data.shards import WHOLE, Shards
from data.sqlite import SqliteStore
from data.store import GameChange, NewGame, NewOutboxRow, OtherShards
from tests.patience import PATIENCE_S

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
LOW, HIGH = Shards(0, 0, 2), Shards(1, 1, 2)
TIMES = Times(lease_s=20, renew_s=0.01, ask_s=0.01)
LONG = Times(lease_s=20, renew_s=1000, ask_s=1000)


@dataclass
class Clock:
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def steady_s(self) -> float:
        return self.now.timestamp()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def store(tmp_path, clock):
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=clock) as opened:
        yield opened


async def game_on(store, clock, shard: int) -> int:
    """A running game in a server of this shard, with an hour to go."""
    row = await store.create(NewGame(GuildId((shard << 22) + 1), 9, "solo", "en", 1), ["{}"])
    await store.append(row.id, 1, (), change=GameChange("running", deadline=clock.now + HOUR))
    return row.id


async def left(store, clock, game: int) -> timedelta:
    return (await store.game(game)).deadline - clock.now


# --- clocks ---


async def test_only_the_games_of_a_range_that_was_away_are_credited(store, clock):
    low, high = await game_on(store, clock, 0), await game_on(store, clock, 1)
    for shards in (LOW, HIGH):
        await store.record_heartbeat(clock.now, shards)
    clock.now += 30 * MINUTE
    await store.record_heartbeat(clock.now, LOW)
    assert await credit_outage(store, clock, shards=HIGH) == 30 * MINUTE
    assert await credit_outage(store, clock, shards=LOW) == timedelta()
    assert [await left(store, clock, game) for game in (low, high)] == [30 * MINUTE, HOUR]


async def test_a_process_with_the_ranges_of_two_credits_each_with_its_own_absence(store, clock):
    low, high = await game_on(store, clock, 0), await game_on(store, clock, 1)
    await store.record_heartbeat(clock.now, HIGH)
    clock.now += 20 * MINUTE
    await store.record_heartbeat(clock.now, LOW)
    clock.now += 10 * MINUTE
    await credit_outage(store, clock, shards=Shards(0, 1, 2))
    assert [await left(store, clock, game) for game in (low, high)] == [40 * MINUTE, HOUR]


async def test_only_the_games_of_a_shard_without_a_connection_are_credited_and_only_once(store, clock):
    low, high = await game_on(store, clock, 0), await game_on(store, clock, 1)
    guard, app = Guard(), Services.build(Tables(store, 7, clock), None, clock, "en", "1")
    guard.offline.clear(2)
    await store.record_heartbeat(clock.now)
    guard.offline.lost(1, clock.now)
    for _ in range(30):
        clock.now += MINUTE
        await beat_once(store, clock, app.absent, guard)
    clock.now += MINUTE / 2
    await shard_back(store, clock, 1, guard.offline, app.absent)
    await beat_once(store, clock, app.absent, guard)
    assert [await left(store, clock, game) for game in (low, high)] == [29.5 * MINUTE, HOUR]


def test_servers_of_a_shard_without_a_connection_are_not_heard():
    offline = OfflineShards(2)
    offline.lost(1, datetime(2026, 1, 1, tzinfo=UTC))
    assert GuildId((1 << 22) + 1) in offline
    assert GuildId(1) not in offline
    offline.back(1)
    assert GuildId((1 << 22) + 1) not in offline


async def test_old_games_are_deleted_by_the_process_with_the_first_shard(store, clock):
    row = await store.create(NewGame(1, 2, "solo", "en", 3), ["{}"])
    await store.append(row.id, 1, (), change=GameChange("over"))
    clock.now += timedelta(days=401)
    await beat_once(store, clock, None, Guard(Alone(HIGH)))
    assert await store.count_games(["over"]) == 1
    await beat_once(store, clock, None, Guard(Alone(LOW)))
    assert await store.count_games(["over"]) == 0


# --- the outbox ---


@dataclass
class Delivering:
    """Notes which games are looked at."""

    games: list[int] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def deliver_due(self, current, due=()):
        self.games.append(current.subject)
        self.came.set()

    def begin(self):
        """Nothing was tried before."""

    def end(self):
        """Nothing is being delivered."""

    async def finish(self, current):
        """Nothing is left."""


@pytest.fixture
async def process(store):
    """The dispatcher of a process that has the second of two shards, and the games it looks at."""
    app = Services.build(
        Tables(store, 7, lambda: datetime.now(UTC), guard=Guard(Alone(HIGH))),
        None,
        lambda: datetime.now(UTC),
        "en",
        "1",
    )
    dispatcher = Dispatcher(app, None)
    dispatcher._deliverer = delivering = Delivering()
    yield app, dispatcher, delivering
    await dispatcher.finish()


async def test_a_process_looks_at_the_due_games_of_its_shards_alone(process, store, clock):
    _, dispatcher, delivering = process
    for shard in (0, 1):
        await store.enqueue([NewOutboxRow("x", "{}")], about=await game_on(store, clock, shard))
    await dispatcher.notify_all()
    await asyncio.wait_for(delivering.came.wait(), PATIENCE_S)
    assert set(delivering.games) == {2}


async def test_a_process_that_is_told_of_its_game_delivers_it(process):
    app, _, delivering = process
    app.wakes.heard("outbox 5 1")
    app.wakes.heard(f"outbox 6 {1 << 22}")
    app.wakes.heard("something of a newer version")
    await asyncio.wait_for(delivering.came.wait(), PATIENCE_S)
    assert delivering.games == [6]


async def test_a_notification_that_is_lost_costs_seconds(process, store, clock, monkeypatch):
    monkeypatch.setattr("bot.outbox.dispatcher.POLL_S", 0.01)
    assert POLL_S <= 5
    _, dispatcher, delivering = process
    await dispatcher.notify_all()
    await store.enqueue([NewOutboxRow("x", "{}")], about=await game_on(store, clock, 1))
    await asyncio.wait_for(delivering.came.wait(), PATIENCE_S)


async def test_the_process_of_a_game_is_told_of_a_change_that_another_made(process, store, clock, monkeypatch):
    app, dispatcher, delivering = process
    told, came = list[str](), asyncio.Event()

    async def notify(text: str) -> None:
        told.append(text)
        came.set()

    monkeypatch.setattr(store, "notify", notify)
    game = await game_on(store, clock, 0)

    @dataclass
    class Committed:
        row: object
        table: object

    row = await store.game(game)
    dispatcher.notify(Committed(row, row))
    await asyncio.wait_for(came.wait(), PATIENCE_S)
    assert told == [f"outbox {game} 1"]
    assert delivering.games == []
    assert app.guard.shards == HIGH


# --- leases ---


@pytest.fixture
async def lease(tmp_path, clock):
    """Makes the lease of a process: of a range, or of a spare."""
    names = itertools.count()
    async with AsyncExitStack() as stack:

        async def make(wanted: Shards | int, times: Times = TIMES, wakes: Wakes | None = None) -> Lease:
            store = await stack.enter_async_context(SqliteStore.open(tmp_path / "db.sqlite3", clock=clock))
            woken = wakes.lease if wakes else None
            return Lease(store, f"p{next(names)}", None, clock, clock.steady_s, times, wanted, woken)

        yield make


async def test_two_ranges_act_at_the_same_time(lease):
    low, high = await lease(LOW), await lease(HIGH)
    assert await low.take()
    assert await high.take()
    assert [await one.acts() for one in (low, high)] == [True, True]


async def test_a_spare_takes_the_shards_of_a_process_that_ended_and_none_before(lease):
    low, high, spare = await lease(LOW), await lease(HIGH), await lease(2)
    await low.take()
    await high.take()
    assert not await spare.take()
    await high.release()
    assert await spare.take()
    assert spare.shards == HIGH


async def test_a_spare_takes_the_shards_of_a_dead_process_within_30_seconds(lease, clock):
    high, spare = await lease(HIGH), await lease(2)
    await high.take()
    clock.now += timedelta(seconds=19)
    assert not await spare.take()
    clock.now += timedelta(seconds=1)
    assert await spare.take()


async def test_a_spare_gives_its_shards_back_to_a_process_that_is_set_up_for_them(lease):
    high, spare, successor = await lease(HIGH), await lease(2), await lease(HIGH)
    await high.take()
    await high.release()
    await spare.take()
    keeping = asyncio.create_task(spare.keep())
    successor.ask_for(HIGH)
    assert not await successor.take()
    await asyncio.wait_for(spare.asked_back.wait(), PATIENCE_S)
    assert await spare.acts()
    await spare.release()
    assert not await spare.take()
    assert await successor.take()
    await asyncio.wait_for(keeping, PATIENCE_S)


async def test_a_process_with_shards_of_its_own_gives_them_to_nobody(lease):
    high, second = await lease(HIGH), await lease(HIGH)
    await high.take()
    keeping = asyncio.create_task(high.keep())
    second.ask_for(HIGH)
    assert not await second.take()
    await asyncio.sleep(0.1)
    assert not high.asked_back.is_set()
    assert await high.acts()
    keeping.cancel()


async def test_a_process_that_waits_is_woken_when_the_lease_is_given_back(lease):
    wakes = Wakes()
    first, second = await lease(HIGH), await lease(HIGH, LONG, wakes)
    await first.take()
    waiting = asyncio.create_task(second.wait(asyncio.Event()))
    await asyncio.sleep(0.1)
    await first.release()
    wakes.heard("lease")
    assert await asyncio.wait_for(waiting, PATIENCE_S)


async def test_another_number_of_shards_ends_a_process_that_begins_and_one_that_was_not_missed_in_time(lease, clock):
    whole, low = await lease(WHOLE), await lease(LOW)
    await whole.take()
    with pytest.raises(OtherShards):
        await low.take()
    clock.now += timedelta(seconds=21)
    assert await low.take()
    assert not await whole.acts()


# --- shards that nobody has ---


async def test_a_gap_between_the_ranges_is_warned_of_once_by_the_process_with_the_first_shard(store, clock, caplog):
    guards = []
    for first, last in ((0, 3), (8, 15)):
        guards.append(Guard(Alone(Shards(first, last, 16))))
        await store.take_lease(f"from{first}", clock.now, clock.now + HOUR, guards[-1].shards)
    looking = [Unserved(), Unserved()]
    for _ in range(3):
        for unserved, guard in zip(looking, guards, strict=True):
            await unserved.look(store, clock.now, guard)
    (warned,) = [record for record in caplog.records if record.levelname == "WARNING"]
    assert warned.shards == "4-7/16"


async def test_shards_that_change_hands_are_not_warned_of(store, clock, caplog):
    guard, unserved = Guard(Alone(LOW)), Unserved()
    await store.take_lease("low", clock.now, clock.now + HOUR, LOW)
    await unserved.look(store, clock.now, guard)
    await store.take_lease("high", clock.now, clock.now + HOUR, HIGH)
    await unserved.look(store, clock.now, guard)
    assert not caplog.records


async def test_a_wish_for_shards_that_a_wrong_clock_wrote_keeps_no_spare_away(lease, store, clock):
    high, spare = await lease(HIGH), await lease(2)
    await high.take()
    await store.want_lease(HIGH, clock.now + 5 * HOUR)
    await high.release()
    assert await spare.take()
    assert not await spare.is_awaited()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM lease",
        "UPDATE lease SET expires_at = 9000000000000000000",
        "UPDATE lease SET expires_at = -5",
        "UPDATE lease SET holder = ''",
        "UPDATE lease SET wanted = 9000000000000000000",
    ],
)
async def test_a_damaged_row_of_the_lease_stops_nobody_for_longer_than_a_lease(lease, tmp_path, clock, damage):
    high, spare = await lease(HIGH), await lease(2)
    await high.take()
    await spare.take()
    with sqlite3.connect(tmp_path / "db.sqlite3") as db:
        db.execute(damage)
    db.close()
    for _ in range(3):
        if not await high._renew():
            await high.take()
        clock.now += timedelta(seconds=10)
        await spare.take()
    assert [await one.acts() for one in (high, spare)].count(True) == 1
