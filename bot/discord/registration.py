"""What Discord is to know of the bot, registered while it is online already: its commands and its emojis."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.discord import emoji, failures

if TYPE_CHECKING:
    from bot.discord.client import IngeniousClient

log = logging.getLogger(__name__)

_TRY_S: Final = 60
"""How long one try may take."""
_RETRY_S: Final = (5, 15, 60, 300)
"""How long to wait after each try that failed; the last one repeats."""


async def register(client: IngeniousClient, *, emojis: bool, mentions: bool) -> None:
    """Register the commands, and upload the emojis if asked; tried again until Discord takes or refuses them.

    Until then the commands that were registered before work, and texts show plain signs and names of commands; from
    then on they mention the commands with `mentions`.
    """

    async def sync() -> None:
        for command in await client.tree.sync():
            if mentions:
                client.services.registered.commands[command.name] = command.id

    async def upload() -> None:
        await emoji.fetch(client.services, client)

    await asyncio.gather(_until_done("the commands", sync), *([_until_done("the emojis", upload)] if emojis else []))


async def _until_done(what: str, attempt: Callable[[], Awaitable[None]]) -> None:
    for tries in count():
        try:
            with failures.readable():
                async with asyncio.timeout(_TRY_S):
                    await attempt()
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            if _is_final(error):
                log.error("%s could not be registered", what, exc_info=error)
                return
            wait_s = _RETRY_S[min(tries, len(_RETRY_S) - 1)]
            log.warning("%s could not be registered yet", what, extra={"retry_s": wait_s, "error": repr(error)})
            await asyncio.sleep(wait_s)
        else:
            return


def _is_final(error: Exception) -> bool:
    """Whether Discord has refused, and would again."""
    if isinstance(error, discord.app_commands.CommandSyncFailure):
        return True
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status not in (408, 429)
