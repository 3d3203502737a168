"""The answer to what somebody asked of a process that died before it could answer."""

from __future__ import annotations

from bot.interactions import play, router
from bot.interactions.find import find_played
from bot.interactions.request import Request
from bot.screens.custom_ids import parse
from bot.screens.model import Screen
from bot.screens.press import Press, game_of, only_shows
from bot.screens.refusals import refusal_text
from bot.services.context import Services
from bot.tables.errors import Refused
from game.board import parse_cell
from game.events import Place
from game.tiles import parse_tile


async def answer(services: Services, request: Request, asked: str) -> Screen:
    """The screen; what would change something is not done now, but it is shown whether it was.

    `asked` is a custom id, or a command as `discord.command_draft` writes it.
    """
    press = parse(asked)
    if press is not None:
        return await _of_press(services, request, press)
    if asked.startswith("place."):
        return await _of_placement(services, request, asked)
    return Screen(request.texts("refused.restarted"))


async def _of_press(services: Services, request: Request, press: Press) -> Screen:
    if only_shows(press):
        return await router.handle(services, request, press)
    game = game_of(press)
    if game is None:
        return Screen(request.texts("refused.restarted"))
    return await play.refused(services, request, game, Refused("restarted"))


async def _of_placement(services: Services, request: Request, asked: str) -> Screen:
    """The result of a typed placement where it was made, else the present position."""
    try:
        _, code, *cells = asked.split(".")[:4]
        at = [parse_cell(cell) for cell in cells]
        loaded = await find_played(services, request, None)
        made = play.made(request, loaded, Place(parse_tile(code), (at[0], at[1]), None))
    except (ValueError, IndexError, Refused):
        return Screen(refusal_text(Refused("restarted"), request.texts))
    return made or await play.refused(services, request, loaded.table.id, Refused("restarted"))
