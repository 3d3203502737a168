"""The rematch: everybody agrees, the start player moves on, and whatever goes wrong is told in words."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.outbox.timers import fire
from bot.screens.rematch import series_words
from bot.services import privacy
from bot.tables import rematch
from bot.tables.errors import Refused
from bot.tables.events import EndedEarly
from bot.tables.outbox_rows import Scheduled
from bot.tables.schedule import REMATCH
from bot.tables.table import Table
from bot.tables.timers import LobbyWarningTimer, RematchTimer
from bot.texts import texts
from data.ids import ChannelId
from data.store import DatabaseUnusable, GameChange
from game.events import Stopped
from tests.bot.club import Club, club_at
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, EVE, after, played, running, turn_of

EN = texts("en")
HOUR = timedelta(hours=1)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def over(club: Club, *users: int, **terms) -> int:
    """A game that its players have agreed to end."""
    game = await club.game(*users, **terms)
    for user in users:
        await club.tables.vote_stop(game, user)
    await club.tell()
    return game


async def agreed(club: Club, game: int, *users: int) -> int:
    """The rematch to which these agree."""
    for user in users:
        await club.tables.accept_rematch(game, user)
    await club.tell()
    return (await club.table(game)).next_game or 0


async def test_when_all_accept_there_is_one_new_game_in_which_the_next_player_starts(club):
    game = await over(club, ANN, BEN, CEM, pace="2d")
    assert await agreed(club, game, ANN, CEM) == 0
    new = await club.table(await agreed(club, game, BEN))
    assert [seat.user for seat in new.seats] == [BEN, CEM, ANN]
    assert turn_of(new) == BEN
    assert new.opened.pace == "2d"
    assert await club.store.count_games(("running", "lobby")) == 1


async def test_the_start_player_moves_on_with_every_rematch(club):
    game, firsts = await over(club, ANN, BEN, CEM), []
    for _ in range(3):
        game = await agreed(club, game, ANN, BEN, CEM)
        firsts.append((await club.table(game)).seats[0].user)
        for user in (ANN, BEN, CEM):
            await club.tables.vote_stop(game, user)
    assert firsts == [BEN, CEM, ANN]


async def test_partners_stay_partners(club):
    game = await over(club, ANN, BEN, CEM, DIA, mode="team")
    pairs = {frozenset(seat.user for seat in (await club.table(game)).seats[side::2]) for side in (0, 1)}
    new = await club.table(await agreed(club, game, ANN, BEN, CEM, DIA))
    assert {frozenset(seat.user for seat in new.seats[side::2]) for side in (0, 1)} == pairs


async def test_bots_keep_their_places_in_line(club):
    game = await over(club, ANN, BEN, bots=2, order="random")
    line = [seat.user for seat in (await club.table(game)).seats]
    new = await club.table(await agreed(club, game, ANN, BEN))
    assert [seat.user for seat in new.seats] == line[1:] + line[:1]


@pytest.mark.parametrize("terms", [{"mode": "solo"}, {"bots": 1}, {"bots": 3}, {"mode": "duel", "bots": 1}])
async def test_who_plays_alone_has_a_rematch_with_one_press(club, terms):
    game = await over(club, ANN, **terms)
    assert (await club.table(await agreed(club, game, ANN))).status == "running"


async def test_the_table_is_asked_and_those_who_have_not_agreed_are_mentioned(club):
    game = await over(club, ANN, BEN, CEM)
    before = len(club.said)
    await agreed(club, game, ANN)
    (asked,) = club.said[before:]
    assert asked.screen.mentions == (BEN, CEM)
    assert [button.press.verb for row in asked.screen.rows for button in row] == ["rematch", "notagain"]


@pytest.mark.parametrize("thread", [True, False])
async def test_the_new_game_says_of_which_it_is_the_rematch_and_the_old_one_only_in_a_thread_of_its_own(club, thread):
    game = await over(club, ANN, BEN)
    if thread:
        change = GameChange(channel=ChannelId(77))
        await club.store.append(game, (await club.store.game(game)).version, (), change=change)
    new = await agreed(club, game, ANN, BEN)
    sentence = EN("again.begun", game=game, next=new)
    said = {number: [one.screen.text for one in club.said if one.game == number] for number in (game, new)}
    assert (said[game][-1] == sentence) is thread
    assert sentence in said[new][0]


async def test_one_who_declines_closes_it_and_is_named(club):
    game = await over(club, ANN, BEN, CEM)
    await agreed(club, game, ANN)
    await club.tables.decline_rematch(game, CEM)
    (said,) = await club.tell()
    assert said.screen.text == "No rematch: Cem declined."
    await club.refuses("declined-again", club.tables.accept_rematch(game, BEN))
    assert await club.wait(REMATCH + HOUR) == []


def test_that_it_is_too_late_is_the_last_reason_against_a_rematch():
    ended = after(running(ANN, BEN), [EndedEarly("manager"), Stopped("stopped")])
    declined = after(ended, rematch.decline(ended, BEN))
    for table, code in ((declined, "declined-again"), (running(ANN, BEN), "not-finished"), (ended, "rematch-expired")):
        with pytest.raises(Refused) as caught:
            rematch.accept(table, ANN, expired=True)
        assert caught.value.code == code


async def test_two_who_press_at_once_make_one_game(club):
    game = await over(club, ANN, BEN, CEM, DIA)
    await asyncio.gather(*(club.tables.accept_rematch(game, user) for user in (ANN, BEN, CEM, DIA)))
    ended = await club.tables.load(game)
    await asyncio.gather(*(fire(club.app, timer, ended, {}) for timer in (RematchTimer(), LobbyWarningTimer())))
    await club.tell()
    assert await club.store.count_games(("running",)) == 1


async def test_who_presses_twice_agrees_once(club):
    game = await over(club, ANN, BEN)
    await club.tables.accept_rematch(game, ANN)
    await club.refuses("again-already", club.tables.accept_rematch(game, ANN))


async def test_once_everybody_agreed_nobody_can_decline(club):
    game = await over(club, ANN, BEN)
    for user in (ANN, BEN):
        await club.tables.accept_rematch(game, user)
    await club.refuses("again-already", club.tables.decline_rematch(game, ANN))


async def test_after_seven_days_it_is_too_late_and_the_silent_are_named(club):
    game = await over(club, ANN, BEN, CEM)
    await agreed(club, game, ANN)
    await club.wait(REMATCH - HOUR)
    (lapsed,) = await club.wait(1)
    assert "no answer from Ben and Cem" in lapsed.screen.text
    await club.refuses("rematch-expired", club.tables.accept_rematch(game, BEN))


async def test_a_game_of_which_nobody_wants_a_rematch_is_silent(club):
    await over(club, ANN, BEN)
    assert await club.wait(REMATCH + HOUR) == []
    assert await club.store.outbox_of(1) == []


async def test_somebody_who_is_gone_is_named(club):
    game = await over(club, ANN, BEN)
    await privacy.forget(club.app, BEN)
    values = await club.refuses("departed", club.tables.accept_rematch(game, ANN))
    assert values == {"names": (privacy.FORMER,)}


async def test_only_who_played_can_have_a_rematch_and_only_when_it_is_over(club):
    game = await over(club, ANN, BEN)
    await club.refuses("not-playing", club.tables.accept_rematch(game, EVE))
    running = await club.game(ANN, BEN)
    await club.refuses("not-finished", club.tables.accept_rematch(running, ANN))


async def test_of_a_game_there_is_one_rematch(club):
    game = await over(club, ANN, BEN)
    await agreed(club, game, ANN, BEN)
    await club.refuses("rematched", club.tables.accept_rematch(game, ANN))


@pytest.mark.parametrize("dies", ["create", "append"])
@pytest.mark.parametrize("at", [1, 2])
async def test_a_rematch_that_died_half_way_is_made_once_by_the_next_attempt(club, monkeypatch, dies, at):
    game = await over(club, ANN, BEN)
    for user in (ANN, BEN):
        await club.tables.accept_rematch(game, user)
    works, calls = getattr(club.store, dies), []

    async def fails(*args, **words):
        calls.append(dies)
        if len(calls) == at:
            raise DatabaseUnusable("x", "is gone")
        return await works(*args, **words)

    monkeypatch.setattr(club.store, dies, fails)
    for _ in range(3):
        try:
            await club.tell()
        except DatabaseUnusable:
            continue
    assert (await club.table((await club.table(game)).next_game)).status == "running"
    assert await club.store.count_games(("running", "lobby")) == 1


async def test_a_rematch_that_waits_twice_is_begun_once(club):
    game = await over(club, ANN, BEN)
    await agreed(club, game, ANN, BEN)
    await club.store.enqueue([Scheduled(RematchTimer()).row], about=game)
    await club.tell()
    assert await club.store.count_games(("running", "lobby")) == 1


async def test_a_rematch_takes_nobodys_seat_in_other_games(club):
    other = await club.game(ANN, BEN)
    game = await over(club, ANN, BEN)
    before = await club.table(other)
    await agreed(club, game, ANN, BEN)
    assert await club.table(other) == before


# --- a series --------------------------------------------------------------------------------------------------------


def rematched(table: Table, won: tuple[int, ...]) -> Table:
    """The table as a rematch in a series in which its seats have won so often."""
    return replace(table, opened=replace(table.opened, previous=7, wins=won))


@pytest.mark.parametrize("mode", ["standard", "team", "duel"])
def test_a_game_counts_for_the_side_that_won_it_and_moves_on_with_its_seats(mode):
    users = (ANN, BEN, CEM, DIA) if mode == "team" else (ANN, BEN)
    table = played(running(*users, mode=mode), 300)
    first = table.public.ending.standing[0]
    before = (3, 1) * (len(users) // 2)
    expected = tuple(won + (seat in first) for seat, won in enumerate(before))
    assert rematch.wins(rematched(table, before)) == expected
    assert rematch.terms(rematched(table, before)).wins == expected[1:] + expected[:1]
    assert rematch.wins(table) == tuple(int(seat in first) for seat in range(len(users)))


def test_a_game_that_was_stopped_or_goes_on_counts_for_nobody():
    going_on = played(running(ANN, BEN), 20)
    stopped = after(going_on, [EndedEarly("manager"), Stopped("stopped")])
    assert len(stopped.public.ending.standing) == 2, "somebody leads"
    for table in (going_on, stopped):
        assert rematch.wins(rematched(table, (3, 1))) == (3, 1)


def test_a_series_of_two_is_a_score_with_who_leads_first_and_of_more_a_list():
    assert series_words(rematched(running(ANN, BEN), (1, 3)), EN) == EN("again.series", score="Ben **3 : 1** Ann")
    three = rematched(running(ANN, BEN, CEM), (0, 2, 1))
    assert series_words(three, EN) == EN("again.series", score="Ben **2** · Cem **1** · Ann **0**")
    teams = rematched(running(ANN, BEN, CEM, DIA, mode="team"), (0, 2, 0, 2))
    assert series_words(teams, EN) == EN("again.series", score="Ben & Dia **2 : 0** Ann & Cem")


def test_a_game_that_is_no_rematch_has_no_series():
    assert series_words(running(ANN, BEN), EN) == ""
