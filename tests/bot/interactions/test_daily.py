"""The daily challenge by presses: one try a person and day, the same tiles for all, nothing shown too early."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.screens import daily as screens
from bot.screens import daily_ranking
from bot.screens.draft import Draft
from bot.screens.phrases import JOINER
from bot.services import departures, privacy
from bot.tables import daily
from bot.tables.anonymous import FORMER
from bot.tables.outbox_rows import Scheduled
from bot.tables.timers import DayTimer
from bot.texts import LANGUAGES, clean_name, texts
from data.daily import DailyResult, MonthRow
from data.ids import UserId
from game.bag import seeded
from game.events import Dealt, Place, TurnEnded
from game.placements import placements
from game.state import SeatView
from tests.bot.ids import Id, day_number
from tests.bot.limits import body_of, broken_in_message
from tests.bot.own_data import own_data
from tests.bot.world import Shown, World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def today(here: World) -> date:
    return here.app.clock().date()


async def board(here: World, who) -> daily.Attempt:
    """The try of somebody as the store has it."""
    kept = await here.store.daily_try(today(here).isoformat(), who.id)
    assert kept
    return daily.read(kept)


async def to_day(here: World, hours: float = 0.1) -> None:
    """Let the next day begin."""
    left = daily.ends_at(today(here)) - here.app.clock()
    await here.env.advance_time(left.total_seconds() + hours * 3600)
    await looked(here)


async def forge(here: World, who, message: Shown, custom_id: str) -> Shown:
    """Press a button that the message does not offer, in its place."""
    stored = here.env.backend.get_message(message.channel, message.id)
    stored.components[0]["components"][0] |= {"custom_id": custom_id, "type": 2}
    return await here.answer(here.forge(who, {"custom_id": custom_id, "component_type": 2}, message=message))


def placing(view: SeatView, day: date, at: int = 0) -> str:
    """The custom id of a placement of the tile on turn."""
    tile, a, b, _, _ = placements(view)[at]
    return Id(day_number(day), view.position.version, "place", Draft(tile, None, a, b).text).custom_id


async def play(here: World, who, shown: Shown, tiles: int, at: int = 0) -> Shown:
    """Place so many tiles from a panel; the last answer."""
    for _ in range(tiles):
        one = await board(here, who)
        shown = await forge(here, who, shown, placing(one.table.view_for(who.id), one.day, at))
    return shown


async def tried(here: World, who, shown: Shown) -> Shown:
    """The first suggestion of a panel, laid to look at."""
    return await here.press(who, shown, next(one.custom_id for one in shown.presses if one.verb == "try"))


async def looked(here: World) -> None:
    """Let the messages about the day that are due be sent."""
    await here.settle()
    dispatcher = here.env.bot.dispatcher
    while await here.store.due(here.app.clock(), 1) and not dispatcher._finished:
        await dispatcher.notify_all()
        await asyncio.gather(*dispatcher._tasks.values())
    await here.settle()


async def follow(here: World) -> None:
    """Let the server follow the daily challenge in its channel."""
    await set_channel(here, here.channel)
    await looked(here)


async def set_channel(here: World, channel) -> None:
    """Let the server of a channel follow the daily challenge there."""
    row = replace(await here.store.server(channel.guild.id), daily_channel=channel.id)
    await here.store.save_server(row, [Scheduled(DayTimer()).row])
    here.app.server_changed()


async def opened(here: World, who) -> Shown:
    return await here.do(who, await here.command(who, "daily"), "play")


async def finished(here: World, who, tiles: int = 2) -> Shown:
    """Play a few tiles and give up."""
    await play(here, who, await opened(here, who), tiles)
    asked = await forge(here, who, await here.command(who, "daily"), _daily(here, "giveup"))
    return await here.do(who, asked, "resign")


def _daily(here: World, draft: str = "", verb: str = "daily", days: int = 0) -> str:
    return Id(day_number(today(here) + timedelta(days=days)), 0, verb, draft).custom_id


async def test_a_day_is_played_with_the_panel_to_its_end(here):
    shown = await here.command(here.ann, "daily")
    assert shown.ephemeral
    assert "one try" in shown.text
    shown = await here.do(here.ann, shown, "play")
    tiles = 0
    while "try" in [one.verb for one in shown.presses]:
        assert "place" not in [one.verb for one in shown.presses], "the next tile is laid by a choice alone"
        shown = await here.do(here.ann, await tried(here, here.ann, shown), "place")
        tiles += 1
    assert tiles > 20
    result = (await board(here, here.ann)).row
    assert result.counts
    assert f"**{result.lowest}**" in shown.text
    assert "better than" in shown.text
    assert len(here.messages()) == 0, "nothing of it is public"
    again = await here.command(here.ann, "daily")
    assert EN("daily.mine") in again.labels
    assert (await here.do(here.ann, again, "play")).text.split("\n")[0] == shown.text.split("\n")[0]


async def test_everybody_gets_the_same_tiles_in_the_same_order_whatever_they_place(here):
    for who, at in ((here.ann, 0), (here.ben, 5)):
        await play(here, who, await opened(here, who), 6, at)
    ann, ben = await board(here, here.ann), await board(here, here.ben)
    drawn = [
        [one.racks if isinstance(one, Dealt) else one.drawn for one in a.events if isinstance(one, Dealt | TurnEnded)]
        for a in (ann, ben)
    ]
    assert drawn[0] == drawn[1]
    assert ann.table.game().position.symbols != ben.table.game().position.symbols
    seed = here.app.tables.chance.daily_seed(today(here))
    assert seeded(seed).order[0] == drawn[0][0][0][0]
    assert seed != here.app.tables.chance.daily_seed(today(here) + timedelta(days=1))


async def test_two_presses_at_once_begin_one_try_and_place_one_tile(here):
    shown = await here.command(here.ann, "daily")
    custom_id = shown.button("play")
    results = [here.forge(here.ann, {"custom_id": custom_id, "component_type": 2}, message=shown) for _ in range(3)]
    answers = [await here.answer(result) for result in results]
    assert len({one.text for one in answers}) == 1
    one = await board(here, here.ann)
    custom_id = placing(one.table.view_for(here.ann.id), one.day)
    stored = here.env.backend.get_message(answers[0].channel, answers[0].id)
    stored.components[0]["components"][0] |= {"custom_id": custom_id, "type": 2}
    twice = [here.forge(here.ann, {"custom_id": custom_id, "component_type": 2}, message=answers[0]) for _ in range(3)]
    answers = [await here.answer(result) for result in twice]
    assert all(EN("panel.done", what="")[:-1].strip() in answer.text for answer in answers)
    assert len((await board(here, here.ann)).table.game().position.turns) == 1


async def test_a_press_of_an_older_panel_changes_nothing_and_shows_the_present(here):
    first = await opened(here, here.ann)
    old = (await tried(here, here.ann, first)).button("place")
    await play(here, here.ann, first, 2, at=3)
    before = await board(here, here.ann)
    answer = await forge(here, here.ann, first, old)
    assert answer.text.startswith(EN("refused.moved-on").split(".")[0])
    assert await board(here, here.ann) == before


async def test_giving_up_counts_with_what_was_reached(here):
    shown = await finished(here, here.ann, tiles=15)
    row = (await board(here, here.ann)).row
    assert row.counts
    assert sum(row.result) > 0
    assert f"**{row.lowest}**" in shown.text
    assert (await forge(here, here.ann, shown, _daily(here, verb="resign"))).text == shown.text


async def test_another_person_never_sees_the_board_before_the_day_is_over(here):
    done = await finished(here, here.ann)
    for custom_id in (
        _daily(here, "0", "dailyboard"),
        _daily(here, "", "place"),
        _daily(here, "", "analysis"),
        _daily(here, "", "hint"),
        _daily(here, "0", "last"),
        _daily(here, "", "film"),
        _daily(here, "", "share"),
        _daily(here, "", "scores"),
        _daily(here, "", "rack"),
    ):
        shown = await here.command(here.ben, "daily")
        answer = await forge(here, here.ben, shown, custom_id)
        assert not answer.attachments, custom_id
        assert answer.text, custom_id
    later = await forge(here, here.ann, done, _daily(here, "0", "dailyboard"))
    assert later.text.startswith(EN("refused.daily-later", until="")[:20])
    assert here.messages() == []


@pytest.mark.parametrize("command", ["games", "board", "replay"])
async def test_a_try_is_no_game_that_a_command_shows(here, command):
    await finished(here, here.ann)
    for who in (here.ann, here.ben):
        shown = await here.command(who, command)
        assert not shown.attachments
        assert not [one for one in shown.presses if one.verb != "play"]
    assert await here.store.games_of(here.ann.id, ("lobby", "running", "over", "cancelled")) == []


async def test_the_panel_of_somebody_else_is_ones_own(here):
    anns = await opened(here, here.ann)
    await play(here, here.ann, anns, 3)
    before = await board(here, here.ann)
    one = before.table
    custom_id = placing(one.view_for(here.ann.id), today(here))
    await forge(here, here.ben, anns, custom_id)
    assert await board(here, here.ann) == before
    assert await here.store.daily_try(today(here).isoformat(), here.ben.id) is None


@pytest.mark.parametrize(
    "custom_id",
    [
        "ig1:100000000000000:0:play:",
        "ig1:100000020269999:0:play:",
        "ig1:100000020200101:0:play:",
        "ig1:100000020990101:0:play:",
        "ig1:100000020260105:0:dailyboard:99999",
        "ig1:100000020260105:0:dailyboard:",
        "ig1:100000020260105:0:place:RB.E7.E8",
        "ig1:100000020260105:0:dailyshare:",
        "ig1:999999999999999:0:daily:",
        "ig1:7:0:daily:",
    ],
)
async def test_forged_presses_are_answered_and_begin_nothing(here, custom_id):
    shown = await here.command(here.ann, "daily")
    assert (await forge(here, here.ann, shown, custom_id)).text
    assert await here.store.daily_history(here.ann.id) == []


async def test_a_try_goes_on_after_a_restart(here):
    shown = await play(here, here.ann, await opened(here, here.ann), 2)
    before = await board(here, here.ann)
    await here.restart()
    shown = await here.do(here.ann, await tried(here, here.ann, shown), "place")
    assert len((await board(here, here.ann)).events) > len(before.events)


async def test_after_midnight_a_try_is_finished_for_the_record_alone(here):
    await follow(here)
    panel = await tried(here, here.ann, await play(here, here.ann, await opened(here, here.ann), 2))
    day = today(here)
    await to_day(here)
    shown = await here.command(here.ann, "daily")
    assert EN("daily.finish", day=EN.short_day(day)) in shown.labels
    shown = await here.do(here.ann, panel, "place")
    done = await forge(here, here.ann, shown, Id(day_number(day), 0, "resign").custom_id)
    assert EN("daily.too-late") in done.text
    assert EN("daily.share") not in done.labels
    assert await here.store.daily_results(day.isoformat(), here.guild.id) == []
    again = await forge(here, here.ann, done, Id(day_number(day), 0, "dailyshare").custom_id)
    assert again.text == EN("refused.daily-over")


async def test_a_day_that_is_over_cannot_be_begun(here):
    shown = await here.command(here.ann, "daily")
    await to_day(here)
    answer = await here.do(here.ann, shown, "play")
    assert answer.text == EN("refused.daily-over")


async def test_a_clock_that_was_set_back_gives_no_second_try_and_no_try_at_known_tiles(here):
    await finished(here, here.ann)
    day = today(here)
    await to_day(here)
    await finished(here, here.ann)
    await opened(here, here.cem)
    present = here.app.clock()
    object.__setattr__(here.app, "clock", lambda: present - timedelta(hours=1))
    here.app.tables.clock = here.app.clock
    assert today(here) == day
    shown = await here.command(here.ann, "daily")
    assert EN("daily.play") not in shown.labels
    answer = await here.do(here.ben, await here.command(here.ben, "daily"), "play")
    assert answer.text == EN("refused.daily-clock")
    assert len(await here.store.daily_history(here.ann.id)) == 2


async def test_a_result_is_posted_once_and_its_board_only_when_the_day_is_over(here):
    done = await finished(here, here.ann)
    shown = await here.do(here.ann, done, "dailyshare")
    await looked(here)
    assert shown.text == EN("daily.shared")
    (posted,) = here.messages()
    assert posted.text.startswith("**Ann** · Daily")
    assert not posted.attachments
    assert not posted.pinged
    again = await forge(here, here.ann, await here.command(here.ann, "daily"), _daily(here, verb="dailyshare"))
    assert again.text == EN("daily.shared-already")
    assert len(here.messages()) == 1
    await to_day(here)
    posted = here.messages()[0]
    assert posted.attached(".png")
    assert posted.presses == []


async def test_a_server_follows_the_day_with_one_message_that_is_edited(here):
    await follow(here)
    (posted,) = here.messages()
    assert EN("daily.nobody-yet") in posted.text
    await finished(here, here.ann)
    await here.env.advance_time(61)
    await looked(here)
    (posted,) = here.messages()
    lowest = (await board(here, here.ann)).row.lowest
    assert EN("daily.rank", rank=f"1st{JOINER}", name="Ann", lowest=lowest) in posted.text
    assert posted.attached(".png")["description"] == f"Daily challenge · {EN.day(today(here))}"
    await to_day(here)
    old, new = here.messages()
    assert EN("daily.post-over", day=EN.day(today(here) - timedelta(days=1))) in old.text
    assert old.labels == [EN("daily.boards"), EN("button.fair")]
    assert EN("daily.winner", names=["Ann"], lowest=lowest) in new.text
    assert new.attached(".png")
    seen = await here.do(here.ben, old, "dailyboard")
    assert seen.ephemeral
    assert seen.attached(".png")
    assert "Ann" in seen.text
    await here.restart()
    await looked(here)
    assert len(here.messages()) == 2, "a restart posts nothing again"


async def test_a_day_that_ended_while_the_bot_was_down_is_closed_once(here):
    await follow(here)
    await here.env.bot.dispatcher.finish()
    await to_day(here, hours=30)
    assert len(here.messages()) == 1
    for _ in range(2):
        await here.restart()
        await looked(here)
    messages = here.messages()
    days = Counter(message.text.split("\n")[0] for message in messages)
    assert max(days.values()) == 1
    assert EN("daily.post-over", day="x").split("x")[0] in messages[0].text


async def test_who_left_the_server_is_in_its_tables_no_more(here):
    await finished(here, here.ann)
    await finished(here, here.ben)
    await departures.member_left(here.app, here.guild.id, here.ann.id)
    shown = await here.command(here.cem, "daily")
    assert "Ben" in shown.text
    assert "Ann" not in shown.text


async def test_no_list_of_a_day_or_month_has_somebody_who_left_the_server_unseen(here):
    for who in (here.ann, here.ben, here.cem, here.dia, here.eve):
        await finished(here, who)
    here.guild.remove_member(here.ann)
    overview = await here.command(here.eve, "daily")
    here.guild.remove_member(here.ben)
    month = await forge(here, here.eve, overview, _daily(here, "month"))
    here.guild.remove_member(here.cem)
    end = await opened(here, here.eve)
    for shown, name in ((overview, "Ann"), (month, "Ben"), (end, "Cem")):
        assert "Dia" in shown.text
        assert name not in shown.text


async def test_the_month_has_a_row_a_person(here):
    await finished(here, here.ann, tiles=20)
    await to_day(here)
    await finished(here, here.ann)
    await finished(here, here.ben)
    shown = await here.command(here.ben, "daily")
    month = await forge(here, here.ben, shown, _daily(here, "month"))
    rows = [line for line in month.text.split("\n") if "Ann" in line or "Ben" in line]
    assert "2 days" in rows[0]
    assert "1 day," in rows[1]


async def test_the_finished_month_is_shown_on_the_first_of_the_next_and_leads_back(here):
    await follow(here)
    await finished(here, here.ann)
    last = today(here)
    while today(here).month == last.month:
        await to_day(here)
    shown = here.last()
    for label in (EN("daily.month"), EN.month(last)):
        (custom_id,) = [one["custom_id"] for one in shown.controls if one["label"] == label]
        shown = await here.press(here.ben, shown, custom_id)
    assert EN("daily.month-title", month=EN.month(last)) in shown.text
    assert "Ann" in shown.text
    assert EN.month(today(here)) in shown.labels


async def test_all_of_the_daily_challenge_is_exported_and_deleted_with_a_person(here):
    await finished(here, here.ann)
    (one,) = (await own_data(here.app, here.ann.id))["daily"]
    assert one["day"] == today(here).isoformat()
    assert len(one["placements"]) == 2
    assert here.app.tables.chance.daily_seed(today(here)).hex() not in json.dumps(one)
    await privacy.forget(here.app, here.ann.id)
    kept = await own_data(here.app, here.ann.id)
    assert kept["daily"] == kept["daily_servers"] == []


async def forgotten(here: World, who) -> None:
    """Delete all that is kept of somebody."""
    await here.do(who, await here.command(who, "privacy", action="forget"), "forget")


@pytest.mark.parametrize("tiles", [2, 17])
async def test_who_deletes_their_data_has_had_the_try_of_the_day_and_gets_that_of_the_next(here, tiles):
    await play(here, here.ann, await opened(here, here.ann), tiles)
    await forgotten(here, here.ann)
    await forgotten(here, here.ann)
    refused = await opened(here, here.ann)
    assert refused.text.startswith(EN("refused.daily-forgotten", until="")[:20])
    assert await here.store.daily_try(today(here).isoformat(), here.ann.id) is None
    assert (await opened(here, here.ben)).attachments
    await to_day(here)
    await opened(here, here.ann)
    assert (await board(here, here.ann)).day == today(here)


async def test_what_is_kept_of_a_deleted_try_names_nobody_and_goes_with_the_day(here):
    await play(here, here.ann, await opened(here, here.ann), 2)
    day = today(here)
    await forgotten(here, here.ann)
    mark = here.app.tables.chance.forgotten_daily(day, here.ann.id)
    kept = await here.store.daily_try(day.isoformat(), mark)
    assert kept
    assert (kept.row.name, kept.events, kept.row.counts) == (FORMER, (), False)
    await to_day(here)
    assert await here.store.daily_try(day.isoformat(), mark) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spread", [1, 9])
def test_the_message_of_a_day_fits_however_many_people_with_long_names_have_the_same_result(language, spread):
    name, now = clean_name("*_" * 16), datetime(2026, 9, 28, tzinfo=UTC)
    many = [
        DailyResult("2026-09-28", UserId(10**18 + at), name, now, counts=True, result=(18 - at % spread,) * 6)
        for at in range(60)
    ]
    many.sort(key=lambda one: -one.lowest)
    day = date(2026, 9, 28)
    streaks = [daily.Streak(UserId(1), name, 999)] * 60
    shown = daily_ranking.DayRanking(day, many, many, streaks, commitment="a" * 64)
    words = texts(language)
    for screen in (
        daily_ranking.ranking_of_day(shown, words),
        daily_ranking.ranking_of_day(replace(shown, over=True), words),
        daily_ranking.month([MonthRow(one.user, name, 30, 540, 18) for one in many], day, many[-1].user, words, day),
        screens.overview(screens.Overview(day, None, daily.Summary(99, 99, 18, day), many, None, True, True), words),
    ):
        assert broken_in_message(body_of(screen)) == []


def test_of_many_winners_some_are_named_and_the_others_counted():
    now, names = datetime(2026, 9, 28, tzinfo=UTC), ["Ann", "Ben", "Cem", "Dia", "Eve", "Fay", "Gus"]
    equal = [DailyResult("2026-09-27", UserId(at), name, now, True, (9,) * 6) for at, name in enumerate(names, 1)]
    worse = DailyResult("2026-09-27", UserId(99), "Hal", now, True, (3,) * 6)
    text = daily_ranking.ranking_of_day(daily_ranking.DayRanking(date(2026, 9, 28), (), [*equal, worse]), EN).text
    assert "Yesterday **Ann, Ben, Cem, Dia and Eve** won with **9**. 2 more reached the same. 1 more finished." in text


def results(*days: tuple[str, int]) -> list[DailyResult]:
    return [DailyResult(day, 30, "Ann", counts=True, result=(lowest, 36, 36, 36, 36, 36)) for day, lowest in days]


def test_a_streak_ends_with_a_day_that_was_left_out_but_not_with_one_that_goes_on():
    history = results(("2026-01-01", 9), ("2026-01-03", 12), ("2026-01-04", 7))
    assert daily.summary(history, date(2026, 1, 4)).streak == 2
    assert daily.summary(history, date(2026, 1, 5)).streak == 2
    assert daily.summary(history, date(2026, 1, 6)).streak == 0
    found = daily.summary([*history, replace(history[0], day="2026-01-02", counts=False)], date(2026, 1, 4))
    assert (found.days, found.streak, found.best, found.best_day) == (3, 2, 12, date(2026, 1, 3))


def test_of_days_with_the_same_lowest_colour_the_better_whole_result_is_the_best_then_the_earlier_day():
    even, better = (0, 1, 1, 1, 1, 1), (9, 9, 9, 9, 9, 0)
    history = [
        DailyResult(f"2026-01-0{day}", 30, "Ann", counts=True, result=result)
        for day, result in enumerate((even, better, better, even), 1)
    ]
    assert daily.summary(history, date(2026, 1, 4)).best_day == date(2026, 1, 2)


def test_a_tie_goes_to_the_next_lowest_colours():
    low, high = (5, 5, 9, 9, 9, 9), (5, 6, 6, 6, 6, 6)
    first, second = (
        DailyResult("2026-01-01", user, "", counts=True, result=one) for user, one in ((1, low), (2, high))
    )
    assert daily.ranked([first, second]) == [second, first]


def test_a_placement_is_known_again():
    seed = bytes(32)
    one = daily.begin(date(2026, 1, 1), 30, "Ann", seed)
    tile, a, b, _, _ = placements(one.table.view_for(30))[0]
    after = daily.play(one, 1, Place(tile, (a, b)), seed, daily.ends_at(one.day))
    assert daily.is_made(after, Place(tile, (a, b)))
    assert not daily.is_made(one, Place(tile, (a, b)))


def moments(*spans: tuple[str, str]) -> list[tuple[datetime, datetime]]:
    def at(text: str) -> datetime:
        return datetime.fromisoformat(f"2026-01-{text}:00Z")

    return [(at(began), at(ended)) for began, ended in spans]


def test_a_vacation_neither_breaks_nor_lengthens_a_streak_and_its_days_are_told():
    history = results(("2026-01-01", 9), ("2026-01-02", 12), ("2026-01-05", 7))
    away = daily.excused_days(moments(("02T20:00", "05T03:00")))
    found = daily.summary(history, date(2026, 1, 5), vacation=away)
    assert (found.streak, found.vacation) == (3, 2)
    assert screens.summary_lines(found, texts("en"))[0].startswith("**3** days in a row · 2 days of vacation · ")
    played = daily.summary(history, date(2026, 1, 6), vacation={date(2026, 1, 2), *away})
    assert (played.streak, played.vacation) == (3, 2), "a day that was played all the same counts"
    before = daily.summary(history, date(2026, 1, 5), vacation={date(2025, 12, 31), *away})
    assert before.vacation == 2, "what lies before the streak is none of it"


def test_a_streak_of_somebody_on_vacation_does_not_end_with_the_day():
    before, finished = results(("2026-01-04", 9)), {30: [date(2026, 1, 3), date(2026, 1, 4)]}
    day = date(2026, 1, 5)
    (one,) = daily.streaks_to_keep(before, finished, day)
    assert (one.user, one.days) == (30, 2)
    assert daily.streaks_to_keep(before, finished, day, vacations={30: {day}}) == []


def test_a_day_is_excused_of_which_the_bot_was_away_for_half_or_more():
    days = daily.excused_days
    assert days(moments(("02T00:00", "02T12:00"))) == {date(2026, 1, 2)}
    assert days(moments(("02T00:00", "02T11:59"))) == frozenset()
    assert days(moments(("02T18:00", "02T23:00"), ("02T01:00", "02T08:00"))) == {date(2026, 1, 2)}
    assert days(moments(("02T01:00", "02T08:00"), ("02T02:00", "02T09:00"))) == frozenset(), "each moment once"
    assert days(moments(("02T13:00", "05T12:00"))) == {date(2026, 1, 3), date(2026, 1, 4), date(2026, 1, 5)}


def test_an_excused_day_neither_breaks_nor_lengthens_a_streak():
    history = results(("2026-01-01", 9), ("2026-01-02", 12), ("2026-01-05", 7))
    away = {date(2026, 1, 3), date(2026, 1, 4)}
    assert daily.summary(history, date(2026, 1, 5), away).streak == 3
    assert daily.summary(history, date(2026, 1, 5)).streak == 1
    assert daily.summary(history, date(2026, 1, 7), away).streak == 0
    played = {date(2026, 1, 2), *away}
    assert daily.summary(history, date(2026, 1, 5), played).streak == 3, "a day that was played all the same counts"
    assert daily.last_open_day(date(2026, 1, 5), away) == date(2026, 1, 2)
