"""Sends and edits the messages about the daily challenge. Implements `bot.outbox.noticeboard.Poster`."""

from __future__ import annotations

import discord

from bot.discord import failures
from bot.discord.sender import Sender
from bot.outbox.messenger import DeliveryKey
from bot.screens.model import Screen
from bot.services.context import Services
from data.ids import ChannelId, GuildId, MessageId


class DiscordPoster:
    """See `Poster`."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client
        self._sender = Sender(services, client)

    def reaches(self, guild: GuildId) -> bool:
        """See `Poster.reaches`."""
        found = self._client.get_guild(guild) if self._client.is_ready() else None
        return found is not None and not found.unavailable

    async def post(self, channel: ChannelId, screen: Screen, key: DeliveryKey) -> MessageId:
        """See `Poster.post`."""
        with failures.as_delivery_failed():
            where = self._client.get_partial_messageable(channel)
            return (await self._sender.send(where, screen, key)).message

    async def edit(self, channel: ChannelId, message: MessageId, screen: Screen) -> bool:
        """See `Poster.edit`."""
        with failures.as_delivery_failed():
            try:
                await self._sender.edit(channel, message, screen)
            except discord.NotFound as error:
                if error.code == failures.UNKNOWN_MESSAGE:
                    return False
                raise
        return True
