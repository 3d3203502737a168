"""Requests that Discord refuses, delays or fails: nothing is lost or tried for ever, no game waits for another."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import cache

import discord
import pytest

from bot.discord import failures
from bot.discord.throttle import SHOWN, Throttle
from bot.outbox.messenger import DeliveryFailed
from bot.outbox.retry import wait_before_retry
from bot.process.circuit_breaker import OPEN_FOR, CircuitOpen
from bot.process.retries import RETRIES, Failure, Purpose
from bot.screens import board, games, info, lobby
from bot.screens.location import Whereabouts
from bot.screens.press import GamePress, PersonPress
from bot.screens.text_board import text_board
from bot.screens.verbs import GameVerb, PersonVerb
from bot.tables.table import Table
from bot.texts import LANGUAGES, texts
from data.ids import GameId
from game.ai import Style
from tests.bot import forging
from tests.bot.games import table_of, whole
from tests.bot.locations import fail, handle, heal, posts, quiet, running, turn, waiting
from tests.bot.world import World, world
from tests.patience import PATIENCE_S

EN = texts("en")
RACK = GamePress(GameId(1), GameVerb.RACK)


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


# --- edits and rate limits ---


async def test_without_edits_of_old_messages_new_boards_are_posted(here):
    games = [await running(here) for _ in range(4)]
    fail(here, here.channel.id, 30046, 429, to="PATCH")
    here.env.backend.advance_clock(2 * 24 * 3600)
    before = posts(here, here.channel.id)
    for game in games * 2:
        await turn(here, game)
    assert posts(here, here.channel.id) == before + 8
    for game in games:
        assert (await here.table(game)).turn == 6
        assert await waiting(here, game) == []
        row = await here.store.game(game)
        assert "Play" in here.shown(row.channel, row.message).labels


async def test_a_board_that_may_not_be_edited_is_tried_once(here):
    await running(here)
    fail(here, here.channel.id, 30046, 429, to="PATCH")
    await turn(here)
    edits = [entry for entry in here.env.http_requests if entry.method == "PATCH"]
    await here.env.advance_time(300)
    assert [entry for entry in here.env.http_requests if entry.method == "PATCH"] == edits
    assert len(edits) == 1


async def test_a_lobby_that_may_not_be_edited_is_posted_anew(here):
    await here.command(here.ann, "start", seats=3)
    fail(here, here.channel.id, 30046, 429, to="PATCH")
    await here.command(here.ben, "join")
    assert "Ben" in here.last().text
    assert "Join" in here.last().labels


async def test_an_old_board_that_cannot_be_retired_does_no_harm(here):
    await running(here)
    for status, code in ((500, 0), (404, 10008), (403, 50001), (429, 0)):
        fail(here, here.channel.id, code, status, times=1, to="PATCH")
        await turn(here)
        assert "Play" in here.last().labels
        assert await waiting(here) == []


async def test_after_a_long_wait_only_the_newest_board_is_posted(beating):
    await running(beating)
    before = len(beating.messages())
    fail(beating, beating.channel.id, 0, 429)
    for _ in range(4):
        await turn(beating)
    heal(beating)
    await beating.env.advance_time(400)
    assert len(beating.messages()) == before + 1
    assert EN("board.turn", who=f"<@{beating.ann.id}>", game=1) in beating.last().text
    assert await waiting(beating) == []


async def test_an_outage_of_hours_loses_nothing(beating):
    await running(beating)
    fail(beating, beating.channel.id, 0, 503)
    await turn(beating)
    for _ in range(12):
        beating.env.backend.advance_clock(3600)
        await beating.env.bot.dispatcher.notify_all()
        await quiet(beating)
    assert await waiting(beating) == ["table"]
    heal(beating)
    await beating.env.advance_time(1000)
    assert "Play" in beating.last().labels
    assert beating.last().pinged == (beating.ben.id,)


async def test_a_send_that_hangs_delays_neither_moves_nor_other_games(here, monkeypatch):
    await running(here)
    other = here.guild.create_text_channel("other")
    await running(here)
    await here.app.tables.move_by_number(2, other.id)
    stuck, release = await hang(here, here.channel.id, monkeypatch)
    await turn(here, 1, settle=False)
    await asyncio.wait_for(stuck.wait(), PATIENCE_S)
    await turn(here, 1, settle=False)
    await turn(here, 2, settle=False)
    await here.env.bot.dispatcher._tasks[2]
    assert "Play" in here.last(other).labels
    assert (await here.table(1)).turn == 6
    release.set()
    await quiet(here)
    assert EN("board.turn", who=f"<@{here.ann.id}>", game=1) in here.last().text
    assert [bool(message.controls) for message in here.messages()][-2:] == [False, True]


async def hang(here: World, channel: int, monkeypatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Let messages to this channel hang: an event that one does, and one that lets them go."""
    stuck, release = asyncio.Event(), asyncio.Event()
    send = here.env.bot.dispatcher._deliverer._messenger._sender.send

    async def slow(where, screen, nonce):
        if where.id == channel:
            stuck.set()
            await release.wait()
        return await send(where, screen, nonce)

    monkeypatch.setattr(here.env.bot.dispatcher._deliverer._messenger._sender, "send", slow)
    return stuck, release


