"""The messages and the picture of a tournament, made from its events."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.screens import tournament as screens
from bot.texts import texts
from bot.tournaments.events import Begun, Entered, GameEnded, Opened, Pairing, RoundBegun
from bot.tournaments.tournament import Tournament, fold

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def in_first_round(people: int, *more: GameEnded) -> Tournament:
    users = tuple(range(1, people + 1))
    tables = tuple(Pairing((user, user + 1), 100 + user) for user in users[::2])
    return fold(
        1,
        [
            Opened(1, 20, "duel", 2, "en", "1d+4h/2d", 7, 0, "swiss", 64),
            *(Entered(user, f"p{user}", 1000) for user in users),
            Begun("swiss", 1, users),
            RoundBegun(1, tables, (), BEGAN, BEGAN + timedelta(days=7)),
            *more,
        ],
    )


@pytest.mark.parametrize("ended", [(), (GameEnded(103, (0, 12), (1, 5), ()),)], ids=["all equal", "one won"])
def test_a_cell_of_the_picture_names_the_row_of_whom_somebody_met(ended):
    tournament = in_first_round(6, *ended)
    rows = screens.standings_picture(tournament, texts("en")).rows
    named = {row.number: row.name for row in rows}
    met = {row.name: named[int(row.cells[0].text.lstrip("+=-\u00b7"))] for row in rows}
    assert met == {"p1": "p2", "p2": "p1", "p3": "p4", "p4": "p3", "p5": "p6", "p6": "p5"}
