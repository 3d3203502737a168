"""What people set for themselves, and what follows for their games."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from bot.services import clocks, lookup, writes
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.settings import person
from bot.settings.person import PreferenceChange
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking, Remark
from bot.tables.outbox_rows import Scheduled
from bot.tables.schedule import on_vacation
from data.ids import UserId
from data.store import PlayerRow, Server

log = logging.getLogger(__name__)


async def change_preferences(services: Services, user: UserId, asked: PreferenceChange) -> PlayerRow:
    """The person's preferences with what they asked; the times of their turns follow, and their tables see a vacation.

    Raises:
        Refused: see `person.with_change`.
    """
    now = services.clock()
    before = await services.store.player(user)
    after = person.with_change(before, asked, now, await services.store.outages())
    if after == before:
        return after
    await services.store.save_player(after, person.vacations(before, after, now))
    writes.record()
    if after.vacation_until != before.vacation_until:
        log.info("vacation", extra={"user": user, "until": after.vacation_until})
    if after.unlisted != before.unlisted:
        await _show_in_rankings(services, user)
    for game in await lookup.games_of(services.tables, user, ("running",)):
        loaded = await _replanned(services, game, user)
        if after.vacation_until != before.vacation_until:
            await _remark_vacation(services, loaded, after, now)
    return after


async def offer_confirming(services: Services, user: UserId) -> bool:
    """Whether to offer somebody to be asked before each placement: once, and to nobody who is asked already."""
    player = await services.store.player(user)
    if player.confirm_placing or player.confirm_offered:
        return False
    await services.store.save_player(replace(player, confirm_offered=True))
    return True


async def _show_in_rankings(services: Services, user: UserId) -> None:
    """Let the newest messages of days be edited by what a person wants to be listed: those with their results."""
    day = services.clock().date()
    for guild in await services.store.daily_servers(user):
        rows = [Scheduled(DailyRanking(one)).row for one in (day - timedelta(days=1), day)]
        await services.store.enqueue(rows, about=Server(guild))
    services.server_changed()


async def _replanned(services: Services, loaded: Loaded, user: UserId) -> Loaded:
    """The game with the times of its turn as this player wants them; as it was where it changes all the time."""
    try:
        return await clocks.replan(services.tables, loaded, user) or loaded
    except Refused as error:
        log.info("the times stay as they are", extra={"game": loaded.table.id, "reason": error})
        return loaded


async def _remark_vacation(services: Services, loaded: Loaded, player: PlayerRow, now: datetime) -> None:
    """Write to a table that a player goes on vacation, or that they are back."""
    table = loaded.table
    if player.user not in table.active or len(table.humans) < 2:
        return
    seat = table.seat_at(player.user)
    if on_vacation(player, now):
        await services.tables.send(loaded, Remark("away.vacation", seat, player.vacation_until))
    else:
        await services.tables.send(loaded, Remark("away.vacation-over", seat))
