"""The daily challenge of a store: the tries of people, and the messages about it."""

import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final, cast

from data.daily import TABLE_POST, DailyPost, DailyResult, DailyTry, MonthRow
from data.ids import ChannelId, GuildId, MessageId, UserId
from data.sql.engine import OnEngine, repeated
from data.sql.values import Row, micros, micros_or_null, moment, moment_or_none, span

BETWEEN_EDITS: Final = timedelta(minutes=1)
"""How long a table of the day stays as it is at least."""


class Dailies(OnEngine):
    """The tries of people at the daily challenge, and the messages about it."""

    async def daily_try(self, day: str, user: UserId) -> DailyTry | None:
        """The try of a person at a day; None if they have not begun one."""
        rows = await self._engine.read("daily_try", day=day, user=user)
        return DailyTry(_result(rows[0]), tuple(cast("list[str]", json.loads(rows[0]["log"])))) if rows else None

    @repeated
    async def save_daily_try(self, one: DailyTry, after: int) -> bool:
        """Whether a try was kept with all its events, of which there were `after` before.

        With 0 it is new, and the servers of the person's games are those that show it. Where it ends and counts, the
        tables of the day are due.
        """
        row = one.row
        now = micros(self._engine.now())
        values = {
            "day": row.day,
            "user": row.user,
            "name": row.name,
            "log": json.dumps(one.events),
            "version": len(one.events),
            "ended_at": micros_or_null(row.ended_at),
            "counts": int(row.counts),
            "result": json.dumps(row.result),
            "lowest": row.lowest,
        }
        async with self._engine.write() as db:
            if after:
                kept = await db.run("change_daily", after=after, **values)
            else:
                kept = await db.run("begin_daily", **values)
                await db.run("daily_member_of_games", user=row.user)
            if kept and row.counts:
                await db.run("daily_tables_due", now=now, gap=span(BETWEEN_EDITS), day=row.day, user=row.user)
        return bool(kept)

    async def latest_daily(self) -> str | None:
        """The latest day at which anybody has begun a try, or of which a table was opened."""
        (row,) = await self._engine.read("latest_daily")
        return row["day"]

    async def daily_history(self, user: UserId) -> list[DailyResult]:
        """All tries of a person, the oldest first."""
        return [_result(row) for row in await self._engine.read("daily_history", user=user)]

    async def daily_days(self, users: Sequence[UserId]) -> dict[UserId, list[date]]:
        """The days that count of each of these people, the earliest first."""
        found: dict[UserId, list[date]] = {}
        for row in await self._engine.read("daily_days", users=list(users)):
            found.setdefault(row["user_id"], []).append(date.fromisoformat(row["day"]))
        return found

    async def daily_results(self, day: str, guild: GuildId) -> list[DailyResult]:
        """The tries of a day that count of the people of a server, under their names there; the first ended first.

        Without people who are left out of leaderboards.
        """
        return [_result(row) for row in await self._engine.read("daily_results", day=day, guild=guild)]

    async def daily_month(self, first: str, last: str, guild: GuildId) -> list[MonthRow]:
        """What the people of a server reached from one day to another, the most points first; likewise."""
        rows = await self._engine.read("daily_month", first=first, last=last, guild=guild)
        return [MonthRow(row["user_id"], row["name"], row["days"], int(row["total"]), row["best"]) for row in rows]

    @repeated
    async def join_daily(self, guild: GuildId, user: UserId, name: str) -> None:
        """Show a person in the tables of a server under this name."""
        async with self._engine.write() as db:
            await db.run("join_daily", guild=guild, user=user, name=name)

    @repeated
    async def leave_daily(self, guild: GuildId, user: UserId) -> None:
        """Show a person in the tables of a server no more; those that are open are due."""
        now = self._engine.now()
        async with self._engine.write() as db:
            if await db.run("leave_daily", guild=guild, user=user):
                await db.run("daily_table_due", guild=guild, day=now.date().isoformat(), now=micros(now))

    async def daily_servers(self, user: UserId) -> list[GuildId]:
        """The servers in whose tables a person is shown."""
        return [row["guild"] for row in await self._engine.read("daily_servers", user=user)]

    async def followers(self) -> list[tuple[GuildId, ChannelId]]:
        """The servers that get the table of each day, and where."""
        return [(row["guild"], row["daily_channel"]) for row in await self._engine.read("followers")]

    @repeated
    async def open_daily_posts(self, day: str, posts: Sequence[tuple[GuildId, ChannelId]]) -> None:
        """Let the table of a day be sent to these channels, once a server; all of earlier days are due once more."""
        now = micros(self._engine.now())
        async with self._engine.write() as db:
            await db.run("close_daily_posts", day=day, now=now)
            await db.run("delete_daily_marks", day=day)
            for guild, channel in posts:
                await db.run("open_daily_post", guild=guild, day=day, user=TABLE_POST, channel=channel, now=now)

    @repeated
    async def renew_daily_table(self, guild: GuildId, day: str) -> None:
        """Let the table of a day be edited in a server, or be sent where its message is gone."""
        async with self._engine.write() as db:
            await db.run("daily_table_due", guild=guild, day=day, now=micros(self._engine.now()))

    @repeated
    async def share_daily(self, guild: GuildId, day: str, user: UserId, channel: ChannelId) -> bool:
        """Let the result of a person be shown in a channel; whether it was not shown in this server before."""
        now = micros(self._engine.now())
        async with self._engine.write() as db:
            return bool(await db.run("open_daily_post", guild=guild, day=day, user=user, channel=channel, now=now))

    async def due_daily_posts(self, now: datetime, limit: int, after: DailyPost | None = None) -> list[DailyPost]:
        """The messages to send or edit now, the longest due first; only those that follow `after`, as it was read."""
        rows = await self._engine.read(
            "due_daily_posts",
            now=micros(now),
            limit=limit,
            after_at=micros(after.due_at) if after and after.due_at else -1,
            after_guild=after.guild if after else 0,
            after_day=after.day if after else "",
            after_user=after.user if after else 0,
        )
        return [_post(row) for row in rows]

    async def next_daily_post(self) -> datetime | None:
        """When the next message is due; None if none is."""
        (row,) = await self._engine.read("next_daily_post")
        return moment_or_none(row["due_at"])

    @repeated
    async def claim_daily_post(self, post: DailyPost, until: datetime) -> bool:
        """Whether this is the one to send a message; if it does not say how that went, it is due again then."""
        async with self._engine.write() as db:
            due = micros_or_null(post.due_at)
            return bool(
                await db.run(
                    "claim_daily_post",
                    guild=post.guild,
                    day=post.day,
                    user=post.user,
                    due_at=due,
                    until=micros(until),
                )
            )

    @repeated
    async def finish_daily_post(self, post: DailyPost, until: datetime, message: MessageId, shown_at: datetime) -> None:
        """Keep the message that shows a post, which is due no more unless something has happened since the claim."""
        async with self._engine.write() as db:
            await db.run(
                "finish_daily_post",
                guild=post.guild,
                day=post.day,
                user=post.user,
                message=message,
                shown_at=micros(shown_at),
                until=micros(until),
            )

    @repeated
    async def postpone_daily_post(self, post: DailyPost, until: datetime, due_at: datetime | None) -> None:
        """Let a claimed message that could not be sent be due then; with None it is given up."""
        async with self._engine.write() as db:
            await db.run(
                "postpone_daily_post",
                guild=post.guild,
                day=post.day,
                user=post.user,
                until=micros(until),
                due_at=micros_or_null(due_at),
            )

    @repeated
    async def delete_dailies(self, before: str) -> None:
        """Delete the tries of earlier days and the messages about them."""
        async with self._engine.write() as db:
            await db.run("delete_daily_tries", before=before)
            await db.run("delete_daily_posts", before=before)


def _result(row: Row) -> DailyResult:
    result = tuple(cast("list[int]", json.loads(row["result"])))
    return DailyResult(
        row["day"], row["user_id"], row["name"], moment_or_none(row["ended_at"]), bool(row["counts"]), result
    )


def _post(row: Row) -> DailyPost:
    return DailyPost(
        row["guild"],
        row["day"],
        row["user_id"],
        row["channel"],
        row["message"],
        moment(row["created_at"]),
        moment_or_none(row["due_at"]),
        row["attempts"],
        bool(row["closed"]),
    )
