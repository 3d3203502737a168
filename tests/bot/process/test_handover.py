"""What a process does that is connected before it has the lease, and what processes tell each other of it."""

from __future__ import annotations

import asyncio
import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.process import guard as guards
from bot.process.guard import Guard
from bot.process.lease import Lease
from bot.process.lease_times import SHARED
from bot.process.phase import NEXT, Phase, PhaseError
from bot.process.shared_clock import SharedClock
from bot.process.wakes import Wakes
from data.opening import open_store
from data.shards import Shards
from data.store import DatabaseUnusable
from tests.patience import PATIENCE_S
from tests.postgres import Databases

HIGH = Shards(1, 1, 2)
HOUR = timedelta(hours=1)


STEPS = {
    Phase.WAITING: Guard.wait,
    Phase.STANDING_BY: Guard.stand_by,
    Phase.TAKING_OVER: Guard.take_over,
    Phase.YIELDING: Guard.hand_over,
    Phase.LEFT: Guard.leave,
    Phase.ENDING: Guard.end,
}
"""How each phase is entered, but for `ACTING`, which a process enters when it has read the store."""


def test_no_phase_follows_another_unless_the_table_says_so():
    wrong = list[str]()
    for phase in Phase:
        for to, step in STEPS.items():
            guard = Guard(phase=phase)
            try:
                step(guard)
            except PhaseError:
                allowed = False
            else:
                allowed = guard.phase is to
            if allowed != (to is phase or to in NEXT[phase]):
                wrong.append(f"{phase} {to}")
    assert wrong == []


def test_a_process_begins_to_act_where_it_takes_over_and_nowhere_else():
    begun = {phase: Guard(phase=phase).begin() for phase in Phase}
    assert [phase for phase in Phase if begun[phase]] == [Phase.TAKING_OVER, Phase.ACTING]


def test_the_table_of_the_phases_is_the_one_that_is_checked():
    rows = re.findall(r"\| `([A-Z_]+)` \|[^|]*\|[^|]*\|([^|]*)\|", Phase.__doc__ or "")
    told = {Phase[name]: {Phase[one] for one in re.findall(r"[A-Z_]+", following)} for name, following in rows}
    assert told == NEXT


def standing_by() -> Guard:
    guard = Guard(phase=Phase.WAITING)
    guard.stand_by()
    return guard


async def test_a_press_that_arrives_ahead_of_the_lease_is_acknowledged_once_this_process_has_it():
    guard = standing_by()
    held = asyncio.create_task(guard.may_acknowledge())
    await asyncio.sleep(0.05)
    assert not held.done()
    guard.take_over()
    assert await asyncio.wait_for(held, PATIENCE_S)


async def test_a_press_that_is_acknowledged_ahead_is_answered_once_this_process_acts():
    guard = standing_by()
    guard.take_over()
    assert await guard.may_acknowledge()
    waiting = asyncio.create_task(guard.acts_soon())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    guard.begin()
    assert await asyncio.wait_for(waiting, PATIENCE_S)


async def test_a_press_that_arrives_ahead_is_left_to_the_process_that_acts(monkeypatch):
    monkeypatch.setattr(guards, "HOLD_S", 0.01)
    assert not await standing_by().may_acknowledge()


async def test_a_press_that_was_held_is_not_answered_by_a_process_that_gives_up_waiting():
    guard = standing_by()
    held = asyncio.create_task(guard.may_acknowledge())
    await asyncio.sleep(0)
    guard.wait()
    assert not await asyncio.wait_for(held, PATIENCE_S)


def test_a_process_that_leaves_its_shards_calls_a_spare():
    wakes, called = Wakes(), list[Shards]()
    wakes.heard("leaving 1 1 2")
    end = wakes.leaving.subscribe(called.append)
    for text in ("leaving 1 1 2", "leaving x 1 2", "leaving 1"):
        wakes.heard(text)
    assert called == [HIGH]
    end()
    wakes.heard("leaving 1 1 2")
    assert called == [HIGH]
    wakes.heard("coming")
    assert wakes.coming.is_set()


@pytest.fixture
async def stores():
    """Two stores on one PostgreSQL database, of machines whose clocks differ by an hour, with their clocks."""
    databases = Databases()
    address = databases.of(Path("db"))
    right = SharedClock(lambda: datetime.now(UTC), time.monotonic)
    wrong = SharedClock(lambda: datetime.now(UTC) + HOUR, time.monotonic)
    async with open_store(address, right) as one, open_store(address, wrong) as other:
        await right.set(one)
        await wrong.set(other)
        yield (one, right), (other, wrong)
    databases.drop()


