"""What is asked of the store about the daily challenge."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from data.daily import DailyPost, DailyResult, DailyTry, MonthRow
from data.ids import ChannelId, GuildId, MessageId, UserId


class Dailies(Protocol):
    """The tries of people at the daily challenge, and the messages about it."""

    async def daily_try(self, day: str, user: UserId) -> DailyTry | None:
        """The try of a person at a day; None if they have not begun one."""
        ...

    async def save_daily_try(self, one: DailyTry, after: int) -> bool:
        """Whether a try was kept with all its events, of which there were `after` before.

        With 0 it is new, and the servers of the person's games are those that show it. Where it ends and counts, the
        tables of the day are due.
        """
        ...

    async def latest_daily(self) -> str | None:
        """The latest day at which anybody has begun a try, or of which a table was opened."""
        ...

    async def daily_history(self, user: UserId) -> list[DailyResult]:
        """All tries of a person, the oldest first."""
        ...

    async def daily_days(self, users: Sequence[UserId]) -> dict[UserId, list[date]]:
        """The days that count of each of these people, the earliest first."""
        ...

    async def daily_results(self, day: str, guild: GuildId) -> list[DailyResult]:
        """The tries of a day that count of the people of a server, under their names there; the first ended first.

        Without people who are left out of leaderboards.
        """
        ...

    async def daily_month(self, first: str, last: str, guild: GuildId) -> list[MonthRow]:
        """What the people of a server reached from one day to another, the most points first; likewise."""
        ...

    async def join_daily(self, guild: GuildId, user: UserId, name: str) -> None:
        """Show a person in the tables of a server under this name."""
        ...

    async def leave_daily(self, guild: GuildId, user: UserId) -> None:
        """Show a person in the tables of a server no more; those that are open are due."""
        ...

    async def daily_servers(self, user: UserId) -> list[GuildId]:
        """The servers in whose tables a person is shown."""
        ...

    async def followers(self) -> list[tuple[GuildId, ChannelId]]:
        """The servers that get the table of each day, and where."""
        ...

    async def open_daily_posts(self, day: str, posts: Sequence[tuple[GuildId, ChannelId]]) -> None:
        """Let the table of a day be sent to these channels, once a server; all of earlier days are due once more."""
        ...

    async def renew_daily_table(self, guild: GuildId, day: str) -> None:
        """Let the table of a day be edited in a server, or be sent where its message is gone."""
        ...

    async def share_daily(self, guild: GuildId, day: str, user: UserId, channel: ChannelId) -> bool:
        """Let the result of a person be shown in a channel; whether it was not shown in this server before."""
        ...

    async def due_daily_posts(self, now: datetime, limit: int, after: DailyPost | None = None) -> list[DailyPost]:
        """The messages to send or edit now, the longest due first; only those that follow `after`, as it was read."""
        ...

    async def next_daily_post(self) -> datetime | None:
        """When the next message is due; None if none is."""
        ...

    async def claim_daily_post(self, post: DailyPost, until: datetime) -> bool:
        """Whether this is the one to send a message; if it does not say how that went, it is due again then."""
        ...

    async def finish_daily_post(self, post: DailyPost, until: datetime, message: MessageId, shown_at: datetime) -> None:
        """Keep the message that shows a post, which is due no more unless something has happened since the claim."""
        ...

    async def postpone_daily_post(self, post: DailyPost, until: datetime, due_at: datetime | None) -> None:
        """Let a claimed message that could not be sent be due then; with None it is given up."""
        ...

    async def delete_dailies(self, before: str) -> None:
        """Delete the tries of earlier days and the messages about them."""
        ...
