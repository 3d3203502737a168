"""What Discord does wrong now and then, over its own protocol: limits, errors after the fact, answers too late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random

import aiohttp
import pytest

from bot.discord import emoji
from bot.process.retries import RETRIES, Failure, Purpose, Retries
from bot.screens.draft import Draft
from data.store import PlayerRow
from game import ai
from tests.bot.ids import Id
from tests.bot.killing import Clock, Process, forged, new_discord, process
from tests.bot.painters import Blank
from tests.wire.fake import BROKEN, CHANNEL, PAGE, PEOPLE, Interaction, button, controls, error, limited, page
from tests.wire.program import until

ANN, BEN, CEM, DIA = (PEOPLE[name] for name in ("ann", "ben", "cem", "dia"))


@asynccontextmanager
async def game(path, *, games: int = 1) -> AsyncIterator[Process]:
    """A bot at which Ann and Ben have begun as many games."""
    clock = Clock()
    images = Blank()
    async with process(path / "db.sqlite3", new_discord(clock), images, clock=clock) as here:
        for _ in range(games):
            here.fake.command(ANN, "start", order="joined")
            await here.quiet()
            lobby = here.fake.offering("join")
            here.fake.press(BEN, button(lobby, "join"), lobby)
            await here.quiet()
            here.fake.press(ANN, button(here.fake.offering("begin"), "begin"), here.fake.offering("begin"))
            await here.quiet()
        yield here


async def place(here: Process, number: int = 1) -> Interaction:
    """Whoever is on turn makes a placement; it is underway then."""
    table = (await here.app.tables.load(number)).table
    position = table.game().position
    user = table.seats[position.seat].user
    intent = ai.choose(table.view_for(user), "greedy", Random(position.version))
    press = Id(number, position.version, "place", Draft(intent.tile, None, *intent.at).text)
    return forged(here.fake, user, press.custom_id, here.fake.offering("play"))


async def turns(here: Process, number: int = 1) -> int:
    return len((await here.app.tables.load(number)).table.public.turns)


async def pause(caplog: pytest.LogCaptureFixture) -> None:
    """Wait until the bot has met a page, after which time may pass."""
    await until(lambda: "no request reaches Discord" in caplog.text)


def boards(here: Process) -> list[dict]:
    """The public messages that can be played from."""
    return [one for one in here.fake.shown() if any(":play:" in control["custom_id"] for control in controls(one))]


def calls(here: Process, user: int) -> int:
    """How many public messages have called somebody."""
    return sum(str(user) in [one["id"] for one in message["mentions"]] for message in here.fake.shown())


# --- sends of which the answer is lost -------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [500, 502, 503, 504])
async def test_a_board_that_discord_posted_and_answered_with_an_error_stands_there_once(tmp_path, status):
    async with game(tmp_path) as here:
        before = len(here.fake.shown())
        here.fake.plan("POST", "/channels/*/messages", error(status, 0), done=True)
        await place(here)
        await here.quiet()
        await here.later(timedelta(seconds=10))
        assert len(here.fake.shown()) == before + 1
        row = await here.app.store.game(1)
        assert row.message == int(here.fake.last()["id"])
        assert boards(here) == [here.fake.last()]
        assert calls(here, BEN) == 1


async def test_the_next_board_stands_alone_if_the_one_before_was_posted_and_answered_with_an_error(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/channels/*/messages", error(503, 0), done=True)
        await place(here)
        await here.quiet()
        await place(here)
        await here.quiet()
        await here.later(timedelta(minutes=20))
        assert await turns(here) == 2
        assert boards(here) == [here.fake.last()]
        assert (await here.app.store.game(1)).message == int(here.fake.last()["id"])
        assert (calls(here, ANN), calls(here, BEN)) == (2, 1)


async def test_a_notice_by_dm_that_was_sent_and_answered_with_an_error_comes_once(tmp_path):
    async with game(tmp_path) as here:
        await here.app.store.save_player(PlayerRow(BEN, dm_rack=True))
        here.fake.plan("POST", f"/channels/{1000 + BEN}/messages", error(503, 0), done=True)
        await place(here)
        await here.quiet()
        await here.later(timedelta(seconds=10))
        assert len(here.fake.shown(1000 + BEN)) == 1


async def test_a_lobby_that_was_posted_and_answered_with_an_error_stands_there_once(tmp_path):
    async with game(tmp_path) as here:
        before = len(here.fake.shown())
        here.fake.plan("POST", "/channels/*/messages", error(503, 0), done=True)
        here.fake.command(CEM, "start")
        await here.quiet()
        await here.later(timedelta(seconds=10))
        assert len(here.fake.shown()) == before + 1
        here.fake.press(DIA, button(here.fake.last(), "join"))
        await here.quiet()
        assert "Dia" in here.fake.last()["content"]


# --- rate limits and slow requests -----------------------------------------------------------------------------------


async def test_a_move_is_made_while_a_board_waits_for_a_long_limit_and_then_the_newest_board_comes(tmp_path):
    async with game(tmp_path) as here:
        before = len(here.fake.shown())
        here.fake.plan("POST", "/channels/*/messages", limited(234), times=2)
        first = await place(here)
        await here.quiet()
        second = await place(here)
        await here.quiet()
        assert [first.filled, second.filled] == [True, True]
        assert await turns(here) == 2
        assert len(here.fake.shown()) == before
        await here.later(timedelta(seconds=300))
        assert len(here.fake.shown()) == before + 1
        assert boards(here) == [here.fake.last()]
        assert "Ben" in here.fake.last()["content"]
        await here.later(timedelta(hours=1))
        assert len(here.fake.shown()) == before + 1


async def test_a_short_limit_is_waited_for(tmp_path):
    async with game(tmp_path) as here:
        before = len(here.fake.shown())
        here.fake.plan("POST", "/channels/*/messages", limited(0.3))
        await place(here)
        await here.quiet()
        assert len(here.fake.shown()) == before + 1


async def test_a_limit_without_a_via_header_is_tried_again_later(tmp_path):
    async with game(tmp_path) as here:
        before = len(here.fake.shown())
        here.fake.plan("POST", "/channels/*/messages", error(429, 0, "You are being blocked"))
        await place(here)
        await here.quiet()
        assert len(here.fake.shown()) == before
        await here.later(timedelta(minutes=10))
        assert len(here.fake.shown()) == before + 1


async def test_a_page_in_place_of_an_answer_is_a_pause_for_all_games_and_no_missing_permission(tmp_path):
    games = 6
    async with game(tmp_path, games=games) as here:
        before = len(here.fake.shown())
        fault = here.fake.plan("POST", "/channels/*/messages", page(403), times=100)
        await here.client.dispatcher.repost_all()
        await here.quiet()
        assert 100 - fault.times <= games  # those that were underway at the same moment
        left = fault.times
        await here.later(timedelta(seconds=3))
        assert fault.times == left
        await here.later(timedelta(seconds=3))
        assert fault.times == left - 1
        here.fake.faults.clear()
        for _ in range(2):
            await here.later(timedelta(minutes=10))
        assert len(here.fake.shown()) == before + games
        assert here.fake.shown(1000 + BEN) == []


async def test_the_answer_to_a_press_that_got_a_page_comes_after_the_time_that_it_names(tmp_path, caplog):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", page(429, "0.05"))
        pressed = await place(here)
        await pause(caplog)
        assert not pressed.filled
        await here.later(timedelta(seconds=1))
        assert pressed.text.startswith("Placed")
        assert pressed.beside == []


async def test_a_press_in_a_pause_is_acknowledged_all_the_same(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/channels/*/messages", page(429, "3600"))
        await place(here)
        await here.quiet()
        typed = here.fake.command(ANN, "board", text=True)
        await until(lambda: bool(typed.answers))
        assert not typed.filled


async def test_an_answer_that_discord_does_not_take_before_the_process_ends_is_kept_for_the_next_one(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", page(429, "600"))
        tried = len(here.fake.sent("PATCH", "/webhooks/*"))
        typed = here.fake.command(ANN, "board", text=True)
        await until(lambda: len(here.fake.sent("PATCH", "/webhooks/*")) > tried)
        here.app.guard.end()
        await here.quiet()
        assert not typed.filled
        (kept,) = (await here.app.store.left_behind(here.app.guard.shards)).answers
        assert typed.token in kept


async def test_an_answer_that_is_still_tried_does_not_take_the_place_of_a_later_one_in_the_same_message(
    tmp_path, caplog
):
    async with game(tmp_path) as here:
        panel = here.fake.press(ANN, button(here.fake.offering("play"), "play"), here.fake.offering("play"))
        await here.quiet()
        message = (panel.message or {}) | {"flags": 64}
        custom_id = controls(message)[0]["custom_id"]
        here.fake.plan("PATCH", "/webhooks/*", page(429, "0.05"))
        first = here.fake.press(ANN, custom_id, message)
        await pause(caplog)
        second = here.fake.press(ANN, custom_id, message)
        await until(lambda: bool(second.answers))
        await here.later(timedelta(seconds=1))
        assert (first.filled, second.filled) == (False, True)


async def test_commands_are_registered_although_the_first_answer_was_a_page(tmp_path, monkeypatch, caplog):
    monkeypatch.setitem(RETRIES[Purpose.REGISTRATION], Failure.TRANSIENT, Retries((0.01,), goes_on=True))
    clock = Clock()
    fake = new_discord(clock)
    fake.plan("PUT", "/applications/*/commands", page(403, "0.01"))

    async def pass_time() -> None:
        await pause(caplog)
        clock.now += timedelta(seconds=1)

    passing = asyncio.create_task(pass_time())
    async with process(tmp_path / "db.sqlite3", fake, Blank(), clock=clock):
        await passing
        await until(lambda: bool(fake.commands))


async def test_a_limit_on_the_answer_to_a_press_changes_nothing_or_is_answered_later(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", limited(0.3))
        pressed = await place(here)
        await here.quiet()
        assert pressed.filled
        assert await turns(here) == 1


# --- answers to a press ----------------------------------------------------------------------------------------------


async def test_a_press_that_is_answered_too_late_changes_nothing(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/interactions/*", error(404, 10062, "Unknown interaction"), wait_s=0.2)
        pressed = await place(here)
        await here.quiet()
        assert pressed.answers == []
        assert await turns(here) == 0
        again = await place(here)
        await here.quiet()
        assert again.filled
        assert await turns(here) == 1


async def test_a_press_that_another_process_has_answered_changes_nothing(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/interactions/*", error(400, 40060, "Interaction has already been acknowledged."))
        before = len(here.fake.sent("PATCH", "/webhooks/*"))
        await place(here)
        await here.quiet()
        assert await turns(here) == 0
        assert len(here.fake.sent("PATCH", "/webhooks/*")) == before


WRONG = {"500": error(500, 0), "503": error(503, 0), "page": PAGE, "broken": BROKEN}


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_press_whose_acknowledgement_worked_but_was_reported_as_failed_is_answered(tmp_path, wrong):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/interactions/*", WRONG[wrong], done=True)
        pressed = await place(here)
        await here.quiet()
        assert pressed.text.startswith("Placed")
        assert await turns(here) == 1


async def test_a_press_that_was_held_and_that_another_process_may_have_acknowledged_changes_nothing(tmp_path):
    """While servers are handed over, "already acknowledged" after an error may be about the other process."""
    async with game(tmp_path) as here:
        guard = here.app.guard
        guard.wait()
        guard.stand_by()
        here.fake.plan("POST", "/interactions/*", error(503, 0), done=True)
        pressed = await place(here)
        await asyncio.sleep(0)
        guard.take_over()
        assert guard.begin()
        await here.quiet()
        assert len(pressed.answers) == 1
        assert await turns(here) == 0
        again = await place(here)
        await here.quiet()
        assert again.text.startswith("Placed")


async def test_a_press_whose_connection_broke_after_its_acknowledgement_is_answered(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/interactions/*", aiohttp.ServerDisconnectedError(), done=True)
        pressed = await place(here)
        await here.quiet()
        assert pressed.text.startswith("Placed")


async def test_a_command_whose_acknowledgement_worked_but_was_reported_as_failed_is_answered(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/interactions/*", error(502, 0), done=True)
        typed = here.fake.command(ANN, "board", text=True)
        await here.quiet()
        assert typed.text.startswith("Ann to move.")


async def test_an_answer_that_arrived_but_was_reported_as_failed_raises_no_alarm(tmp_path, caplog):
    async with game(tmp_path) as here:
        for wrong in (PAGE, BROKEN):
            here.fake.plan("PATCH", "/webhooks/*", wrong, done=True)
            pressed = await place(here)
            await here.quiet()
            assert pressed.text.startswith("Placed")
        assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []


@pytest.mark.parametrize("wrong", ["page", "broken"])
async def test_a_board_that_was_posted_and_answered_unreadably_stands_there_once(tmp_path, wrong):
    async with game(tmp_path) as here:
        before = len(here.fake.shown())
        here.fake.plan("POST", "/channels/*/messages", WRONG[wrong], done=True)
        await place(here)
        await here.quiet()
        here.fake.nonces.clear()  # Discord keeps them for some minutes only
        await here.later(timedelta(seconds=10))
        assert len(here.fake.shown()) == before + 1
        assert (await here.app.store.game(1)).message == int(here.fake.last()["id"])


async def test_a_lobby_that_was_edited_and_answered_unreadably_stands_there_once(tmp_path):
    async with game(tmp_path) as here:
        here.fake.command(CEM, "start")
        await here.quiet()
        before = len(here.fake.shown())
        here.fake.plan("PATCH", "/channels/*/messages/*", PAGE, done=True)
        here.fake.press(DIA, button(here.fake.last(), "join"))
        await here.quiet()
        await here.later(timedelta(seconds=10))
        assert len(here.fake.shown()) == before
        assert "Dia" in here.fake.last()["content"]


async def test_an_emoji_that_was_uploaded_but_reported_as_failed_is_used(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/applications/*/emojis", error(500, 0), done=True)
        await emoji.fetch(here.app, here.client)
        assert len(here.app.registered.emojis) == len(here.fake.emojis) == 6


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008)])
async def test_a_move_stands_once_and_is_shown_to_all_if_its_answer_finds_no_token_any_more(tmp_path, status, code):
    async with game(tmp_path) as here:
        rack = " ".join(tile.code for tile in (await here.app.tables.load(1)).table.game().racks[0])
        before = len(here.fake.shown())
        here.fake.plan("PATCH", "/webhooks/*", error(status, code))
        pressed = await place(here)
        await here.quiet()
        assert not pressed.filled
        assert await turns(here) == 1
        assert len(here.fake.shown()) == before + 1
        after = " ".join(tile.code for tile in (await here.app.tables.load(1)).table.game().racks[0])
        said = [message["content"] for message in here.fake.shown()]
        assert not any(rack in text or after in text for text in said)


MADE = "Your move is made, but Discord did not take my answer."


async def test_a_move_whose_answer_discord_does_not_take_is_said_to_be_made(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", error(400, 50035))
        pressed = await place(here)
        await here.quiet()
        assert pressed.text.startswith(MADE)
        assert await turns(here) == 1


@pytest.mark.parametrize(("answer", "times"), [(error(400, 50035), 2), (error(404, 10008), 1), (error(403, 0), 1)])
async def test_a_move_that_cannot_be_answered_at_all_is_told_beside_the_answer(tmp_path, answer, times):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", answer, times=times)
        pressed = await place(here)
        await here.quiet()
        (told,) = pressed.beside
        assert told["content"].startswith(MADE)
        assert told["flags"] & 64


async def test_a_move_of_which_no_token_is_left_is_told_by_dm(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("*", "/webhooks/*", error(401, 50027), times=2)
        await place(here)
        await here.quiet()
        (told,) = here.fake.shown(1000 + ANN)
        assert told["content"].startswith(MADE)


STORED = {
    "start": {},
    "join": {"game": 2},
    "leave": {"game": 2},
    "cancel": {"game": 1},
    "nudge": {"game": 1},
    "me": {"theme": "light"},
    "settings": {"theme": "light"},
    "board": {"here": True, "game": 1},
}


@pytest.mark.parametrize("name", STORED)
async def test_whatever_is_stored_is_said_to_be_done_if_its_answer_is_not_taken(tmp_path, name):
    async with game(tmp_path) as here:
        here.fake.command(CEM, "start", seats=3)
        await here.quiet()
        if name == "leave":
            here.fake.command(BEN, "join", game=2)
            await here.quiet()
        here.fake.plan("PATCH", "/webhooks/*", error(400, 50035))
        typed = here.fake.command(BEN, name, **STORED[name])
        await here.quiet()
        assert typed.text.startswith("That is done, but Discord did not take my answer.")


async def test_what_only_looks_is_to_be_tried_again_if_its_answer_is_not_taken(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", error(400, 50035))
        typed = here.fake.command(BEN, "board", text=True)
        await here.quiet()
        assert "Please try again" in typed.text
        assert typed.beside == []


async def test_an_answer_that_discord_fails_to_take_for_a_moment_is_given(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("PATCH", "/webhooks/*", error(503, 0))
        pressed = await place(here)
        await here.quiet()
        assert pressed.filled


# --- a fault in one game leaves the others alone ---------------------------------------------------------------------


async def test_a_message_that_hangs_holds_up_no_other_press(tmp_path):
    async with game(tmp_path, games=2) as here:
        go_on = asyncio.Event()
        held = here.fake.plan("POST", "/channels/*/messages", None, until=go_on)
        await place(here, 1)
        await until(lambda: held not in here.fake.faults)
        pressed = await place(here, 2)
        await until(lambda: pressed.filled)
        assert (await turns(here, 1), await turns(here, 2)) == (1, 1)
        go_on.set()
        await here.quiet()
        assert len(boards(here)) == 2


async def test_what_cannot_be_sent_is_found_again_by_the_next_process(tmp_path):
    async with game(tmp_path) as here:
        here.fake.plan("POST", "/channels/*/messages", error(503, 0))
        await place(here)
        await here.quiet()
        before, fake, clock = len(here.fake.shown()), here.fake, here.app.clock
    assert isinstance(clock, Clock)
    clock.now += timedelta(minutes=1)
    images = Blank()
    async with process(tmp_path / "db.sqlite3", fake, images, clock=clock):
        assert len(fake.shown(CHANNEL)) == before + 1
