"""Posts and edits what everybody in a channel sees: one way for the messages of games and of the daily challenge.

Where a server does not allow the text, or no file may be attached, the message is another one that says what matters.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot.discord import failures
from bot.discord.sender import Sender
from bot.outbox.messenger import DeliveryKey
from bot.outbox.public import PublicScreen
from bot.screens.model import Screen
from data.ids import ChannelId, MessageId
from data.store import SentBoard

log = logging.getLogger(__name__)

_AUTOMOD: Final = 200000
"""The code of a message whose text the server's rules do not allow."""
_T = TypeVar("_T")


class Poster:
    """Posts and edits public screens."""

    def __init__(self, client: discord.Client, sender: Sender) -> None:
        self._client = client
        self._sender = sender

    async def post(self, channel: ChannelId, public: PublicScreen, key: DeliveryKey) -> SentBoard:
        """Send a public screen, unless it has arrived already; the message.

        Raises:
            discord.HTTPException: Discord took it in none of its forms.
            failures.UnreadableAnswerError: it may have arrived.
        """
        where = self._client.get_partial_messageable(channel)

        async def send(screen: Screen, letter: str) -> SentBoard:
            return await self._sender.send(where, screen, key.beside(letter) if letter else key)

        return await _in_some_form(public, channel, send)

    async def edit(self, channel: ChannelId, message: MessageId, public: PublicScreen) -> None:
        """Let a message show a public screen.

        Raises:
            discord.HTTPException: Discord took it in none of its forms.
            failures.UnreadableAnswerError: it may have changed.
        """

        async def edit(screen: Screen, _: str) -> None:
            await self._sender.edit(channel, message, screen)

        await _in_some_form(public, channel, edit)


async def _in_some_form(public: PublicScreen, channel: ChannelId, show: Callable[[Screen, str], Awaitable[_T]]) -> _T:
    """Show a screen, else what stands for it there; each form has a letter of its own."""
    screen = public.screen
    try:
        return await show(screen, "")
    except discord.HTTPException as error:
        if error.code == _AUTOMOD:
            log.info("a server does not allow a text: %s", error, extra={"channel": channel})
            form, letter = public.without_names(), "m"
        elif failures.lacks_permission(error) and (screen.picture or screen.file or screen.moving):
            log.info("a channel takes no pictures: %s", error, extra={"channel": channel})
            form, letter = public.without_files(), "w"
        else:
            raise
    return await show(form, letter)
