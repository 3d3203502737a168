"""The shards whose connection to Discord is lost while others have theirs, and since when their clocks stand still."""

from __future__ import annotations

from datetime import datetime

from data.ids import GuildId
from data.shards import shard_of


class OfflineShards:
    """By shard: since when it is offline, and until when its games have been credited with that."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._since: dict[int, datetime] = {}
        self._credited: dict[int, datetime] = {}

    def __contains__(self, guild: GuildId | None) -> bool:
        """Whether nothing is heard of a server, or of direct messages (None)."""
        return bool(self._since) and shard_of(guild, self._count) in self._since

    @property
    def count(self) -> int:
        """How many shards Discord knows of this bot."""
        return self._count

    @property
    def shards(self) -> tuple[int, ...]:
        """Those that are offline."""
        return tuple(self._since)

    def lost(self, shard: int, now: datetime) -> None:
        """A shard is offline from now on; nothing changes if it was before."""
        self._since.setdefault(shard, now)
        self._credited.setdefault(shard, now)

    def since(self, shard: int) -> datetime | None:
        """Since when a shard is offline; None where it is not."""
        return self._since.get(shard)

    def uncredited(self, shard: int) -> datetime | None:
        """From when on the games of an offline shard are still to be credited."""
        return self._credited.get(shard)

    def credited(self, shard: int, until: datetime) -> None:
        """The games of an offline shard were credited until then."""
        if shard in self._credited:
            self._credited[shard] = max(until, self._credited[shard])

    def back(self, shard: int) -> None:
        """A shard is online again."""
        self._since.pop(shard, None)
        self._credited.pop(shard, None)

    def restart(self, now: datetime) -> None:
        """Another process acted until now, whose games had their time."""
        self._since = dict.fromkeys(self._since, now)
        self._credited = dict.fromkeys(self._credited, now)

    def clear(self, count: int) -> None:
        """All of so many shards are to be connected once more, and their games were credited."""
        self._count = count
        self._since.clear()
        self._credited.clear()
