"""The contract of `Store`, which of several processes acts: never two at once, and the next one when it is gone."""

import asyncio
import json
import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.opening import open_store
from data.store import Store
from tests.data.tables import argument
from tests.patience import PATIENCE_S

LEASER = Path(__file__).with_name("leaser.py")
SECOND = timedelta(seconds=1)


async def start(*arguments: object) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, str(LEASER), *map(str, arguments), stdout=asyncio.subprocess.PIPE
    )


async def test_the_first_holds_it_and_the_second_waits_until_it_is_dropped(store, opener, clock):
    async with opener() as other:
        assert await store.take_lease("first", clock.now, clock.now + 30 * SECOND)
        assert not await other.take_lease("second", clock.now + 29 * SECOND, clock.now + 60 * SECOND)
        await other.drop_lease("second")
        assert not await other.take_lease("second", clock.now + 29 * SECOND, clock.now + 60 * SECOND)
        await store.drop_lease("first")
        assert await other.take_lease("second", clock.now + 29 * SECOND, clock.now + 60 * SECOND)
        assert not await store.take_lease("first", clock.now + 59 * SECOND, clock.now + 99 * SECOND)


async def test_its_holder_is_known_until_it_is_dropped(store, clock):
    assert await store.lease_holder() is None
    await store.take_lease("first", clock.now, clock.now + SECOND)
    await store.take_lease("second", clock.now, clock.now + SECOND)
    assert await store.lease_holder() == "first"
    await store.drop_lease("first")
    assert await store.lease_holder() is None


async def test_it_is_extended_by_its_holder_and_runs_out_otherwise(store, clock):
    assert await store.take_lease("first", clock.now, clock.now + SECOND)
    assert await store.take_lease("first", clock.now + SECOND, clock.now + 3 * SECOND)
    assert not await store.take_lease("second", clock.now + 2 * SECOND, clock.now + 9 * SECOND)
    assert await store.take_lease("second", clock.now + 3 * SECOND, clock.now + 9 * SECOND)
    assert not await store.take_lease("first", clock.now + 4 * SECOND, clock.now + 9 * SECOND)


async def test_a_lease_that_a_wrong_clock_wrote_ends_within_the_length_of_one(store, clock):
    assert await store.take_lease("first", clock.now + timedelta(hours=3), clock.now + timedelta(hours=3) + 30 * SECOND)
    assert not await store.take_lease("second", clock.now, clock.now + 30 * SECOND)
    assert not await store.take_lease("second", clock.now + 20 * SECOND, clock.now + 50 * SECOND)
    assert await store.take_lease("second", clock.now + 30 * SECOND, clock.now + 60 * SECOND)


async def test_a_holder_with_a_clock_of_its_own_keeps_its_lease_by_renewing_it(store, clock):
    ahead = timedelta(hours=3)
    for second in range(0, 90, 10):
        now = clock.now + second * SECOND
        assert await store.take_lease("first", now + ahead, now + ahead + 30 * SECOND)
        assert not await store.take_lease("second", now + 5 * SECOND, now + 35 * SECOND)


steps = st.lists(
    st.tuples(st.sampled_from(["take", "take", "drop"]), st.sampled_from("abc"), st.integers(0, 3), st.integers(1, 5)),
    max_size=12,
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40, deadline=None
)
@given(steps=steps)
async def test_there_is_never_more_than_one_holder(store: Store, clock, steps):
    for name in "abc":
        await store.drop_lease(name)
    holder, until, now = None, clock.now, clock.now
    for verb, name, wait, length in steps:
        now += wait * SECOND
        if verb == "drop":
            await store.drop_lease(name)
            holder = None if holder == name else holder
        else:
            free = holder in (None, name) or until <= now
            assert await store.take_lease(name, now, now + length * SECOND) is free
            asked = now + length * SECOND
            wrong = until > asked + length * SECOND
            holder, until = (name, asked) if free else (holder, asked if wrong else until)


async def test_a_process_that_asks_with_an_old_moment_does_not_cut_a_lease(store, clock):
    assert await store.take_lease("first", clock.now, clock.now + 30 * SECOND)
    for asked in (clock.now - 20 * SECOND, clock.now - 3600 * SECOND):
        assert not await store.take_lease("second", asked, asked + 30 * SECOND)
    assert not await store.take_lease("second", clock.now + 29 * SECOND, clock.now + 59 * SECOND)


async def test_two_processes_never_hold_it_at_the_same_time(place, clock):
    async with open_store(place, clock):
        pass
    processes = [await start(argument(place), name, 1.2) for name in ("left", "right")]
    async with asyncio.timeout(PATIENCE_S):
        outputs = [(await process.communicate())[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    held = [[(*span, side) for span in json.loads(output)] for side, output in enumerate(outputs)]
    assert min(len(spans) for spans in held) >= 3
    for (_, until, one), (since, _, other) in pairwise(sorted(held[0] + held[1])):
        assert until <= since or one == other


async def test_when_the_holder_is_killed_the_next_one_has_it_as_soon_as_it_runs_out(place, clock):
    process = await start(argument(place), "first")
    until = datetime.fromtimestamp(float(await process.stdout.readline()), UTC)
    process.kill()
    await process.wait()
    async with open_store(place, clock) as store:
        before = until - timedelta(milliseconds=1)
        assert not await store.take_lease("second", before, until + SECOND)
        assert await store.take_lease("second", until + timedelta(milliseconds=1), until + SECOND)
