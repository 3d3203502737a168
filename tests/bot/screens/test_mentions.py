"""Commands in texts can be tapped, and everybody reads them in the language of their own client."""

from __future__ import annotations

import re

import pytest

from bot.discord.client import IngeniousClient
from bot.screens.emoji import LENGTH
from bot.screens.mentions import comparable, mentioning, with_mentions
from bot.screens.model import Screen
from bot.texts import LANGUAGES, texts
from tests.bot.world import World, world

IDS = {"ingenious": 2**62}
NAMED = re.compile(r"`/ingenious")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        await made.env.restart_bot(IngeniousClient(made.app, mentions=True))
        await made.settle()
        yield made


def mention(here: World, name: str) -> str:
    return f"</ingenious {name}:{here.app.registered.commands['ingenious']}>"


@pytest.mark.parametrize("dm", [False, True])
async def test_german_texts_mention_a_command_that_an_english_client_has(here, dm):
    await here.command(here.ann, "me", language="de")
    answer = await here.command(here.ann, "games", dm=dm)
    assert answer.text == texts("de")("games.none").replace("`/ingenious eröffnen`", mention(here, "start"))


async def test_texts_name_commands_until_their_numbers_are_known(here):
    here.app.registered.commands.clear()
    assert "`/ingenious start`" in (await here.command(here.ann, "games")).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_in_a_text_becomes_a_mention(language):
    words = texts(language)
    for key in words.keys:
        for form in words.forms(key).values():
            assert not NAMED.search(mentioning(form, IDS)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_texts_keep_their_mentions(language):
    words = texts(language)
    for key in ("help", "privacy.text"):
        screen = with_mentions(Screen(words.get(key) or ""), IDS)
        assert len(screen.text) < LENGTH - 100
        assert not NAMED.search(screen.text)


def test_a_text_that_would_get_too_long_names_its_commands():
    text = "x" * 1970 + "`/ingenious start`"
    assert with_mentions(Screen(text), IDS).text == text


def test_what_a_command_is_given_stands_beside_its_mention():
    assert mentioning("`/ingenious privacy action: my data`", IDS) == f"</ingenious privacy:{2**62}> `action: my data`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_was_sent_before_the_numbers_were_known_is_found_again(language):
    words = texts(language)
    for key in words.keys:
        for form in words.forms(key).values():
            assert comparable(mentioning(form, IDS)) == comparable(form), key


def test_a_command_that_nobody_knows_is_left_alone():
    assert mentioning("`/ingenious dance` `/other start`", IDS) == "`/ingenious dance` `/other start`"
