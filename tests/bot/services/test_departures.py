"""Who is no longer in the server: nothing of a lobby, a game, a vote or a rematch waits for them."""

import discord
import pytest

from bot.services import departures
from bot.services.directory import Absence
from bot.texts import texts
from data.ids import GameId
from tests.bot.locations import running, turn
from tests.bot.sample_tables import turn_of
from tests.bot.world import World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def lobby(here: World, *others, **terms) -> None:
    """A lobby of Ann and these others; the newest message is that of the lobby."""
    await here.command(here.ann, "start", seats=4, order="joined", **terms)
    for other in others:
        await here.do(other, here.last(), "join")


async def looked(here: World) -> None:
    """Let the time pass after which the bot looks who is gone."""
    await here.env.advance_time(departures.SWEEP_EVERY.total_seconds() + 5)


def leave(here: World, person) -> None:
    here.guild.remove_member(person)


# --- a lobby -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["begin", "cancel", "remove"])
async def test_the_next_at_the_table_may_do_what_the_host_could_who_left(here, verb):
    await lobby(here, here.ben, here.cem)
    message = here.last()
    leave(here, here.ann)
    answer = await here.do(here.ben, message, verb)
    assert EN("refused.host-only", name="Ann") not in answer.text
    table = await here.table()
    assert here.ann.id not in table.humans
    assert table.status == {"begin": "running", "cancel": "cancelled", "remove": "lobby"}[verb]


async def test_the_next_host_is_called_once(here):
    await lobby(here, here.ben, here.cem)
    leave(here, here.ann)
    await looked(here)
    calls = [shown for shown in here.messages() if shown.text == EN("lobby.new-host", who=f"<@{here.ben.id}>", game=1)]
    assert [shown.pinged for shown in calls] == [(here.ben.id,)]
    assert (await here.table()).host == here.ben.id
    await looked(here)
    assert len([shown for shown in here.messages() if here.ben.id in shown.pinged]) == 1


async def test_the_next_host_is_called_where_the_host_leaves_the_table(here):
    await lobby(here, here.ben)
    await here.command(here.ann, "leave")
    assert here.last().pinged == (here.ben.id,)


async def test_a_press_of_the_others_finds_the_host_gone_only_where_they_are(here):
    await lobby(here, here.ben)
    answer = await here.do(here.ben, here.last(), "begin")
    assert answer.text == EN("refused.host-only", name="Ann")
    assert (await here.table()).host == here.ann.id


async def test_a_banned_host_is_gone_at_once(here):
    await lobby(here, here.ben)
    here.env.backend.apply_ban(here.guild.id, here.ann.id, None)
    await here.settle()
    assert (await here.table()).host == here.ben.id
    assert here.last().pinged == (here.ben.id,)


async def test_a_host_whose_account_was_deleted_is_gone(here):
    await lobby(here, here.ben)
    here.env.inject_error("GET", f"/guilds/*/members/{here.ann.id}", status=404, code=10013, times=None)
    await here.command(here.ben, "begin")
    assert (await here.table()).host == here.ben.id


async def test_a_lobby_of_nobody_is_closed(here):
    await lobby(here)
    leave(here, here.ann)
    await looked(here)
    assert (await here.table()).status == "cancelled"


async def test_who_left_the_server_is_dealt_no_tiles(here):
    await lobby(here, here.ben, here.cem)
    message = here.last()
    leave(here, here.ben)
    await here.do(here.ann, message, "begin")
    assert (await here.table()).names == ("Ann", "Cem")


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (500, 0), (404, 10004)])
async def test_nobody_is_gone_where_it_cannot_be_looked_up(here, status, code):
    await lobby(here, here.ben)
    leave(here, here.ann)
    here.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code, times=None)
    await looked(here)
    assert (await here.table()).host == here.ann.id


# --- a running game ------------------------------------------------------------------------------------------------


async def test_a_game_goes_on_without_the_player_on_turn_who_left(here):
    await running(here)
    leave(here, here.ann)
    await looked(here)
    table = await here.table()
    assert (table.status, turn_of(table), table.taken_over) == ("running", here.ben.id, {0})
    assert "Ann is no longer on this server." in here.last().text
    assert here.last().pinged == (here.ben.id,)


