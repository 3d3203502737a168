"""Everybody has another nickname in each server: no screen of one server shows that of another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.interactions import daily, lobby, statistics
from bot.interactions.request import Request
from bot.outbox.daily import DailyMessages
from bot.outbox.messenger import DeliveryKey
from bot.outbox.public import PublicScreen
from bot.screens.press import DailyBoardPress, DailyPress, DailyTurnPress
from bot.screens.verbs import DailyVerb, Step
from bot.services.directory import Directory, Found, Member
from bot.services.loaded import Location
from bot.tables.messages import DailyRanking, SharedResult
from bot.texts import texts
from data.store import GameChange, NewGame, NewResult, PlayerRow, SentBoard, ServerRow
from tests.bot.club import Club, club_at
from tests.bot.sample_tables import ANN, BEN

HERE, THERE, DM = Location(1, 2), Location(5, 6), Location(None, 9)
EN = texts("en")
CHANNEL = 2


def called(user: int, location: Location) -> str:
    return {HERE: f"Heidrun{user}", THERE: f"Thekla{user}", DM: f"Dagmar{user}"}[location]


class Nicknames:
    """A chat service in which everybody is in both servers."""

    def __init__(self) -> None:
        self.answers = True

    async def member(self, guild: int, user: int, channel: int | None = None) -> Found:
        return Member(called(user, HERE if guild == HERE.guild else THERE)) if self.answers else None

    async def exists(self, user: int) -> bool:
        return True


class Channel:
    """Takes what is posted."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.shown: list[PublicScreen] = []

    async def post(self, guild: int, channel: int, screen: PublicScreen, key: DeliveryKey) -> SentBoard:
        self.shown.append(screen)
        return SentBoard(channel, len(self.shown), self.club.now)

    async def edit(self, guild: int, channel: int, message: int, screen: PublicScreen) -> bool:
        self.shown.append(screen)
        return True


def asks(user: int, location: Location) -> Request:
    server = None if location.guild is None else ServerRow(location.guild, daily_channel=CHANNEL)
    return Request(user, called(user, location), location, EN, PlayerRow(user), server)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        object.__setattr__(made.app, "directory", Directory(Nicknames()))
        yield made


async def finish_day(club: Club, user: int, *visited: Location) -> None:
    """Play the day in a direct message; before that look at it in these servers."""
    day = club.now.date()
    for location in visited:
        await daily.overview(club.app, asks(user, location))
    await daily.handle(club.app, asks(user, DM), DailyTurnPress(day, 0, Step.PLAY))
    await daily.handle(club.app, asks(user, DM), DailyPress(day, DailyVerb.RESIGN))


async def beaten(club: Club, winner: int, loser: int, location: Location) -> None:
    """A finished game of two."""
    row = await club.store.create(NewGame(location.guild, location.channel, "standard", "en", winner), ["x"], [])
    one = NewResult(
        0, "standard", 2, 0, winner, called(winner, location), None, 1, True, 5, (1,) * 6, "board-full", ratable=True
    )
    other = replace(one, seat=1, side=1, user=loser, name=called(loser, location), rank=2, won=False)
    await club.store.append(row.id, 1, ["y"], change=GameChange("over"), results=[one, other])
    club.now += timedelta(minutes=1)


async def screens_of_days(club: Club, location: Location) -> list[object]:
    """What the daily challenge shows in a server, to its people and in its channel, on the day and the next."""
    day, channel = club.now.date(), Channel(club)
    messages = DailyMessages(club.app, channel)

    async def deliver(message) -> None:
        done = await messages.deliver(location.guild, message, DeliveryKey("x", None))
        await club.store.complete_daily(location.guild, [], done.shown, [])

    row = ServerRow(location.guild, daily_channel=CHANNEL)
    await club.store.save_server(row)
    await daily.handle(club.app, replace(asks(ANN, location)), DailyPress(day, DailyVerb.SHARE))
    ask = asks(BEN, location)
    for message in (DailyRanking(day), SharedResult(day, ANN)):
        await deliver(message)
    presses = [DailyPress(day), DailyPress(day, DailyVerb.MONTH), DailyTurnPress(day, 0, Step.PLAY)]
    shown: list[object] = [await daily.handle(club.app, ask, press) for press in presses]
    club.now += timedelta(days=1)
    for message in (DailyRanking(day + timedelta(days=1)), SharedResult(day, ANN), DailyRanking(day)):
        await deliver(message)
    shown += [await daily.handle(club.app, ask, DailyBoardPress(day, number)) for number in range(2)]
    return [*shown, *(one.screen for one in channel.shown)]


async def screens_of_statistics(club: Club, location: Location) -> list[object]:
    """What the leaderboard and the profiles of a server show."""
    own, other = asks(ANN, location), asks(BEN, location)
    board = await statistics.leaderboard(club.app, own, None, None)
    profiles = [await statistics.profile(club.app, one, ANN) for one in (own, other)]
    return [board, *profiles, await statistics.post_profile(club.app, own)]


def check(shown: list[object], location: Location) -> None:
    """Everything has names, and these are those of the server."""
    for one in shown:
        assert called(0, location)[:-1] in str(one), one
        for elsewhere in {HERE, THERE, DM} - {location}:
            assert called(0, elsewhere)[:-1] not in str(one), one


@pytest.mark.parametrize("answers", [True, False], ids=["Discord answers", "Discord is away"])
@pytest.mark.parametrize("location", [HERE, THERE])
async def test_the_daily_challenge_shows_the_names_of_its_server(club, location, answers):
    club.app.directory._look_up.answers = answers
    for user in (ANN, BEN):
        await finish_day(club, user, HERE, THERE)
    club.now += timedelta(days=1)
    for user in (ANN, BEN):
        await finish_day(club, user)
    check(await screens_of_days(club, location), location)


@pytest.mark.parametrize("answers", [True, False], ids=["Discord answers", "Discord is away"])
async def test_leaderboards_and_profiles_show_the_names_of_their_server(club, answers):
    club.app.directory._look_up.answers = answers
    for user in range(100, 112):
        await beaten(club, user, ANN, HERE)
    await beaten(club, 100, ANN, THERE)
    shown = await screens_of_statistics(club, HERE)
    check(shown, HERE)
    assert called(ANN, HERE) in str(shown[0]), "the own row, below the first ten"


async def test_a_name_that_was_seen_long_ago_is_not_shown_where_discord_answers(club):
    for user in (ANN, BEN):
        await finish_day(club, user, HERE)
    club.now += timedelta(days=1)
    for user in range(101, 106):
        await finish_day(club, user, HERE)
    club.now += timedelta(minutes=1)
    for user in (ANN, BEN):
        await finish_day(club, user)
    await club.store.join_daily(HERE.guild, BEN, "Long ago")
    assert not [one for one in await screens_of_days(club, HERE) if "Long ago" in str(one)]


async def test_who_changes_teams_from_elsewhere_keeps_the_name_of_the_server(club):
    game = await club.lobby(ANN, BEN, mode="team", seats=4)
    loaded = await club.tables.load(game)
    await lobby.join(club.app, asks(BEN, THERE), loaded, side=0)
    assert (await club.table(game)).name_of(BEN) == "Ben"
