"""A part of the week that `make soak` plays: everything comes to an end, and each notice is accounted for."""

import logging

from tests.bot.soak import soak
from tests.postgres import Databases


async def test_a_club_of_people_who_come_and_go_finishes_all_games_and_is_told_everything_once(tmp_path, caplog):
    figures = await soak(tmp_path / "db.sqlite3", seed=1, games=3, days=1)
    assert figures.broken_rules == []
    assert figures.finished == 3
    assert figures.turns > 80
    assert min(figures.faults, figures.restarts, figures.missed, figures.reminders) > 0
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_the_same_on_postgres(tmp_path):
    databases = Databases()
    try:
        figures = await soak(databases.of(tmp_path / "db"), seed=3, games=1, days=0.5)
    finally:
        databases.drop()
    assert figures.broken_rules == []
    assert figures.finished == 1
