"""What the bot must be allowed is asked before a lobby opens, and named in words."""

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.texts import texts
from tests.bot.forging import stored_logs
from tests.bot.spoken import LOCALES, PLAYED
from tests.bot.world import Shown, World, world

NEEDED = ("view_channel", "send_messages", "attach_files")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def channel_without(here: World, *names: str) -> ChannelHandle:
    """A channel in which nobody may do this."""
    denied = discord.PermissionOverwrite(**dict.fromkeys(names, False))
    return here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})


def thread_in(here: World, channel: ChannelHandle, **kind) -> ChannelHandle:
    thread = here.env.backend.create_thread(channel.id, "thread", here.ann.id, **kind)
    return ChannelHandle(here.env, here.guild, thread)


async def start(here: World, channel: ChannelHandle, locale="en-US", **options) -> Shown:
    """The answer to `/ingenious start` in this channel."""
    here.channel = channel
    return await here.command(here.ann, "start", locale=locale, **options)


@pytest.mark.parametrize("language", PLAYED)
@pytest.mark.parametrize("name", NEEDED)
async def test_each_missing_permission_is_named_and_no_lobby_is_left(here, name, language):
    answer = await start(here, channel_without(here, name), LOCALES[language])
    words = texts(language)
    assert words(f"permission.{name}") in answer.text
    assert answer.text.startswith(words("refused.permissions", lacking="|").split("|")[0])
    assert answer.ephemeral
    assert await stored_logs(here) == {}


async def test_only_what_is_missing_is_named(here):
    answer = await start(here, channel_without(here, "attach_files"))
    assert "Attach Files" in answer.text
    assert "Send Messages" not in answer.text
    assert "View Channel" not in answer.text


async def test_all_that_is_missing_is_named_at_once(here):
    answer = await start(here, channel_without(here, "send_messages", "attach_files"))
    assert "Send Messages, Attach Files" in answer.text


async def test_what_is_missing_is_told_before_what_else_is_wrong(here):
    answer = await start(here, channel_without(here, "attach_files"), seats=4, mode="duel")
    assert "Attach Files" in answer.text


@pytest.mark.parametrize("mode", ["solo", "standard"])
async def test_a_game_that_begins_at_once_needs_the_permissions_too(here, mode):
    bots = {"standard": {"bots": 1}, "solo": {}}[mode]
    answer = await start(here, channel_without(here, "attach_files"), mode=mode, **bots)
    assert "Attach Files" in answer.text
    assert await stored_logs(here) == {}


async def test_with_all_of_them_a_lobby_opens(here):
    answer = await start(here, channel_without(here, "add_reactions", "embed_links", "manage_messages"))
    assert answer.text.startswith("Game 1 is open.")
    assert len(here.messages()) == 1


async def test_a_lobby_opens_in_a_thread(here):
    answer = await start(here, thread_in(here, here.channel))
    assert answer.text.startswith("Game 1 is open.")
    assert here.last().text.startswith("### Game 1")


async def test_in_a_thread_the_permission_to_send_there_is_the_one_that_counts(here):
    parent = channel_without(here, "send_messages_in_threads")
    assert (await start(here, parent)).text.startswith("Game 1 is open.")
    answer = await start(here, thread_in(here, parent))
    assert texts("en")("permission.send_messages_in_threads") in answer.text
    assert list(await stored_logs(here)) == [1]


async def test_in_a_thread_the_permission_to_send_in_its_channel_does_not_matter(here):
    answer = await start(here, thread_in(here, channel_without(here, "send_messages")))
    assert answer.text.startswith("Game 1 is open.")


async def test_a_private_thread_is_as_good_as_any(here):
    answer = await start(here, thread_in(here, here.channel, type=ChannelType.PRIVATE_THREAD))
    assert answer.ephemeral
    assert answer.text.startswith("Game 1 is open.") or answer.text == texts("en")("refused.no-access")


@pytest.mark.parametrize("kind", ["voice", "news"])
async def test_a_lobby_opens_wherever_messages_are_written(here, kind):
    channel = getattr(here.guild, f"create_{kind}_channel")("other")
    assert (await start(here, channel)).text.startswith("Game 1 is open.")


@pytest.mark.parametrize("name", ["rack", "board", "games", "help"])
async def test_looking_needs_no_permission(here, name):
    await start(here, here.channel, mode="solo")
    here.channel = channel_without(here, "send_messages", "attach_files")
    answer = await here.command(here.ann, name, **({"game": 1} if name in ("rack", "board") else {}))
    assert answer.text
    assert not answer.text.startswith(texts("en")("refused.permissions", lacking="|").split("|")[0])
