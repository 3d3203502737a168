"""The settings of a server as a screen to choose from, and the greeting of a server that the bot was added to."""

from __future__ import annotations

import discord
import pytest
from simcord.backend import serializers

from bot.screens.custom_ids import custom_id
from bot.screens.press import ServerPress, SettingChoice
from bot.screens.verbs import ServerVerb, Setting
from bot.texts import texts
from data.store import ServerRow
from tests.bot.forging import forged
from tests.bot.locations import quiet
from tests.bot.world import Shown, World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False, threads=True) as made:
        yield made


def manager(here: World):
    role = here.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return here.guild.add_member(here.env.create_user("mia", global_name="Mia"), roles=[role])


def menu(shown: Shown, setting: Setting) -> dict:
    """The menu of a setting."""
    (found,) = (one for one in shown.controls if one["custom_id"] == custom_id(SettingChoice(setting)))
    return found


def chosen(shown: Shown, setting: Setting) -> list[str]:
    """The channels that the menu of a setting shows as chosen."""
    return [str(one["id"]) for one in menu(shown, setting)["default_values"]]


async def choose(here: World, boss, shown: Shown, setting: Setting, *values: str) -> Shown:
    """Choose in the menu of a setting; the screen after it."""
    control = menu(shown, setting)
    data = {"custom_id": control["custom_id"], "component_type": control["type"], "values": list(values)}
    return await here.answer(here.forge(boss, data, message=shown))


# --- the screen of the settings --------------------------------------------------------------------------------------


async def test_the_usual_settings_are_chosen_from_menus(here):
    boss = manager(here)
    shown = await here.command(boss, "settings")
    ours = str(here.channel.id)
    for setting, value in ((Setting.CHANNELS, ours), (Setting.DAILY, ours), (Setting.LANGUAGE, "de")):
        shown = await choose(here, boss, shown, setting, value)
    shown = await here.press(boss, shown, custom_id(ServerPress(ServerVerb.THREADS_OFF)))
    row = ServerRow(here.guild.id, "de", channels=(here.channel.id,), threads=False, daily_channel=here.channel.id)
    assert await here.store.server(here.guild.id) == row
    assert [chosen(shown, one) for one in (Setting.CHANNELS, Setting.DAILY)] == [[ours], [ours]]
    assert [one["value"] for one in menu(shown, Setting.LANGUAGE)["options"] if one.get("default")] == ["de"]


async def test_an_empty_choice_of_channels_means_all_and_of_the_daily_none(here):
    boss = manager(here)
    set_before = ServerRow(here.guild.id, channels=(here.channel.id,), daily_channel=here.channel.id)
    await here.store.save_server(set_before)
    shown = await here.command(boss, "settings")
    for setting in (Setting.CHANNELS, Setting.DAILY):
        shown = await choose(here, boss, shown, setting)
    assert await here.store.server(here.guild.id) == ServerRow(here.guild.id)


async def test_a_menu_leaves_out_a_channel_that_it_cannot_have(here):
    gone = here.guild.create_text_channel("gone")
    thread = here.env.backend.create_thread(here.channel.id, "ours", here.ann.id)
    channels = (here.channel.id, thread.id, gone.id)
    await here.store.save_server(ServerRow(here.guild.id, channels=channels))
    here.env.backend.delete_channel(gone.id)
    shown = await here.command(manager(here), "settings")
    assert chosen(shown, Setting.CHANNELS) == [str(here.channel.id)]


async def test_a_choice_of_settings_is_said_to_be_saved(here):
    boss = manager(here)
    shown = await here.command(boss, "settings")
    assert shown.text.startswith(EN("settings.head"))
    shown = await choose(here, boss, shown, Setting.LANGUAGE, "de")
    assert shown.text.startswith(f"{EN('me.saved')}\n{EN('settings.head')}")


async def test_a_choice_that_cannot_be_is_answered_with_the_reason_and_the_settings(here):
    boss = manager(here)
    shown = await here.command(boss, "settings")
    denied = discord.PermissionOverwrite(send_messages=False)
    quiet_one = here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})
    shown = await choose(here, boss, shown, Setting.DAILY, str(quiet_one.id))
    why = EN("refused.lacks-in", channels=f"<#{quiet_one.id}>", lacking="Send Messages, Attach Files")
    assert shown.text.startswith(f"{why}\n{EN('settings.head')}")
    assert (await here.store.server(here.guild.id)).daily_channel is None


def closed(here: World, name: str, *lacking: str):
    """A channel in which nobody has these permissions."""
    denied = discord.PermissionOverwrite(**dict.fromkeys(lacking, False))
    return here.guild.create_text_channel(name, overwrites={here.guild.default_role: denied})


