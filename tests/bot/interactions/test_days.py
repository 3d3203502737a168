"""Games over days in a simulated Discord whose time travels: buttons, commands and messages of being away."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import discord
import pytest

from bot.texts import texts
from data.store import GameChange, ServerRow
from game.board import NAMES
from tests.bot.players import Script, turn_by_buttons
from tests.bot.world import World, world

HOUR = 3600


@pytest.fixture
async def here(tmp_path) -> AsyncIterator[World]:
    async with world(tmp_path / "db.sqlite3", pictures=False) as made:
        yield made


async def begun(here: World, *people, **terms) -> int:
    """A game of these people in this order, begun by commands."""
    people = people or (here.ann, here.ben)
    opened = await here.command(people[0], "start", seats=len(people), order="joined", **terms)
    game = int("".join(char for char in opened.text if char.isdigit()))
    for person in people[1:]:
        await here.command(person, "join", game=game)
    if len(people) > 1:
        await here.command(people[0], "begin", game=game)
    return game


async def wait(here: World, hours: float) -> None:
    for _ in range(int(hours)):
        await here.env.advance_time(HOUR)
    await here.env.advance_time((hours - int(hours)) * HOUR)


def calls(here: World, person) -> list[str]:
    """The texts that notified somebody in the channel."""
    return [shown.text for shown in here.messages() if person.id in shown.pinged]


async def with_button(here: World, verb: str):
    """The newest message of the channel that has this button."""
    return next(shown for shown in reversed(here.messages()) if any(press.verb == verb for press in shown.presses))


async def manager(here: World):
    role = here.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return here.guild.add_member(here.env.create_user("mia", global_name="Mia"), roles=[role])


# --- clocks --------------------------------------------------------------------------------------------------------


async def test_nobody_presses_and_the_game_goes_on_and_ends_by_itself(here):
    await begun(here, pace="1h")
    assert "Due <t:" in here.last().text
    await wait(here, 1)
    assert "time is up in game 1" in calls(here, here.ann)[-1]
    await wait(here, 0.5)
    assert "Ann\u2019s time was up" in here.last().text
    assert "your turn" in calls(here, here.ben)[-1]
    await wait(here, 6)
    assert (await here.table()).status == "over"
    assert "Nobody was left to play." in here.last().text


async def test_i_am_back_gives_the_seat_back(here):
    await begun(here, here.ann, here.ben, pace="1h")
    await wait(here, 1.5)
    await here.command(here.ben, "place", game=1, **await _first(here, 1))
    await wait(here, 2)
    assert (await here.table()).taken_over == {0}
    answer = await here.do(here.ann, await with_button(here, "back"), "back")
    assert "Welcome back!" in answer.text
    assert (await here.table()).taken_over == frozenset()
    assert any("Ann is back." in shown.text for shown in here.messages())


async def _first(here: World, game: int) -> dict[str, object]:
    """The options of a placement of whoever is on turn."""
    table = await here.table(game)
    place = Script().plan(table.view_for(table.seats[table.public.seat].user))
    at, to = (NAMES[cell] for cell in place.at)
    return {"tile": place.tile.code, "at": at, "and": to}


async def test_a_day_is_given_by_the_button_of_the_notice_once_a_press_and_by_the_command(here):
    await begun(here, here.ann, here.ben, pace="1h")
    await wait(here, 1.1)
    late = await with_button(here, "give")
    assert (await here.do(here.ann, late, "give")).text == "It is your own turn."
    assert (await here.do(here.cem, late, "give")).text == "You do not play in this game."
    assert (await here.do(here.ben, late, "give")).text == "You gave Ann a day."
    assert (await here.do(here.ben, late, "give")).text == "That day has been given already."
    assert (await here.command(here.ben, "give")).text == "You gave Ann a day."
    assert [shown.text.split(".")[0] for shown in here.messages()].count("Ben gives Ann a day") == 2
    await wait(here, 47)
    assert (await here.table()).turn == 0


async def test_who_is_not_away_is_told_so(here):
    await begun(here, here.ann, here.ben, pace="1h")
    await wait(here, 1.5)
    await here.command(here.ben, "place", game=1, **await _first(here, 1))
    await wait(here, 2)
    assert (await here.do(here.ben, await with_button(here, "back"), "back")).text.startswith("No bot plays for you.")


async def test_a_click_before_the_deadline_counts_although_it_is_handled_after_it(here):
    await begun(here, pace="1h")
    panel = await here.do(here.ann, here.last(), "play")
    await here.env.advance_time(HOUR + 2)
    await turn_by_buttons(here, Script(), here.ann, panel)
    await wait(here, 0.5)
    table = await here.table()
    assert (table.turn, table.missed_turns) == (1, (0, 0))


async def test_hours_without_the_bot_make_nobody_late_and_are_told_once(here):
    await begun(here, pace="1h")
    await here.settle()
    await here.env.bot.finish()
    here.env.backend.advance_clock(9 * HOUR)
    await here.restart()
    told = [shown.text for shown in here.messages() if "I was offline" in shown.text]
    assert len(told) == 1
    await here.restart()
    await wait(here, 0.9)
    assert (await here.table()).missed_turns == (0, 0)
    assert not any("is up" in text for text in calls(here, here.ann))


async def test_hours_without_a_connection_make_nobody_late(beating):
    await begun(beating, pace="1h")
    await beating.env.advance_time(60)
    await beating.env.bot.on_disconnect()
    await wait(beating, 3)
    assert not any("is up" in text for text in calls(beating, beating.ann))
    deadline = (await beating.store.game(1)).deadline
    await beating.env.bot.on_resumed()
    assert (await beating.store.game(1)).deadline - deadline == timedelta(hours=3)
    await wait(beating, 1.3)
    assert len([shown for shown in beating.messages() if "I was offline" in shown.text]) == 1
    assert (await beating.table()).missed_turns == (1, 0)


async def test_a_clock_goes_on_after_a_restart(here):
    await begun(here, pace="1h")
    await here.restart()
    await wait(here, 1.5)
    assert (await here.table()).missed_turns == (1, 0)


# --- reminders and nudges ------------------------------------------------------------------------------------------


async def test_a_reminder_comes_as_a_direct_message_with_the_way_to_the_game(here):
    await begun(here, pace="1h")
    await wait(here, 0.6)
    text = here.last(here.dm(here.ann)).text
    assert "Your turn in game 1 is due <t:" in text
    assert f"/{here.channel.id}/" in text


async def test_a_deleted_channel_stops_no_other_reminder(here, caplog):
    other = here.guild.create_text_channel("gone")
    await begun(here, here.ann, here.ben, pace="1h")
    await here.store.append(1, (await here.store.game(1)).version, (), change=_to(other.id))
    await begun(here, here.cem, here.dia, pace="1h")
    here.env.inject_error("*", f"/channels/{other.id}/*", status=404, code=10003, message="Unknown Channel", times=None)
    await wait(here, 1.5)
    assert "Ann\u2019s time was up" not in str(here.messages())
    assert len(here.messages(here.dm(here.cem))) == 1
    assert (await here.table(2)).missed_turns == (1, 0)
    assert (await here.table(1)).missed_turns == (1, 0)


def _to(channel: int):
    return GameChange(channel=channel, home=channel)


async def test_a_nudge_calls_the_player_on_turn_and_says_who_asked(here):
    await begun(here)
    assert (await here.command(here.ben, "nudge")).text == "I nudged them."
    assert "Ben is waiting" in calls(here, here.ann)[-1]
    assert "nudged already" in (await here.command(here.ben, "nudge")).text


async def test_a_nudge_in_quiet_hours_is_told_after_them(here):
    await here.command(here.ann, "me", quiet="23-2", zone="UTC")
    await begun(here)
    assert "quiet hours" in (await here.command(here.ben, "nudge")).text
    assert not any("is waiting" in text for text in calls(here, here.ann))
    await wait(here, 2.1)
    assert "Ben is waiting" in calls(here, here.ann)[-1]


# --- absence without a clock ---------------------------------------------------------------------------------------


async def test_after_a_week_the_others_let_a_bot_take_over(here, monkeypatch):
    monkeypatch.setattr("bot.tables.schedule.TAKEOVER_OFFER", timedelta(hours=3))
    await begun(here, here.ann, here.ben, here.cem)
    await wait(here, 3.1)
    asked = await with_button(here, "automatic")
    assert set(asked.pinged) == {here.ben.id, here.cem.id}
    assert "your own turn" in (await here.do(here.ann, asked, "automatic")).text
    assert "when the others agree" in (await here.do(here.ben, asked, "automatic")).text
    assert "takes over" in (await here.do(here.cem, asked, "automatic")).text
    assert "A bot plays for Ann" in here.last().text
    assert here.ben.id in here.last().pinged


async def test_a_lobby_that_nobody_begins_is_told_and_closes(here, monkeypatch):
    monkeypatch.setattr("bot.tables.schedule.TAKEOVER_OFFER", timedelta(hours=3))
    monkeypatch.setattr("bot.tables.schedule.LOBBY_WARNING", timedelta(hours=1))
    monkeypatch.setattr("bot.outbox.timers.LOBBY_WARNING", timedelta(hours=1))
    await here.command(here.ann, "start")
    lobby = here.last()
    await wait(here, 2.1)
    assert "closes <t:" in calls(here, here.ann)[-1]
    await wait(here, 1)
    assert here.shown(here.channel.id, lobby.id).text == "Game 1 was closed."
    assert here.shown(here.channel.id, lobby.id).controls == []


# --- resignation and rematch ---------------------------------------------------------------------------------------


async def test_who_resigns_is_asked_first_and_the_other_wins(here):
    await begun(here)
    question = await here.command(here.ann, "resign")
    assert (await here.table()).status == "running"
    await here.do(here.ann, question, "resign")
    assert "**Ben** wins! Ann resigned." in here.last().text


async def test_nobody_resigns_a_game_of_others(here):
    await begun(here)
    assert "You do not play" in (await here.command(here.eve, "resign", game=1)).text


async def test_a_rematch_by_buttons(here):
    await begun(here)
    await here.do(here.ann, await here.command(here.ann, "resign"), "resign")
    over = here.last()
    assert "everybody agrees" in (await here.do(here.ann, over, "rematch")).text
    asked = here.last()
    assert here.ben.id in asked.pinged
    assert "begins" in (await here.do(here.ben, asked, "rematch")).text
    table = await here.table(2)
    assert [seat.user for seat in table.seats] == [here.ben.id, here.ann.id]
    board = await with_button(here, "play")
    assert here.ben.id in board.pinged
    assert "The rematch of game 1 is game 2. Series: Ben **1 : 0** Ann" in board.text
    assert here.last().id == board.id


async def test_a_rematch_that_is_declined_names_who_declined(here):
    await begun(here)
    await here.do(here.ann, await here.command(here.ann, "resign"), "resign")
    await here.do(here.ann, here.last(), "rematch")
    await here.do(here.ben, here.last(), "notagain")
    assert here.last().text == "No rematch: Ben declined."


async def test_the_rematch_button_of_an_old_end_answers_when_it_is_too_late(here, monkeypatch):
    await begun(here)
    monkeypatch.setattr("bot.tables.schedule.REMATCH", timedelta(hours=1))
    await here.do(here.ann, await here.command(here.ann, "resign"), "resign")
    await wait(here, 1)
    assert "too late" in (await here.do(here.ben, await with_button(here, "rematch"), "rematch")).text


# --- settings ------------------------------------------------------------------------------------------------------


async def test_a_zone_that_was_typed_as_an_abbreviation_is_answered_with_the_place(here):
    shown = await here.command(here.ann, "me", zone="est")
    assert "`EST` is not a place, so I took `America/New_York`" in shown.text


async def test_settings_of_oneself_are_set_and_shown_in_the_own_language(here):
    shown = await here.command(here.ann, "me", quiet="22-07", zone="Europe/Berlin", language="de", locale="en-US")
    assert shown.text.startswith("Gespeichert.\n")
    assert "Europe/Berlin" in shown.text
    again = await here.command(here.ann, "me")
    assert again.text.startswith("**Deine Einstellungen**")
    assert "22:00-07:00" in again.text


async def test_settings_of_oneself_are_switched_and_chosen_on_their_screen(here):
    shown = await here.command(here.ann, "me")
    shown = await here.do(here.ann, shown, "prefconfirm")
    assert "Ask before placing a tile: on" in shown.labels
    shown = await here.press(here.ann, shown, "ig1:0:0:preftheme:", "light")
    await here.press(here.ann, shown, "ig1:0:0:preflanguage:", "de")
    player = await here.store.player(here.ann.id)
    assert (player.confirm_placing, player.theme, player.language) == (True, "light", "de")
    await here.do(here.ann, shown, "prefconfirm")
    assert not (await here.store.player(here.ann.id)).confirm_placing


async def test_who_chooses_no_language_of_their_own_any_more_reads_that_of_their_client_at_once(here):
    shown = await here.command(here.ann, "me", language="de", locale="fr")
    shown = await here.press(here.ann, shown, "ig1:0:0:preflanguage:", "auto", locale="fr")
    assert shown.text.startswith("Enregistré.")


@pytest.mark.parametrize(
    ("options", "hint"),
    [({"quiet": "late"}, "`22-07`"), ({"zone": "Atlantis"}, "`Europe/Berlin`"), ({"vacation": "soon"}, "`2026-12-24`")],
)
async def test_a_wrong_word_is_answered_with_how_to_write_it(here, options, hint):
    assert hint in (await here.command(here.ann, "me", **options)).text
    assert (await here.store.player(here.ann.id)).quiet_from is None


async def test_a_vacation_is_told_to_the_table(here):
    await begun(here, pace="1d")
    await here.command(here.ann, "me", vacation="2026-01-05")
    assert "Ann is on vacation until <t:" in here.last().text
    await here.command(here.ann, "me", vacation="off")
    assert here.last().text == "Ann is back from vacation."


async def test_only_who_manages_the_server_sees_and_changes_its_settings(here):
    assert "Only people who may manage the server" in (await here.command(here.ann, "settings", pace="1d")).text
    assert (await here.store.server(here.guild.id)).pace == "none"


async def test_a_change_of_settings_is_logged_with_who_made_it(here, caplog):
    caplog.set_level(logging.INFO)
    boss = await manager(here)
    shown = await here.command(boss, "settings", pace="1d", language="de")
    assert "1 day" in shown.text
    (record,) = [record for record in caplog.records if record.getMessage() == "changed the settings"]
    assert (record.user, record.guild) == (boss.id, here.guild.id)


async def test_a_table_takes_the_move_time_and_language_of_its_server_where_it_names_none(here):
    boss = await manager(here)
    await here.command(boss, "settings", pace="1d", language="de")
    await begun(here)
    table = await here.table()
    assert (table.opened.pace, table.opened.language) == ("1d", "de")


async def test_a_table_in_a_channel_that_is_not_allowed_is_refused_with_a_link(here):
    boss = await manager(here)
    await begun(here)
    other = here.guild.create_text_channel("games")
    assert f"<#{other.id}>" in (await here.command(boss, "settings", channels=f"<#{other.id}>")).text
    assert f"<#{other.id}>" in (await here.command(here.ann, "start")).text
    assert len(await here.store.games_with(("lobby", "running"))) == 1
    await here.command(here.ann, "place", **await _first(here, 1))
    assert (await here.table()).turn == 1, "what runs goes on"


async def test_a_channel_of_another_server_is_named_and_not_taken(here):
    boss = await manager(here)
    elsewhere = here.env.create_guild("Elsewhere").create_text_channel("games")
    answer = await here.command(boss, "settings", channels=f"<#{here.channel.id}> <#{elsewhere.id}>")
    assert answer.text == texts("en")("refused.unknown-channels", channels=f"<#{elsewhere.id}>")
    assert (await here.store.server(here.guild.id)).channels == ()


async def test_a_channel_may_be_named_where_one_alone_has_the_name(here):
    boss, games = await manager(here), here.guild.create_text_channel("games")
    for typed in ("#games", "Games"):
        await here.store.save_server(ServerRow(here.guild.id))
        await here.command(boss, "settings", daily=typed, channels=f"{typed}, <#{here.channel.id}>")
        row = await here.store.server(here.guild.id)
        assert (row.daily_channel, row.channels) == (games.id, (games.id, here.channel.id))
    here.guild.create_text_channel("games")
    assert (await here.command(boss, "settings", daily="#games")).text == texts("en")("refused.bad-daily")


async def test_a_manager_ends_a_game_whose_channel_is_gone(here):
    boss = await manager(here)
    other = here.guild.create_text_channel("gone")
    await begun(here)
    await here.store.append(1, (await here.store.game(1)).version, (), change=_to(other.id))
    here.env.inject_error("*", f"/channels/{other.id}/*", status=404, code=10003, message="Unknown Channel", times=None)
    assert "Only people who" in (await here.command(here.eve, "settings", end=1)).text
    assert (await here.command(boss, "settings", end=1)).text == "Game 1 was ended."
    assert (await here.table()).ended_early == "manager"
    assert "is over" in (await here.command(boss, "settings", end=1)).text
    assert "no game 9" in (await here.command(boss, "settings", end=9)).text


# --- privacy -------------------------------------------------------------------------------------------------------


async def test_my_data_come_as_a_file_to_me_alone(here):
    await begun(here)
    answer = await here.command(here.ann, "privacy", action="mine")
    assert answer.ephemeral
    data = json.loads(here.content(answer.attached(".json")))
    assert data["user"] == here.ann.id
    assert str(here.ben.id) not in json.dumps(data)


async def test_who_wants_to_be_forgotten_is_asked_first(here):
    await begun(here)
    question = await here.command(here.ann, "privacy", action="forget")
    assert (await here.table()).status == "running"
    answer = await here.do(here.ann, question, "forget")
    assert "“Deleted profile” in 1 game," in answer.text
    assert (await here.table()).names == ("former player", "Ben")
    assert "**Ben** wins!" in next(shown.text for shown in here.messages() if "is over" in shown.text)
