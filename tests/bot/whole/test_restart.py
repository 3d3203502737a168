"""The bot is replaced by a new process on the same database, between any two presses, and nobody notices."""

from __future__ import annotations

import pytest

from bot.tables.table import Table
from tests.bot.games import simulated
from tests.bot.players import Script, play_by_buttons
from tests.bot.recorded import pinged
from tests.bot.world import World, world

SEED = 14
"""Of a game with bonus placements and exchanges."""


async def standard_game(here: World, script: Script, between) -> Table:
    """Two people play to the end; `between` is awaited between any two presses."""
    await here.command(here.ann, "start")
    await between()
    await here.do(here.ben, here.last(), "join")
    await between()
    await here.do(here.ann, here.last(), "begin")
    await between()
    await play_by_buttons(here, script, between=between)
    return await here.table()


def told(here: World) -> list[tuple[str, str | None, list[int]]]:
    """What was posted and edited in the channel, and whom it called, in order."""
    entries = [entry for entry in here.env.http_requests if entry.path.startswith("/channels/")]
    return [(one.method, one.json.get("content"), pinged(one.json)) for one in entries if one.method != "GET"]


async def nothing() -> None:
    """Go on at once."""


async def test_a_game_goes_the_same_if_the_bot_is_restarted_between_any_two_presses(tmp_path):
    script, restarts = Script(), 0
    async with world(tmp_path / "one.sqlite3", seed=SEED, pictures=False) as here:
        whole, said = await standard_game(here, script, nothing), told(here)
    assert script.bonuses
    assert script.exchanges
    async with world(tmp_path / "two.sqlite3", seed=SEED, pictures=False) as here:

        async def restart() -> None:
            nonlocal restarts
            restarts += 1
            await here.restart()

        broken = await standard_game(here, Script(), restart)
        assert restarts > 100
        assert (broken.events, broken.public) == (whole.events, whole.public)
        assert told(here) == said


async def test_a_panel_opened_before_a_restart_is_played_from_after_it(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("team", 4, turns=8), here.ann, here.ben, here.cem, here.dia)
        panel = await here.do(here.ann, here.last(), "play")
        await here.restart()
        await play_by_buttons(here, Script(), turns=1, panel=panel)
        assert len((await here.table()).public.turns) == 9


async def test_a_move_that_was_stored_and_not_told_is_told_by_the_next_process(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        before = len(here.messages())
        here.app.tables.forget_listeners()  # The process ends right after its commit.
        await play_by_buttons(here, Script(), turns=1)
        assert len(here.messages()) == before
        await here.restart()
        assert [message.pinged for message in here.messages()[before:]] == [(here.ben.id,)]


async def test_a_move_that_discord_did_not_take_is_told_a_little_later(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        before = len(here.messages())
        here.env.inject_error("POST", "/channels/*/messages", status=500)
        await play_by_buttons(here, Script(), turns=1)
        assert len(here.messages()) == before
        await here.env.advance_time(60)
        assert [message.pinged for message in here.messages()[before:]] == [(here.ben.id,)]


@pytest.mark.parametrize("times", [1, 3])
async def test_a_restart_alone_says_nothing(tmp_path, times):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        said = told(here)
        for _ in range(times):
            await here.restart()
        assert told(here) == said
