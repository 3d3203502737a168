"""What is asked of the store about messages to deliver and timers to fire."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from data.ids import GameId
from data.rows import NewOutboxRow, OutboxRow, Pending, SentBoard
from data.shards import WHOLE, Shards


class Outbox(Protocol):
    """Messages to deliver and timers to fire, each about a game."""

    async def enqueue(self, rows: Sequence[NewOutboxRow], *, game: GameId) -> None:
        """Write outbox rows that belong to no append. Raises `GameMissing`."""
        ...

    async def due(
        self, now: datetime, limit: int, game: GameId | None = None, shards: Shards = WHOLE
    ) -> list[OutboxRow]:
        """The rows that are due, the longest due first; of one moment, in the order they were written.

        With a `game` only those about it, else those about games of these shards.
        """
        ...

    async def outbox_of(self, game: GameId) -> list[OutboxRow]:
        """All rows about a game that wait, due or not, the first due first."""
        ...

    async def pending(self, game: GameId) -> Pending:
        """The rows about a game that wait, and its own row as it was then or later. Raises `GameMissing`."""
        ...

    async def next_due(self, shards: Shards = WHOLE) -> datetime | None:
        """When the first waiting row of these shards is due (it may be past); None if none waits."""
        ...

    async def complete(self, game: GameId, rows: Sequence[int], *, board: SentBoard | None = None) -> None:
        """Delete delivered rows of a game by id, and keep the message that shows the game now.

        A row or game that is gone already is no error.
        """
        ...

    async def postpone(self, row: int, due_at: datetime, error: str) -> None:
        """Count a failed attempt and wait until `due_at`; a row that is gone already is no error."""
        ...

    async def postpone_all(
        self, kinds: Sequence[str], by: timedelta, *, heartbeat: datetime | None = None, shards: Shards = WHOLE
    ) -> None:
        """Move all waiting rows of these kinds, and the deadlines of all running games, of these shards.

        `heartbeat` is recorded for them with it, so that no outage is credited twice.
        """
        ...

    async def postpone_game(self, game: GameId, kinds: Sequence[str], by: timedelta) -> None:
        """Move the waiting rows of these kinds about one game, and its deadline. Raises `GameMissing`."""
        ...
