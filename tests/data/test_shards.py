"""The contract of `Store` for processes that share the servers by shards, on both engines."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from data.ids import GuildId
from data.rows import GuildAbsence
from data.shards import WHOLE, Shards, runs, shard_of
from data.sql.process import carried_over
from data.store import GameChange, NewGame, NewOutboxRow, OtherShards
from tests.data.tables import opened
from tests.patience import PATIENCE_S

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
LOW, HIGH = Shards(0, 1, 4), Shards(2, 3, 4)


def guild_on(shard: int) -> GuildId:
    return GuildId((shard << 22) + 7)


async def game_on(store, shard: int | None, *, deadline=None) -> int:
    """A running game in a server of this shard (none: in a direct message), with one outbox row that is due."""
    guild = None if shard is None else guild_on(shard)
    game = await opened(store, ["{}"], outbox=[NewOutboxRow("timeout", "{}")], table=NewGame(guild, 9, "solo", "en", 1))
    await store.append(game, 1, (), change=GameChange("running", deadline=deadline))
    return game


def test_direct_messages_and_the_oldest_servers_are_on_the_first_shard():
    assert [shard_of(guild, 16) for guild in (None, GuildId(5), guild_on(3), guild_on(19))] == [0, 0, 3, 3]
    assert None in LOW
    assert None not in HIGH


def test_a_range_has_the_servers_of_its_first_shard_to_its_last():
    assert [[guild_on(shard) in shards for shard in range(4)] for shards in (LOW, HIGH)] == [
        [True, True, False, False],
        [False, False, True, True],
    ]


def test_shards_in_a_row_form_a_range():
    assert runs([0, 1, 3, 5, 6], 8) == [Shards(0, 1, 8), Shards(3, 3, 8), Shards(5, 6, 8)]


def test_a_range_is_written_as_it_is_set():
    assert [str(one) for one in (LOW, Shards(3, 3, 16))] == ["0-1/4", "3/16"]


async def test_each_range_has_a_holder_of_its_own(store, clock):
    until = clock.now + 30 * SECOND
    assert await store.take_lease("low", clock.now, until, LOW)
    assert await store.take_lease("high", clock.now, until, HIGH)
    assert not await store.take_lease("other", clock.now, until, HIGH)
    assert (await store.lease_holder(LOW), await store.lease_holder(HIGH)) == ("low", "high")


async def test_ranges_that_overlap_are_not_held_by_two(store, clock):
    until = clock.now + 30 * SECOND
    assert await store.take_lease("low", clock.now, until, LOW)
    assert not await store.take_lease("middle", clock.now, until, Shards(1, 2, 4))
    assert await store.take_lease("third", clock.now, until, Shards(2, 2, 4))


async def test_who_holds_a_part_of_a_range_does_not_hold_all_of_it(store, clock):
    until = clock.now + 30 * SECOND
    assert await store.take_lease("first", clock.now, until, Shards(0, 0, 4))
    assert await store.take_lease("second", clock.now, until, Shards(1, 1, 4))
    assert not await store.take_lease("first", clock.now, until, LOW)
    assert await store.lease_holder(Shards(1, 1, 4)) == "second"


async def test_of_many_that_take_overlapping_ranges_at_once_no_two_hold_one_shard(opener, clock):
    ranges = [Shards(first, first + 1, 5) for first in range(4)]
    async with opener() as one, opener() as other:
        took = await asyncio.gather(
            *(
                (one if at % 2 else other).take_lease(f"p{at}", clock.now, clock.now + 30 * SECOND, shards)
                for at, shards in enumerate(ranges * 2)
            )
        )
    held = [shard for shards, got in zip(ranges * 2, took, strict=True) if got for shard in shards]
    assert held
    assert len(held) == len(set(held))


@pytest.mark.parametrize(("first", "second"), [(LOW, WHOLE), (WHOLE, LOW), (LOW, Shards(4, 7, 8))])
async def test_another_number_of_shards_is_refused_until_the_leases_have_run_out(store, clock, first, second):
    await store.take_lease("first", clock.now, clock.now + 30 * SECOND, first)
    with pytest.raises(OtherShards):
        await store.take_lease("second", clock.now + 29 * SECOND, clock.now + 60 * SECOND, second)
    assert await store.take_lease("second", clock.now + 30 * SECOND, clock.now + 60 * SECOND, second)


async def test_shards_that_were_given_back_or_have_run_out_are_free_for_a_spare(store, clock):
    assert await store.free_shards(4, clock.now) is None
    await store.take_lease("low", clock.now, clock.now + 10 * SECOND, LOW)
    await store.take_lease("high", clock.now, clock.now + 30 * SECOND, HIGH)
    assert await store.free_shards(4, clock.now + 9 * SECOND) is None
    assert await store.free_shards(4, clock.now + 10 * SECOND) == LOW
    await store.take_lease("spare", clock.now + 10 * SECOND, clock.now + 90 * SECOND, LOW)
    await store.drop_lease("high")
    assert await store.free_shards(4, clock.now + 10 * SECOND) == HIGH


async def test_shards_that_are_wanted_are_not_for_a_spare(store, clock):
    await store.take_lease("low", clock.now, clock.now + 10 * SECOND, LOW)
    await store.want_lease(LOW, clock.now + 20 * SECOND)
    assert await store.is_wanted(LOW, clock.now + 19 * SECOND)
    assert not await store.is_wanted(HIGH, clock.now)
    assert await store.free_shards(4, clock.now + 15 * SECOND) is None
    assert await store.free_shards(4, clock.now + 20 * SECOND) == LOW


async def test_shards_are_wanted_no_more_once_they_are_taken(store, clock):
    await store.take_lease("spare", clock.now, clock.now + 10 * SECOND, LOW)
    await store.want_lease(LOW, clock.now + 60 * SECOND)
    await store.drop_lease("spare")
    assert await store.take_lease("low", clock.now, clock.now + 10 * SECOND, LOW)
    assert not await store.is_wanted(LOW, clock.now)


async def test_what_is_due_is_found_by_the_range_of_its_server(store, clock):
    games = {shard: await game_on(store, shard) for shard in (None, 1, 2, 7)}
    assert [row.subject for row in await store.due(clock.now, 9, shards=LOW)] == [games[None], games[1]]
    assert [row.subject for row in await store.due(clock.now, 9, shards=HIGH)] == [games[2], games[7]]
    assert len(await store.due(clock.now, 9)) == 4


async def test_what_is_due_next_is_of_the_range(store, clock):
    await game_on(store, 0)
    assert await store.next_due(HIGH) is None
    clock.now += HOUR
    await game_on(store, 3)
    assert await store.next_due(HIGH) == clock.now
    assert await store.next_due(LOW) == clock.now - HOUR


async def test_only_the_clocks_of_a_range_are_moved_with_its_heartbeat(store, clock):
    low, high = await game_on(store, 0, deadline=clock.now), await game_on(store, 2, deadline=clock.now)
    await store.record_heartbeat(clock.now, LOW)
    await store.postpone_all(["timeout"], HOUR, heartbeat=clock.now + HOUR, shards=HIGH)
    assert [(await store.game(game)).deadline for game in (low, high)] == [clock.now, clock.now + HOUR]
    assert [(await store.outbox_of(game))[0].due_at for game in (low, high)] == [clock.now, clock.now + HOUR]
    assert await store.last_heartbeat(LOW) == clock.now
    assert await store.last_heartbeat(HIGH) == clock.now + HOUR


async def test_heartbeats_are_carried_over_to_another_number_of_shards(store, clock):
    await store.record_heartbeat(clock.now)
    await store.take_lease("low", clock.now + HOUR, clock.now + HOUR + SECOND, LOW)
    assert await store.heartbeats(HIGH) == {2: clock.now, 3: clock.now}
    await store.record_heartbeat(clock.now + HOUR, LOW)
    await store.take_lease("one", clock.now + 2 * HOUR, clock.now + 3 * HOUR)
    assert await store.last_heartbeat() == clock.now
    assert await store.heartbeats(HIGH) == {}


def test_a_new_shard_has_the_earliest_heartbeat_of_those_its_servers_were_on():
    beats = {(0, 4): 10, (1, 4): 11, (2, 4): 12, (3, 4): 13}
    assert carried_over(beats, 8) == {0: 10, 1: 11, 2: 12, 3: 13, 4: 10, 5: 11, 6: 12, 7: 13}
    assert carried_over(beats, 2) == {0: 10, 1: 11}
    assert carried_over(beats, 3) == {0: 10, 1: 10, 2: 10}


async def test_answers_are_owed_by_the_next_process_of_the_same_range(store):
    await store.keep_answer(1, "low", LOW)
    await store.keep_answer(2, "high", HIGH)
    assert (await store.left_behind(LOW)).answers == ("low",)
    assert (await store.left_behind(HIGH)).answers == ("high",)
    await store.drop_answers([1], Shards(0, 0, 4))
    assert (await store.left_behind(LOW)).answers == ()


async def test_a_next_process_finds_all_servers_that_are_away(store, clock):
    await store.begin_absence(7, clock.now)
    left = await store.left_behind(LOW)
    assert left.absences == {7: GuildAbsence(clock.now, clock.now)} == await store.absences()
    assert (left.answers, left.heartbeats) == ((), {})


async def test_answers_owed_under_another_number_of_shards_are_those_of_the_first(store):
    await store.keep_answer(1, "whole")
    assert [(await store.left_behind(one)).answers for one in (LOW, HIGH)] == [("whole",), ()]


async def test_shards_of_one_bucket_identify_themselves_one_after_the_other(opener, clock):
    gap = 5 * SECOND
    async with opener() as one, opener() as other:
        for _ in range(3):
            turns = await asyncio.gather(
                *(store.take_identify(3, clock.now, gap) for store in (one, other, one, other))
            )
            assert turns.count(None) == 1
            assert turns.count(clock.now + gap) == 3
            assert await one.take_identify(3, clock.now + gap - timedelta(microseconds=1), gap) == clock.now + gap
            clock.now += gap
        assert await one.take_identify(4, clock.now, gap) is None


async def test_a_shard_that_comes_too_late_for_its_turn_moves_those_after_it(store, clock):
    first, gap = clock.now, 5 * SECOND
    assert await store.take_identify(0, first, gap) is None
    assert await store.take_identify(0, first + SECOND, gap, first) is None
    assert await store.take_identify(0, first + gap, gap) == first + SECOND + gap


async def test_a_wrong_clock_makes_no_shard_wait_for_hours(store, clock):
    await store.take_identify(0, clock.now + 3 * HOUR, SECOND)
    assert await store.take_identify(0, clock.now, SECOND) is None


async def test_a_lease_that_is_dropped_for_its_end_stays_if_it_was_renewed_meanwhile(store, clock):
    until = clock.now + 30 * SECOND
    await store.take_lease("one", clock.now, until, LOW)
    await store.take_lease("one", clock.now, until + SECOND, LOW)
    await store.drop_lease("one", until)
    assert await store.lease_holder(LOW) == "one"
    await store.drop_lease("one", until + SECOND)
    assert await store.lease_holder(LOW) is None


async def test_a_lease_on_postgres_is_abandoned_when_its_process_has_no_session(pg, address, clock):
    until = clock.now + 30 * SECOND
    await pg.take_lease("online-1/1", clock.now, until, LOW)
    await pg.take_lease("of an older version", clock.now, until, HIGH)
    async with pg.listening(lambda _: None, "online-1"), pg.listening(lambda _: None, "online-1"):
        assert await pg.abandoned_leases() == {}
    async with asyncio.timeout(PATIENCE_S):
        while not (abandoned := await pg.abandoned_leases()):  # noqa: ASYNC110 - the server ends them in a moment
            await asyncio.sleep(0.01)
    assert abandoned == {"online-1/1": until}


async def test_what_one_process_notifies_on_postgres_is_heard_by_all(pg, address, clock):
    heard, came = list[str](), asyncio.Event()

    def hear(text: str) -> None:
        heard.append(text)
        came.set()

    async with pg.listening(hear):
        await pg.notify("outbox 1 2")
        async with asyncio.timeout(PATIENCE_S):
            await came.wait()
    assert heard == ["outbox 1 2"]
