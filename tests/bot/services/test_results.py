"""Every finished game leaves a result for each seat, and the logs lead to the same results again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.services import privacy
from bot.services.results import Rebuilt, rate_all, rebuild
from bot.tables import play
from bot.tables.plan import Plan
from bot.tables.results import results_in, results_of
from data.store import Conflict
from game.analysis import Analysis, Judged
from game.analysis_json import to_json
from game.board import NAMES
from tests.bot.club import DM, HERE, Club, club_at
from tests.bot.games import table_of, whole
from tests.bot.own_data import own_data
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, choice, turn_of


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def resigned(club: Club, *users: int, **terms) -> int:
    """A game that its last user gives up."""
    game = await club.game(*users, **terms)
    for _ in users:
        await club.move(game, "random")
    await club.tables.resign(game, users[-1])
    return game


async def stopped(club: Club, *users: int, **terms) -> int:
    """A game that its people agree to stop."""
    game = await club.game(*users, **terms)
    for _ in users:
        await club.move(game, "random")
    for user in users:
        await club.tables.vote_stop(game, user)
    return game


async def finished(club: Club, *users: int, **terms) -> int:
    """A game that is played to its end."""
    game = await club.game(*users, **terms)
    await to_the_end(club, game)
    return game


async def to_the_end(club: Club, game: int) -> None:
    """Play a game to its end, all of it stored at once."""
    loaded = await club.tables.load(game)
    table, events, rng = loaded.table, [], club.tables.chance.shuffle(game)
    while table.status == "running":
        made = play.place(table, turn_of(table), None, choice(table, "greedy"), rng)
        table, events = made.table, [*events, *made.events]
    await club.tables.append(loaded, events, Plan(), table)


async def history(club: Club) -> list[int]:
    """Finished games of every kind, and two that are not."""
    games = [
        await finished(club, ANN, BEN),
        await finished(club, ANN, mode="solo"),
        await finished(club, ANN, BEN, mode="duel", casual=True),
        await finished(club, ANN, BEN, CEM, DIA, mode="team"),
        await finished(club, CEM, bots=2, levels=("1", "beginner")),
        await finished(club, ANN, location=DM, bots=1, levels=("1",)),
        await resigned(club, ANN, BEN),
        await resigned(club, BEN, CEM, ANN),
        await stopped(club, ANN, BEN),
    ]
    await to_the_end(club, games[-2])
    await club.game(ANN, BEN)
    await club.lobby(ANN, BEN)
    return games


async def rows(club: Club):
    """All results once they are rated, by game and seat."""
    await rate_all(club.store)
    every = [row for row in await club.store.games_with(("over",)) for row in await club.store.results_of_game(row.id)]
    assert every
    return every


async def test_a_result_says_who_played_what_where_and_how_it_ended(club):
    game = await resigned(club, ANN, BEN)
    ann, ben = await club.store.results_of_game(game)
    assert (ann.game, ann.guild, ann.at) == (game, HERE.guild, club.now)
    assert (ann.result.mode, ann.result.seats, ann.result.ending) == ("standard", 2, "resign")
    assert (ann.result.user, ann.result.name, ann.result.rank, ann.result.won) == (ANN, "Ann", 1, True)
    assert (ben.result.user, ben.result.rank, ben.result.won, ben.result.resigned) == (BEN, 2, False, True)
    assert ann.rated == ben.rated == "pending"


async def test_a_game_that_goes_on_has_no_results(club):
    game = await club.game(ANN, BEN)
    await club.move(game)
    assert await club.store.results_of_game(game) == []


async def test_the_results_are_written_with_the_end_or_not_at_all(club, monkeypatch):
    game = await club.game(ANN, BEN)

    async def crash(*_: object) -> None:
        raise RuntimeError("cut")

    monkeypatch.setattr("data.sql.games.insert_results", crash)
    with pytest.raises(RuntimeError):
        await club.tables.resign(game, BEN)
    assert (await club.table(game)).status == "running"
    assert await club.store.results_of_game(game) == []


async def test_two_ends_at_once_leave_one_set_of_results(club):
    game = await club.game(ANN, BEN)
    other = await club.another()
    ends = await asyncio.gather(club.tables.resign(game, BEN), other.resign(game, ANN), return_exceptions=True)
    assert not any(isinstance(end, Conflict) for end in ends)
    assert sum(isinstance(end, Exception) for end in ends) == 1
    assert len(await club.store.results_of_game(game)) == 2


async def test_the_points_are_those_of_the_seats_own_tiles(club):
    game = await finished(club, ANN, BEN, CEM, DIA, mode="team")
    results = [row.result for row in await club.store.results_of_game(game)]
    position = (await club.table(game)).public
    for side in (0, 1):
        both = zip(results[side].points, results[side + 2].points, strict=True)
        assert tuple(sum(pair) for pair in both) == position.pegs(side)
    assert [result.lowest for result in results] == [min(position.pegs(seat)) for seat in range(4)]


async def test_partners_share_a_place_and_the_other_team_comes_second(club):
    game = await finished(club, ANN, BEN, CEM, DIA, mode="team")
    results = [row.result for row in await club.store.results_of_game(game)]
    assert {result.rank for result in results} == {1, 2}
    assert [(result.side, result.rank) for result in results[:2]] == [
        (result.side, result.rank) for result in results[2:]
    ]


@pytest.mark.parametrize(
    ("make", "people", "terms"),
    [
        (finished, (ANN,), {"mode": "solo"}),
        (finished, (ANN,), {"bots": 1, "levels": ("1",)}),
        (resigned, (ANN, BEN), {"casual": True}),
        (stopped, (ANN, BEN), {}),
    ],
    ids=["alone", "with bots", "casual", "stopped"],
)
async def test_a_game_is_never_rated(club, make, people, terms):
    game = await make(club, *people, **terms)
    assert {row.rated for row in await club.store.results_of_game(game)} == {"never"}


async def test_who_gives_up_a_game_of_three_is_last_and_has_not_won(club):
    game = await resigned(club, ANN, BEN, CEM)
    await to_the_end(club, game)
    cem = (await club.store.results_of_game(game))[2].result
    assert (cem.rank, cem.won, cem.resigned) == (3, False, True)


async def test_a_game_that_was_stopped_has_no_winner(club):
    game = await stopped(club, ANN, BEN)
    results = [row.result for row in await club.store.results_of_game(game)]
    assert [(result.ending, result.won) for result in results] == [("stopped", False)] * 2


async def test_the_level_of_a_bot_stands_in_its_result(club):
    game = await finished(club, ANN, bots=1, levels=("1",))
    assert [(row.result.user, row.result.level) for row in await club.store.results_of_game(game)] == [
        (ANN, None),
        (None, "1"),
    ]


# --- from the logs again ---------------------------------------------------------------------------------------------


async def test_the_logs_lead_to_the_same_results(club):
    games = await history(club)
    before = await rows(club)
    club.sql("UPDATE results SET place = 9, lowest = 99, points = '[]', name = 'x' WHERE seat = 0")
    club.sql("DELETE FROM results WHERE seat = 1")
    assert await rows(club) != before
    assert await rebuild(club.store) == Rebuilt(len(games), len(before), 0)
    assert await rows(club) == before


async def test_the_logs_lead_to_the_same_results_after_somebody_was_forgotten(club):
    await history(club)
    await privacy.forget(club.app, ANN)
    before = await rows(club)
    assert {row.result.user for row in before} >= {BEN, CEM}
    assert ANN not in {row.result.user for row in before}
    await rebuild(club.store)
    assert await rows(club) == before


async def test_games_that_were_too_many_with_somebody_stay_unrated_when_they_are_forgotten(club):
    for _ in range(7):
        await resigned(club, ANN, BEN)
    club.now += timedelta(days=1)
    await resigned(club, BEN, CEM)
    assert [row.rated for row in await rows(club)] == ["rated"] * 10 + ["too-many"] * 4 + ["rated"] * 2
    await privacy.forget(club.app, ANN)
    before = await rows(club)
    await rebuild(club.store)
    assert await rows(club) == before
    # One that ends before these, by the clock of another process, has the later ones rated again.
    club.now -= timedelta(days=2)
    early = await resigned(club, BEN, CEM)
    assert [row.rated for row in await rows(club) if row.game != early] == [row.rated for row in before]


async def test_a_name_that_changes_after_the_end_leaves_the_results_as_they_were(club):
    game = await resigned(club, ANN, BEN)
    before = await rows(club)
    await club.tables.rename(await club.tables.load(game), ANN, "Queen Ann")
    await rebuild(club.store)
    assert await rows(club) == before


async def test_a_log_that_cannot_be_read_keeps_its_results(club):
    game = await resigned(club, ANN, BEN)
    before = await rows(club)
    club.sql("UPDATE events SET body = '???' WHERE game = ? AND seq = 2", game)
    assert (await rebuild(club.store)).unreadable == 1
    assert await rows(club) == before


async def test_results_outlive_their_games(club):
    game = await resigned(club, ANN, BEN)
    await rate_all(club.store)
    before = await club.store.results_of_game(game)
    club.now = club.now.replace(year=club.now.year + 2)
    assert await club.store.delete_ended(club.now, 99)
    await rebuild(club.store)
    assert await club.store.results_of_game(game) == before


# --- privacy ---------------------------------------------------------------------------------------------------------


async def test_the_export_holds_the_results_of_the_person_and_of_nobody_else(club):
    await history(club)
    data = await own_data(club.app, CEM)
    assert {one["result"]["user"] for one in data["results"]} == {CEM}
    assert len(data["results"]) == 3


async def test_the_export_holds_what_an_analysis_says_of_the_person_and_of_nobody_else(club):
    game = await finished(club, ANN, BEN)
    (ann, ben) = (turn.placements[0] for turn in (await club.table(game)).public.turns[:2])
    judged = tuple(
        Judged(seat, laid.tile, laid.at, (0.5, 0.5), 0.25 + seat / 4, None, vague=False)
        for seat, laid in enumerate((ann, ben))
    )
    analysis = Analysis("standard", 2, judged, (1.0, 0.0), (), (0.25, 0.5), (None, None))
    await club.store.save_analysis(game, json.dumps({"version": 1, "analysis": to_json(analysis)}))
    ((only,),) = [one["analysis"] for one in (await own_data(club.app, BEN))["games"]]
    assert only == {"placed": f"{ben.tile.code} {NAMES[ben.at[0]]}-{NAMES[ben.at[1]]}", "loss": 0.5}
    await club.store.save_analysis(game, "???")
    assert [one["analysis"] for one in (await own_data(club.app, BEN))["games"]] == [[]]


async def test_a_forgotten_person_leaves_results_whose_game_was_deleted_too(club):
    game = await resigned(club, ANN, BEN)
    await rate_all(club.store)
    ben = (await club.store.results_of_game(game))[1]
    club.now = club.now.replace(year=club.now.year + 2)
    await club.store.delete_ended(club.now, 99)
    await privacy.forget(club.app, ANN)
    ann, other = await club.store.results_of_game(game)
    assert other == ben
    assert ann.result.user is not None
    assert ann.result.user < 0
    assert ann.result.name == privacy.FORMER
    assert await club.store.results_of(ANN) == []


# --- pure ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), [("standard", 2), ("standard", 4), ("team", 4), ("duel", 2), ("solo", 1)])
def test_a_log_that_is_not_at_its_end_has_no_results(mode, seats):
    events = whole(mode, seats)
    assert results_of(table_of(events[:-1])) == ()
    assert len(results_of(table_of(events))) == seats
    assert results_in(1, []) == ()
