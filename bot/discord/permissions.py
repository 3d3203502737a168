"""What the bot may do in a channel, and the notices about permissions that it lacks there."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from typing import Final

import discord

from bot.discord.components import Interaction
from bot.interactions.request import Channel
from bot.screens.refusals import permission_words
from bot.settings.typed import is_all, is_off
from bot.texts import Texts
from data.ids import ChannelId, GuildId

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot uses in a server, and what its invite link asks for."""
_NEEDED: Final = ("view_channel", "send_messages", "attach_files")
_NEEDED_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
_FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
_KEPT: Final = 500


def invite_link(application: int, guild: int | None = None) -> str:
    """The address with which somebody adds the bot to a server, to this one where it is named."""
    server = discord.utils.MISSING if guild is None else discord.Object(guild)
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, guild=server, scopes=("bot", "applications.commands")
    )


def is_member(interaction: Interaction) -> bool:
    """Whether the bot is where an interaction comes from, and can post there by itself.

    It is not where only people have installed it, or a server its commands alone: in other servers, and in the direct
    and group messages of other people.
    """
    if interaction.guild_id is None:
        return not is_of_others(interaction)
    return interaction.client.get_guild(interaction.guild_id) is not None


def is_of_others(interaction: Interaction) -> bool:
    """Whether an interaction comes from a direct or group message of which the bot is no part."""
    return bool(interaction.context.private_channel)


def guild_of(interaction: Interaction) -> GuildId | None:
    """The server of an interaction; `None` in messages, and where the bot is no member, which is as in a message."""
    member = interaction.guild_id is not None and is_member(interaction)
    return GuildId(interaction.guild_id or 0) if member else None


def operates(interaction: Interaction) -> bool:
    """Whether a person is the operator: they own its application, or are of its team and may do more than read."""
    application = interaction.client.application
    if application is None:
        return False
    if application.team is None:
        return interaction.user.id == application.owner.id
    accepted, reads = discord.TeamMembershipState.accepted, discord.TeamMemberRole.read_only
    team = [one for one in application.team.members if one.membership_state == accepted and one.role != reads]
    return interaction.user.id in {application.team.owner_id, *(one.id for one in team)}


def missing(interaction: Interaction, *, threads: bool = False) -> tuple[str, ...]:
    """What the bot lacks in the channel of an interaction; with `threads` also to open a thread there."""
    if guild_of(interaction) is None:
        return ()
    in_thread = isinstance(interaction.channel, discord.Thread)
    return _lacking(interaction.app_permissions, in_thread=in_thread, threads=threads)


def _lacking(has: discord.Permissions, *, in_thread: bool, threads: bool = False) -> tuple[str, ...]:
    needed = _NEEDED_IN_THREADS if in_thread else (*_NEEDED, *(_FOR_THREADS if threads else ()))
    return tuple(name for name in needed if not getattr(has, name))


def may_open_threads(channel: discord.abc.GuildChannel) -> bool:
    """Whether the bot may open a thread in a channel and write there."""
    return not _lacking(channel.permissions_for(channel.guild.me), in_thread=False, threads=True)


def channel_of(interaction: Interaction) -> Channel:
    """The channel of an interaction, as far as the bot can see it."""
    channel = interaction.channel
    return Channel(
        getattr(channel, "parent_id", None),
        guild_of(interaction) is None or isinstance(channel, discord.abc.Messageable),
        missing(interaction),
        missing(interaction, threads=True),
        isinstance(channel, discord.Thread),
        int(getattr(channel, "slowmode_delay", 0) or 0),
    )


def home_of(interaction: Interaction) -> ChannelId:
    """The channel to which a game belongs that is played here: that of a thread, else this one."""
    channel = interaction.channel
    return ChannelId(channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id or 0)


def named_channel(interaction: Interaction, channel: ChannelId) -> Channel | None:
    """A channel, thread or category of the server of an interaction; `None` for one that the bot cannot see."""
    guild = interaction.guild
    found = guild.get_channel_or_thread(channel) if guild else None
    if guild is None or found is None:
        return None
    has, is_thread = found.permissions_for(guild.me), isinstance(found, discord.Thread)
    return Channel(
        is_readable=isinstance(found, discord.abc.Messageable),
        missing=_lacking(has, in_thread=is_thread),
        missing_for_threads=_lacking(has, in_thread=is_thread, threads=True),
        is_thread=is_thread,
    )


def channel_for_welcome(guild: discord.Guild) -> discord.TextChannel | None:
    """Where the bot greets a server: where Discord greets its people, else the first channel in which it may write."""
    candidates = [*([guild.system_channel] if guild.system_channel else []), *guild.text_channels]
    allowed = (one for one in candidates if not _lacking(one.permissions_for(guild.me), in_thread=False))
    return next(allowed, None)


def with_mentions(interaction: Interaction, text: str | None) -> str | None:
    """A text with a mention instead of each name of a channel, with or without "#", that one channel alone has."""
    if text is None or interaction.guild is None or is_off(text) or is_all(text):
        return text
    named = Counter(channel.name.casefold() for channel in interaction.guild.text_channels)
    ids = {channel.name.casefold(): channel.id for channel in interaction.guild.text_channels}

    def mention(word: re.Match[str]) -> str:
        name = word[0].removeprefix("#").casefold()
        return f"<#{ids[name]}>" if named[name] == 1 else word[0]

    return re.sub(r"[^\s,;]+", mention, text)


class MissingPermissionNotices:
    """Who has had a notice about which channel, so that each comes once; in memory, small."""

    def __init__(self) -> None:
        self._noticed: OrderedDict[tuple[int, int, tuple[str, ...]], None] = OrderedDict()

    def words(self, interaction: Interaction, texts: Texts) -> str | None:
        """The notice for a person who acts in this channel; `None` where nothing is missing, or they have had it."""
        lacking = missing(interaction)
        key = (interaction.user.id, interaction.channel_id or 0, lacking)
        if not lacking or key in self._noticed:
            return None
        self._noticed[key] = None
        while len(self._noticed) > _KEPT:
            self._noticed.popitem(last=False)
        return texts("place.lacks", missing=permission_words(lacking, texts))
