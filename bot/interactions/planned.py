"""Planning ahead: a placement for the own next turn, and what became of it."""

from __future__ import annotations

from dataclasses import replace

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens import planned as screens
from bot.screens.draft import placed
from bot.screens.hint import first_step
from bot.screens.model import Screen
from bot.screens.panel_context import PanelContext
from bot.screens.press import PlanPress
from bot.screens.verbs import Planning
from bot.services import planned
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from game.rules import preview


async def keep(services: Services, request: Request, loaded: Loaded, press: PlanPress) -> Screen:
    """Keep the placement that somebody tried, for their next turn.

    Raises:
        Refused: `moved-on`, `bad-press`, or see `tables.planned_moves.planned`.
        Illegal: the rules forbid the placement.
    """
    if loaded.table.status == "over":
        return play.over(request, loaded)
    table, user = loaded.table, request.user
    table.check_playing(user)
    view = table.view_for(user)
    if view.on_turn or press.version != view.position.version:
        raise Refused("moved-on")
    tile, at = placed(press.draft)
    outcome = preview(PanelContext.of_game(table, view, request.texts).view, tile, at)
    untouched = press.verb == Planning.PLAN_UNTOUCHED
    loaded, move = await planned.keep(services, loaded, user, press.version, outcome.placement, untouched=untouched)
    return screens.kept(loaded.table, loaded.table.view_for(user), move, request.texts)


async def drop(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Drop what somebody has planned.

    Raises:
        Refused: `not-playing`, or no game has begun.
    """
    if loaded.table.status == "over":
        return play.over(request, loaded)
    if loaded.table.game() and loaded.table.seat_of(request.user) is None:
        raise Refused("not-playing")
    loaded, dropped = await planned.drop(services, loaded, request.user)
    words = request.texts("plan.dropped" if dropped else "plan.none")
    # Loaded again: where there was none it may have been made meanwhile.
    loaded = loaded if dropped else await services.tables.load(loaded.table.id)
    view = loaded.table.view_for(request.user)
    if view.on_turn:
        return first_step(loaded.table, view, request.texts, words)
    shown = play.rack(request, loaded)
    return replace(shown, text=f"{words}\n{shown.text}")
