"""Planned moves in the store: keep one, drop it, and make it when its timer fires."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.services import writes
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import planned_moves, play
from bot.tables.errors import Refused
from bot.tables.messages import PlanNotice
from bot.tables.outbox_rows import Scheduled
from bot.tables.timers import PlannedMoveTimer
from data.ids import UserId
from game.illegal import Illegal
from game.state import Placement


def own(loaded: Loaded, user: UserId) -> planned_moves.PlannedMove | None:
    """The planned move of a person, or the one that has lapsed in their turn that is going on."""
    return planned_moves.from_text(loaded.plans.get(user, ""))


async def keep(
    services: Services, loaded: Loaded, user: UserId, version: int, laid: Placement, *, untouched: bool
) -> tuple[Loaded, planned_moves.PlannedMove]:
    """Keep a move that a person plans for the position of this version, instead of an earlier one.

    Raises:
        Refused: `moved-on` where the position is another by now, or see `tables.planned_moves.planned`.
    """

    async def attempt(loaded: Loaded) -> tuple[Loaded, planned_moves.PlannedMove]:
        planned = planned_moves.planned(loaded.table, user, laid, untouched=untouched)
        if loaded.table.view_for(user).position.version != version:
            raise Refused("moved-on")
        await services.store.save_plan(loaded.table.id, loaded.row.version, user, planned.text)
        writes.record()
        return replace(loaded, plans={**loaded.plans, user: planned.text}), planned

    return await services.tables.until_stored(loaded, attempt)


async def drop(services: Services, loaded: Loaded, user: UserId) -> tuple[Loaded, bool]:
    """The game without the planned move of a person, and whether there was one."""
    dropped = await services.store.drop_plan(loaded.table.id, user)
    return replace(loaded, plans={one: body for one, body in loaded.plans.items() if one != user}), dropped


async def make(services: Services, timer: PlannedMoveTimer, loaded: Loaded) -> Loaded:
    """Make the planned move of the person on turn; nothing where they dropped it, or have placed something themselves.

    The plan goes in the transaction of the move, and the timer too: neither can make it twice.

    Raises:
        Refused: the game cannot be read, or others change it all the time.
    """
    # Read again: the person may have dropped it, which is no event.
    read = await services.tables.load(loaded.table.id)
    return await services.tables.until_stored(read, partial(_make, services, timer))


async def _make(services: Services, timer: PlannedMoveTimer, loaded: Loaded) -> Loaded:
    """Make it on this table; raises `Conflict` where the table or the plan is another by now."""
    user, table = timer.user, loaded.table
    move = own(loaded, user)
    if move is None or not _is_due(loaded, timer) or planned_moves.lapse(table, user, move):
        return loaded
    try:
        made = play.place(table, user, None, planned_moves.intent(move), services.tables.chance.shuffle(table.id))
    except Illegal:
        return loaded
    made, plan = await services.tables.planned(loaded, made)
    open_bonus = made.table.turn == table.turn and made.table.status == "running"
    call = [Scheduled(PlanNotice(user, timer.turn, "bonus"))] if open_bonus else []
    plan = replace(plan, messages=[*plan.messages, *call], drop=(*plan.drop, PlannedMoveTimer))
    committed = await services.tables.append(loaded, made.events, plan, made.table, planned=(user, loaded.plans[user]))
    writes.record(move=True)
    return committed


def _is_due(loaded: Loaded, timer: PlannedMoveTimer) -> bool:
    """Whether it is the turn of the timer, in which its person has placed nothing yet."""
    table = loaded.table
    if table.status != "running" or table.turn != timer.turn:
        return False
    position = table.game().position
    mine = table.seats[position.seat].user == timer.user and not table.is_bot(position.seat)
    return mine and not position.in_turn
