"""Nobody alone takes a rated game from another: whatever one person does or leaves undone, it is rated."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from random import Random

import pytest

from bot.tables import absence, own_play, play
from bot.tables.change import Change
from bot.tables.errors import Refused
from bot.tables.ratings import rate
from bot.tables.results import results_of
from bot.tables.table import Table
from data.store import ResultRow
from tests.bot.sample_tables import ANN, BEN, CEM, after, choice, played, running, shuffle, turn_of

DEEDS: dict[str, Callable[[Table], Change]] = {
    "place": lambda table: play.place(table, ANN, None, choice(table, "greedy"), shuffle),
    "hint": lambda table: own_play.take_hint(table, ANN),
    "vote": lambda table: play.vote_stop(table, ANN),
    "miss": lambda table: absence.miss_turn(table, table.turn, shuffle),
    "idle": lambda table: absence.abandon(table, table.turn, shuffle),
    "back": lambda table: absence.come_back(table, ANN),
    "leave": lambda table: absence.depart(table, ANN, shuffle),
    "resign": lambda table: absence.resign(table, ANN, shuffle),
}
"""What Ann does, or what her absence brings about while she is on turn."""
ON_TURN = ("place", "hint", "miss", "idle")


def ended(people: tuple[int, ...], away: bool, rng: Random) -> Table:
    """A game at its end, in which Ann did what came to her mind; the others play, or a bot does for Ben."""
    table = played(running(*people), 2 * len(people), "careful")
    if away:
        table = after(table, absence.depart(table, BEN, shuffle))
    weights = [rng.random() ** 3 for _ in DEEDS]
    while table.status == "running":
        if turn_of(table) != ANN and turn_of(table) in table.active:
            table = after(table, play.place(table, turn_of(table), None, choice(table, "greedy"), shuffle))
            continue
        (deed,) = rng.choices(list(DEEDS), weights)
        waited_for_others = deed == "idle" and len(table.active) > 1
        if (deed in ON_TURN and turn_of(table) != ANN) or waited_for_others:
            continue
        with suppress(Refused):
            table = after(table, DEEDS[deed](table))
    return table


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("people", [(ANN, BEN), (ANN, BEN, CEM)], ids=["two", "three"])
@pytest.mark.parametrize("seed", range(5))
def test_whatever_one_person_does_the_game_is_rated_and_they_gain_nothing_that_they_did_not_play(people, away, seed):
    results = results_of(ended(people, away, Random(f"{seed} {people} {away}")))
    assert all(one.ratable for one in results)
    rows = [ResultRow(1, None, datetime(2026, 3, 1, tzinfo=UTC), one, "pending") for one in results]
    ann = rate(rows, {})[0]
    if results[0].resigned or not results[0].own:
        assert ann.after.mu <= ann.before.mu
    if results[0].resigned:
        assert ann.after.mu < ann.before.mu
