"""The rows of the daily challenge in the store.

A day is a date of UTC such as `2026-11-28`. Must not know an engine, and not what an event means: it is text here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from data.ids import ChannelId, GuildId, MessageId, UserId
from data.rows import NewServerRow

RANKING_POST: Final = UserId(0)
"""The user of a post that belongs to nobody: the ranking of a server."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How a try of somebody stands, without what they placed; `ended_at` is None while it goes on.

    `counts`: it ended on its day. `result` are the pegs at the end in the order of the colours.
    """

    day: str
    user: UserId
    name: str
    ended_at: datetime | None = None
    counts: bool = False
    result: tuple[int, ...] = ()

    @property
    def lowest(self) -> int:
        """The lowest colour at the end, 0 while it goes on."""
        return min(self.result, default=0)


@dataclass(frozen=True, slots=True)
class DailyTry:
    """The one try of a person at a day, with its events."""

    row: DailyResult
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MonthRow:
    """What somebody reached in the days that count of a month."""

    user: UserId
    name: str
    days: int
    total: int
    """The sum of the lowest colours."""
    best: int


@dataclass(frozen=True, slots=True)
class DailyPost:
    """A message about a day in a channel of a server; `message` is None before it was sent.

    `user` is whose result it shows, or `RANKING_POST`. `shown_at` is when it was sent or edited last.
    """

    guild: GuildId
    day: str
    user: UserId
    channel: ChannelId
    message: MessageId | None = None
    shown_at: datetime | None = None


Withdraw = Callable[[Sequence[DailyPost]], Sequence[NewServerRow]]
"""What becomes of messages that name somebody; called in the transaction, and again where that is tried again."""
