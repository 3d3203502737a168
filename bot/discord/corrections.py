"""What stands of a game, corrected: messages are edited and a thread is renamed, as much of it as can be done."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import NamedTuple

import discord

from bot.discord import failures
from bot.discord.poster import Poster
from bot.discord.threads import renamed, title
from bot.outbox.public import of_game
from bot.outbox.renderer import Context, render_names
from bot.screens import lobby
from bot.screens.model import Screen
from bot.services.loaded import NOWHERE, Loaded
from bot.tables.messages import ThreadLeft
from data.ids import ChannelId, MessageId


class Edit(NamedTuple):
    """What a message is to show."""

    channel: ChannelId
    message: MessageId
    screen: Screen


class Corrections(NamedTuple):
    """What is to be corrected of a game."""

    edits: Sequence[Edit]
    thread: ChannelId | None = None
    """A thread of its own."""
    name: str = ""
    """What that is to be called."""


def with_names_of_now(context: Context) -> Corrections:
    """Its board, its thread and the message that carries that, with its people as they are called now."""
    loaded, row = context.loaded, context.loaded.row
    edits: list[Edit] = []
    if row.message is not None:
        edits.append(Edit(row.message_channel or row.channel, row.message, render_names(context)))
    if row.channel in (row.home, NOWHERE):
        return Corrections(edits)
    edits.append(Edit(row.home, MessageId(row.channel), lobby.begun(context.table, context.texts)))
    return Corrections(edits, row.channel, title(loaded))


def without_names(left: ThreadLeft, context: Context) -> Corrections:
    """A thread that a game has left and the message that carries it, with nobody's name."""
    carrier = Screen(context.texts("board.replaced", game=context.table.id))
    edits = [Edit(left.home, MessageId(left.thread), carrier)]
    return Corrections(edits, left.thread, title(context.loaded, names=False))


async def make(client: discord.Client, poster: Poster, loaded: Loaded, wanted: Corrections) -> None:
    """Make all corrections that can be made; what was deleted needs none.

    Raises:
        discord.HTTPException: the first that could not.
    """
    failed: list[discord.HTTPException] = []
    async with AsyncExitStack() as stack:
        if wanted.thread is not None:
            try:
                await stack.enter_async_context(renamed(client, wanted.thread, wanted.name))
            except discord.HTTPException as error:
                failed.append(error)
        for edit in wanted.edits:
            try:
                await poster.edit(edit.channel, edit.message, of_game(edit.screen, loaded))
            except discord.HTTPException as error:
                failed += [] if failures.is_gone(error) else [error]
    if failed:
        raise failed[0]
