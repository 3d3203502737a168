"""The six symbols as emojis of the application, uploaded once; without them texts show plain signs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.services.context import Services
from game.tiles import COLOURS, Colour
from render.emoji import symbol_png
from render.theme import load_theme

log = logging.getLogger(__name__)

NAMES: Final = {colour: f"ingenious_{colour.name.lower()}" for colour in COLOURS}


async def fetch(services: Services, client: discord.Client) -> None:
    """Find the emojis of the application, upload those that are missing, and have the bot use them.

    What fails here is logged and tried again at the next start; the bot does without.
    """
    try:
        found = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
        missing = [colour for colour in COLOURS if NAMES[colour] not in found]
        for colour, image in (await asyncio.to_thread(_pictures, missing)).items():
            emoji = await client.create_application_emoji(name=NAMES[colour], image=image)
            found[emoji.name] = str(emoji)
            log.info("emoji=%s is uploaded", emoji.name)
        services.emojis.update({colour: found[NAMES[colour]] for colour in COLOURS})
    except (discord.DiscordException, OSError, TimeoutError) as error:
        log.warning("no emojis of the application, plain signs instead: %s", error)


def _pictures(colours: Sequence[Colour]) -> dict[Colour, bytes]:
    if not colours:
        return {}
    theme = load_theme()
    return {colour: symbol_png(colour, theme) for colour in colours}
