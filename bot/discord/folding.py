"""Folds a message of a game that a newer one has replaced: one line is left of it, without picture and buttons."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Final

import discord

from bot.discord.attachments import NO_MENTIONS
from bot.discord.retrying import ERRORS
from bot.discord.sender import LOOK_BACK, SKEW, ids_in
from bot.discord.sent_texts import SentTexts
from bot.outbox.renderer import Context
from bot.screens.board import folded
from bot.screens.custom_ids import parse
from bot.screens.model import Screen
from bot.screens.press import TurnPress
from bot.screens.registered import with_registered
from bot.screens.verbs import Step
from bot.services.context import Services
from data.ids import ChannelId, MessageId
from data.store import SentBoard

log = logging.getLogger(__name__)

_FOLD_S: Final = 10
"""How long is tried to fold a message."""
_WAIT_S: Final = 2.0
"""How long the next message of a game waits for that at most."""


class Folding:
    """Folds messages as well as it can be done: the newer message is there, and old buttons only say that they are old.

    What this process sent it folds without reading it.
    """

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client
        self._texts = SentTexts()
        self._tasks = set[asyncio.Task[None]]()

    def keep(self, message: MessageId, text: str) -> None:
        """Remember the text of a message that was sent."""
        self._texts.keep(message, text)

    def forget(self, message: MessageId) -> None:
        """Read a message before it is folded: it says something else by now."""
        self._texts.take(message)

    async def finish(self) -> None:
        """Wait until what is being folded is, or cannot be."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def fold(self, context: Context, channel: ChannelId, message: MessageId, last: str | None = None) -> None:
        """Fold a message, and wait for that a moment; `last` is what is left of it, else its turns are."""
        task = asyncio.create_task(self._fold(context, channel, message, last))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.wait((task,), timeout=_WAIT_S)

    async def _fold(self, context: Context, channel: ChannelId, message: MessageId, last: str | None) -> None:
        text = self._texts.take(message)
        if last is None and text is None:
            # An earlier process sent it.
            try:
                async with asyncio.timeout(_FOLD_S):
                    text = (await self._client.get_partial_messageable(channel).fetch_message(message)).content
            except ERRORS as error:
                log.info("a message loses its text: %s", error, extra={"sent": message})
        await self._edit(channel, message, last or folded(text or "", context.table, context.texts))

    async def _edit(self, channel: ChannelId, message: MessageId, last: str) -> None:
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        last = with_registered(Screen(last), self._services.registered).text
        try:
            async with asyncio.timeout(_FOLD_S):
                await partial.edit(content=last, attachments=[], view=None, allowed_mentions=NO_MENTIONS)
        except Exception as error:  # noqa: BLE001 - as the class says
            log.info("a message keeps its picture: %s", error, extra={"sent": message})

    async def fold_lost(self, newest: SentBoard, context: Context, since: datetime) -> None:
        """Fold older boards of a game that arrived although their requests failed."""
        where, game = self._client.get_partial_messageable(newest.channel), context.table.id
        try:
            async for message in where.history(limit=LOOK_BACK):
                if message.created_at < since - SKEW:
                    break
                presses = [parse(custom_id or "") for custom_id in ids_in(message)]
                ours = any(
                    isinstance(press, TurnPress) and (press.game, press.verb) == (game, Step.PLAY) for press in presses
                )
                if ours and message.id < newest.message:
                    last = folded(message.content, context.table, context.texts)
                    await self._edit(newest.channel, MessageId(message.id), last)
        except ERRORS as error:
            log.info("earlier boards may keep their pictures: %s", error, extra={"game": game})
