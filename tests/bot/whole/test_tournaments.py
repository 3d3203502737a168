"""Tournaments over the store and the services: they end on time whoever vanishes, and whatever dies meanwhile."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from bot.services import privacy, statistics, tournaments
from bot.services.tournaments import LoadedTournament
from bot.tables import absence
from bot.tables.errors import Refused
from bot.tournaments import actions
from bot.tournaments.events import Entered, Opened, from_text
from bot.tournaments.tournament import Tournament, fold
from data.store import ServerRow
from tests.bot.club import Club, club_at

GUILD, CHANNEL, HOST = 1, 2, 500
DAY = timedelta(days=1)
LIVES = 10 if os.environ.get("SOAK") else 2
PEOPLE = 64 if os.environ.get("SOAK") else 8


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def opened(club: Club, people: int = 4, **terms) -> int:
    """A tournament in which so many have entered, 101 the best of them."""
    made = Opened(HOST, CHANNEL, "duel", 2, **{"casual": True, "pace": "1d", "days": 3, **terms})
    number = (await tournaments.open_one(club.app, GUILD, made)).row.id
    for user in range(101, 101 + people):
        await enter(club, number, user)
    return number


async def enter(club: Club, number: int, user: int, rating: int = 0, roles=()) -> LoadedTournament:
    entry = Entered(user, f"P{user}", rating or 2000 - user)
    return await do(club, number, lambda one: actions.enter(one, entry, roles=roles))


async def do(club: Club, number: int, action) -> LoadedTournament:
    return await tournaments.change(club.app, await tournaments.load(club.app, number), action)


async def begun(club: Club, people: int = 4, **terms) -> int:
    number = await opened(club, people, **terms)
    await club.tell()
    await do(club, number, actions.begin)
    await club.tell()
    return number


async def now(club: Club, number: int) -> Tournament:
    return (await tournaments.load(club.app, number)).tournament


async def resign(club: Club, number: int, *losers: int) -> None:
    """Let these people give up the games that they play."""
    for game in (await now(club, number)).round.open_games:
        loaded = await club.tables.load(game)
        for user in losers:
            if user in loaded.table.humans and loaded.table.status == "running":
                shuffle = club.tables.chance.shuffle(game)
                await club.tables.change(loaded, partial(absence.resign, user=user, shuffle=shuffle))
                break
    await club.tell()


def last_post(club: Club) -> str:
    return [screens[-1].text for screens in club.listener.posts.values()][-1]


# --- a tournament without trouble ------------------------------------------------------------------------------------


async def test_four_people_play_a_round_robin_from_the_first_entry_to_the_podium(club):
    number = await begun(club)
    for _ in range(3):
        # The one with the higher number gives up, wherever they meet.
        await resign(club, number, 104, 103, 102)
    over = await now(club, number)
    assert over.status == "over"
    assert [(line.user, line.points) for line in over.standings()] == [(101, 36), (102, 24), (103, 12), (104, 0)]
    assert "🥇 **P101**" in last_post(club)
    assert [row.place for row in await club.store.tournament_places(102)] == [2]


async def test_games_of_a_round_begin_by_themselves_with_the_first_player_in_front(club):
    number = await begun(club)
    for pairing in (await now(club, number)).round.tables:
        table = await club.table(pairing.game)
        assert table.status == "running"
        assert tuple(seat.user for seat in table.seats) == pairing.people
        assert table.opened.tournament == number


async def test_one_message_stands_for_the_entries_one_for_each_round_one_for_the_end(club):
    number = await begun(club)
    for _ in range(3):
        await resign(club, number, 104, 103, 102)
    posts = list(club.listener.posts.values())
    assert len(posts) == 5
    # What a newer message replaces keeps its words, and loses its buttons.
    assert [bool(screens[-1].rows) for screens in posts] == [False, False, False, False, True]


async def test_a_message_of_which_the_process_died_before_it_was_noted_stands_there_once(club, monkeypatch):
    async def dying(*_: object) -> None:
        raise Killed

    number = await opened(club, 1)
    with monkeypatch.context() as dead:
        dead.setattr(club.store, "set_tournament_message", dying)
        with pytest.raises(Killed):
            await club.tell()
    await enter(club, number, 102)
    await club.tell()
    assert len(club.listener.posts) == 1


async def test_it_begins_as_soon_as_it_is_full(club):
    number = await opened(club, 3, most=4, when_full=True)
    assert (await now(club, number)).status == "open"
    assert (await enter(club, number, 104)).tournament.status == "running"


async def test_it_begins_at_the_time_that_was_said(club):
    number = await opened(club, begins_at=club.now + timedelta(hours=5))
    await club.wait(4)
    assert (await now(club, number)).status == "open"
    await club.wait(2)
    assert (await now(club, number)).status == "running"


async def test_it_does_not_take_place_where_too_few_have_entered_by_then(club):
    number = await opened(club, 1, begins_at=club.now + timedelta(hours=5))
    await club.wait(6)
    assert (await now(club, number)).status == "cancelled"
    assert "Too few people" in last_post(club)


async def test_a_tournament_that_nobody_begins_is_closed_after_thirty_days(club):
    number = await opened(club)
    await club.wait(31 * DAY)
    assert (await now(club, number)).status == "cancelled"


# --- who may enter ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "rating", "roles", "code"),
    [
        ({"role": 7}, 1000, (8,), "tournament-role"),
        ({"rating_from": 1200}, 1100, (), "tournament-rated"),
        ({"rating_to": 1200}, 1300, (), "tournament-rated"),
        ({"most": 4}, 1000, (), "tournament-full"),
    ],
)
async def test_who_does_not_fit_cannot_enter(club, terms, rating, roles, code):
    number = await opened(club, 0 if code != "tournament-full" else 4, **terms)
    await club.refuses(code, enter(club, number, 200, rating, roles))


async def test_who_has_the_role_and_the_rating_enters(club):
    number = await opened(club, 0, role=7, rating_from=1000, rating_to=1200)
    assert (await enter(club, number, 200, 1100, (7,))).tournament.staying == (200,)


async def test_nobody_enters_twice_or_when_it_has_begun(club):
    number = await opened(club)
    await club.refuses("tournament-in", enter(club, number, 101))
    await do(club, number, actions.begin)
    await club.refuses("tournament-begun", enter(club, number, 200))


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"mode": "solo", "seats": 1}, "tournament-mode"),
        ({"mode": "duel", "seats": 3}, "seats-clash"),
        ({"pace": "7d", "days": 3}, "tournament-pace"),
        ({"pace": "none"}, "tournament-pace"),
        ({"system": "round-robin", "most": 9}, "tournament-robin"),
        ({"system": "round-robin", "most": 8, "rounds": 2}, "tournament-rounds"),
        ({"mode": "standard", "seats": 4, "most": 3}, "tournament-few"),
        ({"rating_from": 5, "rating_to": 4}, "tournament-rating"),
    ],
)
def test_terms_that_make_no_tournament_are_refused(terms, code):
    fits = Opened(**{"host": HOST, "channel": CHANNEL, "mode": "duel", "seats": 2, **terms})
    with pytest.raises(Refused) as caught:
        actions.check_terms(fits)
    assert caught.value.code == code


# --- who vanishes ----------------------------------------------------------------------------------------------------


async def test_a_round_ends_on_its_day_though_nobody_plays(club):
    number = await begun(club)
    end = (await now(club, number)).round.until
    await club.wait(3 * DAY + timedelta(minutes=1))
    after = await now(club, number)
    assert after.rounds[0].is_over
    assert after.rounds[1].at - end < timedelta(minutes=1)


async def test_who_was_held_by_a_bot_is_marked_until_they_come_back(club):
    number = await begun(club, days=9)
    await club.wait(4 * DAY)
    held = (await now(club, number)).round.held_now()
    assert held
    game = next(one.game for one in (await now(club, number)).round.tables if held & set(one.people))
    loaded = await club.tables.load(game)
    user = next(user for user in loaded.table.humans if user in held)
    await club.tables.change(loaded, partial(absence.come_back, user=user))
    await club.tell()
    assert user not in (await now(club, number)).round.held_now()


async def test_who_is_held_two_rounds_in_a_row_is_told_a_day_before_and_withdrawn(club):
    number = await begun(club, 4, rounds=3, system="swiss")
    await club.wait(3 * DAY + timedelta(minutes=5))
    before = len(club.listener.posts)
    await club.wait(2 * DAY)
    warnings = [screens[0] for screens in list(club.listener.posts.values())[before:] if screens[0].mentions]
    assert len(warnings) == 1
    await club.wait(DAY)
    after = await now(club, number)
    assert set(after.withdrawn) & set(warnings[0].mentions) == set(after.withdrawn) != set()
    assert {one.why for one in after.withdrawn.values()} == {"absent"}


async def test_who_comes_back_in_time_stays(club):
    number = await begun(club, 4, rounds=3, system="swiss")
    await club.wait(3 * DAY + timedelta(minutes=5))
    await resign(club, number, *range(101, 105))
    await club.tell()
    assert (await now(club, number)).withdrawn == {}
    assert len((await now(club, number)).rounds) == 3


async def test_who_withdraws_gives_the_others_byes_in_a_round_robin(club):
    number = await begun(club)
    await do(club, number, lambda one: actions.withdraw(one, 104, "self"))
    for _ in range(3):
        await resign(club, number, 104, 103, 102)
    over = await now(club, number)
    assert over.status == "over"
    assert sum(len(one.byes) for one in over.rounds) == 2


async def test_who_leaves_the_server_is_withdrawn(club):
    number = await begun(club)
    await tournaments.member_left(club.app, GUILD, 104)
    assert (await now(club, number)).withdrawn[104].why == "gone"
    await tournaments.member_left(club.app, GUILD, 104)


async def test_it_ends_when_only_one_person_is_left(club):
    number = await begun(club, 3)
    for user in (102, 103):
        await do(club, number, partial(actions.withdraw, user=user, why="host"))
    await resign(club, number, 102, 103)
    assert (await now(club, number)).status == "over"


async def test_a_round_is_as_much_longer_as_the_bot_was_away(club):
    number = await begun(club)
    end = (await now(club, number)).round.until
    await club.wait(DAY)
    await club.store.postpone_all((), 2 * DAY, heartbeat=club.now + 2 * DAY)
    club.now += 2 * DAY
    await club.wait(end - club.now + timedelta(minutes=1))
    last = (await now(club, number)).rounds[0]
    assert not last.is_over or len((await now(club, number)).rounds) == 1
    assert last.until == end + 2 * DAY


async def test_a_round_is_as_much_longer_as_the_server_was_away(club):
    number = await begun(club)
    end = (await now(club, number)).round.until
    club.now += DAY
    await tournaments.extend(club.app, GUILD, DAY)
    assert (await now(club, number)).round.until == end + DAY


HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("bot_from", "longer"),
    [
        pytest.param(20, 5, id="the bot after the server"),
        pytest.param(4, 5, id="the bot before the server"),
        pytest.param(11, 3, id="both at once"),
        pytest.param(9, 4, id="the bot first, then both"),
    ],
)
async def test_absences_of_the_server_and_the_bot_add_up_and_count_once_together(club, bot_from, longer):
    number = await begun(club)
    first = (await now(club, number)).round
    bot = (bot_from, bot_from + 2)
    for hour in range(1, 30):
        club.now = first.at + hour * HOUR
        if hour == bot[1]:
            await club.store.postpone_all((), 2 * HOUR, heartbeat=club.now)
        if hour == 13:
            await tournaments.extend(club.app, GUILD, 3 * HOUR)
    club.now = first.until + HOUR
    for _ in range(3):
        club.now = max(club.now, (await now(club, number)).round.until)
        await tournaments.end_round(club.app, number, 1)
        if (await now(club, number)).rounds[0].is_over:
            break
    assert (await now(club, number)).rounds[0].until == first.until + longer * HOUR


async def test_of_somebody_who_is_forgotten_nothing_is_left_and_the_tournament_goes_on(club):
    user = 730_451_926_835_118_077
    number = await opened(club, 3)
    await enter(club, number, user, 1000)
    await do(club, number, actions.begin)
    await club.tell()
    await privacy.forget(club.app, user)
    await club.tell()
    after = await now(club, number)
    assert [one.why for one in after.withdrawn.values()] == ["deleted"]
    with sqlite3.connect(club.path) as db:
        assert str(user) not in "\n".join(db.iterdump())
    db.close()
    assert "Deleted profile" in last_post(club)
    for _ in range(3):
        await resign(club, number, 103, 102)
    assert (await now(club, number)).status == "over"


async def test_a_profile_counts_tournaments(club):
    await begun(club, casual=False)
    for _ in range(3):
        await resign(club, 1, 104, 103, 102)
    found = await statistics.of_person(club.app, 101, GUILD, "P101", own=True)
    assert found is None or found.places == (1,)
    assert [one.place for one in await club.store.tournament_places(101)] == [1]


# --- bad ways --------------------------------------------------------------------------------------------------------


async def test_of_two_hosts_who_begin_at_once_one_is_refused_and_one_round_begins(club):
    number = await opened(club)
    stale = await tournaments.load(club.app, number)
    await tournaments.change(club.app, stale, actions.begin)
    await club.refuses("tournament-begun", tournaments.change(club.app, stale, actions.begin))
    assert len((await now(club, number)).rounds) == 1
    assert len(await club.store.games_of(101, ("lobby", "running"))) == 1


async def test_a_game_that_nobody_can_read_shares_its_points(club):
    number = await begun(club)
    game = (await now(club, number)).round.tables[0].game
    await club.store.quarantine(game, "damaged")
    await club.wait(3 * DAY + timedelta(minutes=1))
    assert (await now(club, number)).rounds[0].ended[game].points == (6, 6)


async def test_a_game_that_changes_all_the_time_is_ended_a_little_later(club, monkeypatch):
    number = await begun(club)
    game, end = (await now(club, number)).round.tables[0].game, (await now(club, number)).round.until
    await club.wait(end - club.now - timedelta(minutes=1))

    async def changing(*_, **__):
        raise Refused("moved-on")

    with monkeypatch.context() as others:
        others.setattr(club.tables, "change", changing)
        with pytest.raises(AssertionError, match="not delivered"):
            await club.wait(timedelta(minutes=1))
    await club.wait(timedelta(hours=1))
    first = (await now(club, number)).rounds[0]
    assert first.ended[game].held, "bots have played it to its end"


async def test_a_tournament_goes_on_in_another_channel_with_a_new_message(club):
    number = await begun(club)
    posts = len(club.listener.posts)
    await do(club, number, lambda one: actions.move(one, 77))
    await club.tell()
    assert len(club.listener.posts) == posts + 1
    await resign(club, number, 104, 103, 102)
    assert {(await club.store.game(one.game)).channel for one in (await now(club, number)).round.tables} == {77}


async def test_nobody_leaves_a_game_of_a_tournament_before_it_is_dealt(club):
    number = await opened(club)
    await do(club, number, actions.begin)
    game = (await now(club, number)).round.tables[0].game
    user = (await club.table(game)).humans[1]
    await club.refuses("begun", club.tables.leave(game, user, user))


async def test_a_closed_tournament_counts_no_games_any_more(club):
    number = await begun(club)
    await do(club, number, lambda one: actions.cancel(one, HOST))
    await resign(club, number, 104, 103, 102)
    after = await now(club, number)
    assert (after.status, after.rounds[0].ended) == ("cancelled", {})


async def test_a_server_away_is_left_alone_until_it_is_back(club):
    await club.store.save_server(ServerRow(GUILD))
    number = await opened(club)
    club.listener.away.add(GUILD)
    with pytest.raises(AssertionError, match="not delivered"):
        await club.tell()
    assert club.listener.posts == {}
    assert (await now(club, number)).status == "open"


# --- deaths ----------------------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process dies."""


