"""People who are no longer in the server of their game: nothing waits for them any more.

Nothing says for sure that somebody left, so it looks when something waits for them: when a press of somebody
else does, when a clock runs out, and at a few games every few minutes. Where an event says so, it is used.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.services import tournaments
from bot.services.context import Services
from bot.services.directory import Absence, Found, Member
from bot.services.loaded import NOWHERE, Loaded
from bot.tables import absence
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking
from bot.tables.outbox_rows import Scheduled
from bot.tables.schedule import REMATCH
from bot.tables.table import Table
from data.ids import GameId, GuildId, UserId
from data.store import GameRow

log = logging.getLogger(__name__)

SWEEP_EVERY: Final = timedelta(minutes=10)
"""How often a few games are looked at."""
_SWEPT: Final = 40
"""How many of them at a time: about a hundred requests, whatever the number of open games."""


async def without_departed(services: Services, loaded: Loaded, users: Iterable[UserId]) -> Loaded:
    """The table without those of these users who are no longer in its server; the others under their present names."""
    asked = [user for user in users if user in loaded.table.humans]
    for user, found in (await services.directory.members(loaded.row.guild, asked)).items():
        loaded = await _with_found(services, loaded, user, found)
    return loaded


async def looked_up(services: Services, loaded: Loaded, user: UserId) -> tuple[Loaded, bool]:
    """The table as `without_departed` gives it for one user, and whether they may see its channel."""
    channel = None if loaded.row.channel == NOWHERE else loaded.row.channel
    found = (await services.directory.members(loaded.row.guild, (user,), channel))[user]
    return await _with_found(services, loaded, user, found), not isinstance(found, Member) or found.sees


async def _with_found(services: Services, loaded: Loaded, user: UserId, found: Found) -> Loaded:
    match found:
        case Absence():
            return await _departed(services, loaded, user)
        case Member(name):
            return await services.tables.rename(loaded, user, name)
        case None:
            return loaded


def others(table: Table, user: UserId) -> tuple[UserId, ...]:
    """Everybody at a table but this user."""
    return tuple(other for other in table.humans if other != user)


def waited_for(table: Table) -> tuple[UserId, ...]:
    """Everybody in a lobby, and of an open game those in whose seat no bot is."""
    return table.humans if table.status == "lobby" else table.active


async def _departed(services: Services, loaded: Loaded, user: UserId) -> Loaded:
    """The table once it is known that somebody is no longer in its server; as it is where nothing waits for them."""
    shuffle = services.tables.chance.shuffle(loaded.table.id)
    try:
        after = await services.tables.change(loaded, lambda table: absence.depart(table, user, shuffle))
    except Refused as error:
        log.info("a departure changes nothing", extra={"game": loaded.table.id, "reason": error})
        return loaded
    if after.table.seq != loaded.table.seq:
        log.info("somebody is no longer in the server", extra={"game": loaded.table.id, "user": user})
    return after


async def member_left(services: Services, guild: GuildId, user: UserId) -> None:
    """Let go all tables of a server of somebody who is known to have left it."""
    day = Scheduled(DailyRanking(services.clock().date())).row
    await services.store.leave_daily(guild, user, day)
    services.server_changed()
    await tournaments.member_left(services, guild, user)
    now = services.clock()
    for row in await services.store.games_of(user, ("lobby", "running", "over")):
        if row.guild == guild and (row.ended_at is None or now - row.ended_at < REMATCH):
            loaded = await _loaded(services, row)
            if loaded is not None:
                await _departed(services, loaded, user)


async def look_at_guild(services: Services, guild: GuildId) -> None:
    """Look at all open tables of a server that was away, as nothing was heard of it meanwhile."""
    for row in await services.store.games_with(("lobby", "running")):
        if row.guild == guild:
            await _look_at(services, row)


async def sweep(services: Services, after: GameId) -> GameId:
    """Look at the people of the next few open tables after this one, from the first again after the last.

    Returns the last of them.
    """
    shards, games = services.guard.shards, await services.store.games_with(("lobby", "running"))
    rows = [row for row in games if row.guild is not None and row.guild in shards]
    following = [row for row in rows if row.id > after] or rows
    for row in following[:_SWEPT]:
        try:
            await _look_at(services, row)
        except Exception:
            log.exception("who is no longer in a server could not be looked up", extra={"game": row.id})
        after = row.id
    return after


async def _look_at(services: Services, row: GameRow) -> None:
    loaded = await _loaded(services, row)
    if loaded is not None:
        await without_departed(services, loaded, waited_for(loaded.table))


async def _loaded(services: Services, row: GameRow) -> Loaded | None:
    try:
        return await services.tables.load(row.id)
    except Refused:
        return None
