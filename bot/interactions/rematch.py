"""The rematch of a finished game: accept it, decline it."""

from __future__ import annotations

from bot.interactions import lobby
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services import alone, departures
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import rematch
from bot.tables.errors import Refused
from data.ids import GuildId


async def accept(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Agree to a rematch, which begins when everybody has; where nothing else shows it, it is shown at once.

    Raises:
        Refused: `unserved`, or see `tables.rematch.accept`.
    """
    await _check_served(services, loaded.row.guild)
    # The offer ends with its timer, which stands still while the bot or the server is away.
    offered = (row.due_at for row in await services.store.outbox_of(loaded.table.id) if row.kind == "lapse")
    expired = services.clock() >= next(offered, services.clock())
    agreed = await services.tables.change(loaded, lambda table: rematch.accept(table, request.user, expired=expired))
    if not rematch.is_agreed(agreed.table):
        agreed = await departures.without_departed(services, agreed, departures.others(agreed.table, request.user))
    if agreed.table.departed:
        names = tuple(agreed.table.name_of(user) for user in agreed.table.humans if user in agreed.table.departed)
        raise Refused("departed", names=names)
    begins = rematch.is_agreed(agreed.table)
    shown = begins and (agreed.table.is_alone or not agreed.is_posted)
    begun = await alone.rematch_of(services, agreed) if shown else None
    if begun is not None and not begun.is_posted:
        return await lobby.begun(services, request, begun)
    if begun is not None:
        return Screen(request.texts("lobby.begun", game=begun.table.id), panel_below=begun.table.id)
    return Screen(request.texts("again.begins" if begins else "again.noted"))


async def _check_served(services: Services, guild: GuildId | None) -> None:
    """Refuse a new game in a server that gets none, from wherever it is asked for; raises `Refused`: `unserved`."""
    if guild is not None and not (await services.store.server(guild)).served:
        raise Refused("unserved")


async def decline(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Decline a rematch.

    Raises:
        Refused: see `tables.rematch.decline`.
    """
    await services.tables.change_once(
        loaded,
        lambda table: rematch.decline(table, request.user),
        lambda table: table.rematch_declined_by == request.user,
    )
    return Screen(request.texts("again.no"))
