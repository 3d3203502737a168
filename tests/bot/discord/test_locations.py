"""What Discord does to the locations of games: deleted messages and channels, a bot that is thrown out, an outage."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models import Channel, Guild

from bot.discord.permissions import PERMISSIONS, invite_link
from bot.texts import texts
from data.store import ServerRow
from tests.bot.games import simulated
from tests.bot.locations import fail, handle, heal, pass_time, posts, quiet, running, turn, waiting
from tests.bot.world import World, world
from tests.patience import PATIENCE_S

EN, DE = texts("en"), texts("de")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


# --- messages ---


async def test_a_deleted_board_is_there_again_after_the_next_turn(here):
    await running(here)
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await turn(here)
    assert "Play" in here.last().labels


async def test_a_deleted_solo_board_is_there_again_after_the_next_turn(here):
    await here.command(here.ann, "start", mode="solo")
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await turn(here)
    assert "Play" in here.last().labels
    assert len(here.messages()) == 1


async def test_a_deleted_lobby_is_there_again_when_somebody_joins(here):
    await here.command(here.ann, "start", seats=3)
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await here.command(here.ben, "join")
    assert "Ben" in here.last().text
    assert "Join" in here.last().labels


async def test_here_in_the_same_channel_posts_the_board_again(here):
    await running(here)
    here.env.backend.delete_message(here.channel.id, here.last().id)
    assert (await here.command(here.ann, "board", here=True)).text == EN("place.moved", game=1)
    assert "Play" in here.last().labels


# --- channels ---


async def lost(here: World) -> None:
    """A game whose channel was deleted, and a turn since."""
    await running(here)
    gone = here.channel
    here.channel = here.guild.create_text_channel("other")
    here.env.backend.delete_channel(gone.id)
    await turn(here)
    await quiet(here)


async def test_of_a_deleted_channel_everybody_is_told_once(here):
    await lost(here)
    for _ in range(3):
        await turn(here)
    for person in (here.ann, here.ben):
        assert [message.text for message in here.messages(here.dm(person))] == [EN("place.deleted", game=1)]
    assert await waiting(here) == []


async def test_of_a_deleted_channel_everybody_is_told_in_their_own_language(here):
    await here.command(here.ben, "me", language="de")
    await lost(here)
    assert here.last(here.dm(here.ben)).text == DE("place.deleted", game=1)


async def test_with_closed_direct_messages_too_the_game_is_still_there(here):
    for person in (here.ann, here.ben):
        fail(here, here.dm(person).id, 50007)
    await lost(here)
    assert await waiting(here) == []
    assert "without a channel" in (await here.command(here.ann, "games")).text


async def test_a_game_without_a_channel_is_listed_and_its_racks_open(here):
    await lost(here)
    listed = await here.command(here.ann, "games")
    assert "**1**" in listed.text
    assert "`/ingenious board here: True`" in listed.text
    assert "Your rack in game 1" in (await here.command(here.ann, "rack", game=1)).text
    assert "Your rack in game 1" in (await here.command(here.ben, "rack", dm=True)).text


async def test_here_brings_a_game_without_a_channel_into_this_one(here):
    await lost(here)
    answer = await here.command(here.ben, "board", here=True)
    assert answer.text == EN("place.moved", game=1)
    assert "Play" in here.last().labels
    await turn(here)
    assert (await here.store.game(1)).message_channel == here.channel.id
    assert "Your rack in game 1" in (await here.command(here.ben, "rack")).text


async def test_here_moves_a_running_game_to_another_channel(here):
    await running(here)
    old = here.channel
    here.channel = here.guild.create_text_channel("other")
    await here.command(here.ann, "board", here=True)
    assert "Play" in here.last().labels
    assert here.last(old).controls == []
    assert (await here.store.games_in(old.id, ("running",))) == []


async def test_here_in_a_thread_goes_back_to_the_channel_of_the_thread(here):
    await running(here)
    other = here.guild.create_text_channel("other")
    thread = here.env.backend.create_thread(other.id, "ours", here.ann.id)
    here.channel = handle(here, thread.id)
    await here.command(here.ann, "board", here=True)
    row = await here.store.game(1)
    assert (row.channel, row.home) == (thread.id, other.id)
    here.env.backend.delete_channel(thread.id)
    await turn(here)
    assert "Play" in here.last(other).labels


async def test_here_is_for_the_players_of_the_game(here):
    await running(here)
    assert (await here.command(here.eve, "board", here=True)).text == EN("refused.no-game-here")
    assert (await here.command(here.eve, "board", here=True, game=1)).text == EN("refused.not-playing")


async def test_here_asks_which_of_several_games(here):
    await running(here)
    await running(here)
    here.channel = here.guild.create_text_channel("other")
    answer = await here.command(here.ann, "board", here=True)
    assert answer.text == EN("refused.which-game", games="1, 2")
    assert (await here.command(here.ann, "board", here=True, game=2)).text == EN("place.moved", game=2)


async def test_here_does_nothing_in_direct_messages(here):
    await running(here)
    assert (await here.command(here.ann, "board", here=True, game=1, dm=True)).text == EN("refused.server-only")


async def test_here_does_not_take_a_finished_game(here):
    await running(here)
    await here.app.tables.stop(1)
    await quiet(here)
    assert (await here.command(here.ann, "board", here=True, game=1)).text == EN("refused.over")


async def test_here_names_the_permissions_that_are_missing(here):
    await running(here)
    denied = discord.PermissionOverwrite(send_messages=False)
    here.channel = here.guild.create_text_channel("quiet", overwrites={here.guild.default_role: denied})
    assert "Send Messages" in (await here.command(here.ann, "board", here=True)).text
    assert (await here.store.game(1)).channel != here.channel.id


async def test_here_keeps_to_the_channels_of_the_server(here):
    await running(here)
    await here.store.save_server(ServerRow(here.guild.id, channels=(here.channel.id,)))
    allowed, here.channel = here.channel, here.guild.create_text_channel("other")
    answer = await here.command(here.ann, "board", here=True)
    assert answer.text == EN("refused.wrong-channel", channels=f"<#{allowed.id}>")


async def test_running_games_go_on_when_their_channel_is_no_longer_allowed(here):
    await running(here)
    other = here.guild.create_text_channel("other")
    await here.store.save_server(ServerRow(here.guild.id, channels=(other.id,)))
    await turn(here)
    assert "Play" in here.last().labels


async def test_a_deleted_channel_delays_no_other_game(here):
    for _ in range(4):
        await running(here)
    here.env.backend.delete_channel(here.channel.id)
    others = [handle(here, here.guild.create_text_channel(f"c{at}").id) for at in range(3)]
    for game, other in zip((2, 3, 4), others, strict=True):
        await here.app.tables.move_by_number(game, other.id)
        await turn(here, 1 if game == 2 else game, settle=False)
    await quiet(here)
    assert (await here.store.game(1)).channel == 0
    assert all("Play" in here.last(other).labels for other in others[1:])


# --- servers ---


Kept = tuple[Guild, dict[int, Channel]]


async def thrown_out(here: World) -> Kept:
    """Take the bot out of the server of a running game; what there was of the server."""
    await running(here, turns=3, pace="1h")
    await turn(here)
    kept = here.env.backend.guilds[here.guild.id], dict(here.env.backend.channels)
    here.env.backend.remove_guild(here.guild.id)
    await here.settle()
    return kept


async def invited_again(here: World, kept: Kept) -> None:
    guild, channels = kept
    here.env.backend.guilds[guild.id] = guild
    for channel in (*guild.channel_ids, *guild.thread_ids):
        here.env.backend.channels[channel] = channels[channel]
        here.env.backend.messages[channel] = {}
    payload = dict(serializers.guild_create_payload(here.env.backend, guild))
    del payload["unavailable"]
    here.env.backend.emit("GUILD_CREATE", payload)
    await here.settle()
    await quiet(here)


async def test_no_request_is_made_to_a_server_without_the_bot(here):
    await thrown_out(here)
    before = posts(here, here.channel.id)
    for _ in range(3):
        await turn(here)
        await pass_time(here, 2)
    assert posts(here, here.channel.id) == before
    assert (await here.store.game(1)).status == "running"


async def test_nobody_is_told_that_the_channel_was_deleted(here):
    await thrown_out(here)
    await turn(here)
    assert here.messages(here.dm(here.ann)) == []
    assert (await here.store.game(1)).channel == here.channel.id


async def test_the_clock_stands_still_without_the_bot(here):
    await thrown_out(here)
    await pass_time(here, 3)
    await quiet(here)
    table = await here.table()
    assert (table.status, table.turn) == ("running", 4)
    assert not table.taken_over


async def test_with_the_bot_the_same_time_is_too_long(beating):
    await running(beating, turns=3, pace="1h")
    await turn(beating)
    await pass_time(beating, 3)
    assert (await beating.table()).turn > 4


async def test_invited_again_the_bot_posts_the_boards_again(here):
    kept = await thrown_out(here)
    await turn(here)
    await pass_time(here, 3)
    await invited_again(here, kept)
    (board,) = (message for message in here.messages() if message.controls)
    assert "Play" in board.labels
    assert await waiting(here) == []


async def test_invited_again_people_have_time_to_move(here):
    kept = await thrown_out(here)
    await pass_time(here, 3)
    await invited_again(here, kept)
    assert (await here.store.game(1)).deadline - here.env.now() >= timedelta(minutes=59)
    assert (await here.table()).turn == 4


async def test_a_kick_while_the_bot_was_away_is_noticed_at_the_start(here):
    await running(here, turns=3, pace="1h")
    await turn(here)
    guild = here.env.backend.guilds.pop(here.guild.id)
    await here.restart()
    before = posts(here, here.channel.id)
    await pass_time(here, 3)
    assert posts(here, here.channel.id) == before
    assert (await here.table()).turn == 4
    here.env.backend.guilds[guild.id] = guild


async def test_an_outage_of_the_server_is_no_leave(here):
    await running(here, pace="1d")
    here.env.backend.emit("GUILD_DELETE", {"id": str(here.guild.id), "unavailable": True})
    await here.settle()
    before = posts(here, here.channel.id)
    await turn(here)
    assert posts(here, here.channel.id) == before
    assert await waiting(here) != []
    payload = dict(serializers.guild_create_payload(here.env.backend, here.env.backend.guilds[here.guild.id]))
    here.env.backend.emit("GUILD_CREATE", payload | {"unavailable": False})
    await here.settle()
    await quiet(here)
    assert posts(here, here.channel.id) == before + 1
    assert "Play" in here.last().labels
    assert await waiting(here) == []


async def test_a_restart_in_the_midst_of_an_outage_loses_nothing(here):
    await running(here)
    here.env.backend.emit("GUILD_DELETE", {"id": str(here.guild.id), "unavailable": True})
    await here.settle()
    await turn(here)
    await here.restart()
    await here.env.advance_time(120)
    assert "Play" in here.last().labels
    assert await waiting(here) == []


async def test_the_other_servers_notice_nothing(here):
    other = here.env.create_guild("Other")
    channel = other.create_text_channel("games")
    await running(here)
    game = await here.put(simulated("standard", 2, turns=4), here.ann, here.ben)
    await here.app.tables.move_by_number(game, channel.id)
    here.env.backend.remove_guild(other.id)
    await here.settle()
    await turn(here)
    assert "Play" in here.last().labels


# --- permissions ---


async def test_the_invite_link_asks_for_what_is_used_and_nothing_more():
    assert f"permissions={PERMISSIONS.value}" in invite_link(1)
    assert (
        discord.Permissions(
            view_channel=True,
            send_messages=True,
            send_messages_in_threads=True,
            create_public_threads=True,
            attach_files=True,
            read_message_history=True,
        )
        == PERMISSIONS
    )


@pytest.mark.parametrize("language", ["en", "de"])
async def test_without_attach_files_the_board_is_posted_as_text(here, language):
    await running(here, language=language)
    fail(here, here.channel.id, 50013, times=1)
    await turn(here)
    board = here.last()
    assert board.attachments == []
    assert texts(language)("button.play") in board.labels
    assert len(board.text) > 600
    await turn(here)
    assert len(here.last().attachments) == 1


async def test_without_send_messages_people_play_on_in_their_panels(here):
    await running(here)
    board = here.last()
    fail(here, here.channel.id, 50013)
    rack = await here.do(here.ben, board, "rack")
    assert "Your rack" in rack.text
    panel = await here.do(here.ann, board, "play")
    assert panel.text.startswith("**Your turn")
    await turn(here)
    await turn(here)
    assert (await here.table()).turn == 6
    heal(here)
    await turn(here)
    assert "Play" in here.last().labels
    assert await waiting(here) == []


async def test_a_permission_that_is_given_back_brings_the_board_without_a_turn(here):
    await running(here)
    fail(here, here.channel.id, 50013)
    await turn(here)
    heal(here)
    await here.env.advance_time(700)
    assert (await here.store.game(1)).message == here.last().id
    assert "Play" in here.last().labels


@pytest.mark.parametrize("event", ["guild_channel_update", "guild_role_update", "member_update"])
async def test_a_board_that_was_denied_is_tried_at_once_when_permissions_change(here, event):
    await running(here)
    fail(here, here.channel.id, 50013)
    await turn(here)
    assert await waiting(here) == ["table"]
    heal(here)
    guild = here.env.bot.get_guild(here.guild.id)
    changed = {
        "guild_channel_update": guild.get_channel(here.channel.id),
        "guild_role_update": guild.default_role,
        "member_update": guild.me,
    }[event]
    await getattr(here.env.bot, f"on_{event}")(changed, changed)
    await quiet(here)
    assert await waiting(here) == []


async def test_missing_permissions_cause_no_storm(here):
    await running(here)
    before = posts(here, here.channel.id)
    fail(here, here.channel.id, 50013)
    await turn(here)
    await pass_time(here, 2)
    assert posts(here, here.channel.id) - before <= 2 * 4


@pytest.mark.parametrize("name", ["view_channel", "send_messages", "attach_files"])
async def test_whoever_acts_is_told_once_what_is_missing(here, name):
    await running(here)
    everyone, bot = here.env.backend.guilds[here.guild.id], here.env.backend.bot_user.id
    member = everyone.members[bot]
    for role in (everyone.id, *member.role_ids):
        role_ = everyone.roles[role]
        role_.permissions = int(role_.permissions) & ~discord.Permissions(**{name: True}).value
    board = here.last()
    said = [EN(f"permission.{name}") in (await here.do(here.ben, board, "rack")).text for _ in range(3)]
    assert said == [True, False, False]
    assert EN(f"permission.{name}") in (await here.do(here.ann, board, "rack")).text


async def test_start_says_that_slow_mode_is_in_the_way(here):
    here.env.backend.edit_channel(here.channel.id, {"rate_limit_per_user": 30})
    await here.settle()
    assert EN("place.slow", seconds=30) in (await here.command(here.ann, "start")).text


async def test_a_thread_of_its_own_has_no_slow_mode(here):
    await here.store.save_server(ServerRow(here.guild.id, threads=True))
    here.env.backend.edit_channel(here.channel.id, {"rate_limit_per_user": 30})
    await here.settle()
    assert (await here.command(here.ann, "start")).text == f"{EN('lobby.opened', game=1)}\n{EN('learn.offer')}"


# --- a channel that gets no board ------------------------------------------------------------------------------------


async def test_the_next_player_is_called_directly_where_the_channel_gets_no_board(here):
    await running(here)
    fail(here, here.channel.id, 50013, times=None)
    await turn(here)
    (call,) = here.messages(here.dm(here.ben))
    assert call.text == EN("notice.call", game=1, location=f"<#{here.channel.id}>")
    assert call.labels == ["Play"]
    await here.env.advance_time(600)
    assert len(here.messages(here.dm(here.ben))) == 1


async def test_a_board_whose_text_the_server_does_not_allow_is_shown_without_it(here):
    await running(here)
    fail(here, here.channel.id, 200000, 400, times=1)
    await turn(here)
    assert here.last().text == f"<@{here.ben.id}> " + EN("place.refused", game=1)
    assert "Play" in here.last().labels
    assert await waiting(here) == []


async def test_a_board_that_is_refused_in_any_words_calls_the_next_player_directly(here):
    await running(here)
    fail(here, here.channel.id, 200000, 400, times=None)
    await turn(here)
    assert [call.labels for call in here.messages(here.dm(here.ben))] == [["Play"]]


async def test_old_buttons_that_hang_delay_the_next_board_by_less_than_a_second(here, monkeypatch):
    await running(here)
    release = asyncio.Event()

    async def hangs(*_, **__):
        await release.wait()

    monkeypatch.setattr("discord.PartialMessage.edit", hangs)
    for _ in range(2):
        await turn(here, settle=False)
        await asyncio.wait_for(asyncio.gather(*here.env.bot.dispatcher._tasks.values()), PATIENCE_S)
    release.set()
    await quiet(here)
    assert "Play" in here.last().labels
