"""What a press costs over the real path: calls of the store, by name, and games that are folded from their events.

`python -m tests.bot.counting` prints the figures of `SCENARIOS`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from typing_extensions import override

from bot.tables import fold as folding
from data.sqlite import SqliteStore
from tests.bot.forging import fire
from tests.bot.games import simulated
from tests.bot.numbered import NumberedTables
from tests.bot.players import Script, next_press
from tests.bot.world import World, world


@dataclass
class Cost:
    """What was asked of the store, in order, and how often a game was folded."""

    calls: list[str] = field(default_factory=list)
    folds: int = 0

    @override
    def __str__(self) -> str:
        named = ", ".join(f"{name} {count}" for name, count in Counter(self.calls).items())
        return f"{len(self.calls)} store calls, {self.folds} folds ({named})"


class _Counted:
    """A store whose calls are counted."""

    def __init__(self, store: SqliteStore, meter: Meter) -> None:
        self._store, self._meter = store, meter

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)

        def call(*arguments: Any, **words: Any) -> Any:
            self._meter.cost.calls.append(name)
            return method(*arguments, **words)

        return call if callable(method) else method


class Meter:
    """Counts what the bot of a world does; give `tables` to that world."""

    def __init__(self) -> None:
        self.cost = Cost()

    def tables(self, store: SqliteStore, seed: int, clock: Callable[[], datetime]) -> NumberedTables:
        """Tables on a store that is counted; a look of the test into `World.store` is not."""
        counted: Any = _Counted(store, self)
        return NumberedTables(counted, seed, clock)

    @contextmanager
    def folding(self) -> Iterator[None]:
        """Count folds too, in whatever module of the bot they happen."""
        fold = folding.fold

        def counted(*arguments: Any) -> Any:
            self.cost.folds += 1
            return fold(*arguments)

        places = [
            (module, name)
            for key, module in list(sys.modules.items())
            if key.startswith("bot.")
            for name, value in list(vars(module).items())
            if value is fold
        ]
        assert places
        for module, name in places:
            setattr(module, name, counted)
        try:
            yield
        finally:
            for module, name in places:
                setattr(module, name, fold)

    @contextmanager
    def counted(self) -> Iterator[Cost]:
        """What is done from here on."""
        self.cost = Cost()
        yield self.cost


# --- what is counted -----------------------------------------------------------------------------------------------

Scenario = Callable[[World, Meter], Awaitable[Cost]]


async def _running(here: World, **terms: Any) -> None:
    """A game of two in which Ann is on turn, all of it told."""
    await here.put(simulated("standard", 2, turns=8), here.ann, here.ben, **terms)
    await here.settle()


async def _to_confirm(here: World) -> tuple[Any, str]:
    """The panel of Ann that offers a placement, and its confirming button."""
    view, panel = (await here.table()).view_for(here.ann.id), await here.do(here.ann, here.last(), "play")
    place = Script().plan(view)
    while True:
        custom_id, value = next_press(panel, place, view)
        if ":place:" in custom_id or ":swap:" in custom_id:
            return panel, custom_id
        panel = await here.press(here.ann, panel, custom_id, value)


async def place(here: World, meter: Meter) -> Cost:
    """A person confirms a placement that ends the turn; the next board is posted."""
    await _running(here)
    panel, custom_id = await _to_confirm(here)
    with meter.counted() as cost:
        await here.answer(fire(here, here.ann, custom_id, on=panel))
    return cost


async def panel_step(here: World, meter: Meter) -> Cost:
    """A person chooses a tile in the panel."""
    await _running(here)
    view, panel = (await here.table()).view_for(here.ann.id), await here.do(here.ann, here.last(), "play")
    custom_id, value = next_press(panel, Script().plan(view), view)
    with meter.counted() as cost:
        await here.press(here.ann, panel, custom_id, value)
    return cost


async def start(here: World, meter: Meter) -> Cost:
    """Somebody opens a lobby, which is posted."""
    with meter.counted() as cost:
        await here.command(here.ann, "start", seats=2)
    return cost


async def timeout(here: World, meter: Meter) -> Cost:
    """The time of a turn is up, which is told."""
    game = await _timed(here)
    due = (await here.store.game(game)).deadline or here.env.now()
    await here.env.advance_time((due - here.env.now()).total_seconds() - 5)
    with meter.counted() as cost:
        await here.env.advance_time(10)
    return cost


async def bot_move(here: World, meter: Meter) -> Cost:
    """A bot makes the turn of somebody who is late; the next board is posted."""
    game = await _timed(here)
    due = (await here.store.game(game)).deadline or here.env.now()
    await here.env.advance_time((due - here.env.now()).total_seconds() + 5)
    until = (await here.store.game(game)).deadline or here.env.now()
    await here.env.advance_time((until - here.env.now()).total_seconds() - 5)
    with meter.counted() as cost:
        await here.env.advance_time(10)
    return cost


async def _timed(here: World) -> int:
    """A game that was begun with an hour for each move."""
    await here.command(here.ann, "start", seats=2, order="joined", pace="1h")
    await here.do(here.ben, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")
    return 1


async def restart(here: World, meter: Meter) -> Cost:
    """A new process, with a running game and nothing due."""
    await _running(here)
    with meter.counted() as cost:
        await here.restart()
    return cost


SCENARIOS: dict[str, Scenario] = {
    "place": place,
    "panel step": panel_step,
    "start": start,
    "timeout": timeout,
    "move of a bot after grace": bot_move,
    "restart with nothing due": restart,
}


async def cost_of(scenario: Scenario, path: Path) -> Cost:
    """The cost of a scenario in a world of its own, on the database at `path`."""
    meter = Meter()
    async with AsyncExitStack() as stack:
        # A beat would be counted with what else is due.
        beat = timedelta(days=100)
        here = await stack.enter_async_context(world(path, tables=meter.tables, pictures=False, beat=beat))
        stack.enter_context(meter.folding())
        return await scenario(here, meter)


if __name__ == "__main__":
    for label, scenario_ in SCENARIOS.items():
        with tempfile.TemporaryDirectory() as directory:
            print(f"{label}: {asyncio.run(cost_of(scenario_, Path(directory) / 'games.sqlite3'))}")  # noqa: T201