async def test_turns_made_while_a_message_hangs_become_one(here, monkeypatch):
    await running(here)
    before = posts(here, here.channel.id)
    stuck, release = await hang(here, here.channel.id, monkeypatch)
    await turn(here, settle=False)
    await asyncio.wait_for(stuck.wait(), PATIENCE_S)
    for _ in range(5):
        await turn(here, settle=False)
    release.set()
    await quiet(here)
    assert posts(here, here.channel.id) == before + 2


async def test_a_board_that_waits_is_not_posted_after_a_newer_one(here):
    await running(here)
    fail(here, here.channel.id, 0, 500, times=1)
    await turn(here)
    await turn(here)
    before = posts(here, here.channel.id)
    await here.env.advance_time(100)
    assert posts(here, here.channel.id) == before


async def test_a_message_to_one_person_that_fails_keeps_no_other_back(here):
    await running(here)
    for person in (here.ann, here.ben):
        await here.do(person, await here.do(person, here.last(), "rack"), "dmon")
    fail(here, here.dm(here.ben).id, 0, 500)
    await turn(here)
    await turn(here)
    assert len(here.messages(here.dm(here.ann))) == 1


# --- presses ---


async def test_presses_are_answered_while_nothing_can_be_posted(here):
    await running(here)
    shown = here.last()
    fail(here, here.channel.id, 0, 500)
    await turn(here)
    assert "Your rack" in (await here.do(here.ann, shown, "rack")).text
    assert (await here.do(here.ben, shown, "play")).text.startswith("**Your turn")
    assert "Scores" in (await here.do(here.ben, shown, "scores")).text


async def test_a_hundred_presses_on_my_rack_are_a_few_pictures_and_one_sentence(here):
    await running(here)
    shown = here.last()
    before = len(here.env.http_requests)
    results = [forging.fire(here, here.ann, shown.button("rack")) for _ in range(100)]
    await here.settle()
    sent = here.env.http_requests[before:]
    assert sum(entry.method == "PATCH" for entry in sent) == SHOWN
    said = [entry for entry in sent if entry.json and EN("refused.too-fast") in str(entry.json)]
    assert len(said) == 1
    assert all(result.acknowledged for result in results)


async def test_others_are_not_affected(here):
    await running(here)
    shown = here.last()
    for _ in range(30):
        forging.fire(here, here.ann, shown.button("rack"))
    await here.settle()
    assert "Your rack" in (await here.do(here.ben, shown, "rack")).text
    assert "Scores" in (await here.do(here.ann, shown, "scores")).text


async def test_ten_seconds_later_it_works_again(here):
    await running(here)
    shown = here.last()
    for _ in range(30):
        forging.fire(here, here.ann, shown.button("rack"))
    await here.settle()
    await here.env.advance_time(11)
    assert "Your rack" in (await here.do(here.ann, shown, "rack")).text


async def test_presses_that_change_something_are_all_answered(here):
    await here.command(here.ann, "start", seats=3)
    shown = here.last()
    results = [forging.fire(here, here.ben, shown.button("join"), on=shown) for _ in range(12)]
    answers = await forging.answers(here, results)
    assert sum(answer.text.startswith(EN("lobby.joined", game=1)) for answer in answers) == 1
    assert sum(EN("refused.in-already") == answer.text for answer in answers) == 11


