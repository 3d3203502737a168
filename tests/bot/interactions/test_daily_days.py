"""The daily challenge over days, servers and mishaps: what is shown when, of whom, and what never is."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest

from bot.screens import daily_ranking, daily_result
from bot.screens.custom_ids import custom_id
from bot.screens.phrases import JOINER
from bot.screens.press import DailyPress
from bot.screens.verbs import DailyVerb
from bot.services import daily as service
from bot.services import privacy
from bot.tables import daily
from bot.texts import LANGUAGES, texts
from data.daily import DailyResult, MonthRow
from game.events import Resign
from game.solo_results import BEST
from tests.bot.ids import Id, day_number
from tests.bot.interactions.test_daily import (
    EN,
    _daily,
    board,
    finished,
    follow,
    forge,
    looked,
    opened,
    play,
    set_channel,
    to_day,
    today,
)
from tests.bot.locations import fail, heal, running
from tests.bot.own_data import own_data
from tests.bot.world import World, world


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def shared(here: World, who) -> None:
    """Finish the day and show the result to all."""
    await here.do(who, await finished(here, who), "dailyshare")
    await looked(here)


# --- what is shown at the end of a try ---


async def test_who_has_finished_sees_the_others_at_once_and_when_the_next_day_begins(here):
    await finished(here, here.ann, tiles=12)
    shown = await finished(here, here.ben)
    lines = shown.text.split("\n")
    assert EN("daily.here") in lines
    assert [line for line in lines if "Ann · " in line or "Ben · " in line] == [
        EN("daily.rank", rank=EN("end.rank", rank=at) + JOINER, name=name, lowest=(await board(here, who)).row.lowest)
        for at, (name, who) in enumerate((("Ann", here.ann), ("Ben", here.ben)), 1)
    ]
    assert f"<t:{int(daily.ends_at(today(here)).timestamp())}:R>" in lines[-1]


async def test_a_result_that_was_posted_leads_back_to_the_day(here):
    told = await here.do(here.ann, await finished(here, here.ann), "dailyshare")
    assert EN("daily.next", until="").split(".")[0] in (await here.do(here.ann, told, "daily")).text


async def test_who_was_asked_whether_to_give_up_can_play_on(here):
    await play(here, here.ann, await opened(here, here.ann), 2)
    asked = await forge(here, here.ann, await here.command(here.ann, "daily"), _daily(here, "giveup"))
    assert EN.day(today(here)) in asked.text
    assert "try" in [one.verb for one in (await here.do(here.ann, asked, "play")).presses]
    assert not (await board(here, here.ann)).over


async def test_a_try_of_the_day_before_is_given_up_beside_where_it_is_finished(here):
    await play(here, here.ann, await opened(here, here.ann), 2)
    day = today(here)
    await to_day(here)
    shown = await here.command(here.ann, "daily")
    assert shown.labels[-2:] == [EN(key, day=EN.short_day(day)) for key in ("daily.finish", "daily.give-up-day")]
    asked = await here.press(here.ann, shown, _daily(here, "giveup", days=-1))
    assert EN.day(day) in asked.text
    ended = await here.do(here.ann, asked, "resign")
    assert EN("daily.too-late") in ended.text
    assert EN("daily.finish", day=EN.short_day(day)) not in (await here.command(here.ann, "daily")).labels


async def test_a_result_below_all_bots_is_not_called_better_than_none_of_them(here):
    shown = await finished(here, here.ann)
    assert "☆☆☆☆☆" in shown.text.split("\n")
    assert EN("daily.better", percent=0, level=BEST) not in shown.text


# --- the boards of the day before ---


async def test_the_boards_of_yesterday_are_offered_only_where_there_are_any(here):
    await opened(here, here.ben)
    assert EN("daily.yesterday") not in (await here.command(here.ann, "daily")).labels
    await finished(here, here.ann)
    await to_day(here)
    shown = await here.command(here.cem, "daily")
    assert EN("daily.yesterday") in shown.labels
    assert (await here.do(here.cem, shown, "dailyboard")).attached(".png")
    assert EN("daily.yesterday") in (await here.command(here.ann, "daily", dm=True)).labels
    assert EN("daily.yesterday") not in (await here.command(here.ben, "daily", dm=True)).labels


async def test_who_asks_for_boards_that_are_not_there_finds_the_way_back(here):
    shown = await here.command(here.ann, "daily")
    answer = await forge(here, here.ann, shown, _daily(here, "0", "dailyboard", days=-1))
    assert answer.text == EN("refused.daily-none")
    assert EN("daily.play") in (await here.do(here.ann, answer, "daily")).labels


# --- the message of a server ---


async def test_a_message_that_was_deleted_is_posted_again_once_with_its_picture(here):
    await finished(here, here.ben)
    await to_day(here)
    await follow(here)
    (old,) = here.messages()
    here.env.backend.delete_message(here.channel.id, old.id)
    await finished(here, here.ann)
    await here.env.advance_time(61)
    await looked(here)
    (new,) = here.messages()
    assert "Ann · " in new.text
    assert new.attached(".png")
    for _ in range(2):
        await here.restart()
        await looked(here)
    await finished(here, here.cem)
    await here.env.advance_time(61)
    await looked(here)
    (edited,) = here.messages()
    assert edited.id == new.id
    assert "Cem · " in edited.text


async def test_the_message_of_the_day_is_posted_again_where_all_messages_are_lost(here):
    await follow(here)
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await here.env.bot.dispatcher.repost_all()
    await here.restart()
    await looked(here)
    assert [one.text.split("\n")[0] for one in here.messages()] == [
        EN("daily.post", day=EN.day(today(here)), until="").split("\n")[0]
    ]


async def test_a_deleted_message_of_a_day_that_is_over_and_a_deleted_result_are_left_alone(here):
    await follow(here)
    await shared(here, here.ann)
    await here.env.advance_time(61)
    await looked(here)
    assert len(here.messages()) == 2
    for one in here.messages():
        here.env.backend.delete_message(here.channel.id, one.id)
    await to_day(here)
    (only,) = here.messages()
    assert EN.day(today(here)) in only.text
    await here.env.advance_time(3600)
    await looked(here)
    assert len(here.messages()) == 1


async def test_a_day_that_is_over_shows_its_own_results_alone_and_reveals_the_seed_that_was_promised(here):
    await follow(here)
    await finished(here, here.ann)
    await to_day(here)
    seed = here.app.tables.chance.daily_seed(today(here))
    promised = here.messages()[-1]
    sha256_of_seed = sha256(seed).hexdigest()
    assert f"`{sha256_of_seed[:8]}…`" in promised.text
    pressed = custom_id(DailyPress(today(here), DailyVerb.FAIRNESS))
    fair = await here.press(here.ann, promised, pressed)
    assert sha256_of_seed in fair.text
    assert seed.hex() not in fair.text
    assert promised.attached(".png")
    await finished(here, here.ben)
    await here.env.advance_time(61)
    await looked(here)
    assert here.messages()[-1].attachments == promised.attachments, "an edit keeps the picture"
    best = await board(here, here.ben)
    await to_day(here)
    over = here.messages()[-2]
    assert over.id == promised.id
    assert "Ben" in over.text
    assert "Ann" not in over.text
    assert over.attached(".png")["description"] == daily_result.alt(best, EN)
    assert f"`{sha256_of_seed[:8]}…`" in over.text
    fair = await here.press(here.ann, over, pressed)
    assert sha256_of_seed in fair.text
    assert seed.hex() in fair.text


async def test_nothing_shows_the_seed_of_a_day_before_its_end(here, caplog):
    caplog.set_level(logging.DEBUG)
    await follow(here)
    await shared(here, here.ann)
    await here.command(here.ann, "daily")
    await forge(here, here.ann, await here.command(here.ann, "daily"), _daily(here, "0", "dailyboard"))
    await here.command(here.ann, "games")
    seed = here.app.tables.chance.daily_seed(today(here))
    stored = [one for channel in here.env.backend.messages.values() for one in channel.values()]
    kept = json.dumps(await own_data(here.app, here.ann.id))
    for secret in (seed.hex(), str(seed), repr(seed)):
        assert all(secret not in one.content for one in stored)
        assert secret not in caplog.text
        assert secret not in kept
    assert not [file for one in stored for file in one.attachments if file["filename"].endswith(".json")]


async def test_a_placement_that_ends_a_try_at_the_stroke_of_midnight_counts_and_is_in_the_closed_table(here):
    await follow(here)
    await play(here, here.ann, await opened(here, here.ann), 2)
    left = daily.ends_at(today(here)) - here.app.clock()
    await here.env.advance_time(left.total_seconds() - 1)
    save = here.store.save_daily_try

    async def slowly(*arguments) -> bool:
        await to_day(here)
        return await save(*arguments)

    here.store.save_daily_try = slowly
    current = await board(here, here.ann)
    after = await service.play(here.app, current, current.table.game().position.version, Resign())
    assert after.row.counts
    await looked(here)
    assert "Ann" in here.messages()[0].text


async def test_after_two_days_without_the_bot_the_last_table_is_closed_and_one_day_is_opened(here):
    await follow(here)
    await finished(here, here.ann)
    await here.env.bot.dispatcher.finish()
    await to_day(here, hours=50)
    await here.restart()
    await looked(here)
    closed, present = here.messages()
    assert "Ann" in closed.text
    assert closed.labels == [EN("daily.boards"), EN("button.fair")]
    assert EN.day(today(here)) in present.text
    assert "Ann" not in present.text


@pytest.mark.parametrize(("code", "status"), [(10003, 404), (50001, 403), (50013, 403)])
async def test_a_channel_that_is_gone_or_closed_keeps_no_other_server_waiting(here, code, status):
    other = here.env.create_guild("Other")
    channel = other.create_text_channel("daily")
    fail(here, here.channel.id, code, status)
    for where in (here.channel, channel):
        await set_channel(here, where)
    await looked(here)
    assert len(here.messages(channel)) == 1
    assert here.messages() == []
    heal(here)
    await to_day(here)
    assert EN.day(today(here)) in here.last().text, "the next day is tried again"


def streaks(*kept: str) -> str:
    """The line of the message that names streaks."""
    return EN("daily.streaks", streaks=" · ".join(kept))


async def test_the_message_names_the_streaks_that_end_with_the_day_until_their_people_have_finished(here):
    await follow(here)
    await finished(here, here.ann)
    await to_day(here)
    for who in (here.ann, here.ben):
        await finished(here, who)
    await to_day(here)
    assert streaks("Ann\N{NO-BREAK SPACE}**2**") in here.last().text.split("\n")
    assert not here.last().pinged
    await finished(here, here.ann)
    await here.env.advance_time(61)
    await looked(here)
    assert streaks() not in here.last().text
    await to_day(here)
    assert streaks("Ann\N{NO-BREAK SPACE}**3**") in here.last().text.split("\n")
    assert streaks() not in here.messages()[-2].text, "a day that is over has no streak to keep"


async def test_who_is_left_out_of_leaderboards_has_no_streak_in_the_message(here):
    await follow(here)
    for _ in range(2):
        await finished(here, here.ann)
        await finished(here, here.ben)
        await to_day(here)
    await here.command(here.ann, "me", listed=False)
    here.env.backend.delete_message(here.channel.id, here.last().id)
    await finished(here, here.cem)
    await here.env.advance_time(61)
    await looked(here)
    assert streaks("Ben\N{NO-BREAK SPACE}**2**") in here.last().text.split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_of_a_table_is_the_number_of_a_list_which_discord_would_count_by_itself(language):
    results = [DailyResult("2026-03-29", user, f"N{user}", None, counts=True, result=(5,) * 6) for user in (1, 2)]
    rows = [MonthRow(user, f"N{user}", 2, 10, 5) for user in (1, 2)]
    day, words = date(2026, 3, 29), texts(language)
    shown = (
        daily_ranking.ranking_of_day(daily_ranking.DayRanking(day, results), words),
        daily_ranking.month(rows, day, 2, words, day),
    )
    for screen in shown:
        assert all(name in screen.text for name in ("N1", "N2"))
        assert not re.search(r"^\d+[.)] ", screen.text, re.MULTILINE)


def test_equal_rows_of_a_month_share_a_place():
    rows = [MonthRow(1, "Ann", 2, 10, 6), MonthRow(2, "Ben", 2, 10, 6), MonthRow(3, "Cem", 2, 10, 5)]
    shown = daily_ranking.month(rows, date(2026, 3, 29), 1, EN, date(2026, 3, 29)).text.replace("\N{WORD JOINER}", "")
    assert [line.split(" ")[:2] for line in shown.split("\n")[1:4]] == [["1st", "Ann"], ["1st", "Ben"], ["3rd", "Cem"]]


# --- one person in many places ---


async def test_a_person_in_ten_servers_has_one_try_that_each_of_them_shows_once(here):
    channels = [here.channel]
    for number in range(9):
        guild = here.env.create_guild(f"Server {number}")
        guild.add_member(here.ann.user)
        channels.append(guild.create_text_channel("daily"))
    for channel in channels:
        await here.store.join_daily(channel.guild.id, here.ann.id, "Ann")
        await set_channel(here, channel)
    await finished(here, here.ann)
    await here.env.advance_time(61)
    await looked(here)
    for channel in channels:
        assert [one.text.count("Ann · ") for one in here.messages(channel)] == [1]
    assert len(await here.store.daily_history(here.ann.id)) == 1


async def test_in_direct_messages_a_day_is_played_and_nothing_can_be_posted(here):
    shown = await here.command(here.ann, "daily", dm=True)
    assert EN("daily.month") not in shown.labels
    shown = await here.do(here.ann, shown, "play")
    day, version = today(here), (await board(here, here.ann)).table.game().position.version
    custom_id = Id(day_number(day), version, "resign").custom_id
    stored = here.env.backend.get_message(shown.channel, shown.id)
    stored.components[0]["components"][0] |= {"custom_id": custom_id, "type": 2}
    data = {"custom_id": custom_id, "component_type": 2}
    done = await here.answer(here.forge(here.ann, data, message=shown, channel=here.dm(here.ann), guild=False))
    assert (await board(here, here.ann)).over
    assert EN("daily.share") not in done.labels
    assert EN("daily.share") in (await here.do(here.ann, await here.command(here.ann, "daily"), "play")).labels


async def test_a_day_and_a_game_that_goes_on_keep_apart(here):
    game = await running(here)
    before = await here.table(game)
    await shared(here, here.ann)
    assert await here.table(game) == before
    assert [row.id for row in await here.store.games_of(here.ann.id, ("running", "over"))] == [game]


# --- who is not shown ---


async def test_who_is_left_out_of_leaderboards_is_in_no_table_of_a_day_or_month(here):
    await finished(here, here.ann)
    await finished(here, here.ben)
    await here.store.save_player(replace(await here.store.player(here.ann.id), unlisted=True))
    shown = await here.command(here.cem, "daily")
    month = await forge(here, here.cem, shown, _daily(here, "month"))
    for one in (shown, month):
        assert "Ben" in one.text
        assert "Ann" not in one.text
    assert EN("daily.mine") in (await here.command(here.ann, "daily")).labels


async def test_the_messages_of_days_follow_at_once_what_somebody_wants_to_be_listed(here):
    await follow(here)
    await finished(here, here.ann)
    await finished(here, here.ben)
    await to_day(here)
    for listed in (False, True):
        await here.command(here.ann, "me", listed=listed)
        await looked(here)
        for message in here.messages()[:2]:
            assert ("Ann" in message.text) is listed
            assert "Ben" in message.text


async def test_with_the_data_of_a_person_their_results_go_from_all_messages(here):
    await follow(here)
    await finished(here, here.ben)
    await shared(here, here.ann)
    await to_day(here)
    await here.env.advance_time(61)
    await looked(here)
    assert any("Ann" in one.text for one in here.messages())
    await privacy.forget(here.app, here.ann.id)
    await looked(here)
    left = [one.text for one in here.messages()]
    assert not [text for text in left if "Ann" in text]
    assert EN("daily.withdrawn") in left
    assert any("Ben" in text for text in left)
    withdrawn = next(one for one in here.messages() if one.text == EN("daily.withdrawn"))
    assert not withdrawn.attachments
    assert not withdrawn.controls
    assert not [file for one in here.messages() for file in one.attachments if "Ann" in (file["description"] or "")]


async def test_a_day_whose_only_result_was_deleted_shows_its_first_position_again(here):
    await follow(here)
    await finished(here, here.ann)
    await to_day(here)
    before = here.messages()[0].attached(".png")["description"]
    assert "Ann" in before
    await privacy.forget(here.app, here.ann.id)
    await looked(here)
    after = here.messages()[0].attached(".png")["description"]
    assert after.startswith("Daily challenge · ")


async def test_only_its_own_person_gives_up_a_try_whoever_presses_the_button(here):
    await play(here, here.ann, await opened(here, here.ann), 2)
    asked = await forge(here, here.ann, await here.command(here.ann, "daily"), _daily(here, "giveup"))
    answer = await here.answer(
        here.forge(here.ben, {"custom_id": asked.button("resign"), "component_type": 2}, message=asked)
    )
    assert answer.text == EN("refused.daily-none")
    assert not (await board(here, here.ann)).over
    assert await here.store.daily_history(here.ben.id) == []


# --- profile ---


async def profile_of(here: World, who, by=None) -> str:
    """What stands under the picture of a profile."""
    options = {} if by is None else {"player": who}
    shown = await here.command(by or who, "profile", **options)
    return shown.attached(".png")["description"] or ""


async def test_a_profile_has_the_streak_and_the_best_of_the_daily_challenge_where_it_is_shown(here):
    game = await running(here)
    await here.app.tables.resign(game, here.ann.id)
    words = EN("profile.daily", streak=2, best=0).split(":")[0]
    assert words not in await profile_of(here, here.ann)
    await finished(here, here.ann)
    await to_day(here)
    await finished(here, here.ann, tiles=20)
    best = (await board(here, here.ann)).row.lowest
    assert EN("profile.daily", streak=2, best=best) in await profile_of(here, here.ann)
    assert EN("profile.daily", streak=2, best=best) in await profile_of(here, here.ann, here.ben)
    await here.store.leave_daily(here.guild.id, here.ann.id)
    assert words not in await profile_of(here, here.ann, here.ben)


async def test_a_profile_without_a_finished_game_has_the_daily_challenge_where_it_is_shown(here):
    await finished(here, here.ann)
    days = EN("profile.daily", streak=1, best=0)
    assert (await here.command(here.ann, "profile")).text == f"{EN('profile.none')}\n{days}"
    seen = await here.command(here.ben, "profile", player=here.ann)
    assert seen.text == f"{EN('profile.none-here')}\n{days}"
    await here.store.leave_daily(here.guild.id, here.ann.id)
    assert (await here.command(here.ben, "profile", player=here.ann)).text == EN("profile.none-here")
    await here.store.save_player(replace(await here.store.player(here.ann.id), unlisted=True))
    await here.store.join_daily(here.guild.id, here.ann.id, "Ann")
    assert (await here.command(here.ben, "profile", player=here.ann)).text == EN("profile.unlisted")
