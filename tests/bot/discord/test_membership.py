"""A server that has the bot's commands alone: what needs the bot there is answered with the way to add it."""

from __future__ import annotations

import discord
import pytest

from bot.discord.permissions import invite_link
from bot.services.loaded import NOWHERE
from bot.texts import LANGUAGES, texts
from tests.bot.world import World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False, threads=True) as made:
        made.env.bot._connection._guilds.pop(made.guild.id)
        yield made


def add_me(here: World, language: str = "en") -> str:
    link = invite_link(here.env.bot.application_id, here.guild.id)
    return texts(language)("refused.not-in-server", link=link)


def manager(here: World):
    role = here.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return here.guild.add_member(here.env.create_user("mia", global_name="Mia"), roles=[role])


NEEDS_THE_BOT = {
    "board": {"here": True},
    "leaderboard": {},
    "settings": {"daily": "off"},
}


@pytest.mark.parametrize("name", NEEDS_THE_BOT)
async def test_what_needs_the_bot_in_the_server_is_answered_privately_with_the_link_that_adds_it(here, name):
    answer = await here.command(here.ann, name, **NEEDS_THE_BOT[name])
    assert answer.text == add_me(here)
    assert answer.ephemeral
    assert f"guild_id={here.guild.id}" in answer.text
    assert await here.store.games_with(("lobby", "running")) == []


@pytest.mark.parametrize("terms", [{}, {"bots": 1, "seats": 3}, {"mode": "duel"}])
async def test_who_wants_to_play_with_others_is_told_that_they_can_play_alone(here, terms):
    answer = await here.command(here.ann, "start", **terms)
    link = invite_link(here.env.bot.application_id, here.guild.id)
    assert (answer.text, answer.ephemeral) == (EN("refused.only-alone-here", link=link), True)
    assert await here.store.games_with(("lobby", "running")) == []


async def test_a_game_alone_is_played_in_the_private_answers(here):
    answer = await here.command(here.ann, "start", mode="solo")
    assert answer.ephemeral
    (row,) = await here.store.games_with(("running",))
    assert (row.guild, row.channel, row.home) == (None, NOWHERE, NOWHERE)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_said_in_the_language_of_who_asks(here, language):
    await here.command(here.ann, "me", language=language)
    assert (await here.command(here.ann, "leaderboard")).text == add_me(here, language)


@pytest.mark.parametrize("name", ["help", "games", "me", "puzzle", "daily", "profile"])
async def test_what_is_for_one_person_alone_works_without_the_bot(here, name):
    assert "Add me" not in (await here.command(here.ann, name)).text


async def test_in_direct_messages_nobody_is_asked_to_add_it(here):
    answer = await here.command(here.ann, "start", dm=True, mode="solo")
    assert "Add me" not in answer.text
