"""The contract of `Store`, planned moves: kept, dropped, and settled in the transaction of an append."""

import asyncio

import pytest

from data.store import Conflict, GameMissing, NewOutboxRow, SeatRow, Settled
from tests.data.tables import opened

ANN, BEN = SeatRow(0, 30, "Ann"), SeatRow(1, 31, "Ben")


async def test_the_last_plan_of_a_person_is_kept_beside_the_game(store):
    game, other = [await opened(store, ["a"], [ANN, BEN]) for _ in range(2)]
    await store.save_plan(game, 1, 30, '{"first": "ü"}')
    await store.save_plan(game, 1, 30, '{"second": 1}')
    await store.save_plan(game, 1, 31, "{}")
    assert (await store.load(game)).plans == {30: '{"second": 1}', 31: "{}"}
    assert (await store.load(other)).plans == {}
    assert await store.plans_of(30) == {game: '{"second": 1}'}


async def test_a_plan_for_a_log_that_has_gone_on_is_refused(store):
    game = await opened(store, ["a", "b"])
    for after in (1, 3):
        with pytest.raises(Conflict):
            await store.save_plan(game, after, 30, "{}")
    with pytest.raises(GameMissing):
        await store.save_plan(game + 1, 1, 30, "{}")
    assert (await store.load(game)).plans == {}


async def test_a_plan_is_dropped_once(store):
    game = await opened(store, ["a"])
    await store.save_plan(game, 1, 30, "{}")
    await store.save_plan(game, 1, 31, "{}")
    assert await store.drop_plan(game, 30)
    assert not await store.drop_plan(game, 30)
    assert not await store.drop_plan(game + 1, 30)
    assert (await store.load(game)).plans == {31: "{}"}


async def test_an_append_settles_the_plans_of_its_game(store, clock):
    game = await opened(store, ["a"])
    for user in (30, 31, 32):
        await store.save_plan(game, 1, user, str(user))
    seen = []

    def settle(plans):
        seen.append(dict(plans))
        return Settled({31: "31", 32: "new"}, [NewOutboxRow("planned", "{}", clock.now)])

    await store.append(game, 1, ["b"], outbox=[NewOutboxRow("table", "{}")], settle=settle)
    assert seen == [{30: "30", 31: "31", 32: "32"}]
    assert (await store.load(game)).plans == {31: "31", 32: "new"}
    assert [row.kind for row in await store.outbox_of(game)] == ["table", "planned"]


async def test_an_append_that_settles_nothing_is_told_so(store):
    game, seen = await opened(store, ["a"]), []
    await store.append(game, 1, ["b"], settle=lambda plans: seen.append(dict(plans)) or Settled())
    assert seen == [{}]


async def test_what_settling_raises_undoes_the_append(store):
    game = await opened(store, ["a"])
    await store.save_plan(game, 1, 30, "{}")

    def settle(plans):
        raise Conflict(game, 1)

    with pytest.raises(Conflict):
        await store.append(game, 1, ["b"], outbox=[NewOutboxRow("x", "{}")], settle=settle)
    assert (await store.load(game)).events == ("a",)
    assert await store.outbox_of(game) == []
    assert (await store.load(game)).plans == {30: "{}"}


async def test_of_a_plan_and_an_append_at_the_same_moment_none_is_lost(store, opener):
    """Either the append has seen the plan, or the plan was refused."""
    async with opener() as other:
        for _ in range(20):
            game, seen = await opened(store, ["a"]), []
            saved, appended = await asyncio.gather(
                other.save_plan(game, 1, 30, "{}"),
                store.append(
                    game, 1, ["b"], settle=lambda plans, seen=seen: seen.append(dict(plans)) or Settled(plans)
                ),
                return_exceptions=True,
            )
            assert not isinstance(appended, BaseException)
            assert isinstance(saved, Conflict) == (seen[-1] == {})


async def test_of_dropping_and_settling_at_the_same_moment_one_has_the_plan(store, opener):
    async with opener() as other:
        for _ in range(20):
            game, seen = await opened(store, ["a"]), []
            await store.save_plan(game, 1, 30, "{}")
            dropped, _ = await asyncio.gather(
                other.drop_plan(game, 30),
                store.append(game, 1, ["b"], settle=lambda plans, seen=seen: seen.append(dict(plans)) or Settled()),
            )
            assert dropped == (seen[-1] == {})


async def test_the_plans_of_a_person_go_with_them_and_those_of_a_game_with_it(store, clock):
    game = await opened(store, ["a"], status="over")
    await store.save_plan(game, 1, 30, "{}")
    await store.save_plan(game, 1, 31, "{}")
    await store.delete_player(30, "former player")
    assert (await store.load(game)).plans == {31: "{}"}
    clock.now += 2 * (clock.now - clock.now.replace(year=clock.now.year - 1))
    assert await store.delete_ended(clock.now, 9) == 1
    assert await store.plans_of(31) == {}
