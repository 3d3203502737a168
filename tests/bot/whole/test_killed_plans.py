"""A process that dies at any write or request from a plan to the planned turn makes that turn once.

As in `test_killed`: after each death a new process starts on the same file, and in the end all is as without a fault.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

from bot.screens.draft import Draft
from bot.tables.table import Table
from bot.texts import texts
from game.events import Place
from tests.bot.ids import Id
from tests.bot.killing import NOW, Clock, Process, copied, forged, new_discord, process
from tests.bot.painters import Blank
from tests.bot.sample_tables import choice
from tests.bot.tables.test_planned_moves import apart, tried
from tests.bot.whole.test_killed import (
    ANN,
    BEN,
    COMMON_STEPS,
    Action,
    Turn,
    carry_out,
    ended,
    folder,
    killed,
    pressed,
    seq,
    typed,
)

STEPS = COMMON_STEPS | {"store.drop_plan", "store.save_plan"}
"""Every write and every request from the plan to the planned turn."""
SOON = timedelta(seconds=20)
"""After which a planned turn has been made."""


def by_ben(verb: str, draft: str = "", *, planned: bool) -> Action:
    """Ben, who waits, presses one of the buttons of a plan; whether he has one then."""

    async def want(here: Process) -> None:
        version = (await here.app.tables.load(1)).table.view_for(BEN).position.version
        forged(here.fake, BEN, Id(1, version, verb, draft).custom_id, here.fake.offering("play"))

    async def there(here: Process) -> bool:
        return (BEN in (await here.app.tables.load(1)).plans) == planned

    return Action(f"{verb} {draft}", want, there)


def of_ann(intent: Place, after: int) -> Action:
    """Ann, who is on turn, places this."""

    async def want(here: Process) -> None:
        version = (await here.app.tables.load(1)).table.game().position.version
        draft = Draft(intent.tile, None, *intent.at).text
        forged(here.fake, ANN, Id(1, version, "place", draft).custom_id, here.fake.offering("play"))

    async def there(here: Process) -> bool:
        return await seq(here) > after

    return Action("a placement", want, there)


def waiting(until: datetime, after: int) -> Action:
    """Time passes, and the planned turn is made."""

    async def want(here: Process) -> None:
        await here.later(until - here.app.clock())

    async def there(here: Process) -> bool:
        return await seq(here) > after

    return Action("wait", want, there)


def drafts(table: Table, intent: Place) -> tuple[str, str]:
    """What Ben can plan so that it is made after this turn of Ann, and so that it lapses."""
    made = apart(table, BEN, intent)
    lapses = next(one for one in tried(table, BEN) if set(one.at) & set(intent.at))
    return Draft(made.tile, None, *made.at).text, Draft(lapses.tile, None, *lapses.at).text


async def planned_turns(at: Path, images: Blank) -> list[tuple[Turn, datetime]]:
    """A plan that is dropped, one that is made and one that lapses, without a fault; with the moment of each step."""
    turns: list[tuple[Turn, datetime]] = []
    path, fake, clock = at / "whole", new_discord(), Clock()

    async def do(action: Action) -> Table:
        before, fake_before, began = copied(path, at / f"turn{len(turns)}"), fake.copied(), clock.now
        async with process(path, fake, images, clock=clock) as here:
            here.life.steps.clear()
            await carry_out(action, here)
            table = (await here.app.tables.load(1)).table
        turns.append((Turn(before, fake_before, action, ended(path, fake), here.life.steps), began))
        return table

    async with process(path, fake, images):
        pass
    await do(typed("start", ANN, game=1, seats=2, order="joined", pace="1d"))
    await do(pressed("join", BEN, 2))
    table = await do(pressed("begin", ANN, 3))
    turns.clear()
    intent = choice(table, "greedy")
    made, _ = drafts(table, intent)
    await do(by_ben("plan", made, planned=True))
    await do(by_ben("unplan", planned=False))
    await do(by_ben("planif", made, planned=True))
    table = await do(of_ann(intent, table.seq))
    table = await do(waiting(NOW + SOON, table.seq))
    intent = choice(table, "greedy")
    _, lapses = drafts(table, intent)
    await do(by_ben("plan", lapses, planned=True))
    await do(of_ann(intent, table.seq))
    return turns


async def test_a_death_at_any_step_from_the_plan_to_the_planned_turn_changes_nothing_that_is_stored_or_sent():
    images, wrong, tried_out = Blank(), [], 0
    with folder() as at:
        turns = await planned_turns(at, images)
        for turn, began in turns:
            for number, after in product(range(len(turn.steps)), (False, True)):
                run = await killed(turn, images, at, number, after=after, since=began)
                tried_out += 1
                if run != turn.end:
                    wrong.append((turn.action.name, "after" if after else "before", number, turn.steps[number]))
    assert not wrong
    assert tried_out > 60, tried_out
    assert {step for turn, _ in turns for step in turn.steps} == STEPS
    said = [message["content"] for messages in turns[-1][0].end.seen.values() for message in messages]
    assert sum(texts("en")("plan.lapsed.taken") in one for one in said) == 1
