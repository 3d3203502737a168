"""People who press what is not theirs, press twice, or press what is out of date: the buttons of lobbies and trials."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.screens.draft import Draft
from bot.screens.phrases import JOINER, rack_words
from bot.texts import plain, texts
from game.board import NAMES
from game.tiles import Tile, parse_tile
from tests.bot import forging
from tests.bot.forging import answers, fire, forged, stored_logs
from tests.bot.games import simulated, with_open_bonus
from tests.bot.ids import Id
from tests.bot.sample_tables import choice
from tests.bot.world import Shown, World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def everything(answer: Shown) -> str:
    labels, alts = str(answer.components), "".join(file["description"] or "" for file in answer.attachments)
    return answer.text.replace(JOINER, "") + labels + alts


def signs_of(tile: Tile) -> str:
    """A tile as `everything` has it: in a text and on a button alike."""
    return rack_words([tile]).replace(JOINER, "")


async def asked(here: World, verb: str) -> Shown:
    return await here.do(here.ann, here.last(), verb)


async def levels(here: World) -> tuple[str, ...]:
    return (await here.table()).levels


# --- bots of a lobby -------------------------------------------------------------------------------------------------


async def with_bots(here: World, *wanted: str) -> None:
    await forging.lobby(here, seats=4)
    for level in wanted:
        question = await asked(here, "addbot")
        await here.press(here.ann, question, question.controls[0]["custom_id"], level)


async def test_choosing_a_level_twice_adds_one_bot_and_says_so_twice(here):
    await with_bots(here)
    question = await asked(here, "addbot")
    select = question.controls[0]["custom_id"]
    both = [fire(here, here.ann, select, value="3", on=question) for _ in range(2)]
    shown = await answers(here, both)
    assert await levels(here) == ("3",)
    assert {answer.text for answer in shown} == {EN("lobby.bot-added", game=1, name=plain("Bot Ada (level 3)"))}


async def test_an_old_choice_of_a_level_asks_again(here):
    await with_bots(here)
    old = await asked(here, "addbot")
    question = await asked(here, "addbot")
    await here.press(here.ann, question, question.controls[0]["custom_id"], "1")
    again = await here.press(here.ann, old, old.controls[0]["custom_id"], "5")
    assert await levels(here) == ("1",)
    await here.press(here.ann, again, again.controls[0]["custom_id"], "5")
    assert await levels(here) == ("1", "5")


async def test_an_old_choice_never_removes_another_bot_than_the_one_that_was_named(here):
    await with_bots(here, "1", "3", "5")
    old = await asked(here, "remove")
    select = old.controls[0]["custom_id"]
    both = [fire(here, here.ann, select, value="bot0", on=old) for _ in range(2)]
    await answers(here, both)
    assert await levels(here) == ("3", "5")


async def test_a_level_that_was_offered_before_a_restart_is_added_after_it(here):
    await with_bots(here)
    question = await asked(here, "addbot")
    await here.restart()
    await here.press(here.ann, question, question.controls[0]["custom_id"], "2")
    assert await levels(here) == ("2",)


@pytest.mark.parametrize("value", ["", "0", "6", "careful", "x" * 90, "\u0663", "bot0"])
async def test_a_level_that_there_is_not_adds_no_bot(here, value):
    await with_bots(here)
    before = await stored_logs(here)
    await forged(here, here.ann, Id(1, 1, "level").custom_id, value=value)
    assert await stored_logs(here) == before


@pytest.mark.parametrize("value", ["bot", "bot9", "bot-1", "bot2", "bot\u0660", "botx"])
async def test_a_bot_that_there_is_not_is_not_removed(here, value):
    await with_bots(here, "1")
    before = await stored_logs(here)
    for version in (0, 2):
        await forged(here, here.ann, Id(1, version, "removed").custom_id, value=value)
    assert await stored_logs(here) == before


async def test_who_was_the_host_and_left_changes_the_lobby_no_more(here):
    message = await forging.lobby(here, here.ben, seats=4)
    add, remove, terms, pace = [await asked(here, verb) for verb in ("addbot", "remove", "terms", "terms")]
    await here.do(here.ann, message, "leave")
    before = await stored_logs(here)
    old = [(add, "1", 0), (remove, str(here.ben.id), 0), (terms, "2", 0), (pace, "8h", 1)]
    for question, value, at in old:
        answer = await here.press(here.ann, question, question.controls[at]["custom_id"], value)
        assert answer.text in (EN("refused.host-only", name="Ben"), EN("refused.not-in-lobby")), answer.text
    assert await stored_logs(here) == before


# --- trying while others are on turn ---------------------------------------------------------------------------------


@pytest.fixture
async def in_a_turn(here: World) -> World:
    """Ann has placed a tile that earned a bonus placement; Ben waits."""
    await here.put(with_open_bonus("standard", 2), here.ann, here.ben)
    await here.settle()
    return here


async def test_a_trial_shows_nothing_of_an_unfinished_turn(in_a_turn):
    here = in_a_turn
    table = await here.table()
    laid = {NAMES[cell] for cell in table.game().position.turns[-1].placements[-1].at}
    rack = await here.command(here.ben, "rack")
    shown = [rack, trial := await here.do(here.ben, rack, "trial")]
    shown += [
        await here.press(here.ben, trial, press.custom_id) for press in trial.presses if press.verb in ("try", "tile")
    ]
    assert len(shown) > 3
    position = table.game().position.version
    shown += [await forged(here, here.ben, Id(1, position + at, "trial").custom_id) for at in (-1, 0, 1)]
    for answer in shown:
        assert not laid <= set(re.findall(r"\b[A-O]\d+\b", answer.text)), answer.text


@pytest.mark.parametrize("verb", ["trial", "try", "tile", "row", "space", "whole", "hint", "place", "sure", "swap"])
async def test_a_person_without_a_seat_sees_no_trial(in_a_turn, verb):
    here = in_a_turn
    table = await here.table()
    before = await stored_logs(here)
    intent = choice(table)
    draft = Draft(intent.tile, None, *intent.at).text
    for version in (0, table.game().position.version):
        answer = await forged(here, here.eve, Id(1, version, verb, draft).custom_id)
        assert intent.tile.code not in everything(answer)
        assert signs_of(intent.tile) not in everything(answer)
        assert not answer.controls
    assert await stored_logs(here) == before


async def test_a_draft_with_a_tile_of_somebody_else_is_shown_to_nobody(here):
    await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
    await here.settle()
    table = await here.table()
    mine, theirs = (set(table.view_for(one.id).rack) for one in (here.ben, here.ann))
    foreign = sorted(theirs - mine)[0]
    version = table.view_for(here.ben.id).position.version
    before = await stored_logs(here)
    codes = set()
    for code in (foreign.code, "GG" if foreign.code != "GG" else "PP"):
        answer = await forged(here, here.ben, Id(1, version, "tile", code).custom_id)
        codes.add(answer.text.replace(code, ""))
    assert len(codes) == 1, "it tells which tiles Ann has"
    assert await stored_logs(here) == before


@pytest.mark.parametrize("who", ["ann", "ben", "eve"])
async def test_the_suggestions_of_a_placement_name_only_own_tiles(in_a_turn, who):
    here = in_a_turn
    person = here.people[who]
    own = {tile.piece for tile in (await here.table()).view_for(person.id).rack}
    offered = [
        parse_tile(one["value"]).piece
        for typed in ("", "r", "R", "blue")
        for one in await here.suggestions(person, "place", "tile", typed, game=1)
    ]
    assert set(offered) <= own
    assert bool(offered) == (who == "ann")


# --- a film, several games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["share", "tell"])
async def test_the_film_of_a_running_game_is_shared_by_nobody(in_a_turn, verb):
    here = in_a_turn
    before, public = await stored_logs(here), here.messages()
    for person in (here.ann, here.ben, here.eve):
        await forged(here, person, Id(1, 0, verb).custom_id)
    assert await stored_logs(here) == before
    assert here.messages() == public


@pytest.mark.parametrize("draft", ["rack", "place", "board", "text", "replay", "resign", "cancel", "begin"])
async def test_the_choice_of_a_game_gives_a_stranger_nothing_of_a_game_in_a_direct_message(here, draft):
    await here.command(here.ann, "start", mode="solo", dm=True)
    before = await stored_logs(here)
    rack = (await here.table()).view_for(here.ann.id).rack
    codes = {tile.code for tile in rack}
    await forging.lobby(here, here.ben)
    for person, dm in ((here.ben, False), (here.eve, True)):
        answer = await forged(here, person, Id(1, 0, "which", draft).custom_id, dm=dm, on=here.last())
        assert not codes & set(re.findall(r"\b[ROYGBP]{2}\b", everything(answer)))
        assert all(signs_of(tile) not in everything(answer) for tile in rack)
        assert not answer.attachments
    assert (await stored_logs(here))[1] == before[1]


async def test_presses_of_everybody_at_once_add_the_bot_of_the_host_alone(here):
    await forging.lobby(here, here.ben, seats=4)
    question = await asked(here, "addbot")
    select = question.controls[0]["custom_id"]
    sent = [fire(here, one, select, value="2", on=question) for one in (here.ben, here.eve, here.ann, here.cem)]
    await asyncio.sleep(0)
    await answers(here, sent)
    assert await levels(here) == ("2",)
