"""The daily challenge of a store on any SQL engine. See `data.protocols.daily.Dailies`."""

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


class SqlDailies(OnEngine):
    """`Dailies` over an engine."""

    async def daily_try(self, day: str, user: UserId) -> DailyTry | None:
        """See `Dailies.daily_try`."""
        rows = await self._engine.read("daily_try", day=day, user=user)
        return DailyTry(_result(rows[0]), tuple(cast("list[str]", json.loads(rows[0]["log"])))) if rows else None

    @repeated
    async def save_daily_try(self, one: DailyTry, after: int) -> bool:
        """See `Dailies.save_daily_try`."""
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
        """See `Dailies.latest_daily`."""
        (row,) = await self._engine.read("latest_daily")
        return row["day"]

    async def daily_history(self, user: UserId) -> list[DailyResult]:
        """See `Dailies.daily_history`."""
        return [_result(row) for row in await self._engine.read("daily_history", user=user)]

    async def daily_days(self, users: Sequence[UserId]) -> dict[UserId, list[date]]:
        """See `Dailies.daily_days`."""
        found: dict[UserId, list[date]] = {}
        for row in await self._engine.read("daily_days", users=list(users)):
            found.setdefault(row["user_id"], []).append(date.fromisoformat(row["day"]))
        return found

    async def daily_results(self, day: str, guild: GuildId) -> list[DailyResult]:
        """See `Dailies.daily_results`."""
        return [_result(row) for row in await self._engine.read("daily_results", day=day, guild=guild)]

    async def daily_month(self, first: str, last: str, guild: GuildId) -> list[MonthRow]:
        """See `Dailies.daily_month`."""
        rows = await self._engine.read("daily_month", first=first, last=last, guild=guild)
        return [MonthRow(row["user_id"], row["name"], row["days"], int(row["total"]), row["best"]) for row in rows]

    @repeated
    async def join_daily(self, guild: GuildId, user: UserId, name: str) -> None:
        """See `Dailies.join_daily`."""
        async with self._engine.write() as db:
            await db.run("join_daily", guild=guild, user=user, name=name)

    @repeated
    async def leave_daily(self, guild: GuildId, user: UserId) -> None:
        """See `Dailies.leave_daily`."""
        now = self._engine.now()
        async with self._engine.write() as db:
            if await db.run("leave_daily", guild=guild, user=user):
                await db.run("daily_table_due", guild=guild, day=now.date().isoformat(), now=micros(now))

    async def daily_servers(self, user: UserId) -> list[GuildId]:
        """See `Dailies.daily_servers`."""
        return [row["guild"] for row in await self._engine.read("daily_servers", user=user)]

    async def followers(self) -> list[tuple[GuildId, ChannelId]]:
        """See `Dailies.followers`."""
        return [(row["guild"], row["daily_channel"]) for row in await self._engine.read("followers")]

    @repeated
    async def open_daily_posts(self, day: str, posts: Sequence[tuple[GuildId, ChannelId]]) -> None:
        """See `Dailies.open_daily_posts`."""
        now = micros(self._engine.now())
        async with self._engine.write() as db:
            await db.run("close_daily_posts", day=day, now=now)
            await db.run("delete_daily_marks", day=day)
            for guild, channel in posts:
                await db.run("open_daily_post", guild=guild, day=day, user=TABLE_POST, channel=channel, now=now)

    @repeated
    async def renew_daily_table(self, guild: GuildId, day: str) -> None:
        """See `Dailies.renew_daily_table`."""
        async with self._engine.write() as db:
            await db.run("daily_table_due", guild=guild, day=day, now=micros(self._engine.now()))

    @repeated
    async def share_daily(self, guild: GuildId, day: str, user: UserId, channel: ChannelId) -> bool:
        """See `Dailies.share_daily`."""
        now = micros(self._engine.now())
        async with self._engine.write() as db:
            return bool(await db.run("open_daily_post", guild=guild, day=day, user=user, channel=channel, now=now))

    async def due_daily_posts(self, now: datetime, limit: int, after: DailyPost | None = None) -> list[DailyPost]:
        """See `Dailies.due_daily_posts`."""
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
        """See `Dailies.next_daily_post`."""
        (row,) = await self._engine.read("next_daily_post")
        return moment_or_none(row["due_at"])

    @repeated
    async def claim_daily_post(self, post: DailyPost, until: datetime) -> bool:
        """See `Dailies.claim_daily_post`."""
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
        """See `Dailies.finish_daily_post`."""
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
        """See `Dailies.postpone_daily_post`."""
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
        """See `Dailies.delete_dailies`."""
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
