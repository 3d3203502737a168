"""How often the store is called and a log is folded between a press and the last message that it leads to."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import pytest
from simcord import MemberActor

from bot.screens.press import Verb
from bot.services import tables as service
from data.sqlite import SqliteStore
from tests.bot.players import on_turn
from tests.bot.world import Shown, World, world

_INSIDE: ContextVar[bool] = ContextVar("inside", default=False)


@dataclass
class Cost:
    """The calls of the store by their names, and how often a whole log became a table."""

    calls: list[str] = field(default_factory=list)
    folds: int = 0

    def within(self, calls: int, folds: int) -> bool:
        return len(self.calls) <= calls and self.folds <= folds


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cost]:
    """What is done meanwhile, by any part of the bot."""
    cost, fold = Cost(), service.fold

    def counted_fold(*arguments: Any) -> Any:
        cost.folds += 1
        return fold(*arguments)

    with monkeypatch.context() as patched:
        for name, method in inspect.getmembers(SqliteStore, inspect.iscoroutinefunction):
            if not name.startswith("_"):
                patched.setattr(SqliteStore, name, _counted(name, method, cost))
        patched.setattr(service, "fold", counted_fold)
        yield cost


def _counted(name: str, method: Callable[..., Any], cost: Cost) -> Callable[..., Any]:
    """The method of the store, counted unless the store itself calls it."""

    @wraps(method)
    async def call(*arguments: Any, **named: Any) -> Any:
        if not _INSIDE.get():
            cost.calls.append(name)
        token = _INSIDE.set(True)
        try:
            return await method(*arguments, **named)
        finally:
            _INSIDE.reset(token)

    return call


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        yield here


async def begun(here: World) -> tuple[MemberActor, Shown]:
    """Who begins a game of Ann and Ben, and their panel."""
    await here.command(here.ann, "start", mode="duel")
    await here.do(here.ben, here.last(), "join")
    await here.command(here.ann, "begin")
    person = on_turn(here, await here.table())
    return person, await here.do(person, here.last(), Verb.PLAY)


async def step(here: World, person: MemberActor, panel: Shown) -> Shown:
    """The panel after one more choice."""
    chosen = next(press for press in panel.presses if press.verb in (Verb.TILE, Verb.ROW, Verb.SPACE))
    return await here.press(person, panel, chosen.custom_id)


async def test_starting_a_table_loads_nothing(here, monkeypatch):
    with counting(monkeypatch) as cost:
        await here.command(here.ann, "start", mode="duel")
    assert cost.within(calls=10, folds=1), cost


async def test_a_step_of_the_panel_loads_the_table_once(here, monkeypatch):
    person, panel = await begun(here)
    with counting(monkeypatch) as cost:
        await step(here, person, panel)
    assert cost.within(calls=2, folds=1), cost


async def test_a_placement_loads_the_table_once(here, monkeypatch):
    person, panel = await begun(here)
    while all(press.verb != Verb.PLACE for press in panel.presses):
        panel = await step(here, person, panel)
    with counting(monkeypatch) as cost:
        await here.do(person, panel, Verb.PLACE)
    assert cost.within(calls=14, folds=2), cost


async def test_a_restart_with_nothing_due_loads_nothing(here, monkeypatch):
    await begun(here)
    with counting(monkeypatch) as cost:
        await here.restart()
    assert cost.within(calls=6, folds=0), cost
