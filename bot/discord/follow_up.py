"""The panel of who plays alone, sent below the board of their game as a message of its own."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord
from discord.utils import MISSING

from bot.discord.attachments import NO_MENTIONS, files
from bot.discord.components import Interaction, view_of
from bot.discord.failures import CONNECTION_ERRORS
from bot.interactions import below_board
from bot.interactions.request import Request
from bot.screens.emoji import LENGTH
from bot.screens.registered import with_registered
from bot.services.context import Services
from bot.tables.errors import Refused
from data.ids import GameId
from data.store import StoreError

log = logging.getLogger(__name__)


async def send_panel(services: Services, interaction: Interaction, request: Request, game: GameId) -> None:
    """Show the panel to the person alone; where that fails, **Play** on the board opens it."""
    try:
        screen = replace(await below_board.panel(services, request, game), theme=request.theme)
        screen = with_registered(screen, services.registered)
        await interaction.followup.send(
            screen.text[:LENGTH],
            files=await files(services, screen, interaction.id),
            view=view_of(screen) or MISSING,
            ephemeral=True,
            allowed_mentions=NO_MENTIONS,
        )
    except (Refused, StoreError, discord.HTTPException, *CONNECTION_ERRORS) as error:
        log.warning("the panel is not below its board", extra={"game": game, "reason": error})
