"""While a server is away the time of its games stands still, whatever else happens to that time meanwhile."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.process.guard import Guard
from bot.process.heartbeat import beat_once, credit_outage
from bot.process.holding import Alone
from bot.services import clocks, preferences
from bot.services.context import Services
from bot.services.loaded import Location
from bot.settings.person import PreferenceChange
from data.ids import GuildId
from data.shards import Shards
from data.store import GuildAbsence
from tests.bot.club import HERE, Club, club_at
from tests.bot.sample_tables import ANN, BEN, turn_of

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SERVER = GuildId(HERE.guild or 0)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def gone(club: Club) -> None:
    club.listener.away.add(SERVER)
    club.app.absent.left(SERVER)
    await club.app.absent.record()


async def away_for(club: Club, time: timedelta) -> None:
    """Let time go by with heartbeats and whatever falls due."""
    for _ in range(time // HOUR):
        club.now += HOUR
        await club.store.record_heartbeat(club.now)
        await beat_once(club.store, club.app.clock, club.app.absent)
        await club.tell()


async def back(club: Club) -> None:
    club.listener.away.discard(SERVER)
    await club.app.absent.returned(SERVER)
    await club.tell()


async def left(club: Club, game: int = 1) -> timedelta:
    """How much time the turn has, with its one timer for it."""
    deadline = await club.deadline(game)
    assert deadline is not None
    (timer,) = (row for row in await club.store.outbox_of(game) if row.kind == "timeout")
    assert timer.due_at == deadline
    return deadline - club.now


async def on_turn(club: Club, **terms) -> int:
    """Whoever is on turn in a new game with a day for a turn, of which two hours have passed."""
    game = await club.game(ANN, BEN, pace="1d", **terms)
    club.now += 2 * HOUR
    await club.store.record_heartbeat(club.now)
    return turn_of(await club.table(game)) or 0


def day(at: datetime) -> str:
    return at.date().isoformat()


@pytest.mark.parametrize("time", [5 * HOUR, 5 * DAY])
async def test_a_turn_goes_on_with_the_time_that_it_had(club, time):
    await on_turn(club)
    await gone(club)
    await away_for(club, time)
    await back(club)
    assert await left(club) == 22 * HOUR


async def test_who_comes_back_from_vacation_meanwhile_has_the_time_that_they_had(club):
    user = await on_turn(club)
    await club.wish(user, vacation=day(club.now + 6 * DAY))
    await gone(club)
    await away_for(club, 3 * DAY)
    await club.wish(user, vacation="off")
    await away_for(club, DAY)
    await back(club)
    assert await left(club) == 22 * HOUR


@pytest.mark.parametrize("later", [5 * HOUR, 5 * DAY])
async def test_a_vacation_that_begins_meanwhile_gives_no_time(club, later):
    user = await on_turn(club)
    await gone(club)
    await away_for(club, 3 * DAY + 30 * MINUTE)
    until = (await club.wish(user, vacation=day(club.now + 2 * DAY))).vacation_until
    await away_for(club, later)
    await back(club)
    assert await left(club) == max(until - club.now, timedelta()) + 22 * HOUR


async def test_a_vacation_that_begins_and_ends_meanwhile_gives_no_time(club):
    user = await on_turn(club)
    await gone(club)
    await away_for(club, DAY)
    await club.wish(user, vacation=day(club.now + 5 * DAY))
    await away_for(club, DAY)
    await club.wish(user, vacation="off")
    await away_for(club, 5 * HOUR)
    await back(club)
    assert await left(club) == 22 * HOUR


async def test_a_turn_that_begins_meanwhile_has_its_whole_time(club):
    await on_turn(club)
    await gone(club)
    await away_for(club, 3 * DAY)
    user = turn_of(await club.table())
    while turn_of(await club.table()) == user:
        await club.place()
    await away_for(club, 2 * DAY)
    await back(club)
    assert await left(club) == DAY


async def test_an_absence_of_the_bot_meanwhile_counts_once(club):
    await on_turn(club)
    elsewhere = await club.game(ANN, BEN, pace="1d", location=Location(99, 2))
    await gone(club)
    await away_for(club, 3 * HOUR)
    club.now += 2 * DAY
    assert await credit_outage(club.store, club.app.clock, club.app.absent) == 2 * DAY
    await away_for(club, 3 * HOUR)
    assert await left(club, elsewhere) == 18 * HOUR
    await back(club)
    assert await left(club) == 22 * HOUR


async def test_another_process_goes_on_with_an_absence(club):
    await on_turn(club)
    await gone(club)
    await away_for(club, 3 * HOUR)
    club.now += 2 * DAY
    await credit_outage(club.store, club.app.clock)
    club.app = Services.build(club.tables, club.app.pictures, club.app.clock, "en", "0")
    await club.app.absent.load(await club.store.absences())
    assert SERVER in club.app.absent
    await away_for(club, 3 * HOUR)
    await back(club)
    assert await left(club) == 22 * HOUR
    assert await club.store.absences() == {}


async def test_a_vacation_in_another_process_reckons_as_the_one_that_has_the_server(club):
    user = await on_turn(club)
    await gone(club)
    await away_for(club, 3 * DAY)
    row = await club.store.player(user)
    other = Services.build(await club.another(), club.app.pictures, club.app.clock, "en", "0")
    until = club.now + 2 * DAY
    await club.store.save_player(type(row)(user, vacation_until=until))
    await clocks.replan(other.tables, await other.tables.load(1), user)
    await away_for(club, 3 * HOUR)
    await back(club)
    assert await left(club) == until - club.now + 22 * HOUR


OTHER = Shards(1, 1, 2)
THERE = Location(GuildId(1 << 22), HERE.channel)
"""A channel in a server of the other shard."""


async def direct_messages(club: Club) -> Services:
    """The process of the shard at which direct messages arrive."""
    tables = await club.another(guard=Guard(Alone(Shards(0, 0, 2))))
    return Services.build(tables, club.app.pictures, club.app.clock, "en", "0")


@pytest.mark.parametrize("typed", ["off", "later"])
async def test_a_vacation_set_while_the_process_of_the_server_is_dead_gives_and_takes_no_time(club, typed):
    await club.game(ANN, BEN, pace="1d", location=THERE)
    user = turn_of(await club.table()) or 0
    club.now += 2 * HOUR
    if typed == "off":
        await club.wish(user, vacation=day(club.now + 9 * DAY))
    await club.store.record_heartbeat(club.now, OTHER)
    club.now += 3 * DAY
    asked = PreferenceChange(vacation="off" if typed == "off" else day(club.now + DAY))
    await preferences.change_preferences(await direct_messages(club), user, asked)
    club.now += 4 * DAY
    assert await credit_outage(club.store, club.app.clock, club.app.absent, shards=OTHER) == 7 * DAY
    assert await left(club) == 22 * HOUR


async def test_a_change_at_a_server_whose_process_lives_reckons_from_now(club):
    other = await direct_messages(club)
    await club.store.record_heartbeat(club.now, OTHER)
    club.now += MINUTE
    assert await other.absent.counted_until(THERE.guild) == club.now
    assert await other.absent.counted_until(SERVER) == club.now


async def test_a_server_that_returns_twice_at_one_moment_is_there(club):
    await on_turn(club)
    await gone(club)
    club.now += 5 * HOUR
    club.listener.away.discard(SERVER)
    assert [await club.app.absent.returned(SERVER) for _ in range(2)] == [5 * HOUR, timedelta()]
    assert SERVER not in club.app.absent
    assert await left(club) == 22 * HOUR


async def test_where_a_shard_is_offline_its_games_are_reckoned_from_what_was_credited(club):
    offline = club.app.guard.offline
    offline.lost(0, club.now)
    before = club.now
    club.now += 2 * MINUTE
    assert await club.app.absent.counted_until(SERVER) == club.now, "so short a time is not credited"
    club.now += 2 * MINUTE
    assert await club.app.absent.counted_until(SERVER) == before
    offline.credited(0, club.now - MINUTE)
    assert await club.app.absent.counted_until(SERVER) == club.now - MINUTE
    offline.back(0)
    assert await club.app.absent.counted_until(SERVER) == club.now


async def test_the_store_keeps_since_when_a_server_is_away(club):
    since = club.now
    await gone(club)
    club.now += HOUR
    await club.store.begin_absence(SERVER, club.now)
    assert await club.store.absence(SERVER) == GuildAbsence(since, since)
    await beat_once(club.store, club.app.clock, club.app.absent)
    assert await club.store.absences() == {SERVER: GuildAbsence(since, since)}, "nobody plays there"
    assert await club.store.absence(GuildId(99)) is None


async def test_a_clock_in_the_past_moves_no_heartbeat_back(club):
    await on_turn(club)
    right = club.now
    club.now = datetime(1970, 1, 2, tzinfo=UTC)
    await beat_once(club.store, club.app.clock, club.app.absent)
    club.now = right + MINUTE
    assert await credit_outage(club.store, club.app.clock, club.app.absent) == timedelta()
    assert await left(club) == 22 * HOUR - MINUTE
