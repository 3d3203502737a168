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
    """Find the emojis of the application, upload those that are missing, and let the bot use them.

    Raises:
        discord.DiscordException, OSError: Discord did not take them; the bot shows plain signs.
    """
    found = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
    missing = [colour for colour in COLOURS if NAMES[colour] not in found]
    for colour, image in (await asyncio.to_thread(_pictures, missing)).items():
        try:
            emoji = await client.create_application_emoji(name=NAMES[colour], image=image)
        except discord.HTTPException:
            # It may be there: discord.py tries again after an error, and then its name is taken.
            found = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
            if NAMES[colour] not in found:
                raise
            continue
        found[emoji.name] = str(emoji)
        log.info("an emoji was uploaded", extra={"emoji": emoji.name})
    services.registered.emojis.update({colour: found[NAMES[colour]] for colour in COLOURS})


def _pictures(colours: Sequence[Colour]) -> dict[Colour, bytes]:
    if not colours:
        return {}
    theme = load_theme()
    return {colour: symbol_png(colour, theme) for colour in colours}
