"""What the operator of the bot does, and nobody else: say something to all tables, stop serving a server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.client import IngeniousClient
from bot.discord.permissions import operates
from bot.interactions import new_table, operator, rematch, router
from bot.interactions.new_table import Terms
from bot.interactions.request import Request
from bot.outbox.daily import DailyMessages, Done
from bot.screens.custom_ids import custom_id, parse
from bot.screens.model import Button, Screen
from bot.screens.press import AnnouncePress
from bot.services.loaded import Location
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking
from bot.texts import texts
from data.ids import ChannelId
from data.store import PlayerRow
from tests.bot.club import DM, HERE, Club, club_at
from tests.bot.sample_tables import ANN, BEN
from tests.bot.world import world

EN = texts("en")
ELSEWHERE, OTHER_SERVER = Location(1, 3), Location(8, 80)


@pytest.fixture
async def club(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def by(club: Club, *, operates: bool = True, at: Location = HERE) -> Request:
    server = None if at.guild is None else await club.store.server(at.guild)
    return Request(ANN, "Ann", at, EN, PlayerRow(ANN), server, operates=operates)


def sending(screen: Screen) -> AnnouncePress:
    """The button that sends what is shown."""
    (row,) = screen.rows
    assert isinstance(row, tuple)
    (button,) = row
    assert isinstance(button, Button)
    press = parse(custom_id(button.press))
    assert isinstance(press, AnnouncePress)
    return press


async def announced(club: Club) -> list[tuple[int, str]]:
    """What was said to tables meanwhile, by game."""
    return [(said.game, said.screen.text) for said in await club.wait(1) if said.kind == "word"]


async def test_an_announcement_is_shown_first_and_goes_to_each_channel_with_open_games_once(club):
    await club.game(ANN, BEN)
    newest = await club.game(ANN, BEN)
    lobby = await club.lobby(ANN, seats=2, location=OTHER_SERVER)
    alone = await club.game(ANN, bots=1, location=DM)
    closed = await club.lobby(ANN, seats=2, location=ELSEWHERE)
    await club.tables.close(closed, ANN)
    await club.tell()
    shown = await operator.preview(club.app, await by(club), "We move house @everyone.")
    said = EN("operator.said", text="We move house @everyone.")
    assert said in shown.text
    assert await announced(club) == []
    sent = await router.handle(club.app, await by(club), sending(shown))
    assert sent.text == EN("operator.sent", channels=3)
    heard = await club.wait(1)
    assert sorted(one.game for one in heard if one.kind == "word") == [newest, lobby, alone]
    assert {one.screen.text for one in heard if one.kind == "word"} == {said}
    assert not [one for one in heard if one.screen.mentions]


async def test_an_announcement_is_sent_once_however_often_it_is_confirmed(club):
    await club.game(ANN, BEN)
    request = await by(club)
    press = sending(await operator.preview(club.app, request, "Hello"))
    both = await asyncio.gather(*(router.handle(club.app, request, press) for _ in "ab"), return_exceptions=True)
    assert [isinstance(one, Refused) for one in both].count(True) == 1
    assert len(await announced(club)) == 1
    with pytest.raises(Refused, match="announced"):
        await router.handle(club.app, request, press)


async def test_an_older_text_is_not_sent_in_place_of_a_newer_one(club):
    await club.game(ANN, BEN)
    request = await by(club)
    old = sending(await operator.preview(club.app, request, "Old"))
    club.now += timedelta(seconds=1)
    new = sending(await operator.preview(club.app, request, "New"))
    with pytest.raises(Refused, match="announced"):
        await router.handle(club.app, request, old)
    await router.handle(club.app, request, new)
    assert [text for _, text in await announced(club)] == [EN("operator.said", text="New")]


async def test_an_announcement_goes_to_five_channels_a_second(club):
    for channel in range(100, 112):
        await club.game(ANN, BEN, location=Location(1, ChannelId(channel)))
    request = await by(club)
    await router.handle(club.app, request, sending(await operator.preview(club.app, request, "Hello")))
    began = club.now
    times = [(said.at - began).total_seconds() for said in await club.wait(1) if said.kind == "word"]
    assert times == [pytest.approx(at / 5) for at in range(12)]


async def test_nothing_is_sent_where_no_game_is_open(club):
    assert (await operator.preview(club.app, await by(club), "Hello")).text == EN("operator.nobody")


async def test_nobody_else_can_do_any_of_it(club):
    await club.game(ANN, BEN)
    press = sending(await operator.preview(club.app, await by(club), "Hello"))
    request = await by(club, operates=False)
    for doing in (
        operator.preview(club.app, request, "Hello"),
        router.handle(club.app, request, press),
        operator.serve(club.app, request, "1" * 18, served=False),
    ):
        with pytest.raises(Refused, match="operators-only"):
            await doing
    assert await announced(club) == []


async def test_a_server_that_is_not_served_finishes_its_games_and_gets_no_new_ones_until_it_is_served_again(club):
    guild, here = 10**17 + 1, Location(10**17 + 1, 2)
    running = await club.game(ANN, BEN, location=here)
    over = await club.game(ANN, BEN, location=here, mode="duel")
    await operator.serve(club.app, await by(club), f" {guild} ", served=False)
    await club.move(running)
    for doing in (
        new_table.start(club.app, await by(club, at=here), Terms(seats=2)),
        rematch.accept(club.app, await by(club, at=here), await club.tables.load(over)),
    ):
        with pytest.raises(Refused, match="unserved"):
            await doing
    assert (await new_table.start(club.app, await by(club), Terms(seats=2))).text.startswith("Game")
    await operator.serve(club.app, await by(club), str(guild), served=True)
    assert (await new_table.start(club.app, await by(club, at=here), Terms(seats=2))).text.startswith("Game")


async def test_a_server_that_is_not_served_gets_no_daily_ranking(club):
    await club.store.save_server(replace(await club.store.server(1), daily_channel=2))
    await club.store.set_served(1, served=False, now=club.now)
    messages: Any = None
    daily = DailyMessages(club.app, messages)
    assert await daily.deliver(1, DailyRanking(date(2026, 3, 2)), None) == Done()


@pytest.mark.parametrize("text", ["", "12", "server", "1" * 20])
async def test_what_is_no_number_of_a_server_is_refused(club, text):
    with pytest.raises(Refused, match="bad-server"):
        await operator.serve(club.app, await by(club), text, served=False)


def owned(*, team: Any = None, owner: int = 7) -> Any:
    return SimpleNamespace(team=team, owner=SimpleNamespace(id=owner))


def member(user: int, state=discord.TeamMembershipState.accepted, role=discord.TeamMemberRole.developer) -> Any:
    return SimpleNamespace(id=user, membership_state=state, role=role)


TEAM = SimpleNamespace(
    owner_id=1,
    members=[
        member(2),
        member(3, discord.TeamMembershipState.invited),
        member(4, role=discord.TeamMemberRole.read_only),
    ],
)


@pytest.mark.parametrize(
    ("application", "operators"),
    [(owned(), {7}), (owned(team=TEAM), {1, 2}), (None, set())],
    ids=["owner", "team", "none"],
)
def test_the_operator_is_the_owner_of_the_application_or_of_its_team(application, operators):
    def asks(user: int) -> Any:
        client = SimpleNamespace(application=application)
        return SimpleNamespace(client=client, user=SimpleNamespace(id=user))

    assert {user for user in range(1, 9) if operates(asks(user))} == operators


async def test_the_commands_are_registered_in_the_operators_server_alone(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as here:
        await here.env.restart_bot(IngeniousClient(replace(here.app, operator_server=here.guild.id)))
        await here.settle()
        sent = [(one.path, one.json) for one in here.env.http_requests if one.method == "PUT"]
        own = [json for path, json in sent if path.endswith(f"/guilds/{here.guild.id}/commands")]
        assert [[command["name"] for command in one] for one in own] == [["operator"]]
        assert [option["name"] for option in own[0][0]["options"]] == ["say", "stop", "serve"]
        everywhere = [json for path, json in sent if "/guilds/" not in path]
        assert all("operator" not in [command["name"] for command in one] for one in everywhere)
