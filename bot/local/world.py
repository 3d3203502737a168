"""The simulated Discord before the bot joins it: one server, its channel and four people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import discord
import simcord

PEOPLE: Final = ("ann", "ben", "cem", "dia")
"""Who is at the local table, by the names that `AS=` takes; the first one manages the server."""


@dataclass(frozen=True)
class World:
    """The simulated Discord and what is in it."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


def build_world(client: discord.Client) -> World:
    """The server, the channel and the people, with the same ids at every start.

    The world is built at simcord's fixed first instant and its clock then set to now: so the ids of people and
    channels, which the store keeps, stay the same, and those of messages are new.
    """
    env = simcord.Env(client, check_errors=False)
    env.backend.edit_bot_profile("Ingenious")
    guild = env.create_guild("Local table")
    channel = guild.create_text_channel("ingenious")
    users = [env.create_user(name, global_name=name.capitalize()) for name in PEOPLE]
    members = tuple(guild.add_member(user) for user in users)
    for user in users:
        _ = user.dm_channel
    # Last, so that the ids of people and channels are those of databases from before there was a role.
    manager = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(guild.id, users[0].id, manager.id)
    keep_time(env)
    return World(env, channel, members)


def keep_time(env: simcord.Env) -> None:
    """Set the simulated clock, from which message ids and times are taken, to the real one."""
    behind_s = (datetime.now(UTC) - env.now()).total_seconds()
    if behind_s > 0:
        env.backend.advance_clock(behind_s)
