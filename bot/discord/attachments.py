"""What goes out beside the text of a message: the picture and the file of a screen, and whom it mentions by default."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Final

import discord

from bot.screens.model import Screen
from bot.services.context import Services

log = logging.getLogger(__name__)

NO_MENTIONS: Final = discord.AllowedMentions.none()


async def files(services: Services, screen: Screen, context: object) -> list[discord.File]:
    """The picture and the file of a screen; a picture that cannot be drawn is left out."""
    found: list[discord.File] = []
    try:
        if screen.moving:
            name, content = "ingenious.gif", await services.pictures.animation(screen.moving, screen.theme)
        elif screen.picture is not None:
            name, content = "ingenious.png", await services.pictures.picture(screen.picture, screen.theme)
        else:
            name, content = "", b""
    except Exception:
        log.exception("a picture failed", extra={"picture_for": context})
    else:
        if content:
            found.append(discord.File(BytesIO(content), name, description=screen.alt[:1024] or None))
    if screen.file is not None:
        name, content = screen.file
        found.append(discord.File(BytesIO(content), name))
    return found
