"""The contract of `Store`: results of finished games, a row for each seat."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from data.store import (
    Conflict,
    GameChange,
    GameMissing,
    LeaderboardRow,
    NewRating,
    NewResult,
    PlayerRow,
    Replacement,
    ResultRow,
    Skill,
)
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
    aided = replace(ANN, seat=2, own=False)
    row = await store.append(game, 1, ["ended"], change=OVER, results=[ANN, BOT, aided])
    assert row.ended_at == clock.now
    assert await store.results_of_game(game) == [
        ResultRow(game, 10, clock.now, ANN, "pending"),
        ResultRow(game, 10, clock.now, BOT, "never"),
        ResultRow(game, 10, clock.now, aided, "pending"),
    ]


async def test_the_results_of_a_person_come_in_parts_in_their_order(store, clock):
    for later in (2, 1, 1, 3, 1):
        clock.now += timedelta(hours=later % 2)
        game = await opened(store, ["begun"])
        await store.append(game, 1, ["ended"], change=OVER, results=[ANN, BOT])
    all_of_them = await store.results_of(30)
    found, last = [], None
    while some := await store.results_after(30, last, 2):
        assert len(some) <= 2
        found, last = [*found, *some], some[-1]
    assert found == all_of_them
    assert len({row.game for row in found}) == 5


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


# --- ratings ---------------------------------------------------------------------------------------------------------

BEN = replace(ANN, seat=1, user=31, name="Ben", rank=2, won=False, lowest=4, feats=())
BEFORE, AFTER = Skill(25_000_000, 8_333_333), Skill(27_000_000, 8_000_000)


async def rated(store, clock, *games: int) -> list[int]:
    """Finished games of Ann and Ben in these servers, an hour apart, all of them rated."""
    made = []
    for guild in games:
        game = await opened(store, guild=guild)
        clock.now += timedelta(hours=1)
        await store.append(game, 0, ["ended"], change=OVER, results=[ANN, BEN])
        await store.save_ratings([NewRating(game, seat, "rated", BEFORE, AFTER) for seat in (0, 1)])
        made.append(game)
    return made


async def test_what_is_to_be_rated_comes_whole_and_in_the_order_of_the_ends(store, clock):
    games = [await opened(store) for _ in range(3)]
    for game in reversed(games):
        clock.now += timedelta(hours=1)
        await store.append(game, 0, ["ended"], change=OVER, results=[ANN, BEN])
    assert [(row.game, row.result.seat) for row in await store.to_rate(5)] == [
        (games[2], 0), (games[2], 1), (games[1], 0), (games[1], 1)
    ]  # fmt: skip
    assert await store.last_rated() is None


async def test_a_rating_is_kept_once(store, clock):
    (game,) = await rated(store, clock, 10)
    again = [NewRating(game, seat, "too-many") for seat in (0, 1)]
    with pytest.raises(Conflict):
        await store.save_ratings(again)
    assert [(row.rated, row.skill_before, row.skill) for row in await store.results_of(30)] == [
        ("rated", BEFORE, AFTER)
    ]
    assert await store.to_rate(9) == []
    assert await store.last_rated() == (clock.now, game)


async def test_the_skill_is_that_after_the_last_game_of_a_mode(store, clock):
    await rated(store, clock, 10)
    (last,) = await rated(store, clock, 10)
    await store.unrate(clock.now, last)
    await store.save_ratings([NewRating(last, seat, "rated", AFTER, BEFORE) for seat in (0, 1)])
    assert await store.skills([30, 32], clock.now) == {(30, "standard"): BEFORE}
    assert len(await store.rated_since([30, 31], clock.now)) == 2
    assert len(await store.rated_since([30, 31], clock.now - timedelta(hours=1))) == 4


async def test_rated_again_is_all_from_a_game_on(store, clock):
    first, second, third = await rated(store, clock, 10, 10, 10)
    await store.unrate(clock.now - timedelta(hours=1), second)
    assert [row.game for row in await store.to_rate(9)] == [second, second, third, third]
    assert (await store.results_of_game(first))[0].skill == AFTER


async def test_a_former_player_keeps_the_skill_before_a_game_also_in_results_made_anew(store, clock):
    (game,) = await rated(store, clock, 10)
    await store.rewrite_events(game, {}, replaced=Replacement(30, -5, "?"))
    await store.replace_results(game, [replace(ANN, user=-5, name="?"), BEN])
    ann, ben = await store.results_of_game(game)
    assert (ann.rated, ann.skill_before, ann.skill) == ("pending", BEFORE, None)
    assert ben.skill_before is None


async def test_a_server_counts_its_own_games_and_shows_the_skill_of_all(store, clock):
    await rated(store, clock, 10, 11, 11)
    await store.save_player(PlayerRow(31, unlisted=True))
    here = {
        one.user: one for one in await store.leaderboard(11, "standard", clock.now - timedelta(hours=1), every=False)
    }
    assert here[30] == LeaderboardRow(30, "Ann", 2, 2, 7, 14, 2, AFTER, unlisted=False)
    assert (here[31].wins, here[31].unlisted) == (0, True)
    assert len(await store.leaderboard(11, "standard", clock.now, every=False)) == 2
    assert await store.leaderboard(12, "standard", clock.now, every=False) == []


async def test_games_that_count_for_no_rating_are_in_the_leaderboard_only_where_every_game_is(store, clock):
    game = await opened(store, guild=10)
    await store.append(game, 0, ["ended"], change=OVER, results=[replace(ANN, ratable=False), BOT])
    assert await store.leaderboard(10, "standard", clock.now, every=False) == []
    (ann,) = await store.leaderboard(10, "standard", clock.now, every=True)
    assert (ann.games, ann.skill) == (1, None)
    await store.replace_results(game, [replace(ANN, own=False), BOT])
    assert await store.leaderboard(10, "standard", clock.now, every=True) == []


async def test_the_bots_the_analyses_and_the_achievements_of_a_person_are_found(store, clock):
    game = await opened(store)
    await store.append(game, 0, ["ended"], change=OVER, results=[ANN, BOT])
    stopped = await opened(store)
    results = [replace(one, ending="stopped", feats=()) for one in (ANN, BOT)]
    await store.append(stopped, 0, ["ended"], change=OVER, results=results)
    await store.save_analysis(game, "{}")
    assert await store.met_bots(30, 9) == [("3", 1, 2)]
    assert await store.analyses_of(30, 9) == [(0, "{}")]
    assert await store.feats_of([30, 31]) == [(game, 30, ("triple",))]
