"""What the rest of a process knows of the lease: whether it is ours, and for which shards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from data.shards import WHOLE, Shards


class Holding(Protocol):
    """The lease of this process, as `Guard` sees it."""

    @property
    def shards(self) -> Shards:
        """The shards that are ours, or were last."""
        ...

    @property
    def count(self) -> int:
        """How many shards the processes on this database share."""
        ...

    @property
    def is_certain(self) -> bool:
        """Whether the store has confirmed the lease so lately that no other process can have it."""
        ...

    async def acts(self) -> bool:
        """Whether this process holds the lease; asks the store where it might have expired."""
        ...

    async def is_ours_within(self, wait_s: float) -> bool:
        """Whether this process holds the lease, as far as that is known after so many seconds at the latest."""
        ...


@dataclass(frozen=True)
class Alone:
    """The lease of a process without others: it has it for ever."""

    shards: Shards = WHOLE
    count: int = 1
    is_certain: bool = True

    async def acts(self) -> bool:
        """See `Holding.acts`."""
        return True

    async def is_ours_within(self, wait_s: float) -> bool:  # noqa: ARG002 - nothing is asked
        """See `Holding.is_ours_within`."""
        return True
