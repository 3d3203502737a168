"""A thread of its own for a game: it hangs on the message of the lobby, so that a second try finds the first one's."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.discord import failures
from bot.discord.sender import DeliveryKey, Sender
from bot.screens import lobby
from bot.services.context import Services, public_texts
from bot.services.tables import Loaded

log = logging.getLogger(__name__)

_ARCHIVE_MIN: Final = 7 * 24 * 60


async def in_thread(
    services: Services, client: discord.Client, sender: Sender, loaded: Loaded, mark: DeliveryKey
) -> tuple[Loaded, str | None]:
    """A game that begins, moved into a thread of its own where the server wants that; or why it is in none.

    Raises:
        OSError: it cannot be made at the moment.
        discord.HTTPException: the same.
    """
    row = loaded.row
    if row.guild is None or row.channel != row.home or not (await services.store.server(row.guild)).threads:
        return loaded, None
    if isinstance(client.get_channel(row.channel), discord.Thread):
        return loaded, None
    try:
        thread = await _thread(services, client, sender, loaded, mark)
    except discord.HTTPException as error:
        if failures.is_passing(error):
            raise
        log.info("game=%s gets no thread: %s", row.id, error)
        if failures.is_gone(error):
            return loaded, None
        return loaded, "place.too-many" if error.code == failures.TOO_MANY_THREADS else "place.no-thread"
    await services.tables.move(loaded, thread)
    return replace(loaded, row=await services.store.game(row.id)), None


async def _thread(services: Services, client: discord.Client, sender: Sender, loaded: Loaded, mark: DeliveryKey) -> int:
    """The thread that hangs on the lobby's message; its number is that of the message, so it is made once."""
    row, table = loaded.row, loaded.table
    starter = row.message if row.message_channel == row.channel else None
    where = client.get_partial_messageable(row.channel, guild_id=row.guild)
    if where.guild is None:
        raise failures.NotYetError(f"server {row.guild} is not known yet")
    name = f"Ingenious {table.id} · {', '.join(table.names)}"[:100]
    while True:
        new = starter is None
        if starter is None:
            posted = await sender.send(where, lobby.begun(table, public_texts(loaded)), mark.beside("t"))
            await services.store.set_board_message(row.id, posted)
            starter = posted.message
        try:
            await where.get_partial_message(starter).create_thread(name=name, auto_archive_duration=_ARCHIVE_MIN)
        except discord.HTTPException as error:
            if error.code == failures.UNKNOWN_MESSAGE and not new:
                starter = None
                continue
            if error.code != failures.HAS_THREAD:
                raise
        return starter