WRITES = ("append", "append_tournament", "complete", "complete_daily", "set_tournament_message", "enqueue")


def mortal(club: Club, rng: Random, monkeypatch) -> None:
    """Let the process die now and then before or after something was written."""
    for name in WRITES:
        write = getattr(club.store, name)

        async def dying(*args, write=write, **words):
            moment = rng.random()
            if moment < 0.02:
                raise Killed
            result = await write(*args, **words)
            if moment > 0.98:
                raise Killed
            return result

        monkeypatch.setattr(club.store, name, dying)


async def survived(deed) -> None:
    """Do something again and again until no death comes between."""
    while True:
        try:
            await deed()
        except Killed:
            continue
        except Refused:
            pass
        return


@pytest.mark.parametrize("life", range(LIVES))
async def test_a_tournament_ends_on_time_whatever_dies_and_says_nothing_twice(club, monkeypatch, life):
    rng = Random(life)
    rounds = 7 if PEOPLE == 64 else 3
    number = await opened(club, PEOPLE, rounds=rounds, system="swiss")
    mortal(club, rng, monkeypatch)
    await survived(lambda: do(club, number, actions.begin))
    vanished = set(rng.sample(range(101, 101 + PEOPLE), PEOPLE // 5))
    for _ in range(rounds):
        for user in range(101, 101 + PEOPLE):
            if user not in vanished and rng.random() < 0.5:
                await survived(partial(resign, club, number, user))
        for _ in range(13):
            await survived(partial(club.wait, 6))
    over = await now(club, number)
    assert over.status == "over"
    assert max(over.played.meetings.values()) == 1
    assert all(one.until - one.at == 3 * DAY for one in over.rounds)
    assert over.rounds[-1].until <= over.rounds[0].at + rounds * 3 * DAY + timedelta(hours=1)
    games = [table.game for one in over.rounds for table in one.tables]
    kept = [row.id for row in await club.store.games_with(("lobby", "running", "over", "cancelled"))]
    assert sorted(games) == sorted(kept)
    firsts = Counter(screens[0].text for screens in club.listener.posts.values())
    assert max(firsts.values()) == 1
    stored = await club.store.tournament(number)
    assert fold(number, [from_text(body) for body in stored.events]) == over
