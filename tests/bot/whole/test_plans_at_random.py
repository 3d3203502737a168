"""People plan, drop, move, wait, leave and come back at random: at every moment the plans fit the table.

`PLANS=500` in the environment plays more games.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.screens.panel_context import PanelContext
from bot.services import planned
from bot.services.loaded import Loaded
from bot.tables import absence, planned_moves
from bot.tables.errors import Refused
from bot.tables.outbox_rows import read
from bot.tables.timers import PlannedMoveTimer
from bot.texts import texts
from game.illegal import Illegal
from game.placements import placements
from game.rules import preview
from tests.bot.club import Club, club_at
from tests.bot.own_data import own_data
from tests.bot.sample_tables import ANN, BEN, CEM, DIA

GAMES = int(os.environ.get("PLANS", "3"))
STEPS = 90
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


async def plan(club: Club, loaded: Loaded, who: int, rng: Random) -> None:
    table = loaded.table
    seen = table.view_for(who)
    view = PanelContext.of_game(table, seen, texts("en")).view
    found = list(placements(view))
    tile, a, b, *_ = rng.choice(found) if rng.random() < 0.4 else max(found, key=lambda one: one[3] + one[4])
    laid = preview(view, tile, (a, b)).placement
    await planned.keep(club.app, loaded, who, seen.position.version, laid, untouched=rng.random() < 0.3)
    assert await club.tell() == []


async def outage(club: Club, _: Loaded, __: int, rng: Random) -> None:
    """The bot was away: all timers of these hours are due at one moment."""
    club.now += rng.choice([1, 3, 30]) * HOUR
    await club.tell()


async def restart(club: Club, *_: object) -> None:
    club.tables = await club.another(club.seed)
    club.app = replace(club.app, tables=club.tables)


async def vacation(club: Club, _: Loaded, who: int, rng: Random) -> None:
    day = (club.now + timedelta(days=2)).date().isoformat()
    await club.wish(who, vacation=rng.choice(["off", day]))


ACTIONS: dict[Callable[[Club, Loaded, int, Random], Awaitable[object]], float] = {
    plan: 8,
    lambda club, loaded, who, rng: planned.drop(club.app, loaded, who): 1,
    lambda club, loaded, who, rng: club.move(style="greedy"): 6,
    lambda club, loaded, who, rng: club.place(style="greedy"): 2,
    lambda club, loaded, who, rng: club.wait(rng.randint(1, 25) * SECOND): 6,
    lambda club, loaded, who, rng: club.wait(rng.choice([0.1, 0.5, 1.2, 5])): 3,
    outage: 1,
    restart: 0.3,
    vacation: 0.6,
    lambda club, loaded, who, rng: club.tables.resign(1, who): 0.05,
    lambda club, loaded, who, rng: club.tables.come_back(1, who): 1,
    lambda club, loaded, who, rng: club.tables.act(
        1, lambda table: absence.depart(table, who, club.tables.chance.shuffle(1))
    ): 0.15,
    lambda club, loaded, who, rng: own_data(club.app, who): 0.3,
    lambda club, loaded, who, rng: club.tables.rename(loaded, who, f"N{rng.randrange(99)}"): 0.3,
}
"""What may happen, and how often."""


async def check(club: Club, loaded: Loaded) -> None:
    """Plans are of people who play and wait, or whose turn has come: then with its one timer, or a reason."""
    table = loaded.table
    if table.status != "running":
        assert loaded.plans == {}
        return
    seat = table.game().position.seat
    on_turn = table.seats[seat].user
    timers = [read(row) for row in await club.store.outbox_of(1)]
    due = [one.user for one in timers if isinstance(one, PlannedMoveTimer) and one.turn == table.turn]
    assert len(due) <= 1
    for user, body in loaded.plans.items():
        move = planned_moves.from_text(body)
        assert move is not None
        assert user in table.active
        if user != on_turn:
            assert move.lapsed is None
        elif move.lapsed is None:
            assert due == [user]
            assert not table.is_bot(seat)


def terms_of(rng: Random) -> tuple[list[int], dict[str, object]]:
    """People and the terms of their table."""
    mode, people = rng.choice([("standard", 2), ("standard", 3), ("standard", 4), ("team", 4), ("duel", 2)])
    terms: dict[str, object] = {"mode": mode, "pace": rng.choice(["1h", "1d", "none"])}
    if mode == "standard" and people < 4 and rng.random() < 0.4:
        terms |= {"bots": 1, "levels": ("1",)}
    return [ANN, BEN, CEM, DIA][:people], terms


@pytest.mark.parametrize("seed", range(GAMES))
async def test_plans_fit_the_table_whatever_happens(tmp_path: Path, seed: int):
    rng = Random(seed)
    people, terms = terms_of(rng)
    async with club_at(tmp_path / "games.sqlite3", seed=seed) as club:
        await club.game(*people, **terms)
        for _ in range(STEPS):
            await club.tell()
            loaded = await club.tables.load(1)
            await check(club, loaded)
            if loaded.table.status != "running":
                break
            (action,) = rng.choices(list(ACTIONS), list(ACTIONS.values()))
            with suppress(Refused, Illegal):
                await action(club, loaded, rng.choice(people), rng)
        assert {said.user is None for said in club.said if said.kind == "plan"} <= {False}
        public = "\n".join(said.screen.text for said in club.said if said.user is None)
        assert "plan" not in public.lower()
