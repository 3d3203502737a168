"""Who asked to be asked is, before a button places a tile; nobody else."""

from dataclasses import replace

from data.store import PlayerRow
from tests.bot.games import simulated
from tests.bot.world import Shown, World, world


async def tried(here: World) -> Shown:
    """Ann's panel with a placement ready to be made."""
    await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
    await here.settle()
    panel = await here.do(here.ann, here.last(), "play")
    first = next(press for press in panel.presses if press.verb == "try")
    return await here.press(here.ann, panel, first.custom_id)


async def turns(here: World) -> int:
    return len((await here.table()).game().position.turns)


async def wants_to_be_asked(here: World) -> None:
    await here.store.save_player(replace(PlayerRow(here.ann.id), confirm_placing=True))


async def test_place_places_at_once_by_default(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        panel = await tried(here)
        await here.do(here.ann, panel, "place")
        assert await turns(here) == 9


async def test_place_asks_whoever_wants_that_and_places_after_the_answer(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        await wants_to_be_asked(here)
        panel = await tried(here)
        asked = await here.do(here.ann, panel, "place")
        assert "cannot be undone" in asked.text
        assert await turns(here) == 8
        await here.do(here.ann, asked, "sure")
        assert await turns(here) == 9


async def test_the_question_sends_no_picture_again(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        await wants_to_be_asked(here)
        panel = await tried(here)
        asked = await here.do(here.ann, panel, "place")
        assert asked.attachments == panel.attachments


async def test_the_command_shows_whether_one_is_asked(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as here:
        on = await here.command(here.ann, "me", confirm=True)
        assert "(`confirm`): on" in on.text
        assert (await here.store.player(here.ann.id)).confirm_placing
        off = await here.command(here.ann, "me", confirm=False)
        assert "(`confirm`): off" in off.text


async def test_who_waits_tries_a_placement_and_nothing_is_stored(tmp_path):
    async with world(tmp_path / "games.sqlite3") as here:
        await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
        await here.settle()
        before = (await here.table()).seq
        rack = await here.command(here.ben, "rack")
        trial = await here.do(here.ben, rack, "trial")
        first = next(press for press in trial.presses if press.verb == "try")
        shown = await here.press(here.ben, trial, first.custom_id)
        assert "nothing is placed" in shown.text
        assert not {press.verb for press in shown.presses} & {"place", "swap", "sure"}
        assert (await here.table()).seq == before
