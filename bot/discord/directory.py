"""Who is in a server, asked of Discord: the routes for one member and one user need no privileged intent."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import aiohttp
import discord

from bot.services.directory import Absence, Found, Member
from bot.texts import clean_name
from data.ids import ChannelId, GuildId, UserId

log = logging.getLogger(__name__)

_PATIENCE_S: Final = 2
"""How long an answer may take: somebody waits for theirs meanwhile."""
_UNKNOWN_MEMBER: Final = 10007
_UNKNOWN_USER: Final = 10013
_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


class DiscordDirectory:
    """See `LookUp`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def member(self, guild: GuildId, user: UserId, channel: ChannelId | None = None) -> Found:
        """See `LookUp.member`."""
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return None
        try:
            async with asyncio.timeout(_PATIENCE_S):
                member = await server.fetch_member(user)
        except _ERRORS as error:
            match getattr(error, "code", 0):
                case code if code == _UNKNOWN_MEMBER:
                    return Absence.LEFT
                case code if code == _UNKNOWN_USER:
                    return Absence.NOBODY
                case _:
                    log.info("a member cannot be looked up: %s", error, extra={"guild": guild, "user": user})
                    return None
        return Member(clean_name(member.display_name), member.bot, _sees(member, channel))

    async def exists(self, user: UserId) -> bool:
        """See `LookUp.exists`."""
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._client.fetch_user(user)
        except _ERRORS as error:
            return getattr(error, "code", 0) != _UNKNOWN_USER
        return True


def _sees(member: discord.Member, channel: ChannelId | None) -> bool:
    """Whether a member may see a channel or thread; also where the bot does not know it, as one that was deleted."""
    found = None if channel is None else member.guild.get_channel_or_thread(channel)
    return found is None or found.permissions_for(member).view_channel
