"""Commands of before, which a client may still offer: where somebody finds now what they did."""

from __future__ import annotations

import pytest

from bot.screens.custom_ids import custom_id
from bot.screens.press import RulesPress
from bot.texts import LANGUAGES, texts
from tests.bot.games import simulated
from tests.bot.spoken import LOCALES
from tests.bot.world import World, registered_commands, world

NOW = {
    "scores": "`/ingenious board`",
    "history": "`/ingenious board`",
    "here": "`/ingenious board here:`",
    "export": "`/ingenious replay`",
    "rules": "`/ingenious help mode:`",
}


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        await made.put(simulated("standard", 2, turns=4), made.ann, made.ben)
        yield made


@pytest.mark.parametrize("name", NOW)
async def test_a_former_command_is_answered_with_the_one_that_does_the_same(here: World, name):
    for given in ({}, {"game": 1}, {"mode": "duel"}):
        answer = await here.command(here.ann, name, **given)
        assert answer.ephemeral
        assert answer.text == texts("en")("refused.former-command", command=NOW[name])
    assert await here.suggestions(here.ann, name, "game", "1") == []


async def test_the_new_name_is_a_mention_where_commands_are(here: World):
    here.app.registered.commands["ingenious"] = 77
    assert "</ingenious board:77> `here:`" in (await here.command(here.ann, "here")).text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_new_name_is_said_in_the_language_of_who_asks(here: World, language):
    words = texts(language)
    command = f"`/ingenious {words('command.help')} {words('option.mode')}:`"
    answer = await here.command(here.ann, "rules", locale=LOCALES[language])
    assert answer.text == words("refused.former-command", command=command)


async def test_a_command_that_there_never_was_is_out_of_date(here: World):
    assert (await here.command(here.ann, "surrender")).text == texts("en")("refused.out-of-date")


def test_a_former_name_is_free():
    names = {option["name"] for option in registered_commands()[0]["options"]}
    assert not names & set(NOW)


async def test_all_that_a_former_command_showed_is_below_another_one(here: World):
    say = texts("en")
    assert (await here.look(here.ann, "scores")).text.startswith(say("scores.head", game=1))
    assert (await here.look(here.ann, "history")).text.startswith(say("history.head", game=1))
    assert (await here.look(here.ann, "rules")).text.startswith(say("rules.standard"))
    assert (await here.look(here.ann, "record")).attached(".json")
    assert (await here.command(here.ann, "help", mode="duel")).text.startswith(say("rules.duel"))
    below = await here.command(here.ann, "help")
    assert (await here.press(here.ann, below, custom_id(RulesPress("team")))).text.startswith(say("rules.team"))
