"""Which shard of Discord a server belongs to, and ranges of shards as processes share them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from data.ids import GuildId


def shard_of(guild: GuildId | None, count: int) -> int:
    """The shard that gets the events of a server; direct messages arrive at shard 0."""
    return ((guild or 0) >> 22) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from `first` to `last`, both included, of `count` in all."""

    first: int
    last: int
    count: int

    def __contains__(self, guild: GuildId | None) -> bool:
        """Whether a server, or direct messages (None), belong to one of these shards."""
        return self.first <= shard_of(guild, self.count) <= self.last

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __str__(self) -> str:
        numbers = f"{self.first}-{self.last}" if self.first < self.last else f"{self.first}"
        return f"{numbers}/{self.count}"

    @property
    def is_whole(self) -> bool:
        """Whether these are all shards."""
        return len(self) == self.count


WHOLE: Final = Shards(0, 0, 1)
"""All servers, for one process that shares them with none."""


def runs(numbers: Iterable[int], count: int) -> list[Shards]:
    """The ranges that these shards form, which come in order."""
    ordered = list(numbers)
    found: list[Shards] = []
    for _, group in groupby(enumerate(ordered), lambda pair: pair[1] - pair[0]):
        some = [number for _, number in group]
        found.append(Shards(some[0], some[-1], count))
    return found
