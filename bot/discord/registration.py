"""What Discord is to know of the bot, registered while it is online already: its commands and its emojis."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import discord

from bot.discord import emoji
from bot.discord.retrying import ERRORS, retried
from bot.process.retries import Purpose

if TYPE_CHECKING:
    from bot.discord.client import IngeniousClient

log = logging.getLogger(__name__)

_TRY_S: Final = 60
"""How long one try may take."""


async def register(client: IngeniousClient, *, emojis: bool, mentions: bool) -> None:
    """Register the commands, and upload the emojis if asked; tried again until Discord takes or refuses them.

    Until then the commands that were registered before work, and texts show plain signs and names of commands; from
    then on they mention the commands with `mentions`.
    """

    async def sync() -> None:
        for command in await client.tree.sync():
            if mentions:
                client.services.registered.commands[command.name] = command.id

    async def sync_own() -> None:
        if (server := client.services.operator_server) is not None:
            await client.tree.sync(guild=discord.Object(server))

    async def upload() -> None:
        await emoji.fetch(client.services, client)

    work = [_until_done("the commands", sync), _until_done("the operator's commands", sync_own)]
    await asyncio.gather(*work, *([_until_done("the emojis", upload)] if emojis else []))


async def _until_done(what: str, attempt: Callable[[], Awaitable[None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(_TRY_S):
            await attempt()

    try:
        await retried(Purpose.REGISTRATION, f"the registration of {what}", in_time)
    except ERRORS as error:
        log.error("%s could not be registered", what, exc_info=error)
