"""From turn to turn: the most urgent game that waits for somebody, opened where they are."""

from __future__ import annotations

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens import next_turn as screens
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.services import departures, lookup
from bot.services.context import Services


async def show(services: Services, request: Request) -> Screen:
    """The panel of the most urgent game that waits for the person, with the way to the one after it.

    A game that waits for them no more, since they left its server or it went on meanwhile, is named and left out.
    """
    gone: tuple[str, ...] = ()
    waiting = await lookup.waiting_for(services.tables, request.user)
    for at, found in enumerate(waiting):
        loaded = await departures.without_departed(services, found, (request.user,))
        if lookup.is_on_turn(loaded.table, request.user):
            shown = play.open_panel(request, loaded)
            where = whereabouts(loaded, request.texts, request.location.channel)
            panel = screens.headed(shown, loaded.table, where, gone, request.texts)
            return screens.with_next(panel, len(waiting) - at - 1, request.texts)
        gone += (request.texts("next.gone", game=found.table.id),)
    return screens.none(gone, request.texts)
