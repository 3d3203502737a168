"""From turn to turn: a game that waits for somebody, opened where they are, and the list of their games."""

from __future__ import annotations

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens import games as games_screen
from bot.screens import next_turn as screens
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.services import departures, lookup
from bot.services.context import Services
from bot.services.loaded import Loaded
from data.ids import GameId


async def show(services: Services, request: Request, first: GameId | None = None) -> Screen:
    """The panel of a game that waits for the person, with the way to the one after it.

    It is the one that they chose to be `first`, else the most urgent. A game that waits for them no more, since they
    left its server or it went on meanwhile, is named and left out; so is one whose channel they may not see.
    """
    gone: tuple[str, ...] = ()
    waiting = await lookup.waiting_for(services.tables, request.user, first=first)
    if first is not None and first not in (one.table.id for one in waiting[:1]):
        gone += (request.texts("next.gone", game=first),)
    for at, found in enumerate(waiting):
        loaded, sees = await departures.looked_up(services, found, request.user)
        if not lookup.is_on_turn(loaded.table, request.user):
            gone += (request.texts("next.gone", game=found.table.id),)
        elif not sees:
            gone += (request.texts("next.unseen", game=found.table.id),)
        else:
            shown = play.open_panel(request, loaded)
            where = whereabouts(loaded, request.texts, request.location.channel)
            panel = screens.headed(shown, loaded.table, where, gone, request.texts)
            return screens.with_next(panel, len(waiting) - at - 1, request.texts)
    return screens.none(gone, request.texts)


async def instead_of(services: Services, request: Request, loaded: Loaded) -> Screen:
    """What somebody is shown of a game that waits for others: the next one that waits for them, else their rack."""
    others = await lookup.waiting_for(services.tables, request.user, besides=loaded.table.id)
    return await show(services, request, loaded.table.id) if others else play.open_panel(request, loaded)


async def games(services: Services, request: Request, page: int = 0) -> Screen:
    """A page of the games of the person, a line each, with the ways to their turns; of the finished ones the newest."""
    mine = await lookup.games_of(services.tables, request.user)
    finished = await lookup.games_of(services.tables, request.user, ("over",), newest=games_screen.FINISHED)
    listed = [games_screen.Listed(one.table, whereabouts(one, request.texts)) for one in [*mine, *reversed(finished)]]
    return games_screen.games(listed, request.user, page, request.texts)
