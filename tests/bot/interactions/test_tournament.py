"""A tournament by typing and pressing: opened by who manages the server, entered by everybody, begun, shown, closed."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.texts import LANGUAGES, texts
from tests.bot.interactions.test_daily import looked
from tests.bot.interactions.test_days import manager
from tests.bot.spoken import LOCALES
from tests.bot.world import Shown, World, registered_commands, world


@pytest.fixture
async def here(tmp_path) -> AsyncIterator[World]:
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def typed(here: World, who, name: str, **options) -> Shown:
    return await here.command(who, name, root="tournament", **options)


async def test_four_people_enter_by_pressing_and_their_games_begin(here):
    boss = await manager(here)
    assert (await typed(here, boss, "open", mode="duel", days=7)).text == "Tournament 1 is open."
    message = here.last()
    assert "Entered: 0 of 64" in message.text
    for who in (here.ann, here.ben, here.cem, here.dia):
        answer = await here.do(who, message, "enter")
        assert (answer.text, answer.ephemeral) == ("You take part in tournament 1.", True)
    assert "Entered: 4 of 64: Ann, Ben, Cem, Dia" in here.last().text
    assert (await here.do(boss, here.last(), "begin")).text == "Tournament 1 has begun."
    tables = [await here.table(game) for game in (1, 2)]
    assert [table.status for table in tables] == ["running", "running"]
    shown = await typed(here, here.ann, "show")
    assert "**Round 1 of 3**" in shown.text
    assert shown.labels == ["My next game", "Withdraw"]
    opened = await here.do(here.ann, shown, "next")
    assert opened.ephemeral


async def test_who_does_not_manage_the_server_opens_and_begins_nothing(here):
    refused = texts("en")("refused.tournament-host")
    assert (await typed(here, here.ann, "open")).text == refused
    await typed(here, await manager(here), "open")
    for who in (here.ann, here.ben):
        await here.do(who, here.last(), "enter")
    assert (await here.do(here.ann, here.last(), "begin")).text == refused
    for name in ("cancel", "here"):
        assert (await typed(here, here.ann, name)).text == refused


async def test_who_withdraws_before_it_begins_is_in_it_no_more(here):
    await typed(here, await manager(here), "open")
    await here.do(here.ann, here.last(), "enter")
    assert (await here.do(here.ann, here.last(), "withdraw")).text == "You no longer take part in tournament 1."
    assert "Entered: 0 of 64" in here.last().text
    assert (await here.do(here.ann, here.last(), "withdraw")).text == texts("en")("refused.tournament-out")


async def test_who_withdraws_from_a_round_is_asked_first(here):
    boss = await manager(here)
    await typed(here, boss, "open")
    for who in (here.ann, here.ben):
        await here.do(who, here.last(), "enter")
    await here.do(boss, here.last(), "begin")
    out = texts("en")("tournament.withdrawn", tournament=1)
    asked = "Withdraw from tournament 1? It cannot be taken back."
    assert (await here.do(here.ann, await typed(here, here.ann, "show"), "withdraw")).text == asked
    question = await here.do(here.ann, await typed(here, here.ann, "show"), "withdraw")
    assert question.text == asked, "she still takes part"
    assert (await here.do(here.ann, question, "out")).text == out
    shown = await typed(here, here.ann, "show")
    assert (await here.do(here.ann, shown, "withdraw")).text == texts("en")("refused.tournament-out")


async def test_who_manages_the_server_takes_somebody_out_and_closes_it(here):
    boss = await manager(here)
    await typed(here, boss, "open")
    await here.do(here.ann, here.last(), "enter")
    assert (await typed(here, boss, "remove", player=here.ann)).text == "Ann is out of tournament 1."
    await typed(here, boss, "cancel")
    assert "This tournament was closed." in here.last().text
    assert here.last().controls == []


async def test_of_several_tournaments_one_has_to_be_named(here):
    boss = await manager(here)
    for _ in range(2):
        await typed(here, boss, "open")
    assert (await typed(here, here.ann, "show")).text == texts("en")("refused.tournament-which", numbers="1, 2")
    assert "Tournament 2" in (await typed(here, here.ann, "show", tournament=2)).text
    assert (await typed(here, here.ann, "show", tournament=3)).text == texts("en")("refused.tournament-none")


async def test_a_discord_that_has_lost_its_messages_gets_that_of_the_tournament_again(here):
    await typed(here, await manager(here), "open")
    await here.do(here.ann, here.last(), "enter")
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await here.env.bot.dispatcher.repost_all()
    await here.restart()
    await looked(here)
    assert "Entered: 1 of 64: Ann" in here.last().text


async def test_terms_that_do_not_fit_are_refused_in_words(here):
    boss = await manager(here)
    answer = await typed(here, boss, "open", pace="7d", days=3)
    assert answer.text == texts("en")("refused.tournament-pace", days=3)


async def test_a_round_robin_takes_as_many_people_as_it_can(here):
    await typed(here, await manager(here), "open", system="round-robin")
    assert "Entered: 0 of 8" in here.last().text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_answers_in_the_language_of_who_asks(here, language):
    answer = await typed(here, here.ann, "show", locale=LOCALES[language])
    assert answer.text == texts(language)("refused.tournament-none")


def test_all_of_the_command_is_described_in_every_language():
    command = next(one for one in registered_commands() if one["name"] == "tournament")
    assert {option["name"] for option in command["options"]} == {"open", "show", "remove", "cancel", "here"}
    nodes = [command]
    while nodes:
        node = nodes.pop()
        assert len(node["name_localizations"]) >= len(LANGUAGES) - 1
        nodes += node.get("options", []) + node.get("choices", [])
