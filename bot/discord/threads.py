"""A thread of its own for a game: it hangs on the message of the lobby, so that a second try finds the first one's."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import discord

from bot.discord import failures
from bot.discord.permissions import may_open_threads
from bot.discord.sender import Sender
from bot.outbox.messenger import DeliveryKey
from bot.screens import lobby
from bot.services.context import Services, public_texts
from bot.services.loaded import Loaded
from bot.tables.messages import Remark
from data.ids import ChannelId
from data.store import SentBoard

log = logging.getLogger(__name__)

_ARCHIVE_MIN: Final = 7 * 24 * 60


async def in_thread(
    services: Services, client: discord.Client, sender: Sender, loaded: Loaded, key: DeliveryKey
) -> tuple[Loaded, Remark | None]:
    """A game that begins, moved from its channel into a thread of its own; or why it is in none.

    Raises:
        OSError: it cannot be made at the moment.
        discord.HTTPException: the same.
    """
    row = loaded.row
    channel = client.get_channel(row.channel)
    if row.channel != row.home or isinstance(channel, discord.Thread):
        return loaded, None
    if isinstance(channel, discord.abc.GuildChannel) and not may_open_threads(channel):
        # Whoever opened the table was told.
        return loaded, None
    try:
        loaded, thread = await _thread(services, client, sender, loaded, key)
    except discord.HTTPException as error:
        if failures.is_transient(error):
            raise
        log.info("a game gets no thread: %s", error, extra={"game": row.id})
        if failures.is_channel_deleted(error):
            return loaded, None
        return loaded, Remark("place.too-many" if error.code == failures.TOO_MANY_THREADS else "place.no-thread")
    return await services.tables.relocate(loaded, thread), None


async def _thread(
    services: Services, client: discord.Client, sender: Sender, loaded: Loaded, key: DeliveryKey
) -> tuple[Loaded, ChannelId]:
    """The thread that hangs on the lobby's message; its number is that of the message, so it is made once."""
    row, table = loaded.row, loaded.table
    starter = row.message if row.message_channel == row.channel else None
    where = client.get_partial_messageable(row.channel, guild_id=row.guild)
    if where.guild is None:
        raise failures.NotYetError(f"server {row.guild} is not known yet")
    name = title(loaded)
    while True:
        new = starter is None
        if starter is None:
            posted = await sender.send(where, lobby.begun(table, public_texts(loaded)), key.beside("t"))
            await services.store.set_board_message(row.id, posted)
            loaded, starter = with_board(loaded, posted), posted.message
        try:
            with failures.readable():
                await where.get_partial_message(starter).create_thread(name=name, auto_archive_duration=_ARCHIVE_MIN)
        except discord.HTTPException as error:
            if error.code == failures.UNKNOWN_MESSAGE and not new:
                starter = None
                continue
            if error.code != failures.HAS_THREAD:
                raise
        return loaded, ChannelId(starter)


def title(loaded: Loaded, *, names: bool = True) -> str:
    """What the thread of a game is called, with the names of its players or without."""
    shown, head = public_texts(loaded).shown, f"Ingenious {loaded.table.id}"
    return f"{head} · {', '.join(shown(name) for name in loaded.table.names)}"[:100] if names else head


@asynccontextmanager
async def renamed(client: discord.Client, thread: ChannelId, name: str) -> AsyncGenerator[None]:
    """Give a thread of ours this name, and let it be open meanwhile; nothing where it is gone, or no thread of ours.

    Raises:
        discord.HTTPException: it keeps its name for now.
    """
    archived = await _rename(client, thread, name)
    yield
    if archived:
        await archived.edit(archived=True)


async def _rename(client: discord.Client, thread: ChannelId, name: str) -> discord.Thread | None:
    """Rename and open a thread; the thread where it was archived."""
    try:
        found = client.get_channel(thread) or await client.fetch_channel(thread)
    except discord.InvalidData:
        return None
    except discord.HTTPException as error:
        if failures.is_channel_deleted(error):
            return None
        raise
    if not isinstance(found, discord.Thread) or client.user is None or found.owner_id != client.user.id:
        return None
    archived = found.archived
    if found.name != name or archived:
        await found.edit(name=name, archived=False)
    return found if archived else None


def with_board(loaded: Loaded, posted: SentBoard) -> Loaded:
    """The table with the message that shows it now."""
    row = loaded.row
    return replace(
        loaded, row=replace(row, message=posted.message, message_channel=posted.channel, message_at=posted.at)
    )
