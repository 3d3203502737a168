"""The contract of `Store`: results of finished games, a row for each seat."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from data.store import Conflict, GameChange, GameMissing, NewResult, PlayerRow, Replacement, ResultRow
from tests.data.tables import opened

ANN = NewResult(
    0,
    "standard",
    2,
    0,
    30,
    "Ann",
    None,
    1,
    True,
    7,
    (7, 8, 9, 10, 11, 12),
    "board-full",
    feats=("triple",),
    ratable=True,
)
BOT = NewResult(1, "standard", 2, 1, None, "Ada", "3", 2, False, 4, (4,) * 6, "board-full", casual=True)
OVER = GameChange("over")


async def test_results_are_written_with_the_end_and_come_back_as_they_were(store, clock):
    game = await opened(store, ["begun"])
    clock.now += timedelta(hours=1)
    row = await store.append(game, 1, ["ended"], change=OVER, results=[ANN, BOT])
    assert row.ended_at == clock.now
    assert await store.results_of_game(game) == [
        ResultRow(game, 10, clock.now, ANN, "pending"),
        ResultRow(game, 10, clock.now, BOT, "never"),
    ]


async def test_a_conflict_leaves_no_results(store):
    game = await opened(store, ["begun", "placed"])
    with pytest.raises(Conflict):
        await store.append(game, 1, ["ended"], change=OVER, results=[ANN, BOT])
    assert await store.results_of_game(game) == []


async def test_of_two_ends_at_once_one_leaves_results(store, opener):
    game = await opened(store, ["begun"])
    async with opener() as other:
        ends = [one.append(game, 1, ["ended"], change=OVER, results=[ANN, BOT]) for one in (store, other)]
        made = await asyncio.gather(*ends, return_exceptions=True)
    assert [type(one) for one in made].count(Conflict) == 1
    assert len(await store.results_of_game(game)) == 2


async def test_the_results_of_a_person_come_oldest_first(store, clock):
    games = []
    for _ in range(3):
        games.append(await opened(store))
        clock.now += timedelta(hours=1)
    for game in reversed(games):
        clock.now += timedelta(hours=1)
        await store.append(game, 0, ["ended"], change=OVER, results=[ANN, BOT])
    assert [row.game for row in await store.results_of(30)] == games[::-1]
    assert await store.results_of(31) == []


async def test_results_stay_when_their_game_is_deleted(store, clock):
    game = await opened(store)
    await store.append(game, 0, ["ended"], change=OVER, results=[ANN, BOT])
    before = await store.results_of_game(game)
    assert await store.delete_ended(clock.now + timedelta(days=1), 9) == 1
    assert await store.results_of_game(game) == before


async def test_results_made_anew_have_the_moment_of_the_end(store, clock):
    game = await opened(store)
    await store.append(game, 0, ["ended"], change=OVER, results=[ANN, BOT])
    before = await store.results_of_game(game)
    clock.now += timedelta(days=1)
    await store.append(game, 1, ["again"])
    await store.replace_results(game, [ANN, BOT])
    assert await store.results_of_game(game) == before
    with pytest.raises(GameMissing):
        await store.replace_results(game + 1, [ANN, BOT])


async def test_a_person_is_replaced_in_the_events_and_results_of_a_game_at_once(store):
    game, other = await opened(store, ["by 30"]), await opened(store)
    await store.append(game, 1, ["ended"], change=OVER, results=[ANN, BOT])
    await store.append(other, 0, ["ended"], change=OVER, results=[ANN, BOT])
    with pytest.raises(Conflict):
        await store.rewrite_events(game, {1: "by -5"}, expected={1: "else"}, replaced=Replacement(30, -5, "?"))
    assert len(await store.results_of(30)) == 2
    await store.rewrite_events(game, {1: "by -5"}, replaced=Replacement(30, -5, "?"))
    ann, bot = await store.results_of_game(game)
    assert ann.result == replace(ANN, user=-5, name="?")
    assert bot.result == BOT
    assert [row.game for row in await store.results_of(30)] == [other]


async def test_who_is_deleted_is_in_no_result_any_more(store):
    games = [await opened(store), await opened(store)]
    for game in games:
        await store.append(game, 0, ["ended"], change=OVER, results=[ANN, replace(ANN, seat=1, user=31, name="Ben")])
    await store.save_player(PlayerRow(30, unlisted=True))
    await store.delete_player(30, "?")
    assert await store.results_of(30) == []
    users = [row.result.user for game in games for row in await store.results_of_game(game)]
    assert users[1::2] == [31, 31]
    assert len({*users[::2]}) == 2
    assert all(user < 0 for user in users[::2])
