"""A game of a message of others is taken to a server: nobody is thrown out of it, and the server takes new games."""

from __future__ import annotations

import pytest

from bot.interactions import rematch, server
from bot.interactions.request import Request
from bot.services import departures
from bot.services.directory import Absence, Member
from bot.services.loaded import Location
from bot.tables.errors import Refused
from bot.texts import texts
from data.store import PlayerRow
from tests.bot.club import HERE, Club, club_at
from tests.bot.sample_tables import ANN, BEN

GROUP = Location(None, 70, is_of_others=True)


class People:
    """Everybody is in every server but these people."""

    def __init__(self, *away: int):
        self.away = away

    async def member(self, guild, user, channel=None):
        return Absence.LEFT if user in self.away else Member("Somebody")

    async def exists(self, user):
        return True


@pytest.fixture
async def club(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def ben(club: Club, at: Location = HERE) -> Request:
    row = None if at.guild is None else await club.store.server(at.guild)
    return Request(BEN, "Ben", at, texts("en"), PlayerRow(BEN), row)


@pytest.mark.parametrize("begins", [True, False])
async def test_nobody_takes_a_game_to_a_server_in_which_others_of_it_are_not(club, begins):
    game = await (club.begun if begins else club.lobby)(ANN, BEN, location=GROUP)
    club.app = club.app.with_look_up(People(ANN))
    values = await club.refuses("not-all-here", server.move_here(club.app, await ben(club), game, HERE.channel))
    assert values["names"] == ("Ann",)
    loaded = await departures.without_departed(club.app, await club.tables.load(game), (ANN,))
    assert loaded.row.guild is None
    assert ANN in loaded.table.humans
    assert not loaded.table.taken_over
    club.app = club.app.with_look_up(People())
    await server.move_here(club.app, await ben(club), game, HERE.channel)
    assert (await club.tables.load(game)).row.guild == HERE.guild


async def test_no_game_is_taken_to_a_server_that_gets_no_new_ones(club):
    game = await club.begun(ANN, BEN, location=GROUP)
    await club.store.set_served(HERE.guild, served=False, now=club.now)
    with pytest.raises(Refused, match="unserved"):
        await server.move_here(club.app, await ben(club), game, HERE.channel)


async def test_whether_a_rematch_may_be_depends_on_the_server_of_the_game(club):
    here = await club.begun(ANN, BEN, mode="duel")
    there = await club.begun(ANN, BEN, mode="duel", location=GROUP)
    for game in (here, there):
        await club.tables.stop(game)
    await club.store.set_served(HERE.guild, served=False, now=club.now)
    with pytest.raises(Refused, match="unserved"):
        await rematch.accept(club.app, await ben(club, GROUP), await club.tables.load(here))
    await rematch.accept(club.app, await ben(club), await club.tables.load(there))
    assert (await club.table(there)).rematch_accepted == {BEN}
