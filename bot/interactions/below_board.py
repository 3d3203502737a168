"""The panel of who plays alone, in a message of its own below the board."""

from __future__ import annotations

from dataclasses import replace

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens.hint import first_step
from bot.screens.model import Screen
from bot.services import alone
from bot.services.context import Services
from bot.services.loaded import NOWHERE, Loaded
from data.ids import GameId


async def panel(services: Services, request: Request, game: GameId) -> Screen:
    """The panel of a game once its board stands in the channel; the rack while bots think.

    Raises:
        Refused: the game cannot be read.
    """
    loaded = await alone.after_bots(services, await alone.with_board(services, game))
    view, words = loaded.table.view_for(request.user), _elsewhere(request, loaded)
    if view.on_turn:
        return first_step(loaded.table, view, request.texts, words)
    shown = play.rack(request, loaded)
    return replace(shown, text=f"{words}\n{shown.text}") if words else shown


def _elsewhere(request: Request, loaded: Loaded) -> str:
    """Where the board stands that the panel is not below: in a thread of its own; else nothing."""
    row = loaded.row
    if row.channel in (row.home, request.location.channel, NOWHERE):
        return ""
    return request.texts("lobby.thread", thread=f"<#{row.channel}>")
