"""A press is acknowledged whatever the store does; its answer says that the store is away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import aiohttp
import pytest
from discord import app_commands

from bot.discord.commands import autocomplete
from bot.discord.throttle import SHOWN
from bot.process import guard
from bot.process.lease import Lease
from bot.process.lease_times import SHARED
from bot.texts import texts
from tests.bot.hanging import Hanging
from tests.bot.holdings import Elsewhere
from tests.bot.killing import Process
from tests.wire.fake import CHANNEL, Interaction, button
from tests.wire.inside import quiet
from tests.wire.program import until
from tests.wire.test_faults import ANN, game


@asynccontextmanager
async def leased(tmp_path, monkeypatch) -> AsyncIterator[Process]:
    """A bot with a game and a lease, on a store that can hang."""
    monkeypatch.setattr(guard, "DOUBT_S", 0.05)
    async with game(tmp_path) as made:
        store = Hanging(made.app.store)
        monkeypatch.setattr(made.app.tables, "store", store)
        monkeypatch.setattr(made.app.guard, "_lease", lease_of(made, "mine"))
        assert await mine(made).take()
        yield made
        store.fail()
        store.hangs = False


def lease_of(here: Process, name: str) -> Lease:
    return Lease(here.app.store, name, None, here.app.clock, lambda: 0.0, SHARED)


def mine(here: Process) -> Lease:
    return cast("Lease", here.app.guard._lease)


def unconfirmed(here: Process, monkeypatch) -> None:
    """The store has not confirmed the lease of late."""
    monkeypatch.setattr(mine(here), "_steady_s", lambda: SHARED.alone_s)


def pressed(here: Process, what: str) -> Interaction:
    if what == "games":
        return here.fake.command(ANN, what)
    board = here.fake.offering(what)
    return here.fake.press(ANN, button(board, what), board)


@pytest.mark.parametrize("what", ["rack", "games"])
@pytest.mark.parametrize("confirmed", [True, False])
async def test_a_press_is_acknowledged_while_the_store_hangs_and_told_that_it_is_away(
    tmp_path, monkeypatch, what, confirmed
):
    async with leased(tmp_path, monkeypatch) as here:
        store = cast("Hanging", here.app.store)
        store.hangs = True
        if not confirmed:
            unconfirmed(here, monkeypatch)
        came = pressed(here, what)
        await until(lambda: bool(came.answers))
        assert not came.filled
        store.fail()
        await here.quiet()
        assert came.text.startswith("Please try again soon: I cannot reach my database.")


async def test_a_press_is_left_to_the_process_that_took_over_from_one_that_was_suspended(tmp_path, monkeypatch):
    async with leased(tmp_path, monkeypatch) as here:
        await here.app.store.drop_lease(mine(here)._holder)
        assert await lease_of(here, "other").take()
        unconfirmed(here, monkeypatch)
        came = pressed(here, "rack")
        await here.quiet()
        assert came.answers == []


async def test_a_press_that_was_acknowledged_when_another_process_took_over_is_put_off_in_words(tmp_path, monkeypatch):
    async with leased(tmp_path, monkeypatch) as here:
        monkeypatch.setattr(mine(here), "acts", Elsewhere().acts)
        came = pressed(here, "rack")
        await here.quiet()
        assert came.text == texts("en")("error.restarting")


async def test_what_is_typed_gets_no_suggestions_from_a_store_that_hangs(monkeypatch):
    async def hangs(_interaction: object, _typed: str) -> list[app_commands.Choice[int]]:
        await hanging.wait()
        return [app_commands.Choice(name="late", value=1)]

    hanging = asyncio.Event()
    monkeypatch.setattr(autocomplete, "SUGGEST_S", 0.01)
    assert await autocomplete.or_no_suggestions(hangs)(cast("Any", None), "") == []
    hanging.set()
    await quiet()


async def test_a_sentence_that_discord_does_not_take_is_a_line_in_the_log_and_no_exception(tmp_path, caplog):
    async with game(tmp_path) as here:
        here.app.guard.end()
        for _ in range(2):
            here.fake.plan("POST", "/interactions/*", aiohttp.ServerDisconnectedError())
        pressed(here, "games")
        await here.quiet()
        assert [one.exc_info for one in caplog.records if one.exc_info] == []
        assert "not answered in a sentence" in caplog.text


@pytest.mark.parametrize("what", ["rack", "games", "suggestions", "unknown suggestions", "too many"])
async def test_what_comes_while_the_process_closes_its_connection_is_a_line_in_the_log_and_no_exception(
    tmp_path, caplog, what
):
    async with game(tmp_path) as here:
        caplog.set_level("INFO")
        here.client.http._HTTPClient__session.closed = True
        if "suggestions" in what:
            name = "board" if what == "suggestions" else "help"
            option = {"name": "game" if name == "board" else "mode", "type": 4, "value": "1", "focused": True}
            data = {"id": "1", "name": "ingenious", "type": 1}
            data["options"] = [{"name": name, "type": 1, "options": [option]}]
            here.fake.interact(ANN, 4, data, channel=CHANNEL)
        else:
            for _ in range(SHOWN + 1 if what == "too many" else 1):
                pressed(here, "rack" if what == "too many" else what)
        await here.quiet()
        assert [one.exc_info for one in caplog.records if one.exc_info] == []
        assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []


async def test_a_press_too_many_that_discord_does_not_take_is_a_line_in_the_log_and_no_exception(tmp_path, caplog):
    async with game(tmp_path) as here:
        with caplog.at_level("INFO"):
            for _ in range(SHOWN):
                pressed(here, "rack")
                await here.quiet()
            for _ in range(2):
                here.fake.plan("POST", "/interactions/*", aiohttp.ServerDisconnectedError())
            pressed(here, "rack")
            await here.quiet()
        assert [one.exc_info for one in caplog.records if one.exc_info] == []
        assert "a press too many was not answered" in caplog.text
