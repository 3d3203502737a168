"""After somebody deleted their data, nothing that the bot says, draws, names or logs shows their old name."""

import json
import sqlite3
from contextlib import closing

import discord
import pytest
from typing_extensions import override

from bot.screens.fairness import mark
from bot.texts import texts
from data.store import ServerRow
from game.bag import commitment
from tests.bot.locations import fail, handle, heal, turn
from tests.bot.painters import Blank
from tests.bot.world import World, world

NAME = "Wilhelmina_Q"
"""Whom nobody else is called like; escaped in a text, as it is in a picture."""
EN = texts("en")


class Recorder(Blank):
    """A painter that keeps what it was to draw."""

    def __init__(self) -> None:
        self.drawn: list[object] = []

    @override
    async def picture(self, scene, theme=None):
        self.drawn.append(scene)
        return await super().picture(scene, theme)


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        made.people["wil"] = made.guild.add_member(made.env.create_user("wil", global_name=NAME))
        yield made


def shown_after(here: World, newest: int) -> str:
    """All that stands in messages that are newer than this one: texts, alt texts, files."""
    found = []
    for channel in list(here.env.backend.channels):
        for message in here.messages(handle(here, channel)):
            if message.id > newest:
                found += [message.text, json.dumps(message.attachments, default=str), json.dumps(message.components)]
                found += [here.content(file).decode(errors="replace") for file in message.attachments]
    return "\n".join(found)


def named(text: str) -> bool:
    return "Wilhelmina" in text


async def forget(here: World, recorder: Recorder | None = None) -> int:
    """Wilhelmina deletes her data; the newest message that was there before."""
    before = max((message.id for message in here.messages()), default=0)
    if recorder:
        recorder.drawn.clear()
    answer = await here.command(here.wil, "privacy", action="forget")
    await here.do(here.wil, answer, "forget")
    return before


async def game(here: World, *others, **terms) -> int:
    """Wilhelmina opens a game, which begins with these others."""
    await here.command(here.wil, "start", seats=1 + len(others), order="joined", **terms)
    number = (await here.store.games_with(("lobby",)))[-1].id
    for other in others:
        await here.do(other, here.last(), "join")
    await here.do(here.wil, here.last(), "begin")
    return number


async def game_of_ann(here: World) -> None:
    """A game of three in which Wilhelmina plays and Ann is on turn: nothing of it changes when one resigns."""
    await here.command(here.ann, "start", seats=3, order="joined")
    for other in (here.wil, here.ben):
        await here.do(other, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")


async def test_the_end_of_a_game_of_two_shows_a_former_player(here, caplog):
    recorder = Recorder()
    object.__setattr__(here.app, "pictures", recorder)
    await game(here, here.ann)
    assert named(str(recorder.drawn))
    caplog.clear()
    before = await forget(here, recorder)
    assert (await here.table()).status == "over"
    said = shown_after(here, before)
    assert "Deleted profile" in said
    assert not named(said)
    assert recorder.drawn
    assert not named(str(recorder.drawn))
    assert not named(caplog.text)


async def test_what_follows_in_a_game_of_three_shows_a_former_player(here):
    number = await game(here, here.ann, here.ben)
    before = await forget(here)
    await here.command(here.ann, "cancel", game=number)
    await here.command(here.ben, "cancel", game=number)
    assert (await here.table()).status == "over"
    await here.look(here.ann, "record", game=number)
    await here.look(here.ann, "history", game=number)
    assert "Deleted profile" in shown_after(here, before)
    assert not named(shown_after(here, before))


async def test_a_game_that_a_manager_ends_afterwards_shows_a_former_player(here):
    boss = here.guild.add_member(
        here.env.create_user("boss"),
        roles=[here.guild.create_role("admin", permissions=discord.Permissions(manage_guild=True))],
    )
    number = await game(here, here.ann, here.ben)
    before = await forget(here)
    await here.command(boss, "settings", end=number)
    assert EN("end.why.manager") in here.last().text
    assert not named(shown_after(here, before))


async def test_a_lobby_shows_a_former_player_no_more(here):
    await here.command(here.wil, "start", seats=3)
    await here.do(here.ann, here.last(), "join")
    await forget(here)
    assert not named(here.last().text)
    assert (await here.table()).host == here.ann.id


async def test_a_thread_of_the_game_is_called_otherwise_afterwards(here):
    await here.store.save_server(ServerRow(here.guild.id, threads=True))
    number = await game(here, here.ann, here.ben)
    thread = (await here.store.game(number)).channel
    assert named(here.env.backend.channels[thread].name)
    await forget(here)
    assert here.env.backend.channels[thread].name == f"Ingenious {number} · Deleted profile, Ann, Ben"


def standing(here: World) -> str:
    """What people still look at: messages with buttons, those that carry a thread, what threads are called."""
    channels = here.env.backend.channels
    shown = [message for channel in list(channels) for message in here.messages(handle(here, channel))]
    texts = [f"{one.text} {one.attachments}" for one in shown if one.components or one.id in channels]
    return "\n".join([*texts, *(channel.name or "" for channel in channels.values())])


@pytest.mark.parametrize("threads", [False, True])
async def test_the_board_that_stands_of_a_game_names_a_former_player_at_once(here, threads):
    recorder = Recorder()
    object.__setattr__(here.app, "pictures", recorder)
    await here.store.save_server(ServerRow(here.guild.id, threads=threads))
    await game_of_ann(here)
    assert named(standing(here))
    board = (await here.store.game(1)).message
    await forget(here, recorder)
    assert (await here.store.game(1)).message == board, "it was edited"
    assert "Deleted profile" in standing(here)
    assert not named(standing(here))
    assert recorder.drawn
    assert not named(str(recorder.drawn))
    assert mark(commitment((await here.table()).seed), EN) in standing(here)


async def test_the_end_of_a_game_that_people_still_look_at_names_a_former_player_at_once(here):
    await game(here, here.ann)
    await here.app.tables.resign(1, here.ann.id)
    await here.settle()
    assert named(here.last().text)
    await forget(here)
    assert "Deleted profile" in standing(here)
    assert not named(standing(here))


@pytest.mark.parametrize("way", ["here", "locked"])
async def test_a_thread_that_a_game_has_left_names_nobody(here, way):
    await here.store.save_server(ServerRow(here.guild.id, threads=True))
    await game(here, here.ann, here.ben)
    thread = (await here.store.game(1)).channel
    if way == "here":
        await here.command(here.wil, "board", here=True, game=1)
    else:
        fail(here, thread, 50083, 400)
        await turn(here)
    assert (await here.store.game(1)).channel == here.channel.id
    await forget(here)
    assert here.env.backend.channels[thread].name == "Ingenious 1"
    assert not named(standing(here))


async def test_names_that_could_not_be_corrected_are_after_a_restart(here):
    await here.store.save_server(ServerRow(here.guild.id, threads=True))
    await game_of_ann(here)
    thread = (await here.store.game(1)).channel
    for channel in (thread, here.channel.id):
        fail(here, channel, 0, 500, times=None, to="PATCH")
    await forget(here)
    assert named(standing(here))
    heal(here)
    await here.restart()
    await here.env.advance_time(60)
    assert not named(standing(here))


async def test_nothing_of_the_name_is_left_in_the_database(here):
    await game(here, here.ann)
    await forget(here)
    with closing(sqlite3.connect(here.path)) as db:
        assert not named("\n".join(db.iterdump()))