RACK = GamePress(1, GameVerb.RACK)


def test_the_throttle_keeps_no_more_than_a_thousand_presses():
    throttle = Throttle()
    now = discord.utils.utcnow()
    for user in range(5000):
        assert throttle.excess(user, RACK, now) == 0
    assert len(throttle._presses) == 1000


def test_slow_presses_are_never_too_many():
    throttle = Throttle()
    now = discord.utils.utcnow()
    assert [throttle.excess(1, RACK, now + timedelta(seconds=3 * at)) for at in range(50)] == [0] * 50


def test_the_way_to_the_next_turn_is_throttled_since_it_reads_many_games():
    throttle = Throttle()
    now = discord.utils.utcnow()
    pressed = [throttle.excess(1, PersonPress(PersonVerb.NEXT_TURN), now) for _ in range(SHOWN + 2)]
    assert pressed == [0] * SHOWN + [1, 2]


async def test_a_token_that_is_refused_loses_no_move_and_shows_no_rack_to_all(here):
    await running(here)
    panel = await here.do(here.ann, here.last(), "play")
    here.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015, times=None)
    tile = next(press for press in panel.presses if press.verb in ("tile", "space", "row"))
    forging.fire(here, here.ann, tile.custom_id)
    await turn(here)
    assert (await here.table()).turn == 5
    assert "Play" in here.last().labels
    assert not any("Your rack" in message.text for message in here.messages())


async def test_old_panels_cause_no_errors_when_their_time_is_over(here, caplog):
    await running(here)
    await here.do(here.ann, here.last(), "play")
    before = len(here.env.http_requests)
    await here.env.advance_time(20 * 60)
    assert [one for one in here.env.http_requests[before:] if "/members/" not in one.path] == []
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


# --- direct messages ---


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (403, 50278), (400, 50278)])
async def test_who_takes_no_direct_messages_is_told_once_how_to_open_them(here, status, code):
    await running(here)
    await here.do(here.ben, await here.do(here.ben, here.last(), "rack"), "dmon")
    fail(here, here.dm(here.ben).id, code, status)
    for _ in range(6):
        await turn(here)
    told = [message for message in here.messages() if EN("notice.closed", who=f"<@{here.ben.id}>") in message.text]
    assert [message.pinged for message in told] == [(here.ben.id,)]
    assert posts(here, here.dm(here.ben).id) == 3
    assert await waiting(here) == []


async def test_who_could_not_be_told_is_told_the_next_time(here):
    await running(here)
    await here.do(here.ben, await here.do(here.ben, here.last(), "rack"), "dmon")
    fail(here, here.dm(here.ben).id, 50007)
    fail(here, here.channel.id, 50013, times=4)
    await turn(here)
    assert not (await here.store.player(here.ben.id)).closed_dms_reported
    heal(here)
    fail(here, here.dm(here.ben).id, 50007)
    await turn(here)
    await turn(here)
    await quiet(here)
    assert (await here.store.player(here.ben.id)).closed_dms_reported


async def test_the_reminder_of_somebody_without_direct_messages_comes_in_the_channel(here):
    await here.command(here.ann, "start", seats=2, pace="1h", order="joined")
    await here.do(here.ben, here.last(), "join")
    await here.command(here.ann, "begin")
    fail(here, here.dm(here.ann).id, 50007)
    await here.env.advance_time(31 * 60)
    reminders = [message for message in here.messages() if "is due" in message.text and "game 1" in message.text]
    assert reminders
    assert here.ann.id in reminders[-1].pinged


# --- which errors mean what ---


def error(status: int, code: int = 0, **headers: str) -> discord.HTTPException:
    class Response:
        reason = "refused"

    Response.status, Response.headers = status, headers
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(Response(), {"code": code, "message": "refused"})


TRANSIENT = [
    error(500),
    error(503),
    error(429),
    error(504),
    error(408),
    OSError(),
    TimeoutError(),
    discord.RateLimited(3.0),
]
HOPELESS = [error(404, 10003), error(403, 50007), error(403, 50278), error(404, 10013), error(400, 50033)]


