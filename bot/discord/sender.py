"""Sends a message at most once: with a nonce, and by reading the channel where it may have arrived already."""

from __future__ import annotations

import logging
import re
from datetime import datetime, timedelta
from typing import Final

import discord
from discord.utils import MISSING

from bot.discord import failures
from bot.discord.attachments import files
from bot.discord.components import view_of
from bot.outbox.messenger import DeliveryKey
from bot.screens.custom_ids import custom_id
from bot.screens.emoji import LENGTH
from bot.screens.mentions import comparable
from bot.screens.model import Screen
from bot.screens.registered import with_registered
from bot.services.context import Services
from data.ids import ChannelId, MessageId
from data.store import SentBoard

log = logging.getLogger(__name__)

SKEW: Final = timedelta(minutes=1)
"""By how much our clock and Discord's may differ."""
LOOK_BACK: Final = 50
"""Among how many of the last messages of a channel to look for one that may have arrived."""


class Sender:
    """Sends screens as messages."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client

    async def send(self, where: discord.abc.Messageable, screen: Screen, key: DeliveryKey) -> SentBoard:
        """Send a screen, unless it has arrived already; the message.

        Raises:
            discord.HTTPException: Discord did not take it.
            failures.UnreadableAnswerError: it may have arrived.
        """
        screen = with_registered(screen, self._services.registered)
        arrived = await self._arrived(where, screen, key.since, key.after) if key.since else None
        if arrived is not None:
            return SentBoard(ChannelId(arrived.channel.id), MessageId(arrived.id), self._services.clock())
        attached = await files(self._services, screen, key.nonce)
        with failures.readable():
            message = await where.send(
                screen.text[:LENGTH],
                files=attached,
                nonce=key.nonce,
                allowed_mentions=mentioned(screen),
                view=view_of(screen) or MISSING,
            )
        return SentBoard(ChannelId(message.channel.id), MessageId(message.id), self._services.clock())

    async def edit(self, channel: ChannelId, message: MessageId, screen: Screen) -> None:
        """Let a message show this screen.

        Raises:
            discord.HTTPException: Discord did not take it.
            failures.UnreadableAnswerError: it may have changed.
        """
        screen = with_registered(screen, self._services.registered)
        attached = MISSING if screen.keeps_picture else await files(self._services, screen, message)
        with failures.readable():
            await (
                self._client.get_partial_messageable(channel)
                .get_partial_message(message)
                .edit(
                    content=screen.text[:LENGTH],
                    attachments=attached,
                    view=view_of(screen),
                    allowed_mentions=mentioned(screen),
                )
            )

    async def _arrived(
        self, where: discord.abc.Messageable, screen: Screen, since: datetime, after: MessageId | None
    ) -> discord.Message | None:
        """This very message, if it has been there since then; `None` also where we may not look."""
        try:
            async for message in where.history(limit=LOOK_BACK):
                if message.created_at < since - SKEW or message.id <= (after or 0):
                    break
                same = _timeless(message.content) == _timeless(screen.text[:LENGTH])
                if (
                    same
                    and ids_in(message) == _ids_of(screen)
                    and self._client.user is not None
                    and message.author.id == self._client.user.id
                ):
                    return message
        except discord.HTTPException as error:
            if failures.is_transient(error):
                raise
            log.info("a channel may not be read for a message that may have arrived: %s", error)
        return None


def _timeless(text: str) -> str:
    """A text as Discord keeps it, without its moments, as a deadline may have been moved since it was sent.

    Its commands may not have been mentions then.
    """
    return comparable(re.sub(r"<t:\d+", "<t:", text)).strip()


def ids_in(message: discord.Message) -> list[str | None]:
    """The custom ids of the controls of a message."""
    rows = (getattr(row, "children", ()) for row in message.components)
    return [getattr(child, "custom_id", None) for row in rows for child in row]


def _ids_of(screen: Screen) -> list[str | None]:
    """The custom ids that the controls of a screen get."""
    rows = (row if isinstance(row, tuple) else (row,) for row in screen.rows)
    return [custom_id(control.press) for row in rows for control in row]


def mentioned(screen: Screen) -> discord.AllowedMentions:
    """Notify whom the screen means, and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in screen.mentions if user > 0],
    )