async def test_settings_name_what_threads_lack(here):
    here.channel = closed(here, "quiet", "create_public_threads")
    boss = manager(here)
    lacking = EN("settings.no-threads", channels=f"<#{here.channel.id}>", lacking="Create Public Threads")
    assert lacking in (await here.command(boss, "settings")).text
    assert lacking not in (await here.command(boss, "settings", threads=False)).text


async def test_settings_do_not_promise_a_game_in_a_channel_that_can_have_none(here):
    here.channel = closed(here, "quiet", "attach_files")
    for threads in (True, False):
        shown = await here.command(manager(here), "settings", threads=threads)
        lacking = EN("refused.lacks-in", channels=f"<#{here.channel.id}>", lacking="Attach Files")
        assert shown.text.splitlines()[-1] == lacking
        assert "threads, so" not in shown.text


async def test_settings_say_what_is_lacking_in_each_channel_that_was_chosen_for_games(here):
    mute, unthreaded = closed(here, "mute", "send_messages"), closed(here, "plain", "create_public_threads")
    boss = manager(here)
    shown = await here.command(boss, "settings")
    shown = await choose(here, boss, shown, Setting.CHANNELS, str(mute.id), str(unthreaded.id), str(here.channel.id))
    assert shown.text.splitlines()[-2:] == [
        EN("refused.lacks-in", channels=f"<#{mute.id}>", lacking="Send Messages, Attach Files"),
        EN("settings.no-threads", channels=f"<#{unthreaded.id}>", lacking="Create Public Threads"),
    ]


@pytest.mark.parametrize("press", [ServerPress(ServerVerb.SETTINGS), ServerPress(ServerVerb.THREADS_OFF)])
async def test_only_people_who_manage_the_server_come_to_its_settings(here, press):
    await here.command(here.ann, "start")
    answer = await forged(here, here.ann, custom_id(press))
    assert answer.text == EN("refused.managers-only")
    assert (await here.store.server(here.guild.id)).threads


async def test_the_message_of_the_day_speaks_the_language_that_is_chosen_after_its_channel(here):
    boss = manager(here)
    shown = await here.command(boss, "settings")
    shown = await choose(here, boss, shown, Setting.DAILY, str(here.channel.id))
    await quiet(here)
    await choose(here, boss, shown, Setting.LANGUAGE, "de")
    await quiet(here)
    (posted,) = here.messages()
    assert posted.labels[0] == texts("de")("daily.play")


# --- the greeting ----------------------------------------------------------------------------------------------------


async def added(here: World, *, locale: str = "en-US") -> None:
    """The bot is added to the server, as Discord tells it."""
    payload = dict(serializers.guild_create_payload(here.env.backend, here.env.backend.guilds[here.guild.id]))
    del payload["unavailable"]
    here.env.backend.emit("GUILD_CREATE", payload | {"preferred_locale": locale})
    await here.settle()
    await quiet(here)


async def test_a_server_that_the_bot_is_added_to_is_greeted_in_its_language_with_the_way_to_the_settings(here):
    await added(here, locale="de")
    (hello,) = here.messages()
    assert hello.text == texts("de")("settings.welcome")
    assert hello.labels == ["Einrichten", "Dein erstes Spiel"]
    shown = await here.do(manager(here), hello, "settings")
    assert EN("settings.head") in shown.text
    assert shown.ephemeral


async def test_the_games_of_a_server_speak_the_language_that_it_is_greeted_in(here):
    await added(here, locale="de")
    await here.command(here.ann, "start")
    assert texts("de")("button.join") in here.last().labels


@pytest.mark.parametrize("locale", ["en-US", "sv-SE"])
async def test_a_server_that_chose_none_of_our_languages_keeps_that_of_the_bot(here, locale):
    await added(here, locale=locale)
    assert here.last().text == EN("settings.welcome")
    assert (await here.store.server(here.guild.id)).language is None


async def test_the_greeting_is_in_the_first_channel_in_which_the_bot_may_write(here):
    here.env.backend.delete_channel(here.channel.id)
    denied = discord.PermissionOverwrite(send_messages=False)
    here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})
    here.channel = here.guild.create_text_channel("open")
    await added(here)
    assert [message.text for message in here.messages()] == [EN("settings.welcome")]


async def test_nobody_is_greeted_twice(here):
    await added(here)
    here.env.bot.services.absent.left(here.guild.id)
    await added(here)
    assert len(here.messages()) == 1


async def test_a_server_that_has_settings_is_not_greeted(here):
    await here.store.save_server(ServerRow(here.guild.id, language="de"))
    await added(here)
    assert here.messages() == []
