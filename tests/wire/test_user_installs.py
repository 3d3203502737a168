"""People who have installed the bot for themselves play where it is no member: in other servers and in messages.

What it posts there by itself would be refused, so nothing may be tried: all of it comes as answers to presses.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from bot.screens.draft import Draft
from bot.tables.table import Table
from bot.texts import texts
from game import ai
from tests.bot.ids import Id
from tests.bot.killing import Clock, Process, forged, new_discord, process
from tests.bot.painters import Blank
from tests.bot.translated import translated_once
from tests.wire.elsewhere import FOLLOW_UPS, Elsewhere
from tests.wire.fake import CHANNEL, PEOPLE, Discord, Interaction, controls, error

ANN, BEN, CEM = (PEOPLE[name] for name in ("ann", "ben", "cem"))
GROUP, STRANGE, HIDING, DM = 7001, 8001, 8002, 1000 + ANN
ELSEWHERE = [GROUP, STRANGE, HIDING]
ANYWHERE = [*ELSEWHERE, DM, CHANNEL]
EN = texts("en")


@asynccontextmanager
async def online(path) -> AsyncIterator[Process]:
    """The bot, and places with and without it."""
    clock = Clock()
    fake = new_discord(clock)
    fake.add_elsewhere(Elsewhere(GROUP, people=(ANN, BEN, CEM)))
    fake.add_elsewhere(Elsewhere(STRANGE, guild=8000))
    fake.add_elsewhere(Elsewhere(HIDING, guild=8000, external_apps=False))
    fake.messages[DM] = []
    with translated_once():
        async with process(path / "db.sqlite3", fake, Blank(), clock=clock) as made:
            yield made
            check_nothing_was_tried(fake)


def check_nothing_was_tried(fake: Discord) -> None:
    """No route of a channel or server in which the bot is no member, and no more follow-ups than are taken."""
    refused = re.compile(rf"/channels/({GROUP}|{STRANGE}|{HIDING})\b|/guilds/8000\b")
    assert [one.path for one in fake.requests if refused.match(one.path)] == []
    assert all(len(one.beside) <= FOLLOW_UPS for one in fake.interactions.values())


async def command(here: Process, user: int, name: str, channel: int, **options) -> Interaction:
    typed = here.fake.command(user, name, channel, **options)
    await here.quiet()
    return typed


async def press(here: Process, user: int, answer: Interaction, verb: str) -> Interaction:
    """Press the button of an answer that does this."""
    pressed = here.fake.press(user, answer.button(verb), answer.message)
    await here.quiet()
    return pressed


async def table(here: Process, game: int = 1) -> Table:
    return (await here.app.tables.load(game)).table


async def place(here: Process, user: int, answer: Interaction, game: int = 1) -> Interaction:
    """Place something in the panel of an answer."""
    view = (await table(here, game)).view_for(user)
    intent = ai.choose(view, "greedy", Random(view.position.version))
    draft = Draft(intent.tile, None, *intent.at).text
    pressed = forged(here.fake, user, Id(game, view.position.version, "place", draft).custom_id, answer.message or {})
    await here.quiet()
    return pressed


def is_hidden(answer: Interaction) -> bool:
    return answer.message is not None and bool(answer.message["flags"] & 64)


async def test_the_commands_may_be_installed_by_servers_and_people_and_typed_anywhere(tmp_path):
    async with online(tmp_path) as here:
        for declared in here.fake.commands:
            assert (declared["integration_types"], declared["contexts"]) == ([0, 1], [0, 1, 2]), declared["name"]


@pytest.mark.parametrize("channel", ANYWHERE)
async def test_who_plays_against_a_bot_goes_on_in_the_answers_to_their_presses(tmp_path, channel):
    async with online(tmp_path) as here:
        panel = await command(here, ANN, "start", channel, bots=1, mode="duel", order="joined")
        for turn in range(1, 3):
            assert (await table(here)).view_for(ANN).on_turn
            panel = await place(here, ANN, panel)
            assert [one.seat for one in (await table(here)).public.turns] == [0, 1] * turn
            assert panel.text.startswith("Placed")


@pytest.mark.parametrize("channel", ELSEWHERE)
async def test_what_is_played_alone_where_the_bot_is_no_member_is_seen_by_its_player_alone(tmp_path, channel):
    async with online(tmp_path) as here:
        panel = await command(here, ANN, "start", channel, mode="solo")
        await place(here, ANN, panel)
        assert all(is_hidden(one) for one in here.fake.interactions.values())
        assert here.fake.shown(channel) == []


async def test_a_bot_that_begins_has_moved_before_the_first_answer(tmp_path):
    async with online(tmp_path) as here:
        firsts = set()
        for game in range(1, 6):
            begun = await command(here, ANN, "start", GROUP, bots=1)
            firsts.add((await table(here, game)).public.turns == ())
            assert (await table(here, game)).view_for(ANN).on_turn
            assert [one for one in controls(begun.message or {}) if ":hint:" in one["custom_id"]]
        assert firsts == {True, False}


async def test_a_game_begun_privately_is_found_by_its_player_anywhere_and_by_nobody_else(tmp_path):
    async with online(tmp_path) as here:
        await command(here, ANN, "start", GROUP, mode="solo")
        for channel in ANYWHERE:
            assert EN("place.private") in (await command(here, ANN, "rack", channel)).text
            if channel != DM:
                for name in ("board", "rack", "replay"):
                    assert (await command(here, BEN, name, channel, game=1)).text == EN("refused.no-such-game", game=1)
                assert "1" not in (await command(here, BEN, "games", channel)).text


async def test_a_game_begun_where_the_bot_was_no_member_goes_on_in_a_server_by_its_number(tmp_path):
    async with online(tmp_path) as here:
        panel = await command(here, ANN, "start", STRANGE, mode="duel", bots=1)
        assert (await command(here, BEN, "board", CHANNEL, here_=True, game=1)).text == EN(
            "refused.no-such-game", game=1
        )
        assert (await command(here, ANN, "board", CHANNEL, here_=True)).text == EN("refused.no-game-here")
        assert here.fake.shown(CHANNEL) == []
        await command(here, ANN, "board", CHANNEL, here_=True, game=1)
        row = (await here.app.tables.load(1)).row
        assert (row.guild, row.channel, row.home) == (100, CHANNEL, CHANNEL)
        assert "game 1" in here.fake.last(CHANNEL)["content"].lower()
        assert (await place(here, ANN, panel)).text.startswith("Placed")


@pytest.mark.parametrize("channel", ELSEWHERE)
async def test_what_is_for_one_person_is_answered_to_them_alone(tmp_path, channel):
    async with online(tmp_path) as here:
        for name in ("daily", "puzzle", "profile", "games", "help", "me", "privacy"):
            answer = await command(here, ANN, name, channel)
            assert is_hidden(answer), name
            assert "oauth2" not in answer.text, name


async def test_what_needs_the_bot_in_the_server_gives_the_link_that_adds_it(tmp_path):
    async with online(tmp_path) as here:
        for name, options in (("leaderboard", {}), ("settings", {}), ("board", {"here_": True}), ("start", {})):
            alone = [] if name in ("board", "start") else [(GROUP, False)]
            for channel, server in (*alone, (STRANGE, True), (HIDING, True)):
                answer = await command(here, ANN, name, channel, **options)
                assert is_hidden(answer)
                assert "https://discord.com/oauth2/authorize" in answer.text
                assert ("guild_id=8000" in answer.text) == server


async def test_no_bot_is_challenged_where_nobody_can_be_looked_up(tmp_path):
    async with online(tmp_path) as here:
        beep = {"id": "99", "username": "beep", "discriminator": "0", "avatar": None, "bot": True}
        data = {"id": "1", "name": "Challenge", "type": 2, "target_id": "99", "resolved": {"users": {"99": beep}}}
        for channel in (GROUP, DM):
            answer = here.fake.interact(ANN, 2, data, channel=channel)
            await here.quiet()
            assert answer.text == EN("invite.bots", who=["<@99>"])
        assert await here.app.store.games_with(("lobby", "running")) == []


async def test_a_nickname_of_a_server_without_the_bot_is_not_kept(tmp_path):
    async with online(tmp_path) as here:
        about = here.fake.elsewhere[STRANGE].about

        def under_nickname(person):
            payload = about(person)
            payload["member"]["nick"] = "Secret"
            return payload

        object.__setattr__(here.fake.elsewhere[STRANGE], "about", under_nickname)
        await command(here, ANN, "start", STRANGE, mode="solo")
        assert (await table(here)).names == ("Ann",)


@pytest.mark.parametrize("code", [50007, 50278, 50001])
async def test_a_game_in_direct_messages_that_the_person_does_not_take_goes_on_in_the_answers(tmp_path, code):
    async with online(tmp_path) as here:
        here.fake.plan("POST", f"/channels/{DM}/messages", error(403, code))
        panel = await command(here, ANN, "start", DM, bots=1, mode="duel", order="joined")
        played = await place(here, ANN, panel)
        assert played.text.startswith("Placed")
        assert here.fake.shown(DM) == []
        assert await here.app.store.outbox_of(1) == [] or (await here.app.tables.load(1)).row.channel == 0


async def test_the_rematch_of_a_private_game_opens_in_the_answer(tmp_path):
    async with online(tmp_path) as here:
        await command(here, ANN, "start", GROUP, mode="solo")
        await press(here, ANN, await command(here, ANN, "cancel", GROUP, game=1), "agree")
        over = await command(here, ANN, "rack", GROUP, game=1)
        again = await press(here, ANN, over, "rematch")
        assert again.text.startswith(EN("lobby.begun", game=2))
        assert (await here.app.tables.load(2)).is_private
