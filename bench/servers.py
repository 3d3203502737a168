"""How much memory a process holds for very many servers: what a connection keeps of them, without a Discord to send it.

`python -m bench.servers 100000` prints the megabytes; a process of its own each time, so that nothing else counts.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import discord

from tests.wire.fake import Discord

CHANNELS = 30


async def _hold(servers: int) -> int:
    """The bytes that so many servers take."""
    fake = Discord()
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True, moderation=True), shard_count=64)
    state: Any = client._connection  # noqa: SLF001 - what a connection hands its events to
    template, before = fake.guild(), _resident()
    for number in range(servers):
        state._add_guild_from_data(_server(template, (1_000_000 + number) << 22))  # noqa: SLF001
    return _resident() - before


def _server(template: dict[str, Any], guild: int) -> dict[str, Any]:
    """A server with texts of its own, as they come from Discord."""
    channels = [
        {"id": str(guild + 1 + at), "type": 0, "name": f"{guild} {at}", "position": at, "permission_overwrites": []}
        for at in range(CHANNELS)
    ]
    roles = [one | {"id": str(guild)} for one in template["roles"]]
    return template | {"id": str(guild), "name": f"Server {guild}", "channels": channels, "roles": roles}


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    print(round(asyncio.run(_hold(int(sys.argv[1]))) / 1e6))
