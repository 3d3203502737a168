"""Notices, reminders and clocks over days, told on time by a club without a Discord."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.process import heartbeat
from bot.screens.press import TurnPress
from bot.screens.verbs import Step
from bot.tables.outbox_rows import TURN_SCOPED, kinds_of
from bot.tables.pace import MOVE_TIMES
from bot.tables.schedule import ABANDON_WARNING, ABANDONED, TAKEOVER_OFFER, grace
from data.store import PlayerRow
from tests.bot.club import DM, START, Club, club_at
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, turn_of

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


def kinds(said) -> list[str]:
    return [one.kind for one in said]


async def waiting(club: Club, game=1) -> list[str]:
    return sorted(note.kind for note in await club.store.outbox_of(game))


# --- turn notices --------------------------------------------------------------------------------------------------


async def test_a_player_is_pinged_once_a_turn(club):
    await club.game(ANN, BEN, CEM)
    begun = len(club.pings(ANN))
    turns = {user: [] for user in (ANN, BEN, CEM)}
    turns[ANN] += [0] * begun
    for _ in range(30):
        await club.wait(1)
        loaded = await club.move()
        if loaded.table.status != "running":
            break
        turns[turn_of(loaded.table)].append(loaded.table.turn)
    assert {user: len(club.pings(user)) for user in turns} == {user: len(its) for user, its in turns.items()}


async def test_each_turn_is_one_message_that_mentions_only_the_next_player(club):
    await club.game(ANN, BEN)
    for _ in range(6):
        before = len(club.said)
        loaded = await club.move()
        (message,) = club.said[before:]
        assert message.screen.mentions == (turn_of(loaded.table),)


async def test_a_bonus_placement_gives_no_notice_and_the_next_player_one_after_it(club):
    await club.store.save_player(PlayerRow(ANN, dm_rack=True, next_notice=True))
    await club.store.save_player(PlayerRow(BEN, dm_rack=True))
    game = await club.game(ANN, BEN, mode="duel")
    bonuses = 0
    while (table := await club.table(game)).status == "running":
        before, user, turn = len(club.said), turn_of(table), table.turn
        loaded = await club.move(game, "greedy")
        made = loaded.table.public.turns[turn]
        if loaded.table.status != "running":
            break
        bonuses += len(made.placements) > 1
        told = [(one.kind, one.user) for one in club.said[before:]]
        other = BEN if user == ANN else ANN
        assert told.count(("table", None)) == 1
        assert told.count(("turn", other)) == 1
        assert ("turn", user) not in told
    assert bonuses


async def test_a_notice_that_somebody_is_next_is_sent_by_wish_alone(club):
    await club.game(ANN, BEN, CEM)
    await club.wish(CEM, next_notice=True)
    await club.move()
    assert [(one.kind, one.user) for one in club.said if one.user] == [("next", CEM)]
    assert "Ben" in club.direct(CEM)[0].screen.text


async def test_who_plays_after_a_bot_is_next(club):
    await club.store.save_player(PlayerRow(BEN, next_notice=True))
    game = await club.game(ANN, BEN, bots=1, pace="1d")
    table = await club.table(game)
    assert [seat.user for seat in table.seats].count(None) == 1
    if turn_of(table) == BEN:
        await club.move(game)
    assert [one.kind for one in club.direct(BEN)][:1] == ["next"]


async def test_nobody_is_told_that_they_are_next_while_a_bot_holds_their_seat(club):
    await club.store.save_player(PlayerRow(CEM, next_notice=True))
    game = await club.game(ANN, BEN, CEM, pace="1h")
    for _ in range(2):
        await club.move(game)
        await club.move(game)
        await club.wait(2)
    assert (await club.table(game)).taken_over == {2}
    before = len(club.direct(CEM))
    await club.move(game)
    await club.move(game)
    assert len(club.direct(CEM)) == before


# --- reminders -----------------------------------------------------------------------------------------------------


async def test_a_reminder_comes_at_the_wished_part_of_the_time_and_names_the_deadline(club):
    await club.game(ANN, BEN, pace="3d")
    await club.wait(71)
    (reminder,) = club.direct(ANN)
    assert reminder.at == START + 36 * HOUR
    assert f"<t:{int((START + 3 * DAY).timestamp())}:R>" in reminder.screen.text


async def test_a_changed_wish_moves_the_reminders_of_the_turn_that_is_going_on(club):
    await club.game(ANN, BEN, pace="3d")
    await club.wait(10)
    await club.wish(ANN, reminders="late")
    await club.wait(61)
    assert [one.at for one in club.direct(ANN)] == [START + 63 * HOUR]


async def test_a_reminder_that_was_sent_is_not_sent_again_when_the_wish_changes(club):
    await club.game(ANN, BEN, pace="3d")
    await club.wait(40)
    await club.wish(ANN, reminders="both")
    await club.wish(ANN, quiet="13-15")
    await club.wait(30)
    assert [one.at for one in club.direct(ANN)] == [START + 36 * HOUR, START + 63 * HOUR]


async def test_reminders_switched_off_in_mid_turn_do_not_come(club):
    await club.game(ANN, BEN, pace="3d")
    await club.wish(ANN, reminders="off")
    await club.wait(71)
    assert club.direct(ANN) == []


async def test_quiet_hours_that_are_set_in_mid_turn_hold_a_reminder_back(club):
    await club.game(ANN, BEN, pace="1d")
    await club.wish(ANN, quiet="23-8", zone="Europe/Berlin")
    await club.wait(23)
    (reminder,) = club.direct(ANN)
    assert reminder.at.astimezone(ZoneInfo("Europe/Berlin")).hour == 8


async def test_a_reminder_that_an_outage_moved_into_quiet_hours_waits_for_their_end(club):
    await club.wish(ANN, quiet="22-7", zone="UTC")
    await club.game(ANN, BEN, pace="1d")
    await club.store.record_heartbeat(club.now)
    # Due at midnight, it waits for 7 in the morning; 20 hours later that is 3 at night.
    club.now += 20 * HOUR
    await heartbeat.credit_outage(club.app.store, club.app.clock)
    await club.wait(43)
    (reminder,) = club.direct(ANN)
    assert reminder.at == datetime(2026, 3, 4, 7, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
@pytest.mark.parametrize("night", ["2026-03-07", "2026-03-28", "2026-10-24", "2026-10-31"])
async def test_across_summer_time_no_reminder_is_quiet_and_none_is_lost(tmp_path, zone, night):
    begins = datetime.fromisoformat(f"{night}T18:00").replace(tzinfo=UTC)
    async with club_at(tmp_path / "games.sqlite3", begins) as club:
        await club.wish(ANN, quiet="22-07", zone=zone, reminders="both")
        for pace in ("1h", "8h", "1d"):
            await club.game(ANN, BEN, pace=pace)
        await club.wait(21)
        reminded = {said.game for said in club.direct(ANN)}
        hours = [said.at.astimezone(ZoneInfo(zone)).hour for said in club.direct(ANN)]
    assert all(7 <= hour < 22 for hour in hours)
    assert reminded == {1, 2, 3}


async def test_a_turn_of_a_week_reminds_twice_at_most(club):
    await club.wish(ANN, reminders="both")
    await club.game(ANN, BEN, pace="7d")
    await club.wait(7 * 24 - 1)
    assert len(club.direct(ANN)) == 2


async def test_a_reminder_has_the_button_that_opens_the_turn(club):
    game = await club.game(ANN, BEN, pace="2d")
    await club.wait(25)
    (reminder,) = club.direct(ANN)
    version = (await club.table(game)).game().position.version
    assert [one.press for one in reminder.screen.rows[0]] == [TurnPress(game, version, Step.PLAY)]


async def test_a_move_takes_everything_that_waited_for_its_turn_along(club):
    await club.wish(ANN, reminders="both")
    game = await club.game(ANN, BEN, pace="3d")
    assert await waiting(club) == ["remind", "remind", "timeout"]
    await club.move(game)
    assert await waiting(club) == ["remind", "timeout"]
    assert [note for note in await club.store.outbox_of(game) if '"turn": 0' in note.body] == []


# --- nudges --------------------------------------------------------------------------------------------------------


async def test_a_nudge_says_who_it_is_from_and_to_whom(club):
    await club.game(ANN, BEN, CEM)
    await club.tables.nudge(1, CEM)
    (nudge,) = await club.tell()
    assert nudge.screen.mentions == (ANN,)
    assert "Cem" in nudge.screen.text


async def test_a_game_is_nudged_once_in_twelve_hours(club):
    await club.game(ANN, BEN, CEM)
    await club.tables.nudge(1, BEN)
    await club.wait(12 - 0.01)
    values = await club.refuses("nudged-already", club.tables.nudge(1, CEM))
    assert values == {"until": START + 12 * HOUR}
    await club.wait(0.01)
    await club.tables.nudge(1, CEM)


async def test_a_nudge_of_one_game_leaves_the_others(club):
    first, second = await club.game(ANN, BEN), await club.game(ANN, BEN)
    await club.tables.nudge(first, BEN)
    await club.tables.nudge(second, BEN)
    assert kinds(await club.tell()) == ["nudge", "nudge"]


async def test_a_nudge_waits_for_the_end_of_quiet_hours(club):
    await club.wish(ANN, quiet="11-14", zone="UTC")
    await club.game(ANN, BEN)
    assert await club.tables.nudge(1, BEN)
    assert await club.tell() == []
    (nudge,) = await club.wait(3)
    assert nudge.at == START + 2 * HOUR


async def test_a_nudge_that_waited_is_not_told_once_the_turn_is_over(club):
    await club.wish(ANN, quiet="11-14", zone="UTC")
    await club.game(ANN, BEN)
    await club.tables.nudge(1, BEN)
    await club.move()
    assert "nudge" not in kinds(await club.wait(5))


async def test_of_two_who_nudge_at_once_one_is_told_so(club):
    await club.game(ANN, BEN, CEM)
    results = await asyncio.gather(club.tables.nudge(1, BEN), club.tables.nudge(1, CEM), return_exceptions=True)
    assert sorted(getattr(result, "code", "done") for result in results) == ["done", "nudged-already"]
    assert kinds(await club.tell()) == ["nudge"]


async def test_nobody_nudges_themselves_or_somebody_on_vacation_or_a_game_of_others(club):
    await club.game(ANN, BEN)
    await club.refuses("your-turn", club.tables.nudge(1, ANN))
    await club.refuses("not-playing", club.tables.nudge(1, DIA))
    await club.wish(ANN, vacation="2026-03-04")
    await club.refuses("on-vacation", club.tables.nudge(1, BEN))


# --- deadlines -----------------------------------------------------------------------------------------------------


async def test_the_board_shows_the_deadline_as_a_timestamp(club):
    await club.game(ANN, BEN, pace="2d")
    assert f"<t:{int((START + 2 * DAY).timestamp())}:R>" in club.said[-1].screen.text


async def test_when_time_is_up_there_is_a_notice_and_after_the_grace_a_bot_moves(club):
    await club.game(ANN, BEN, pace="8h")
    said = await club.wait(8)
    assert kinds(said) == ["remind", "late"]
    assert said[-1].screen.mentions == (ANN,)
    assert f"<t:{int((START + 10 * HOUR).timestamp())}:R>" in said[-1].screen.text
    (board,) = await club.wait(grace(MOVE_TIMES["8h"]))
    assert board.screen.mentions == (BEN,)
    assert "Ann\u2019s time was up" in board.screen.text


async def test_nobody_presses_for_ten_days_and_the_results_come_by_themselves(club):
    await club.game(ANN, BEN, CEM, pace="1d")
    said = await club.wait(10 * 24)
    table = await club.table()
    assert table.status == "over"
    assert table.ended_early == "nobody"
    assert "Nobody was left to play." in said[-1].screen.text
    assert await waiting(club) in ([], ["lapse"])


async def test_a_notice_of_the_grace_notifies_nobody_in_their_quiet_hours(club):
    await club.wish(ANN, quiet="19-21", zone="UTC")
    await club.game(ANN, BEN, pace="8h")
    said = await club.wait(8)
    assert [one.screen.mentions for one in said if one.kind == "late"] == [()]


async def test_a_move_after_the_deadline_and_within_the_grace_counts(club):
    await club.game(ANN, BEN, pace="1h")
    await club.wait(timedelta(hours=1, seconds=2))
    loaded = await club.move()
    assert loaded.table.missed_turns == (0, 0)
    assert "Ann\u2019s time was up" not in club.said[-1].screen.text
    assert "grace" not in await waiting(club)


async def test_after_two_missed_turns_a_bot_holds_the_seat_and_the_board_says_so(club):
    await club.game(ANN, BEN, pace="1h")
    await club.wait(2)
    await club.move()
    await club.wait(2)
    assert (await club.table()).taken_over == {0}
    board = [said.screen for said in club.said if said.kind == "table"][-1]
    assert "A bot plays for Ann" in board.text
    assert [button.press.verb for row in board.rows for button in row][-1] == "back"
    assert board.mentions == (BEN,)


async def test_a_held_seat_is_given_back_and_the_table_is_told(club):
    await club.game(ANN, BEN, pace="1h")
    await club.wait(2)
    await club.move()
    await club.wait(2)
    await club.tables.come_back(1, ANN)
    (word,) = await club.tell()
    assert word.screen.text == "Ann is back."
    await club.move()
    assert club.said[-1].screen.mentions == (ANN,)
    assert "bot plays" not in club.said[-1].screen.text


# --- outages -------------------------------------------------------------------------------------------------------


async def away(club: Club, hours: float) -> None:
    """The bot is gone for some hours, and comes back."""
    await club.store.record_heartbeat(club.now)
    club.now += hours * HOUR
    await heartbeat.credit_outage(club.app.store, club.app.clock)


async def test_an_outage_across_three_deadlines_is_credited_to_each_clock(club):
    for pace in ("1h", "8h", "1d"):
        await club.game(ANN, BEN, pace=pace)
    await club.wait(0.5)
    before = [await club.deadline(game) for game in (1, 2, 3)]
    await away(club, 9)
    assert [await club.deadline(game) for game in (1, 2, 3)] == [at + 9 * HOUR for at in before]
    said = await club.tell()
    assert kinds(said) == ["credited"] * 3, "one notice a game and no burst of reminders"
    assert [(await club.table(game)).missed_turns for game in (1, 2, 3)] == [(0, 0)] * 3


async def test_an_outage_is_credited_once_however_often_the_bot_starts(club):
    await club.game(ANN, BEN, pace="1d")
    await away(club, 9)
    for _ in range(3):
        await heartbeat.credit_outage(club.app.store, club.app.clock)
    assert await club.deadline() == START + DAY + 9 * HOUR
    assert kinds(await club.tell()) == ["credited"]


async def test_a_short_outage_is_credited_without_a_word(club):
    await club.game(ANN, BEN, pace="1d")
    await away(club, 0.5)
    assert await club.deadline() == START + DAY + 0.5 * HOUR
    assert await club.tell() == []


async def test_an_outage_says_nothing_where_no_clock_runs(club):
    await club.game(ANN, BEN)
    await away(club, 30)
    assert await club.tell() == []


async def test_an_outage_that_began_before_a_turn_is_not_in_its_time(club):
    await club.store.record_heartbeat(club.now)
    club.now += 5 * HOUR
    await heartbeat.credit_outage(club.app.store, club.app.clock)
    await club.game(ANN, BEN, pace="1d")
    assert await club.deadline() == START + DAY + 5 * HOUR


# --- vacation ------------------------------------------------------------------------------------------------------


async def test_a_vacation_stops_the_clock_and_the_table_sees_it(club):
    await club.game(ANN, BEN, pace="1d")
    await club.wait(6)
    await club.wish(ANN, vacation="2026-03-05")
    assert await club.deadline() == datetime(2026, 3, 6, tzinfo=UTC) + 18 * HOUR
    assert "Ann is on vacation until" in club.said[-1].screen.text


async def test_coming_back_early_leaves_exactly_the_time_that_was_left(club):
    await club.game(ANN, BEN, pace="1d")
    await club.wait(6)
    await club.wish(ANN, vacation="2026-03-10")
    await club.wait(30.5)
    await club.wish(ANN, vacation="off")
    assert await club.deadline() == club.now + 18 * HOUR
    assert club.said[-1].screen.text == "Ann is back from vacation."


async def test_nobody_is_reminded_or_late_on_vacation(club):
    await club.game(ANN, BEN, pace="1d")
    await club.wish(ANN, vacation="2026-03-10")
    assert await club.wait(8 * 24) == []


async def test_a_reminder_sent_before_a_vacation_is_not_repeated_after_it(club):
    await club.game(ANN, BEN, pace="1d")
    await club.wait(13)
    await club.wish(ANN, vacation="2026-03-06")
    await club.wait(5 * 24)
    assert len(club.direct(ANN)) == 1


async def test_a_reminder_that_was_to_come_in_a_vacation_comes_after_it(club):
    await club.game(ANN, BEN, pace="1d")
    await club.wait(6)
    await club.wish(ANN, vacation="2026-03-06")
    await club.wait(5 * 24)
    assert [one.at for one in club.direct(ANN)] == [datetime(2026, 3, 7, 6, tzinfo=UTC)]


async def test_a_turn_that_begins_in_a_vacation_has_its_whole_time_after_it(club):
    await club.wish(BEN, vacation="2026-03-05")
    await club.game(ANN, BEN, pace="8h")
    await club.move()
    assert await club.deadline() == datetime(2026, 3, 6, 8, tzinfo=UTC)
    assert "Ben is on vacation until" in club.said[-1].screen.text


async def test_a_vacation_during_the_grace_stops_it_too(club):
    await club.game(ANN, BEN, pace="8h")
    await club.wait(9)
    await club.wish(ANN, vacation="2026-03-05")
    assert await club.deadline() == datetime(2026, 3, 6, 1, tzinfo=UTC)
    await club.wait(24)
    assert (await club.table()).missed_turns == (0, 0)


async def test_a_vacation_of_which_the_process_died_half_way_still_stops_the_clock(club):
    await club.game(ANN, BEN, pace="8h")
    row = await club.store.player(ANN)
    await club.store.save_player(PlayerRow(ANN, reminders=row.reminders, vacation_until=START + 3 * DAY))
    await club.wait(71)
    assert (await club.table()).missed_turns == (0, 0)
    assert [said.kind for said in club.said if said.at > START] == []


async def test_a_vacation_stops_only_the_own_turns(club):
    mine, theirs = await club.game(ANN, BEN, pace="1d"), await club.game(BEN, ANN, pace="1d")
    await club.wish(ANN, vacation="2026-03-05")
    assert await club.deadline(mine) > START + DAY
    assert await club.deadline(theirs) == START + DAY


async def test_a_wish_that_moves_nothing_leaves_what_waits_as_it_is(club):
    await club.game(ANN, BEN, pace="1d")
    before = await club.store.outbox_of(1)
    await club.wish(ANN, language="de")
    assert await club.store.outbox_of(1) == before


# --- without a clock -----------------------------------------------------------------------------------------------


async def test_without_a_clock_the_vote_is_offered_after_seven_days_and_only_then(club):
    await club.game(ANN, BEN, CEM)
    await club.wait(TAKEOVER_OFFER - HOUR)
    await club.refuses("not-idle", club.tables.vote_takeover(1, BEN))
    (asked,) = await club.wait(1)
    assert asked.kind == "asked"
    assert asked.screen.mentions == (BEN, CEM)
    assert [button.press.verb for row in asked.screen.rows for button in row] == ["automatic"]


async def test_all_others_have_to_agree_to_a_bot(club):
    await club.game(ANN, BEN, CEM)
    await club.wait(TAKEOVER_OFFER)
    await club.refuses("your-turn", club.tables.vote_takeover(1, ANN))
    await club.tables.vote_takeover(1, BEN)
    assert (await club.table()).taken_over == frozenset()
    await club.tables.vote_takeover(1, CEM)
    assert (await club.table()).taken_over == {0}
    assert "plays for Ann" in (await club.tell())[-1].screen.text


async def test_a_move_takes_the_offer_back(club):
    await club.game(ANN, BEN)
    await club.wait(TAKEOVER_OFFER)
    await club.move()
    await club.refuses("not-idle", club.tables.vote_takeover(1, ANN))


@pytest.mark.parametrize("terms", [{"mode": "solo"}, {"bots": 1}, {"bots": 3}, {"mode": "solo", "location": DM}])
async def test_a_game_of_one_person_is_stopped_after_sixty_days_and_told_a_week_before(club, terms):
    await club.game(ANN, **terms)
    assert await club.wait(ABANDONED - ABANDON_WARNING - HOUR) == []
    (warning,) = await club.wait(1)
    assert (warning.kind, warning.screen.mentions) == ("fading", (ANN,))
    assert f"<t:{int((START + ABANDONED).timestamp())}:R>" in warning.screen.text
    (end,) = await club.wait(ABANDON_WARNING)
    assert "Nobody had made a move for 60 days." in end.screen.text
    assert (await club.table()).status == "over"


async def test_a_game_without_a_clock_in_which_nobody_votes_ends_too(club):
    await club.game(ANN, BEN, CEM)
    said = await club.wait(ABANDONED + DAY)
    assert kinds(said) == ["asked", "fading", "table"]
    assert (await club.table()).ended_early == "unused"


async def test_a_move_begins_the_sixty_days_anew(club):
    await club.game(ANN, BEN)
    await club.wait(ABANDONED - HOUR)
    await club.move()
    await club.wait(ABANDONED - HOUR)
    assert (await club.table()).status == "running"


async def test_a_solo_game_with_a_clock_ends_when_its_player_is_gone(club):
    await club.game(ANN, mode="solo", pace="1h")
    await club.wait(3)
    assert (await club.table()).status == "over"


# --- lobbies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["none", "1h", "7d"])
async def test_a_lobby_is_told_a_day_before_and_closes_after_a_week_never_sooner_than_its_pace(club, pace):
    await club.lobby(ANN, BEN, seats=3, pace=pace)
    await club.tell()
    assert await club.wait(6 * 24 - 1) == []
    (warning,) = await club.wait(1)
    assert warning.screen.mentions == (ANN, BEN)
    assert f"<t:{int((START + 7 * DAY).timestamp())}:R>" in warning.screen.text
    (closed,) = await club.wait(24)
    assert closed.at == START + 7 * DAY
    assert (await club.table()).status == "cancelled"


async def test_a_lobby_that_begins_does_not_expire(club):
    await club.game(ANN, BEN)
    assert {"warn", "expire"}.isdisjoint(await waiting(club))


async def test_a_lobby_that_closes_leaves_nothing_waiting(club):
    await club.lobby(ANN, BEN)
    await club.tables.close(1, ANN)
    await club.tell()
    assert await waiting(club) == []


async def test_an_outage_moves_the_end_of_a_lobby_and_what_is_told_of_it(club):
    await club.lobby(ANN, BEN)
    await club.tell()
    await away(club, 48)
    said = await club.wait(6 * 24)
    assert f"<t:{int((START + 9 * DAY).timestamp())}:R>" in said[-1].screen.text


async def test_whatever_waits_for_a_turn_lapses_with_the_game(club):
    await club.wish(ANN, reminders="both", notices=True, next_notice=True)
    await club.game(ANN, BEN, pace="1d")
    await club.tables.resign(1, BEN)
    await club.tell()
    assert set(await waiting(club)).isdisjoint(kinds_of(TURN_SCOPED))


# --- many games ----------------------------------------------------------------------------------------------------


async def test_three_games_of_one_person_never_mix(club):
    games = [await club.game(ANN, BEN, pace=pace) for pace in ("1h", "1d", "none")]
    await club.move(games[1])
    await club.wait(2)
    tables = [await club.table(game) for game in games]
    assert [table.missed_turns for table in tables] == [(1, 0), (0, 0), (0, 0)]
    assert [turn_of(table) for table in tables] == [BEN, BEN, ANN]
    for game in games:
        told = [said.screen.text for said in club.said if said.game == game]
        assert any(f"game {game}" in text for text in told)
        others = {f"game {other}" for other in games if other != game}
        assert not any(other in text for text in told for other in others)
