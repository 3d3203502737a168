"""The rack by direct message at each own turn, and playing from there."""

from __future__ import annotations

import pytest

from bot.screens.phrases import rack_codes, rack_words
from bot.screens.text_board import rack_told
from bot.texts import texts
from tests.bot.games import simulated, with_open_bonus
from tests.bot.players import Script, play_by_buttons, turn_by_buttons
from tests.bot.recorded import recorded
from tests.bot.world import World, world

EN = texts("en")


@pytest.fixture
def turns() -> int:
    """How many turns were made before the test begins."""
    return 6


@pytest.fixture
async def here(tmp_path, turns):
    """A game of Ann and Ben in which Ben gets his rack by DM."""
    async with world(tmp_path / "db.sqlite3", pictures=False) as made:
        await made.put(simulated("standard", 2, turns=turns), made.ann, made.ben)
        rack = await made.do(made.ben, made.last(), "rack")
        await made.do(made.ben, rack, "dmon")
        yield made


async def test_a_turn_brings_a_direct_message_with_the_rack(here: World):
    await play_by_buttons(here, Script(), turns=1)
    (notice,) = here.messages(here.dm(here.ben))
    rack = (await here.table()).view_for(here.ben.id).rack
    assert rack_words(rack) in notice.text
    assert rack_told(rack, EN) in notice.attachments[0]["description"]
    assert [press.verb for press in notice.presses] == ["play", "dmoff"]


async def test_there_is_one_direct_message_for_each_own_turn(here: World):
    await play_by_buttons(here, Script(), turns=6)
    assert len(here.messages(here.dm(here.ben))) == 3


async def test_nobody_else_gets_one(here: World):
    await play_by_buttons(here, Script(), turns=6)
    assert here.messages(here.dm(here.ann)) == []


async def test_it_is_not_repeated_at_a_bonus_placement(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(with_open_bonus("standard", 2), here.ann, here.ben)
        await here.do(here.ann, await here.do(here.ann, here.last(), "rack"), "dmon")
        await play_by_buttons(here, Script(), turns=1)
        assert here.messages(here.dm(here.ann)) == []


async def test_a_whole_turn_is_played_from_the_direct_message(here: World):
    await play_by_buttons(here, Script(), turns=1)
    panel = await here.do(here.ben, here.last(here.dm(here.ben)), "play")
    assert panel.channel == here.dm(here.ben).id
    await turn_by_buttons(here, Script(), here.ben, panel)
    assert len((await here.table()).public.turns) == 8
    assert here.last().pinged == (here.ann.id,)


async def test_a_turn_is_played_by_command_from_the_direct_messages(here: World):
    await play_by_buttons(here, Script(), turns=1)
    rack = await here.command(here.ben, "rack", dm=True)
    assert rack_words((await here.table()).view_for(here.ben.id).rack) in rack.text
    choices = await here.suggestions(here.ben, "place", "tile", dm=True)
    assert choices


async def test_the_direct_message_says_where_the_game_is(here: World):
    await play_by_buttons(here, Script(), turns=1)
    assert f"<#{here.channel.id}>" in here.last(here.dm(here.ben)).text


async def test_a_button_in_the_direct_message_ends_them(here: World):
    await play_by_buttons(here, Script(), turns=1)
    await here.do(here.ben, here.last(here.dm(here.ben)), "dmoff")
    await play_by_buttons(here, Script(), turns=2)
    assert len(here.messages(here.dm(here.ben))) == 1


async def test_an_old_direct_message_shows_the_present(here: World):
    await play_by_buttons(here, Script(), turns=1)
    old = here.last(here.dm(here.ben))
    await play_by_buttons(here, Script(), turns=2)
    panel = await here.do(here.ben, old, "play")
    assert {press.version for press in panel.presses} == {(await here.table()).game().position.version}


@pytest.mark.parametrize("turns", [28])
@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_never_stop_a_game(here: World, code):
    dm = here.dm(here.ben)
    here.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=code, times=None)
    await play_by_buttons(here, Script())
    assert (await here.table()).status == "over"
    assert here.messages(dm) == []


async def test_direct_messages_that_fail_do_not_stop_a_game(here: World):
    here.env.inject_error("POST", f"/channels/{here.dm(here.ben).id}/messages", status=500, times=None)
    await play_by_buttons(here, Script(), turns=4)
    assert len((await here.table()).public.turns) == 10


async def test_closed_direct_messages_are_tried_once_a_turn(here: World):
    dm = here.dm(here.ben)
    here.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=50007, times=None)
    await play_by_buttons(here, Script(), turns=6)
    await here.env.advance_time(1800)
    tries = [entry for entry in here.env.http_requests if entry.path == f"/channels/{dm.id}/messages"]
    assert len(tries) == 3


async def test_a_direct_message_that_comes_late_is_not_sent_when_the_turn_is_over(here: World):
    dm = here.dm(here.ben)
    here.env.inject_error("POST", f"/channels/{dm.id}/messages", status=500)
    await play_by_buttons(here, Script(), turns=2)
    await here.env.advance_time(60)
    assert here.messages(dm) == []


async def test_the_racks_of_several_games_are_shown_together(here: World):
    await here.put(simulated("duel", 2, turns=5), here.ben, here.cem)
    racks = await here.command(here.ben, "rack", dm=True)
    for game in (1, 2):
        assert rack_codes((await here.table(game)).view_for(here.ben.id).rack, EN) in racks.text
        assert f"Game {game}" in racks.labels


@pytest.mark.parametrize("name", ["solo in a DM", "duel with a bot in a DM"])
def test_a_game_in_direct_messages_says_nothing_anywhere_else(name):
    recording = recorded(name)
    host = recording.table.opened.host
    assert {request.reader for request in recording.requests if "/messages" in request.path} == {host}


async def test_a_game_with_others_cannot_be_opened_in_a_direct_message(here: World):
    answer = await here.command(here.eve, "start", seats=2, dm=True)
    assert "direct message" in answer.text
    assert here.messages(here.dm(here.eve)) == []
