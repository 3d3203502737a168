"""The panel of who plays alone, in a message of its own below the board."""

from __future__ import annotations

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens.hint import first_step
from bot.screens.model import Screen
from bot.services import alone
from bot.services.context import Services
from data.ids import GameId


async def panel(services: Services, request: Request, game: GameId) -> Screen:
    """The panel of a game once its board stands in the channel; the rack while bots think.

    Raises:
        Refused: the game cannot be read.
    """
    loaded = await alone.after_bots(services, await alone.with_board(services, game))
    view = loaded.table.view_for(request.user)
    return first_step(loaded.table, view, request.texts, "") if view.on_turn else play.rack(request, loaded)
