"""What the client does when servers, channels and threads come, go or change."""

from __future__ import annotations

import logging

import discord

from bot.discord.permissions import channel_for_welcome
from bot.outbox.dispatcher import Dispatcher
from bot.services import departures
from bot.services.context import Services
from bot.texts import spoken
from data.ids import ChannelId, GuildId, UserId
from data.store import StoreError

log = logging.getLogger(__name__)


class LocationEvents(discord.Client):
    """A client that keeps the games where they can be played, and their clocks still where they cannot."""

    services: Services
    dispatcher: Dispatcher

    async def _record_absences(self) -> None:
        """Let the store know of the servers that are away, where this process acts."""
        if not await self.services.guard.acts():
            return
        try:
            await self.services.absent.record()
        except StoreError as error:
            log.error("that a server is away could not be stored", extra={"error": error})

    async def _resume_present(self) -> None:
        """Let the clocks go on of servers that were away for a former process and are there."""
        for guild in self.services.absent:
            found = self.get_guild(guild)
            if found is not None and not found.unavailable and await self._acts_for(guild):
                await self.dispatcher.resume(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show the games of a server again that has the bot again, and greet one that has it for the first time."""
        known = GuildId(guild.id) in self.services.absent
        if not await self._acts_for(GuildId(guild.id)):
            return
        await self.dispatcher.resume(GuildId(guild.id), invited=True)
        channel = None if known else channel_for_welcome(guild)
        if channel is not None:
            # Every server has American English until its people choose another.
            has_chosen = guild.preferred_locale is not discord.Locale.american_english
            language = spoken(guild.preferred_locale.value) if has_chosen else None
            await self.dispatcher.greet(GuildId(guild.id), ChannelId(channel.id), language)
        await departures.look_at_guild(self.services, GuildId(guild.id))

    async def _acts_for(self, guild: GuildId) -> bool:
        """Whether this process does what is to be done for a server that is back; else it only knows that."""
        acts = await self.services.guard.acts()
        if not acts:
            self.services.absent.forget(guild)
        return acts

    async def on_member_ban(self, guild: discord.Guild, user: discord.User | discord.Member) -> None:
        """Let nothing wait for somebody who was banned from a server."""
        await self._left(guild.id, user.id)

    async def _left(self, guild: int, user: int) -> None:
        if await self.services.guard.acts():
            await departures.member_left(self.services, GuildId(guild), UserId(user))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that has an outage; nothing that is not there was left."""
        self.services.absent.left(GuildId(guild.id))
        await self._record_absences()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server that the bot was removed from."""
        self.services.absent.left(GuildId(guild.id))
        await self._record_absences()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Deliver what waited for the end of an outage."""
        if GuildId(guild.id) in self.services.absent and await self._acts_for(GuildId(guild.id)):
            await self.dispatcher.resume(GuildId(guild.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the games of a deleted thread go on in the channel above."""
        if await self.services.guard.acts():
            await self.dispatcher.leave_thread(ChannelId(payload.thread_id), ChannelId(payload.parent_id))

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Let the games of a thread that was locked go on in the channel above."""
        if after.locked and not before.locked and await self.services.guard.acts():
            await self.dispatcher.show_again_in(ChannelId(after.id))

    async def on_guild_channel_update(
        self,
        before: discord.abc.GuildChannel,  # noqa: ARG002
        after: discord.abc.GuildChannel,
    ) -> None:
        """Try failed deliveries again: a permission may have been given back in the channel."""
        await self.dispatcher.retry_guild(GuildId(after.guild.id))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:  # noqa: ARG002
        """Try failed deliveries again: a role of the bot may have got a permission back."""
        await self.dispatcher.retry_guild(GuildId(after.guild.id))

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:  # noqa: ARG002
        """Try failed deliveries again when the bot itself gets or loses a role."""
        if self.user is not None and after.id == self.user.id:
            await self.dispatcher.retry_guild(GuildId(after.guild.id))
