"""A part of the weeks of several processes that `make soak` plays."""

from __future__ import annotations

from tests.bot.fleet_soak import soak_fleet
from tests.postgres import Databases


async def test_games_on_postgres_go_on_over_three_processes_that_are_killed_and_nothing_is_lost_or_said_twice(tmp_path):
    databases = Databases()
    try:
        figures = await soak_fleet(
            databases.of(tmp_path / "db"), tmp_path / "sent", seed=1, games=2, days=0.5, processes=3
        )
    finally:
        databases.drop()
    assert figures.broken_rules == []
    assert figures.finished == 2
    assert figures.kills > 0
