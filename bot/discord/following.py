"""What follows an answer which said that something takes long: in its place and below it, else in a direct message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.discord.attachments import NO_MENTIONS, files
from bot.discord.components import Interaction
from bot.discord.retrying import ERRORS, retried
from bot.process.retries import Purpose
from bot.screens.emoji import LENGTH
from bot.screens.model import Screen
from bot.screens.registered import with_registered
from bot.services.context import Services

log = logging.getLogger(__name__)

_TRIED_S: Final = 300
"""How long Discord is asked to take it in the place of the answer."""


async def follow(services: Services, interaction: Interaction, screens: Sequence[Screen]) -> None:
    """Show these screens without controls to the person alone, the first in the place of the answer.

    Where Discord does not take one there, as after 15 minutes, it comes in a direct message.
    """
    until_s = asyncio.get_running_loop().time() + _TRIED_S
    for at, made in enumerate(screens):
        screen = with_registered(made, services.registered)
        show = partial(_show, services, interaction, screen, first=at == 0)
        try:
            await retried(Purpose.ANSWER, "what follows an answer", show, until_s=until_s)
        except ERRORS as error:
            log.info("what was promised comes in a direct message", extra={"reason": error})
            await _send_directly(services, interaction, screen)


async def _show(services: Services, interaction: Interaction, screen: Screen, *, first: bool) -> None:
    text, attached = screen.text[:LENGTH], await files(services, screen, interaction.id)
    if first:
        await interaction.edit_original_response(content=text, attachments=attached, allowed_mentions=NO_MENTIONS)
    else:
        await interaction.followup.send(text, files=attached, ephemeral=True, allowed_mentions=NO_MENTIONS)


async def _send_directly(services: Services, interaction: Interaction, screen: Screen) -> None:
    attached = await files(services, screen, interaction.id)
    try:
        await interaction.user.send(screen.text[:LENGTH], files=attached, allowed_mentions=NO_MENTIONS)
    except ERRORS as error:
        log.warning("what was promised is not given", extra={"reason": error})
