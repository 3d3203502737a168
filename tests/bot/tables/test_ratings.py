"""Ratings are a function of the results in order: who gains, which games count, and that a rebuild changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import combinations, permutations, product

import pytest
from openskill.models import PlackettLuce

from bot.services import privacy
from bot.services.loaded import Location
from bot.services.results import rate_all, rebuild
from bot.tables.ratings import A_DAY, START, Ledger, like_level, number, rate
from data.store import NewResult, ResultRow, Skill
from tests.bot.club import START as NOON
from tests.bot.club import Club, club_at
from tests.bot.sample_tables import ANN, BEN, CEM, DIA
from tests.bot.services.test_results import history, resigned, rows


def game(*ranks: int, number: int = 1, mode: str = "standard", sides: int | None = None, gone: int = -1):
    """The rows of a game of users 1, 2, ... who came in at these ranks."""
    return [
        ResultRow(
            number,
            1,
            NOON + timedelta(minutes=number),
            NewResult(
                seat, mode, len(ranks), seat % (sides or len(ranks)), seat + 1, "x", None, rank, rank == 1, 5,
                (0,) * 6, "board-full", seat == gone, ratable=True,
            ),
            "pending",
        )
        for seat, rank in enumerate(ranks)
    ]  # fmt: skip


def gains(rows, skills=None) -> list[float]:
    """How much each rating of a game rises."""
    return [number(one.after) - number(one.before) for one in rate(rows, skills or {})]


def means(rows) -> list[int]:
    return [one.after.mu for one in rate(rows, {})]


def test_a_newcomer_has_a_thousand():
    assert number(START) == 1000


def test_the_winner_gains_more_than_the_loser():
    first, second = means(game(1, 2))
    assert first > START.mu > second


def test_of_four_people_each_rank_is_worth_more_than_the_next():
    skills = means(game(1, 2, 3, 4))
    assert skills == sorted(skills, reverse=True)
    assert len(set(skills)) == 4


def test_equal_ranks_are_worth_the_same():
    first, second = means(game(1, 1))
    assert first == second


def patterns(sides: int) -> list[tuple[int, ...]]:
    """The ranks of every pattern of ties, the best first."""
    breaks = product((False, True), repeat=sides - 1)
    return [
        tuple(max([1, *(at + 1 for at in range(1, n + 1) if apart[at - 1])]) for n in range(sides)) for apart in breaks
    ]


@pytest.mark.parametrize("ranks", [one for sides in (2, 3, 4) for one in patterns(sides)])
def test_of_every_pattern_of_ties_equal_ranks_are_equal_and_better_ones_worth_more(ranks):
    skills = means(game(*ranks))
    for (rank, skill), (other, worse) in combinations(zip(ranks, skills, strict=True), 2):
        assert skill == worse if rank == other else skill > worse


@pytest.mark.parametrize("ranks", [one for sides in (2, 3, 4) for one in patterns(sides)])
def test_a_tie_is_the_mean_of_the_orders_in_which_it_may_be_broken(ranks):
    model = PlackettLuce()
    skills = {at + 1: Skill((20 + 3 * at) * 1_000_000, (8 - at) * 1_000_000) for at in range(len(ranks))}
    orders = [one for one in permutations(range(len(ranks))) if [ranks[at] for at in one] == sorted(ranks)]
    found: dict[int, list[float]] = {at: [] for at in range(len(ranks))}
    for order in orders:
        given = [[model.rating(mu=skills[at + 1].mu / 1e6, sigma=skills[at + 1].sigma / 1e6)] for at in order]
        for at, (one,) in zip(order, model.rate(given), strict=True):
            found[at].append(one.mu)
    by_hand = [round(1e6 * sum(of) / len(of)) for of in found.values()]
    assert [one.after.mu for one in rate(game(*ranks), skills)] == pytest.approx(by_hand, abs=1)


def test_partners_gain_and_lose_together():
    one, two, three, four = means(game(1, 2, 1, 2, mode="team", sides=2))
    assert one == three > two == four


def test_who_gives_up_loses_even_where_their_team_wins():
    one, two, three, four = means(game(1, 2, 1, 2, mode="team", sides=2, gone=2))
    assert one > START.mu > three
    assert START.mu > two == four


def test_a_win_over_somebody_better_is_worth_more():
    strong = {2: Skill(35_000_000, 2_000_000)}
    assert gains(game(1, 2), strong)[0] > gains(game(1, 2))[0]


def test_a_former_player_counts_as_well_as_they_played_then():
    winner, loser = game(1, 2)
    former = ResultRow(
        1, 1, NOON, NewResult(**{**{name: getattr(loser.result, name) for name in loser.result.__slots__}, "user": -7}),
        "pending", skill_before=Skill(35_000_000, 2_000_000),
    )  # fmt: skip
    assert means([winner, former])[0] > means([winner, loser])[0]


def test_the_same_two_people_count_five_times_a_day():
    ledger = Ledger({}, [])
    made = [ledger.rate(game(1, 2, number=at))[0].rated for at in range(1, A_DAY + 3)]
    assert made == ["rated"] * A_DAY + ["too-many"] * 2
    assert ledger.rate(game(1, 2, number=24 * 60))[0].rated == "rated"


def test_two_of_three_who_played_too_often_count_no_more_that_day():
    ledger = Ledger({}, [])
    for at in range(1, A_DAY + 1):
        ledger.rate(game(1, 2, number=at))
    assert {one.rated for one in ledger.rate(game(1, 2, 3, number=9))} == {"too-many"}


@pytest.mark.parametrize(
    ("games", "level"),
    [
        ([("3", 1.0)] * 4, None),
        ([("careful", 1.0)] * 9, None),
        ([("3", 0.5)] * 20, "3"),
        ([("3", 1.0)] * 15 + [("3", 0.0)] * 5, "4"),
        ([("beginner", 0.5)] * 40, "beginner"),
        ([("5", 1.0)] * 20, "5"),
        ([("2", 0.0)] * 3 + [("1", 0.5)] * 20, "1"),
    ],
)
def test_results_against_bots_are_like_a_level(games, level):
    assert like_level(games) == level


# --- in the store ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def some(club: Club) -> None:
    """A few games that are rated, over two days."""
    for users in ((ANN, BEN), (BEN, ANN), (ANN, BEN, CEM), (CEM, DIA), *[(ANN, BEN)] * 5):
        await resigned(club, *users)
        club.now += timedelta(hours=3)


async def test_a_small_history_comes_to_these_ratings(club):
    """Looked at by hand: Ann beats Ben, who then beats her; the last of five games that day is one too many."""
    for users in ((ANN, BEN), (BEN, ANN), *[(ANN, BEN)] * 4):
        await resigned(club, *users)
    await rate_all(club.store)
    results = await club.store.results_of(ANN)
    assert [row.rated for row in results] == ["rated"] * 5 + ["too-many"]
    assert [row.skill and number(row.skill) for row in results] == [1103, 1034, 1131, 1209, 1272, None]


async def test_no_game_is_rated_twice_and_none_is_forgotten(club):
    await some(club)
    await rate_all(club.store)
    before = await rows(club)
    assert "pending" not in {row.rated for row in before}
    await rate_all(club.store)
    assert await rows(club) == before


async def test_two_processes_that_rate_at_once_rate_each_game_once(club):
    await some(club)
    other = (await club.another()).store
    await asyncio.gather(rate_all(club.store), rate_all(other))
    before = await rows(club)
    await rebuild(club.store)
    assert await rows(club) == before


async def test_games_rated_one_by_one_or_all_at_once_come_to_the_same(club, monkeypatch):
    monkeypatch.setattr("bot.services.results._AT_ONCE", 4)
    await some(club)
    await rate_all(club.store)
    before = await rows(club)
    monkeypatch.undo()
    await rebuild(club.store)
    assert await rows(club) == before


async def test_a_game_that_ended_before_one_that_was_rated_takes_its_place(club):
    await some(club)
    await rate_all(club.store)
    before = await rows(club)
    first = before[0].game
    club.sql(
        "UPDATE results SET rated = NULL, mu = NULL, sigma = NULL, mu0 = NULL, sigma0 = NULL WHERE game = ?", first
    )
    await rate_all(club.store)
    assert await rows(club) == before


async def test_a_rebuild_leads_to_the_same_ratings_after_somebody_was_forgotten(club):
    await some(club)
    await rate_all(club.store)
    ben = await club.store.results_of(BEN)
    await privacy.forget(club.app, ANN)
    assert await club.store.results_of(BEN) == ben
    before = await rows(club)
    await rebuild(club.store)
    assert await rows(club) == before
    assert await club.store.results_of(BEN) == ben


async def test_what_never_counts_is_rated_in_no_mode(club):
    await history(club)
    await rate_all(club.store)
    skills = await club.store.skills([ANN, BEN, CEM], club.now)
    assert {mode for _, mode in skills} == {"standard", "team"}


async def test_a_person_of_two_servers_has_one_rating_and_each_server_its_own_games(club):
    for guild in (1, 2, 2):
        await resigned(club, ANN, BEN, location=Location(guild, 5))
    await rate_all(club.store)
    found = [await club.store.leaderboard(guild, "standard", NOON, every=False) for guild in (1, 2)]
    here, there = [{one.user: one for one in rows} for rows in found]
    assert here[ANN].skill == there[ANN].skill == (await club.store.skills([ANN], club.now))[ANN, "standard"]
    assert (here[ANN].games, here[ANN].wins, there[ANN].games, there[BEN].wins) == (1, 1, 2, 0)
    assert await club.store.leaderboard(3, "standard", NOON, every=False) == []
