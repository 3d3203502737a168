"""Each game in a thread of its own, where the server wants that; and what becomes of it without one."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
from simcord.enums import ChannelType

from bot.services.loaded import NOWHERE
from bot.texts import texts
from data.store import GameChange, ServerRow
from tests.bot.locations import begun, fail, handle, heal, posts, quiet, running, turn
from tests.bot.world import World, world

EN = texts("en")
SLASH_THREADS = "/channels/*/messages/*/threads"


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False, threads=True) as made:
        yield made


async def place(here: World) -> tuple[int, int]:
    row = await here.store.game(1)
    return row.channel, row.home


async def test_a_game_gets_a_thread_on_the_message_of_its_lobby(here):
    lobby = await begun(here)
    assert await place(here) == (lobby.id, here.channel.id)
    thread = here.env.backend.channels[lobby.id]
    assert thread.name == "Ingenious 1 · Ann, Ben"
    assert thread.thread_metadata.auto_archive_duration == 7 * 24 * 60
    assert "Play" in here.last(handle(here, lobby.id)).labels
    after = here.shown(lobby.channel, lobby.id)
    assert after.controls == []
    assert " playing." in after.text


async def test_all_that_follows_is_posted_in_the_thread(here):
    lobby = await begun(here)
    before = posts(here, here.channel.id)
    for _ in range(3):
        await turn(here)
    await here.command(here.ann, "cancel")
    assert posts(here, here.channel.id) == before
    assert len(here.messages(handle(here, lobby.id))) == 5


async def test_the_message_on_which_the_thread_hangs_says_in_the_end_who_won(here):
    lobby = await begun(here)
    await here.do(here.ann, await here.command(here.ann, "resign"), "resign")
    ended = here.shown(lobby.channel, lobby.id)
    assert ended.text == f"### Game 1 · Standard\n{EN('end.won-outright', names=['Ben'])}"
    assert ended.pinged == ()


async def test_only_the_newest_board_in_the_thread_has_buttons(here):
    lobby = await begun(here)
    await turn(here)
    shown = here.messages(handle(here, lobby.id))
    assert [bool(message.controls) for message in shown] == [False, True]


async def test_presses_in_the_thread_play_the_game(here):
    lobby = await begun(here)
    here.channel = handle(here, lobby.id)
    panel = await here.do(here.ann, here.last(), "play")
    assert panel.text.startswith("**Your turn")


async def test_commands_in_the_channel_still_find_the_game(here):
    await begun(here)
    for person in (here.ann, here.ben, here.eve):
        board = await here.command(person, "board")
        assert "Game 1" in board.text
    assert "Your rack in game 1" in (await here.command(here.ben, "rack")).text


async def test_a_discord_that_has_lost_its_threads_gets_new_ones(here):
    await begun(here)
    lost = 7
    await here.store.append(1, (await here.store.game(1)).version, (), change=GameChange(channel=lost))
    await here.env.bot.dispatcher.repost_all()
    await quiet(here)
    thread, home = await place(here)
    assert home == here.channel.id
    assert here.env.backend.channels[thread].parent_id == home
    assert "Play" in here.last(handle(here, thread)).labels


async def test_without_the_setting_there_is_no_thread(here):
    await here.command(here.ann, "start", seats=2)
    await here.command(here.ann, "cancel")
    row = await here.store.server(here.guild.id)
    await here.store.save_server(replace(row, threads=False))
    await begun(here)
    assert not any(channel.is_thread for channel in here.env.backend.channels.values())


async def test_a_game_of_one_person_stays_in_the_channel_as_one_message(here):
    await here.command(here.ann, "start", seats=2, bots=1)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert len(here.messages()) == 1


async def test_a_lobby_in_which_only_a_bot_has_joined_becomes_a_game_of_one_person_in_the_channel(here):
    await here.command(here.ann, "start")
    levels = await here.do(here.ann, here.last(), "addbot")
    await here.press(here.ann, levels, levels.controls[0]["custom_id"], "2")
    await here.do(here.ann, here.last(), "begin")
    assert await place(here) == (here.channel.id, here.channel.id)
    assert len(here.messages()) == 1


@pytest.mark.parametrize("threads", [True, False])
async def test_start_says_otherwise_than_the_server(here, threads):
    await here.store.save_server(ServerRow(here.guild.id, threads=threads))
    await here.command(here.ann, "start", seats=2, thread=not threads)
    await here.command(here.ben, "join")
    await here.command(here.ann, "begin")
    channel, home = await place(here)
    assert home == here.channel.id
    assert (channel == home) is threads


async def test_whoever_begins_a_game_reads_where_its_thread_is(here):
    await here.command(here.ann, "start", seats=2)
    await here.command(here.ben, "join")
    begun = await here.command(here.ann, "begin")
    thread, _ = await place(here)
    assert EN("lobby.thread", thread=f"<#{thread}>") in begun.text


async def test_a_game_that_begins_at_once_gets_one_where_start_says_so(here):
    panel = await here.command(here.ann, "start", mode="solo", thread=True)
    channel, home = await place(here)
    assert home == here.channel.id != channel
    assert panel.text.startswith(EN("lobby.thread", thread=f"<#{channel}>"))
    assert " playing." in here.messages()[0].text
    assert "Play" in here.last(handle(here, channel)).labels


async def test_a_game_started_in_a_thread_stays_there(here):
    thread = here.env.backend.create_thread(here.channel.id, "ours", here.ann.id)
    here.channel = handle(here, thread.id)
    await here.command(here.ann, "start", mode="solo")
    assert await place(here) == (thread.id, thread.id)
    assert "Play" in here.last().labels


async def test_a_deleted_lobby_is_said_anew_and_carries_the_thread(here):
    await here.command(here.ann, "start", seats=2, order="joined")
    await here.command(here.ben, "join")
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await here.command(here.ann, "begin")
    channel, _ = await place(here)
    assert " playing." in here.shown(here.channel.id, channel).text
    assert "Play" in here.last(handle(here, channel)).labels


async def test_a_second_try_finds_the_thread_of_the_first(here):
    await here.command(here.ann, "start", seats=2, order="joined")
    await here.command(here.ben, "join")
    lobby = here.last()
    thread = here.env.backend.create_thread(here.channel.id, "made before", 1, message_id=lobby.id, broadcast=False)
    here.env.inject_error("POST", SLASH_THREADS, status=400, code=160004)
    await here.command(here.ann, "begin")
    assert await place(here) == (thread.id, here.channel.id)
    assert "Play" in here.last(handle(here, thread.id)).labels


async def test_a_thread_that_could_not_be_made_for_now_is_made_later(here):
    here.env.inject_error("POST", SLASH_THREADS, status=500, times=1)
    lobby = await begun(here)
    await here.env.advance_time(6)
    assert await place(here) == (lobby.id, here.channel.id)
    assert "Play" in here.last(handle(here, lobby.id)).labels


async def test_a_restart_before_the_board_is_posted_makes_no_second_thread(here):
    here.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await here.command(here.ann, "start", seats=2)
    heal(here)
    lobby = await begun_in_thread_without_board(here)
    await here.restart()
    await here.env.advance_time(6)
    threads = [channel for channel in here.env.backend.channels.values() if channel.is_thread]
    assert [thread.id for thread in threads] == [lobby]
    assert "Play" in here.last(handle(here, lobby)).labels


async def begun_in_thread_without_board(here: World) -> int:
    """A game whose thread was opened; its board could not be posted. The number of the thread."""
    await here.env.advance_time(6)
    lobby = here.last()
    await here.do(here.ben, lobby, "join")
    fail(here, lobby.id, 0, 500)
    await here.do(here.ann, here.shown(lobby.channel, lobby.id), "begin")
    await here.settle()
    heal(here)
    return lobby.id


async def test_with_too_many_threads_in_the_server_the_game_is_played_in_the_channel(here):
    here.env.inject_error("POST", SLASH_THREADS, status=400, code=160006)
    await begun(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert EN("place.too-many") in here.last().text
    await turn(here)
    assert EN("place.too-many") not in here.last().text


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (400, 50024), (400, 160005)])
async def test_where_no_thread_can_be_opened_the_game_is_played_in_the_channel(here, status, code):
    here.env.inject_error("POST", SLASH_THREADS, status=status, code=code)
    await begun(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert EN("place.no-thread") in here.last().text
    assert "Play" in here.last().labels


@pytest.mark.parametrize(("status", "code"), [(403, 160005), (400, 50083), (403, 50013), (403, 50001), (404, 10003)])
async def test_from_a_thread_that_takes_nothing_the_game_goes_on_in_its_channel(here, status, code):
    lobby = await begun(here)
    fail(here, lobby.id, code, status)
    await turn(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert here.last().text.startswith(EN("place.home", game=1))
    assert "Play" in here.last().labels
    tried = posts(here, lobby.id)
    await turn(here)
    assert posts(here, lobby.id) == tried
    assert not here.last().text.startswith(EN("place.home", game=1))


async def test_a_deleted_thread_gives_its_game_back_to_the_channel(here):
    lobby = await begun(here)
    here.env.backend.delete_channel(lobby.id)
    await turn(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert "Play" in here.last().labels


async def test_an_edit_in_an_archived_thread_becomes_a_new_message(here):
    await here.command(here.ann, "start", mode="solo")
    thread, _ = await place(here)
    fail(here, thread, 50083, 400, to="PATCH")
    await turn(here)
    assert len(here.messages(handle(here, thread))) == 2
    assert (await here.store.game(1)).message == here.last(handle(here, thread)).id


async def test_a_thread_and_its_channel_that_are_gone_lose_no_game(here):
    lobby = await begun(here)
    home = here.channel.id
    here.env.backend.delete_channel(lobby.id)
    here.env.backend.delete_channel(home)
    await turn(here)
    assert (await here.store.game(1)).channel == 0
    for person in (here.ann, here.ben):
        assert [message.text for message in here.messages(here.dm(person))] == [EN("place.deleted", game=1)]


async def test_a_moved_game_is_not_put_into_a_thread_again(here):
    await begun(here)
    await here.store.append(1, (await here.store.game(1)).version, (), change=GameChange(channel=here.channel.id))
    await turn(here)
    assert await place(here) == (here.channel.id, here.channel.id)


@pytest.mark.parametrize(
    ("name", "words"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_start_names_what_a_thread_needs_that_it_asks_for(here, name, words):
    denied = discord.PermissionOverwrite(**{name: False})
    here.channel = here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})
    answer = await here.command(here.ann, "start", thread=True)
    assert words in answer.text
    assert await here.store.games_with(("lobby",)) == []
    assert (await here.command(here.ann, "start", thread=False)).text.startswith(EN("lobby.opened", game=1))


@pytest.mark.parametrize(
    ("name", "words"),
    [("create_public_threads", "Create Public Threads"), ("send_messages_in_threads", "Send Messages in Threads")],
)
async def test_where_the_bot_may_open_no_thread_the_host_reads_why_and_the_channel_has_the_game(here, name, words):
    denied = discord.PermissionOverwrite(**{name: False})
    here.channel = here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})
    answer = await here.command(here.ann, "start", order="joined")
    assert EN("place.no-threads", lacking=words) in answer.text
    await here.command(here.ben, "join")
    begun = await here.command(here.ann, "begin")
    assert begun.text.splitlines()[0] == EN("lobby.begun", game=1)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert EN("place.no-thread") not in here.last().text


async def test_no_channel_is_ever_made_for_a_game(here):
    await begun(here)
    kinds = [channel.type for channel in here.env.backend.channels.values() if channel.guild_id]
    assert kinds.count(ChannelType.TEXT) == 1


async def test_a_rematch_gets_a_thread_of_its_own(here):
    await begun(here)
    await here.app.tables.stop(1)
    for person in (here.ann, here.ben):
        await here.app.tables.accept_rematch(1, person.id)
    await quiet(here)
    await quiet(here)
    first, second = [(await here.store.game(game)).channel for game in (1, 2)]
    assert first != second
    assert (await here.store.game(2)).home == here.channel.id
    assert "Play" in here.last(handle(here, second)).labels


# --- a thread that people made ---------------------------------------------------------------------------------------


async def in_thread_of_people(here: World) -> int:
    """A running game that was opened in a thread of people; the thread."""
    thread = here.env.backend.create_thread(here.channel.id, "ours", here.ann.id)
    game = await running(here)
    await here.app.tables.relocate(await here.app.tables.load(game), thread.id, home=thread.id)
    return thread.id


@pytest.mark.parametrize(("code", "status"), [(50083, 400), (160005, 403), (50001, 403)])
async def test_from_a_thread_of_people_that_takes_nothing_the_game_goes_on_above(here, code, status):
    thread = await in_thread_of_people(here)
    fail(here, thread, code, status, times=None)
    await turn(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert here.last().text.startswith(EN("place.home", game=1))
    assert "Play" in here.last().labels


async def test_from_a_deleted_thread_of_people_the_game_goes_on_above_at_once(here):
    thread = await in_thread_of_people(here)
    here.env.backend.delete_channel(thread)
    await quiet(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert EN("place.home", game=1) in [message.text for message in here.messages()]
    assert "Play" in here.last().labels


async def test_from_a_thread_of_people_that_is_locked_the_game_goes_on_above_at_once(here):
    thread = await in_thread_of_people(here)
    fail(here, thread, 50083, 400, times=None)
    here.env.backend.edit_channel(thread, {}, thread_metadata={"locked": True, "archived": True})
    await quiet(here)
    assert await place(here) == (here.channel.id, here.channel.id)
    assert here.last().text.startswith(EN("place.home", game=1))


# --- a post in a forum, above which nothing can be posted -------------------------------------------------------------


async def in_forum_post(here: World) -> int:
    """A running game that was opened in a post of a forum; the post."""
    forum = here.guild.create_forum_channel("talk")
    post = here.env.backend.create_thread(forum.id, "ours", here.ann.id)
    game = await running(here)
    await here.app.tables.relocate(await here.app.tables.load(game), post.id, home=forum.id)
    await quiet(here)
    return post.id


async def everybody_was_told(here: World) -> None:
    assert (await here.store.game(1)).channel == NOWHERE
    for person in (here.ann, here.ben):
        assert [message.text for message in here.messages(here.dm(person))] == [EN("place.deleted", game=1)]


@pytest.mark.parametrize(("code", "status"), [(50083, 400), (160005, 403), (10003, 404)])
async def test_of_a_post_that_takes_nothing_any_more_everybody_is_told(here, code, status):
    post = await in_forum_post(here)
    fail(here, post, code, status, times=None)
    await turn(here)
    await quiet(here)
    await everybody_was_told(here)
    answer = await here.command(here.ann, "board", here=True, game=1)
    assert answer.text == EN("place.moved", game=1)
    assert "Play" in here.last().labels


async def test_of_a_deleted_post_everybody_is_told(here):
    post = await in_forum_post(here)
    here.env.backend.delete_channel(post)
    await turn(here)
    await quiet(here)
    await everybody_was_told(here)


async def test_in_a_post_of_people_that_is_deleted_nothing_is_tried_in_the_forum(here):
    post = await in_forum_post(here)
    forum = (await here.store.game(1)).home
    await here.app.tables.relocate(await here.app.tables.load(1), post, home=post)
    here.env.backend.delete_channel(post)
    await quiet(here)
    await everybody_was_told(here)
    assert posts(here, forum) == 0


async def test_a_permission_that_is_missing_in_a_post_leaves_the_game_there(here):
    post = await in_forum_post(here)
    fail(here, post, 50013, times=None)
    await turn(here)
    assert (await here.store.game(1)).channel == post
    heal(here)
    await turn(here)
    assert "Play" in here.last(handle(here, post)).labels


async def test_of_a_locked_thread_whose_channel_takes_nothing_either_everybody_is_told(here):
    lobby = await begun(here)
    fail(here, lobby.id, 160005, times=None)
    fail(here, here.channel.id, 50013, times=None)
    await turn(here)
    await quiet(here)
    await everybody_was_told(here)


async def test_into_an_archived_thread_the_next_board_is_simply_posted(here):
    lobby = await begun(here)
    here.env.backend.edit_channel(lobby.id, {}, thread_metadata={"archived": True})
    await turn(here)
    assert (await place(here))[0] == lobby.id
    assert "Play" in here.last(handle(here, lobby.id)).labels
