"""The end of a game before its time: a lobby is closed, a running game stopped by the vote of all who are there."""

from __future__ import annotations

from dataclasses import replace

from bot.interactions.find import with_present_host
from bot.interactions.play import over
from bot.interactions.request import Request
from bot.screens import settings, votes
from bot.screens.model import Screen
from bot.screens.refusals import refusal_text
from bot.services import departures
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import play
from bot.tables.errors import Refused
from bot.tables.table import Table


async def cancel(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Close a lobby, or vote to stop a running game; who is alone in it is asked once more, or may resign.

    Raises:
        Refused: see `tables.play.vote_stop`.
    """
    if loaded.table.status == "over":
        return over(request, loaded)
    if loaded.table.status == "running" and loaded.table.active == (request.user,):
        return _end_alone(request, loaded.table)
    return await _vote_stop(services, request, loaded)


def _end_alone(request: Request, table: Table) -> Screen:
    """The question to the only person who is there: whether to stop the game, or to resign from it."""
    if not play.must_resign(table, request.user):
        return votes.confirm_stop(table, request.texts)
    asked = settings.confirm_resign(table, request.texts)
    why = refusal_text(Refused("nobody-agrees"), request.texts)
    return replace(asked, text=f"{why}\n{asked.text}")


async def agree_to_stop(services: Services, request: Request, loaded: Loaded, turn: int) -> Screen:
    """Vote to stop, by the button of a vote.

    Raises:
        Refused: `moved-on`, or see `tables.play.vote_stop`.
    """
    check_turn(loaded.table, turn)
    return await _vote_stop(services, request, loaded)


async def play_on(services: Services, request: Request, loaded: Loaded, turn: int) -> Screen:
    """Vote against stopping, by the button of a vote.

    Raises:
        Refused: `moved-on`, or see `tables.play.reject_stop`.
    """
    check_turn(loaded.table, turn)
    if loaded.table.active == (request.user,) and not loaded.table.stop_votes:
        return Screen(request.texts("vote.lapsed", game=loaded.table.id))
    await services.tables.change(loaded, lambda table: play.reject_stop(table, request.user))
    return Screen(request.texts("vote.declined"))


async def _vote_stop(services: Services, request: Request, loaded: Loaded) -> Screen:
    loaded = await with_present_host(services, request, loaded)
    if loaded.table.status == "running" and request.user in loaded.table.active:
        agreed = loaded.table.stop_votes | {request.user}
        missing = [user for user in loaded.table.active if user not in agreed]
        loaded = await departures.without_departed(services, loaded, missing)
        if play.must_resign(loaded.table, request.user):
            return _end_alone(request, loaded.table)
    stopped = await services.tables.change(loaded, lambda table: play.vote_stop(table, request.user))
    table = stopped.table
    if table.status == "over" and table.is_alone:
        return over(request, stopped)
    key = {"over": "vote.stopped", "cancelled": "lobby.closed", "running": "vote.agreed"}[table.status]
    return Screen(request.texts(key, game=table.id))


def check_turn(table: Table, turn: int) -> None:
    """Refuse the button of a vote that lapsed with its turn; raises `Refused`."""
    if table.status == "running" and table.turn != turn:
        raise Refused("moved-on")
