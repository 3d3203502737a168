"""What a right-click offers on a person and on a message: what comes of it, and what is refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend import serializers

from bot.texts import LANGUAGES, Texts, profile, texts
from tests.bot.games import simulated, whole
from tests.bot.spoken import LOCALES
from tests.bot.world import Shown, World, registered_commands, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def on_person(here: World, who, menu: str, person, *, dm: bool = False, locale: str = "en-US") -> Shown:
    """Choose something from the menu of a person; the answer."""
    user = serializers.user_payload(here.env.backend.users[person.id])
    data: dict[str, Any] = {"id": "1", "name": menu, "type": 2, "target_id": str(person.id)}
    data["resolved"] = {"users": {str(person.id): user}}
    channel = here.dm(who) if dm else None
    return await here.answer(here.forge(who, data, kind="command", channel=channel, guild=not dm, locale=locale))


async def on_message(here: World, who, message: Shown, *, channel=None, locale: str = "en-US") -> Shown:
    """Choose *Replay* from the menu of a message; the answer."""
    stored = here.env.backend.get_message(message.channel, message.id)
    payload = dict(serializers.message_payload(here.env.backend, stored))
    data: dict[str, Any] = {"id": "1", "name": "Replay", "type": 3, "target_id": str(message.id)}
    data["resolved"] = {"messages": {str(message.id): payload}}
    return await here.answer(here.forge(who, data, kind="command", channel=channel, locale=locale))


async def test_a_challenge_opens_a_game_of_two_here_with_that_person_invited(here: World):
    answer = await on_person(here, here.ann, "Challenge", here.ben)
    assert answer.ephemeral
    assert answer.text.startswith(EN("lobby.opened", game=1))
    table = await here.table()
    assert (table.opened.host, table.opened.seats, table.opened.invited) == (here.ann.id, 2, (here.ben.id,))
    assert here.last().pinged == (here.ben.id,)
    await here.do(here.ben, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")
    assert (await here.table()).status == "running"


async def test_nobody_challenges_themselves_or_a_bot(here: World):
    bot = here.env.create_user("beep", global_name="Beep", bot=True)
    here.guild.add_member(bot)
    assert (await on_person(here, here.ann, "Challenge", here.ann)).text == EN("refused.challenge-oneself")
    assert (await on_person(here, here.ann, "Challenge", bot)).text == EN("invite.bots", who=[f"<@{bot.id}>"])
    assert await here.store.games_with(("lobby", "running")) == []


async def test_nobody_is_challenged_where_the_bot_may_not_post_or_who_is_not_there(here: World):
    gone = here.env.create_user("gone", global_name="Gone")
    assert (await on_person(here, here.ann, "Challenge", gone)).text == EN("invite.away", who=[f"<@{gone.id}>"])
    assert (await on_person(here, here.ann, "Challenge", here.ben, dm=True)).text == EN("refused.dm-only-alone")
    denied = discord.PermissionOverwrite(send_messages=False)
    here.channel = here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})
    refused = EN("refused.permissions", lacking="|").split("|")[0]
    assert (await on_person(here, here.ann, "Challenge", here.ben)).text.startswith(refused)
    assert await here.store.games_with(("lobby", "running")) == []


async def test_a_profile_is_that_of_the_person_and_is_kept_private_where_they_want_it_so(here: World):
    assert (await on_person(here, here.ann, "Profile", here.ann)).text.startswith(EN("profile.none"))
    assert (await on_person(here, here.ann, "Profile", here.ben)).text.startswith(EN("profile.none-here"))
    await here.command(here.ben, "me", listed=False)
    assert (await on_person(here, here.ann, "Profile", here.ben)).text == EN("profile.unlisted")


async def test_the_replay_is_that_of_the_game_of_the_message_and_only_its_public_part_while_it_runs(here: World):
    await here.put(whole("standard", 2), here.ann, here.ben)
    over = here.last()
    await here.put(simulated("standard", 2, turns=4), here.ann, here.ben)
    running = here.last()
    for message, game, turns in ((over, 1, len((await here.table(1)).public.turns)), (running, 2, 4)):
        answer = await on_message(here, here.eve, message)
        assert answer.ephemeral
        assert answer.text == EN("replay.head", game=game, turns=turns)


async def test_a_message_that_is_no_games_has_no_replay(here: World):
    await here.put(whole("standard", 2), here.ann, here.ben)
    none = EN("refused.no-game-in-message")
    help_ = await here.command(here.ann, "help")
    assert (await on_message(here, here.ann, help_)).text == none
    await here.ben.send(here.channel, EN("board.replaced", game=1))
    await here.settle()
    assert here.last().text == EN("board.replaced", game=1)
    assert (await on_message(here, here.ann, here.last())).text == none


async def test_a_replay_of_a_game_elsewhere_is_shown_to_nobody_else(here: World):
    await here.command(here.ann, "start", mode="solo", dm=True)
    board = here.last(here.dm(here.ann))
    assert (await on_message(here, here.eve, board)).text == EN("refused.no-such-game", game=1)


async def test_a_menu_of_another_release_is_out_of_date(here: World):
    assert (await on_person(here, here.ann, "Duel", here.ben)).text == EN("refused.out-of-date")


@pytest.mark.parametrize("resolved", [None, {}, {"users": {}}, {"messages": {}}])
@pytest.mark.parametrize(("menu", "kind"), [("Challenge", 2), ("Replay", 3)])
async def test_a_menu_on_nothing_is_out_of_date(here: World, menu, kind, resolved):
    data = {"id": "1", "name": menu, "type": kind, "target_id": "7"} | ({"resolved": resolved} if resolved else {})
    assert (await here.answer(here.forge(here.ann, data, kind="command"))).text == EN("refused.out-of-date")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menus_have_a_name_in_every_language(language):
    words: Texts = texts(language)
    menus = {one["name"]: one for one in registered_commands() if one["type"] in (2, 3)}
    assert {name: one["type"] for name, one in menus.items()} == {"Challenge": 2, "Profile": 2, "Replay": 3}
    for name, one in menus.items():
        label = words(f"menu.{name.lower()}")
        assert 1 <= len(label) <= 32
        locales = [code for code in profile(language).discord if language != "en"]
        assert [one["name_localizations"][code] for code in locales] == [label] * len(locales)


async def test_a_refusal_is_in_the_language_of_who_chose(here: World):
    answer = await on_person(here, here.ann, "Challenge", here.ann, locale=LOCALES["de"])
    assert answer.text == texts("de")("refused.challenge-oneself")