async def test_who_is_back_in_the_server_takes_the_seat_back(here):
    await running(here)
    leave(here, here.ann)
    await looked(here)
    here.guild.add_member(here.ann.user)
    await here.do(here.ann, here.last(), "back")
    assert (await here.table()).taken_over == frozenset()


async def test_the_last_person_in_a_game_keeps_it(here):
    await here.command(here.ann, "start", bots=1)
    leave(here, here.ann)
    await looked(here)
    assert (await here.table()).status == "running"


async def test_the_end_of_the_move_time_of_who_left_has_no_grace(beating):
    await running(beating, pace="1h")
    await turn(beating)
    await turn(beating)
    leave(beating, beating.ann)
    due = (await beating.store.game(GameId(1))).deadline
    await beating.env.advance_time((due - beating.env.now()).total_seconds() + 5)
    assert turn_of(await beating.table()) == beating.ben.id


async def test_a_vote_to_stop_needs_nobody_who_left(here):
    await running(here, casual=True)
    leave(here, here.ben)
    answer = await here.command(here.ann, "cancel")
    assert answer.text == EN("vote.stopped", game=1)
    assert (await here.table()).status == "over"


async def test_who_is_left_alone_in_a_rated_game_is_asked_to_resign(here):
    await running(here)
    leave(here, here.ben)
    answer = await here.command(here.ann, "cancel")
    assert answer.text.split("\n") == [EN("refused.nobody-agrees"), EN("resign.confirm", game=1)]
    await here.do(here.ann, answer, "resign")
    assert [row.result.rank for row in await here.store.results_of_game(1)] == [2, 1]


async def test_nudging_who_left_lets_a_bot_move(here):
    await running(here)
    leave(here, here.ann)
    answer = await here.command(here.ben, "nudge")
    assert answer.text == EN("away.nudged-nobody", name="Ann")
    assert turn_of(await here.table()) == here.ben.id


# --- a rematch -----------------------------------------------------------------------------------------------------


async def ended(here: World) -> None:
    await running(here)
    for person in (here.ann, here.ben):
        await here.command(person, "cancel")


async def test_a_rematch_does_not_wait_for_who_left(here):
    await ended(here)
    end = here.last()
    leave(here, here.ben)
    answer = await here.do(here.ann, end, "rematch")
    assert answer.text == EN("refused.departed", names=["Ben"])
    assert here.last().text == EN("refused.departed", names=["Ben"])
    assert here.last().controls == []


async def test_who_is_back_in_time_may_still_agree_to_the_rematch(here):
    await ended(here)
    end = here.last()
    leave(here, here.ben)
    await here.do(here.ann, end, "rematch")
    here.guild.add_member(here.ben.user)
    await here.do(here.ben, end, "rematch")
    assert (await here.table()).next_game == 2


# --- the bot itself ------------------------------------------------------------------------------------------------


async def test_who_left_while_the_bot_was_not_there_is_noticed_when_it_is_back(here):
    await lobby(here, here.ben)
    leave(here, here.ann)
    guild = here.env.bot.get_guild(here.guild.id)
    await here.env.bot.on_guild_join(guild)
    await here.settle()
    assert (await here.table()).host == here.ben.id


async def test_a_sweep_begins_again_behind_the_last_game(here, monkeypatch):
    monkeypatch.setattr(departures, "_SWEPT", 1)
    for _ in range(3):
        await running(here)
    swept = [GameId(0)]
    for _ in range(4):
        swept.append(await departures.sweep(here.app, swept[-1]))
    assert swept == [0, 1, 2, 3, 1]


async def test_a_former_player_is_in_no_server(here):
    found = await here.app.directory.members(here.guild.id, (-5, here.ann.id))
    assert found[-5] == Absence.NOBODY
    assert found[here.ann.id].name == "Ann"


async def test_whether_somebody_may_see_a_channel_is_known_of_those_that_there_are(here):
    denied = discord.PermissionOverwrite(view_channel=False)
    hidden = here.guild.create_text_channel("staff", overwrites={here.guild.default_role: denied})
    for channel, sees in ((here.channel.id, True), (hidden.id, False), (7, True), (None, True)):
        found = await here.app.directory.members(here.guild.id, (here.ann.id,), channel)
        assert found[here.ann.id].sees == sees
