"""The clocks of running turns in the store: they follow what people set, and what they are given."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.services.loaded import Loaded
from bot.services.tables import Tables
from bot.tables.change import Action
from bot.tables.clock import extend_turn, replan_turn
from bot.tables.errors import Refused
from bot.tables.events import TimeGiven
from bot.tables.messages import TimeGift
from bot.tables.outbox_rows import Scheduled
from data.ids import UserId


async def replan(tables: Tables, loaded: Loaded, user: UserId) -> Loaded | None:
    """Let the times of a person's turn follow their preferences; `None` if nothing changed.

    Raises:
        Refused: `moved-on`, where others change the game all the time.
    """

    async def attempt(loaded: Loaded) -> Loaded | None:
        table = loaded.table
        if table.status != "running" or table.seats[table.public.seat].user != user:
            return None
        player, waiting = await tables.store.player(user), await tables.store.outbox_of(table.id)
        counted = await tables.absent.counted_until(loaded.row.guild)
        plan = replan_turn(table, waiting, player, counted, loaded.row.deadline)
        if plan is None:
            return None
        return await tables.append(loaded, (), plan)

    return await tables.until_stored(loaded, attempt)


async def give_time(tables: Tables, loaded: Loaded, action: Action) -> Loaded:
    """Store an action that gives time to the turn that is going on, and let its clock go on with that.

    Raises:
        Refused: the action is refused, or `moved-on` where no clock runs or others change the game all the time.
    """

    async def attempt(loaded: Loaded) -> Loaded:
        made = action(loaded.table)
        user = made.table.seats[made.table.public.seat].user or UserId(0)
        player, waiting = await tables.store.player(user), await tables.store.outbox_of(made.table.id)
        counted = await tables.absent.counted_until(loaded.row.guild)
        gifts = [event for event in made.events if isinstance(event, TimeGiven)]
        by = timedelta(seconds=sum(event.seconds for event in gifts))
        plan = extend_turn(made.table, waiting, player, counted, by)
        if plan is None:
            raise Refused("moved-on")
        told = [Scheduled(TimeGift(event.by, made.table.turn)) for event in gifts if event.by is not None]
        plan = replace(plan, messages=[*plan.messages, *told])
        return await tables.append(loaded, made.events, plan, made.table)

    return await tables.until_stored(loaded, attempt)
