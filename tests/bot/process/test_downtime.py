"""The clocks of games stand still while the bot or a server is away, and go on with the time that they had."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from simcord.backend import serializers

from bot.process.downtime import credited_time
from bot.process.heartbeat import beat_once, credit_outage
from bot.services import clocks
from bot.texts import texts
from data.store import GameChange, NewGame, NewOutboxRow, PlayerRow
from tests.bot.locations import quiet, running, turn
from tests.bot.world import World, world

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as made:
        yield made


async def pass_time(here: World, time: timedelta) -> None:
    """Let time go by in steps, in which timers fire when they are due."""
    for _ in range(max(1, time // (10 * MINUTE))):
        await here.env.advance_time(min(time, 10 * MINUTE).total_seconds())
        await quiet(here)


async def gone(here: World, *, unavailable: bool = True) -> None:
    """The server has an outage, or the bot is removed from it."""
    payload = {"id": str(here.guild.id)} | ({"unavailable": True} if unavailable else {})
    here.env.backend.emit("GUILD_DELETE", payload)
    await here.settle()


async def back(here: World, *, unavailable: bool = True) -> None:
    payload = dict(serializers.guild_create_payload(here.env.backend, here.env.backend.guilds[here.guild.id]))
    payload["unavailable"] = False
    if not unavailable:
        del payload["unavailable"]
    here.env.backend.emit("GUILD_CREATE", payload)
    await here.settle()
    await quiet(here)


async def left(here: World, game: int = 1) -> timedelta:
    """How much time the turn has."""
    deadline = (await here.store.game(game)).deadline
    assert deadline is not None
    return deadline - here.env.now()


async def due(here: World, kind: str, game: int = 1) -> timedelta:
    """How long it is until this timer."""
    (row,) = (row for row in await here.store.outbox_of(game) if row.kind == kind)
    return row.due_at - here.env.now()


def about(time: timedelta, expected: timedelta, slack: timedelta = MINUTE) -> bool:
    return abs(time - expected) <= slack


async def test_after_an_outage_of_the_server_a_turn_has_the_time_that_it_had(here):
    await running(here, pace="1h")
    await turn(here)
    await pass_time(here, 6 * MINUTE)
    before = await left(here)
    assert about(before, 54 * MINUTE)
    await gone(here)
    await pass_time(here, 6 * HOUR)
    await back(here)
    assert about(await left(here), before, timedelta(seconds=1))
    assert about(await due(here, "timeout"), before, timedelta(seconds=1))
    assert (await here.table()).turn == 5
    until_s = int((await here.store.game(1)).deadline.timestamp())
    assert here.last().text == texts("en")("away.credited", game=1, until=until_s)


async def test_a_short_outage_of_the_server_is_no_news(here):
    await running(here, pace="7d")
    await turn(here)
    before = here.messages()
    await gone(here)
    await pass_time(here, 50 * MINUTE)
    await back(here)
    assert here.messages() == before


async def test_an_outage_of_a_server_is_credited_in_its_games_alone(here):
    await running(here, pace="7d")
    await turn(here)
    timer = NewOutboxRow("timeout", '{"turn": 0}', here.env.now() + 9 * DAY)
    other = (await here.store.create(NewGame(1, 2, "standard", "en", 3), ["opened"], (), [timer])).id
    await here.store.append(other, 1, (), change=GameChange(status="running"))
    await gone(here)
    await pass_time(here, HOUR)
    await back(here)
    assert about(await due(here, "timeout", other), 9 * DAY - HOUR, timedelta(seconds=1))


async def test_a_restart_in_the_midst_of_an_outage_credits_all_of_it(beating):
    await running(beating, pace="1h")
    await turn(beating)
    before = await left(beating)
    await gone(beating)
    await pass_time(beating, 3 * HOUR)
    await beating.restart()
    await gone(beating)
    await pass_time(beating, 3 * HOUR)
    await back(beating)
    assert about(await left(beating), before, 10 * MINUTE)
    assert (await beating.table()).turn == 5


async def test_an_outage_while_the_process_is_away_too_is_credited_once(here):
    await running(here, pace="1h")
    await turn(here)
    before = await left(here)
    await gone(here)
    await beat_once(here.store, here.app.clock, here.app.absent)
    here.app.guard.connection_lost()
    await pass_time(here, 2 * HOUR)
    await beat_once(here.store, here.app.clock, here.app.absent)
    here.app.guard.connection_back()
    await back(here)
    assert about(await left(here), before, 2 * MINUTE)


@pytest.mark.parametrize("kind", ["warn", "expire"])
async def test_a_lobby_waits_for_people_as_long_as_it_would_have(here, kind):
    await here.command(here.ann, "start")
    before = await due(here, kind)
    await gone(here)
    await pass_time(here, 5 * HOUR)
    await back(here)
    assert about(await due(here, kind), before, timedelta(seconds=1))


async def test_the_vote_for_a_bot_comes_as_late_as_it_would_have(here):
    await running(here)
    await turn(here)
    before = await due(here, "idle")
    await gone(here)
    await pass_time(here, 5 * HOUR)
    await back(here)
    assert about(await due(here, "idle"), before, timedelta(seconds=1))


async def test_a_reminder_comes_when_as_much_of_the_turn_is_left(here):
    await here.store.save_player(PlayerRow(here.ann.id, reminders="half"))
    await here.store.save_player(PlayerRow(here.ben.id, reminders="half"))
    await running(here, pace="1d")
    await turn(here)
    before = await due(here, "remind")
    await gone(here)
    await pass_time(here, 5 * HOUR)
    await back(here)
    assert about(await due(here, "remind"), before, timedelta(seconds=1))


async def test_the_offer_of_a_rematch_stands_as_long_as_it_would_have(here):
    await running(here)
    await here.app.tables.resign(1, here.ben.id)
    await quiet(here)
    before = await due(here, "lapse")
    await gone(here)
    await pass_time(here, 5 * HOUR)
    await back(here)
    assert about(await due(here, "lapse"), before, timedelta(seconds=1))
    await here.store.record_heartbeat(here.env.now())
    here.env.backend.advance_clock(8 * DAY.total_seconds())
    await credit_outage(here.store, here.app.clock, here.app.absent)
    answer = await here.do(here.ann, here.last(), "rematch")
    assert "too late" not in answer.text.lower()
    assert about(await due(here, "lapse"), before, MINUTE)


async def test_a_vacation_and_an_absence_at_the_same_time_count_once(here):
    await running(here, pace="1h")
    await turn(here)
    table = await here.table()
    player = table.seats[table.public.seat].user
    until = here.env.now() + DAY
    await here.store.save_player(PlayerRow(player, vacation_until=until))
    await clocks.replan(here.app.tables, await here.app.tables.load(1), player)
    before = await due(here, "timeout")
    await here.store.record_heartbeat(here.env.now())
    here.env.backend.advance_clock((6 * HOUR).total_seconds())
    await credit_outage(here.store, here.app.clock, here.app.absent)
    assert about(await due(here, "timeout"), before - 6 * HOUR, timedelta(seconds=1))
    await gone(here)
    await pass_time(here, 6 * HOUR)
    await back(here)
    assert about(await due(here, "timeout"), before - 12 * HOUR, timedelta(seconds=1))
    await gone(here)
    await pass_time(here, 24 * HOUR)
    await back(here)
    assert about(await due(here, "timeout"), before - 24 * HOUR, timedelta(seconds=1))


async def test_a_server_without_the_bot_costs_less_and_less(beating, monkeypatch):
    await running(beating, pace="1h")
    await turn(beating)
    await gone(beating, unavailable=False)
    held: list[datetime] = []
    credit = beating.store.credit_absence

    async def counted(*about, **ends):
        held.append(beating.env.now())
        return await credit(*about, **ends)

    monkeypatch.setattr(beating.store, "credit_absence", counted)
    await pass_time(beating, DAY)
    first, held[:] = len(held), []
    await pass_time(beating, DAY)
    assert 0 < len(held) < first < 150


def test_time_that_was_credited_too_much_is_taken_back():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert credited_time([], now + HOUR, now) == -HOUR