async def test_a_clock_that_is_wrong_by_an_hour_is_set_by_the_one_of_the_postgres_server(stores, caplog):
    (_, right), (_, wrong) = stores
    assert abs(wrong() - right()) < timedelta(seconds=10)
    assert abs(right() - datetime.now(UTC)) < timedelta(seconds=10)
    assert [record.ahead_s for record in caplog.get_records("setup") if "clock of this machine" in record.message] == [
        pytest.approx(3600, abs=10)
    ]


async def test_a_process_on_postgres_with_a_wrong_clock_does_not_take_the_lease_of_another(stores):
    leases = [
        Lease(store, f"p{at}", None, clock, lambda: 0.0, SHARED, wanted)
        for at, ((store, clock), wanted) in enumerate(zip(stores, (HIGH, 2), strict=True))
    ]
    assert await leases[0].take()
    assert not await leases[1].take()
    assert await leases[0].acts()


async def test_a_spare_that_was_called_takes_the_shards_it_is_connected_to_once_they_are_free_on_postgres(stores):
    (store, clock), (other, other_clock) = stores
    high = Lease(store, "high", None, clock, lambda: 0.0, SHARED, HIGH)
    spare = Lease(other, "spare", None, other_clock, lambda: 0.0, SHARED, 2)
    assert await high.take()
    spare.ask_for(HIGH)
    assert not await spare.take()
    assert await high.is_awaited()
    await high.release()
    assert await spare.take()
    assert spare.shards == HIGH


async def test_of_two_spares_that_were_called_the_second_does_not_ask_the_first_on_postgres(stores):
    (store, clock), (other, other_clock) = stores
    high = Lease(store, "high", None, clock, lambda: 0.0, SHARED, HIGH)
    spares = [Lease(other, name, None, other_clock, lambda: 0.0, SHARED, 2) for name in ("one", "two")]
    assert await high.take()
    holder = await store.lease_holder(HIGH)
    for spare in spares:
        spare.ask_for(HIGH, holder)
        assert not await spare.take()
    await high.release()
    assert await spares[0].take()
    assert not await spares[1].take()
    assert not await spares[0].is_awaited()


@pytest.fixture
def pair(stores):
    """The lease of a process with shards, that of a spare, and the steady clock of both, a list of its one reading."""
    (store, clock), (other, other_clock) = stores
    steady_s = [0.0]
    high = Lease(store, "high", None, clock, lambda: steady_s[0], SHARED, HIGH)
    spare = Lease(other, "spare", None, other_clock, lambda: steady_s[0], SHARED, 2)
    return high, spare, steady_s


async def test_a_spare_takes_over_from_a_process_without_a_session_once_that_must_have_asked_again_on_postgres(pair):
    killed, spare, steady_s = pair
    assert await killed.take()
    assert not await spare.take()
    steady_s[0] = SHARED.alone_s
    assert not await spare.take()
    steady_s[0] = SHARED.gone_s
    assert await spare.take()
    assert not await killed.acts()


async def test_a_process_that_has_lost_its_session_keeps_its_shards_on_postgres_while_it_renews_them(pair):
    high, spare, steady_s = pair
    assert await high.take()
    for _ in range(3):
        assert not await spare.take()
        steady_s[0] += SHARED.gone_s
        assert await high.acts()
    assert not await spare.take()


async def test_a_process_that_hangs_keeps_its_shards_on_postgres_as_long_as_its_lease(pair, stores):
    high, spare, steady_s = pair
    async with stores[0][0].listening(lambda _: None, "high"):
        assert await high.take()
        for _ in range(3):
            assert not await spare.take()
            steady_s[0] += SHARED.gone_s
        assert await high.acts()


async def test_a_process_is_not_taken_for_dead_on_postgres_after_the_server_was_away(pair, monkeypatch):
    high, spare, steady_s = pair
    assert await high.take()
    assert not await spare.take()
    steady_s[0] = SHARED.gone_s
    with monkeypatch.context() as away:
        away.setattr(spare._store, "abandoned_leases", unreachable)
        assert not await spare.take()
    assert not await spare.take()
    assert await high.acts()


async def unreachable() -> dict[str, datetime]:
    raise DatabaseUnusable("db", "cannot be reached")