def wait_s(fault: Exception, attempts: int) -> float | None:
    """After how many seconds the dispatcher tries again what failed with this error after so many attempts."""
    try:
        with failures.as_delivery_failed():
            raise fault
    except (DeliveryFailed, ValueError) as raised:
        wait = wait_before_retry(raised, attempts)
    return None if wait is None else wait.total_seconds()


def test_what_the_bot_rests_from_is_tried_when_its_rest_is_over_however_often():
    assert {wait_before_retry(CircuitOpen(), attempts) for attempts in (0, 1, 99)} == {OPEN_FOR}


@pytest.mark.parametrize("fault", TRANSIENT, ids=repr)
def test_what_passes_is_tried_until_it_works_and_never_in_a_storm(fault):
    waits = [wait_s(fault, attempts) for attempts in range(100)]
    assert None not in waits
    assert waits == sorted(waits)
    assert sum(wait or 0 for wait in waits[:13]) > 3600


@pytest.mark.parametrize("fault", HOPELESS, ids=repr)
def test_what_is_hopeless_is_given_up_at_once(fault):
    assert wait_s(fault, 0) is None


@pytest.mark.parametrize("fault", [error(403, 50013), error(403, 50001), error(400, 50035), ValueError()], ids=repr)
def test_everything_else_is_tried_some_times(fault):
    waits = [wait_s(fault, attempts) for attempts in range(10)]
    assert 2 < len([wait for wait in waits if wait is not None]) < 8
    assert waits[-1] is None


def test_what_discord_asks_to_wait_is_waited():
    assert wait_s(discord.RateLimited(234.0), 0) == 234
    assert wait_s(error(429, 0, **{"Retry-After": "234"}), 0) == 234
    assert wait_s(error(429, 0, **{"Retry-After": "soon"}), 0) == RETRIES[Purpose.MESSAGE][Failure.TRANSIENT].waits_s[0]


def test_too_many_edits_are_no_reason_to_try_again():
    assert not failures.is_transient(error(429, 30046))


# --- lengths ---


LONG = "_" * 31 + "W"


@cache
def on_the_way(mode: str, seats: int, style: Style) -> tuple[Table, ...]:
    """A game at some dozen moments, of people with names as long as they can be, which have to be escaped."""
    events = whole(mode, seats, style=style)
    cuts = {*range(1, len(events), max(1, len(events) // 12)), len(events)}
    tables = [table_of(events[:cut]) for cut in sorted(cuts)]
    return tuple(replace(one, seats=tuple(replace(seat, name=LONG) for seat in one.seats)) for one in tables)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "seats"), [("standard", 4), ("team", 4), ("duel", 2), ("solo", 1)])
@pytest.mark.parametrize("style", ["careful", "greedy"])
def test_no_message_of_people_with_long_names_is_too_long(language, mode, seats, style):
    words = texts(language)
    for table in on_the_way(mode, seats, style):
        where = Whereabouts(words("place.nowhere"), "https://discord.com/channels/" + "9" * 60)
        view = table.view_for(table.seats[0].user)
        screens = [
            board.board(table, words, 0, happened=[words("place.too-many")]),
            board.present(table, view, words),
            info.history(table, view, words),
            info.scores(table, view, words),
            info.rack(table, view, words, where, notices=True),
            info.turn_notice(table, view, words, where),
            games.games([games.Listed(table, where)] * 40, 1, 0, words),
            lobby.begun(table, words),
        ]
        assert [len(screen.text) for screen in screens if len(screen.text) > 2000] == []
        assert [len(screen.alt) for screen in screens if len(screen.alt) > 1024] == []
        assert len(text_board(table.view_for(None), table.names, words)) <= 1900


async def test_the_longest_error_is_answered_in_a_few_words(here, monkeypatch):
    await running(here)

    async def fails(*arguments):
        raise RuntimeError("x" * 100_000)

    monkeypatch.setattr(here.app.tables.store, "load", fails)
    answer = await here.command(here.ann, "board", game=1)
    assert len(answer.text) < 300
    assert "x" * 50 not in answer.text


async def test_a_thread_is_named_in_a_hundred_characters(here):
    await here.command(here.ann, "start", mode="solo", thread=True)
    row = await here.store.game(1)
    assert len(here.env.backend.channels[row.channel].name) <= 100
    assert handle(here, row.channel).is_thread
