"""What is asked of the store about the processes that use it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Protocol

from data.rows import LeftBehind
from data.shards import WHOLE, Shards


class Process(Protocol):
    """The state of the processes that use this store."""

    async def seed(self, make: Callable[[], int]) -> int:
        """The secret seed of this store, made once by `make` and the same ever after."""
        ...

    async def record_heartbeat(self, now: datetime, shards: Shards = WHOLE) -> None:
        """Keep this moment as the last one at which a process was at work on these shards."""
        ...

    async def last_heartbeat(self, shards: Shards = WHOLE) -> datetime | None:
        """The last moment that was recorded so, the earliest of these shards; None if there was none."""
        ...

    async def heartbeats(self, shards: Shards) -> dict[int, datetime]:
        """The last moment of each of these shards that has one."""
        ...

    async def keep_answer(self, interaction: int, body: str, shards: Shards = WHOLE) -> None:
        """Keep what another process of these shards needs to answer an interaction, should this one die."""
        ...

    async def drop_answers(self, interactions: Sequence[int], shards: Shards = WHOLE) -> None:
        """Forget these; one that is gone already is no error."""
        ...

    async def left_behind(self, shards: Shards = WHOLE) -> LeftBehind:
        """The last heartbeats, and the answers that were kept and not dropped, of these shards.

        Answers that were kept while there was another number of shards are among them where shard 0 is.
        """
        ...

    async def reserve_requests(self, count: int, gap: timedelta) -> timedelta | None:
        """How long to wait with the first of so many requests to Discord, of which each takes `gap` of its time.

        The moments are given out in turn over all processes, by the clock of the server. None where the store is for
        one process at a time, which may count by itself.
        """
        ...

    async def server_time(self) -> datetime | None:
        """The present moment by the clock of the server of the database; None where there is none but the machine's."""
        ...

    async def take_lease(self, holder: str, now: datetime, until: datetime, shards: Shards = WHOLE) -> bool:
        """Whether these shards are all this holder's until then: they were nobody's, theirs, or run out by now.

        If not, the lease of another ends at `until` at the latest unless it is renewed, whatever was stored. When the
        number of shards changes, the heartbeats are carried over to the new ones.

        Raises:
            OtherShards: leases on another number of shards have not run out.
        """
        ...

    async def want_lease(self, shards: Shards, until: datetime) -> None:
        """Ask for these shards until then: a holder that is a spare gives them back, and no spare takes them.

        One that ends more than some minutes from now was written by a clock that was wrong, and counts for nothing.
        """
        ...

    async def is_wanted(self, shards: Shards, now: datetime) -> bool:
        """Whether somebody has asked for one of these shards and waits."""
        ...

    async def free_shards(self, count: int, now: datetime) -> Shards | None:
        """The first shards that one holder had and has no more, and that nobody has asked for."""
        ...

    async def held_shards(self, count: int, now: datetime) -> frozenset[int]:
        """Those of so many shards that a process holds."""
        ...

    async def lease_holder(self, shards: Shards = WHOLE) -> str | None:
        """Who has the lease of the first of these shards or had it last; None after it was dropped."""
        ...

    async def drop_lease(self, holder: str, until: datetime | None = None) -> None:
        """Leave the shards to the next one; nothing happens if they are another's, or if the lease ends otherwise."""
        ...

    async def abandoned_leases(self) -> dict[str, datetime]:
        """When the leases end of those `process/…` whose process has no session (see `listening`) at this moment.

        It may have lost the session and be well; one that was killed has none at once. Empty where the store has no
        sessions.
        """
        ...

    async def reserve_identify(self, bucket: int, now: datetime, gap: timedelta) -> datetime:
        """The moment from which a shard of this bucket may identify itself, `gap` after the one before it."""
        ...

    async def notify(self, text: str) -> None:
        """Tell all processes that are `listening` something; it may get lost, and over SQLite always does."""
        ...

    def listening(self, heard: Callable[[str], object], process: str = "") -> AbstractAsyncContextManager[None]:
        """Call `heard` with each text that a process notifies while the block lasts, this one included.

        Meanwhile this process, where it is named, has a session, which ends at once when it dies.
        """
        ...
