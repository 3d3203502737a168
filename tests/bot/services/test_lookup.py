"""Which table somebody means who names none."""

from __future__ import annotations

import pytest

from bot.services import lookup
from bot.services.loaded import NOWHERE, Location
from tests.bot.club import HERE, club_at
from tests.bot.sample_tables import ANN, BEN

EVE = 99


@pytest.fixture
async def club(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


async def test_games_without_a_channel_are_in_no_channel_together(club):
    await club.begun(ANN, BEN, location=Location(None, 70, is_of_others=True))
    nowhere = Location(HERE.guild, NOWHERE)
    for statuses in (("running",), ("lobby", "running")):
        await club.refuses("no-game-here", lookup.find(club.tables, EVE, nowhere, statuses, None))
    await club.refuses("no-game-here", lookup.latest(club.tables, EVE, nowhere, "running"))
