"""The message of the day in a channel: what stands for it where it is refused, and where the server wants it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
import simcord

from bot.tables import daily
from bot.texts import texts
from data.daily import DailyResult
from tests.bot.interactions.test_daily import finished, follow, looked, set_channel, to_day, today
from tests.bot.interactions.test_days import manager
from tests.bot.locations import fail, heal
from tests.bot.world import World, world

EN = texts("en")


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


async def later(here: World) -> None:
    """Let the time pass that is between two edits."""
    await here.env.advance_time(61)
    await looked(here)


def closed(here: World) -> simcord.ChannelHandle:
    """A channel in which the bot may read and not write."""
    me = here.env.bot.user
    return here.guild.create_text_channel("closed", overwrites={me: discord.PermissionOverwrite(send_messages=False)})


# --- what a channel does not take ---


async def test_a_message_with_a_name_that_the_server_does_not_allow_says_how_many_finished(here):
    await finished(here, here.ann)
    fail(here, here.channel.id, 200000, 400, times=1)
    await follow(here)
    (posted,) = here.messages()
    assert EN("daily.unnamed", people=1) in posted.text
    assert "Ann" not in posted.text
    assert EN("daily.play") in posted.labels


async def test_an_edit_with_a_name_that_the_server_does_not_allow_leaves_the_names_out(here):
    await follow(here)
    fail(here, here.channel.id, 200000, 400, times=1, to="PATCH")
    await finished(here, here.ann)
    await later(here)
    (posted,) = here.messages()
    assert EN("daily.unnamed", people=1) in posted.text
    await finished(here, here.ben)
    await later(here)
    assert "Ann" in here.last().text, "the next edit tries the names again"


async def test_a_result_of_a_name_that_the_server_does_not_allow_is_shared_without_it(here):
    shown = await finished(here, here.ann)
    fail(here, here.channel.id, 200000, 400, times=1)
    await here.do(here.ann, shown, "dailyshare")
    await looked(here)
    (posted,) = here.messages()
    assert posted.text.startswith(EN("daily.result", day=EN.day(today(here))))


async def test_a_channel_that_takes_no_files_gets_the_message_without_its_picture(here):
    await finished(here, here.ann)
    await to_day(here)
    fail(here, here.channel.id, 50013, times=1)
    await follow(here)
    (posted,) = here.messages()
    assert "Ann" in posted.text
    assert not posted.attachments


async def test_a_permission_that_is_given_back_brings_the_message_at_once(here):
    fail(here, here.channel.id, 50013)
    await follow(here)
    await here.env.advance_time(30)
    await looked(here)
    heal(here)
    assert here.messages() == []
    guild = here.env.bot.get_guild(here.guild.id)
    assert guild is not None
    channel = guild.get_channel(here.channel.id)
    here.env.bot.dispatch("guild_channel_update", channel, channel)
    await here.settle()
    await looked(here)
    assert len(here.messages()) == 1


# --- where the server wants it ---


async def test_another_channel_gets_the_message_of_the_same_day_and_the_old_one_no_further_results(here):
    await follow(here)
    await finished(here, here.ann)
    await later(here)
    other = here.guild.create_text_channel("other")
    await set_channel(here, other)
    await looked(here)
    assert "Ann" in here.last(other).text
    await finished(here, here.ben)
    await later(here)
    assert "Ben" in here.last(other).text
    await to_day(here)
    assert "Ben" in here.messages(other)[0].text
    (old,) = here.messages()
    assert EN("daily.post-over", day="x").split("x")[0] in old.text
    assert "Ann" in old.text
    assert "Ben" not in old.text


async def test_a_server_that_follows_no_more_gets_no_results_and_no_further_day(here):
    await follow(here)
    await here.store.save_server(replace(await here.store.server(here.guild.id), daily_channel=None))
    await finished(here, here.ann)
    await later(here)
    (posted,) = here.messages()
    assert "Ann" not in posted.text
    await to_day(here)
    (posted,) = here.messages()
    assert "Ann" not in posted.text
    assert EN.day(today(here)) not in posted.text


@pytest.fixture
async def boss(here):
    return await manager(here)


@pytest.mark.parametrize("kind", ["create_forum_channel", "create_category"])
async def test_a_forum_or_a_category_is_refused(here, boss, kind):
    channel = getattr(here.guild, kind)("daily")
    shown = await here.command(boss, "settings", daily=f"<#{channel.id}>")
    assert shown.text == EN("refused.no-access")
    assert (await here.store.server(here.guild.id)).daily_channel is None


async def test_a_channel_in_which_the_bot_may_not_write_is_refused(here, boss):
    channel = closed(here)
    shown = await here.command(boss, "settings", daily=f"<#{channel.id}>")
    missing = ", ".join(EN(f"permission.{name}") for name in ("send_messages", "attach_files"))
    assert shown.text == EN("refused.lacks-in", channels=f"<#{channel.id}>", lacking=missing)


async def test_a_result_is_not_promised_where_the_bot_may_not_post(here):
    await finished(here, here.ann)
    channel = closed(here)
    command = {"id": "1", "name": "ingenious", "type": 1, "options": [{"name": "daily", "type": 1, "options": []}]}
    answer = await here.answer(here.forge(here.ann, command, kind="command", channel=channel))
    for verb in ("play", "dailyshare"):
        custom_id = next(one["custom_id"] for one in answer.controls if f":{verb}:" in one["custom_id"])
        data = {"custom_id": custom_id, "component_type": 2}
        answer = await here.answer(here.forge(here.ann, data, message=answer, channel=channel))
    assert answer.text == EN("refused.lacks-in", channels=f"<#{channel.id}>", lacking=EN("permission.send_messages"))
    assert await here.store.daily_posts(here.guild.id, today(here).isoformat(), here.ann.id) == []


# --- whom it asks for ---


async def test_discord_is_asked_for_those_whom_the_message_lists_however_many_finished(here, monkeypatch):
    day = today(here)
    for user in range(1000, 1060):
        await here.store.join_daily(here.guild.id, user, f"P{user}")
        one = daily.begin(day, user, f"P{user}", here.app.tables.chance.daily_seed(day))
        await here.store.save_daily_try(one.stored, 0)
        row = DailyResult(day.isoformat(), user, f"P{user}", here.app.clock(), counts=True, result=(user - 990,) * 6)
        await here.store.save_daily_try(replace(one.stored, row=row), len(one.events))
    asked = []

    async def members(_, users):
        asked.extend(users)
        return dict.fromkeys(users)

    monkeypatch.setattr(here.app.directory, "members", members)
    await follow(here)
    assert sorted(asked) == list(range(1045, 1060))
