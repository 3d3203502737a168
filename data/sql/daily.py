"""The daily challenge of a store: the tries of people, and the messages about it."""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, cast

from data.daily import RANKING_POST, DailyPost, DailyResult, DailyTry, MonthRow
from data.ids import ChannelId, GuildId, UserId
from data.rows import NewOutboxRow, Server
from data.sql.engine import OnEngine, repeated
from data.sql.game_rows import insert_outbox
from data.sql.values import Row, micros, micros_or_null, moment_or_none, span

BETWEEN_EDITS: Final = timedelta(minutes=1)
"""How long a ranking of the day stays as it is at least."""


class Dailies(OnEngine):
    """The tries of people at the daily challenge, and the messages about it."""

    async def daily_try(self, day: str, user: UserId) -> DailyTry | None:
        """The try of a person at a day; None if they have not begun one."""
        rows = await self._engine.read("daily_try", day=day, user=user)
        return DailyTry(_result(rows[0]), tuple(cast("list[str]", json.loads(rows[0]["log"])))) if rows else None

    @repeated
    async def save_daily_try(self, one: DailyTry, after: int, edit: NewOutboxRow | None = None) -> bool:
        """Whether a try was kept with all its events, of which there were `after` before.

        With 0 it is new, and the servers of the person's games are those that show it. `edit` is written for each
        server that has a ranking of the day and shows the person, due some time after the last one.
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
            if kept and edit:
                due = {"kind": edit.kind, "body": edit.body, "now": now, "gap": span(BETWEEN_EDITS)}
                await db.run("edit_daily_tables", day=row.day, user=row.user, **due)
        return bool(kept)

    async def latest_daily(self) -> str | None:
        """The latest day at which anybody has begun a try, or of which a ranking was opened."""
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
        """Show a person in the rankings of a server under this name."""
        async with self._engine.write() as db:
            await db.run("join_daily", guild=guild, user=user, name=name)

    @repeated
    async def leave_daily(self, guild: GuildId, user: UserId, edit: NewOutboxRow | None = None) -> None:
        """Show a person in the rankings of a server no more; `edit` is written for it where they were shown."""
        now = self._engine.now()
        async with self._engine.write() as db:
            if await db.run("leave_daily", guild=guild, user=user) and edit:
                await insert_outbox(db, Server(guild), [edit], now)

    async def daily_servers(self, user: UserId) -> list[GuildId]:
        """The servers in whose rankings a person is shown."""
        return [row["guild"] for row in await self._engine.read("daily_servers", user=user)]

    async def followers(self) -> list[GuildId]:
        """The servers that get the ranking of each day."""
        return [row["guild"] for row in await self._engine.read("followers")]

    async def daily_posts(self, guild: GuildId, day: str, user: UserId) -> list[DailyPost]:
        """The messages of a server about a day: its rankings, one a channel, or the one with the result of a person."""
        return [daily_post(row) for row in await self._engine.read("daily_posts", guild=guild, day=day, user=user)]

    @repeated
    async def share_daily(
        self, guild: GuildId, day: str, user: UserId, channel: ChannelId, message: NewOutboxRow
    ) -> bool:
        """Let the result of a person be shown in a channel; whether it was not shown in this server before."""
        now = self._engine.now()
        async with self._engine.write() as db:
            new = bool(await db.run("share_daily", guild=guild, day=day, user=user, channel=channel))
            if new:
                await insert_outbox(db, Server(guild), [message], now)
        return new

    @repeated
    async def complete_daily(
        self, guild: GuildId, rows: Sequence[int], shown: Sequence[DailyPost], following: Sequence[NewOutboxRow]
    ) -> list[DailyPost]:
        """Delete delivered rows of a server by id, keep the messages that they led to, and write what follows.

        Returns the messages whose person has had all their data deleted meanwhile; they are not kept.
        """
        now, gone = self._engine.now(), list[DailyPost]()
        async with self._engine.write() as db:
            for post in shown:
                ranking = post.user == RANKING_POST
                kept = await db.run(
                    "show_daily_ranking" if ranking else "show_daily_result",
                    guild=post.guild,
                    day=post.day,
                    channel=post.channel,
                    message=post.message,
                    shown_at=micros_or_null(post.shown_at),
                    **({} if ranking else {"user": post.user}),
                )
                if not ranking and not kept:
                    gone.append(post)
            await db.run("delete_outbox", rows=rows)
            await insert_outbox(db, Server(guild), following, now)
        return gone

    @repeated
    async def delete_dailies(self, before: str, today: str) -> None:
        """Delete the tries of earlier days and the messages about them, and the marks of days before the present one.

        A mark stands for the try of somebody who had their data deleted.
        """
        async with self._engine.write() as db:
            await db.run("delete_daily_marks", day=today)
            await db.run("delete_daily_tries", before=before)
            await db.run("delete_daily_posts", before=before)


def _result(row: Row) -> DailyResult:
    result = tuple(cast("list[int]", json.loads(row["result"])))
    return DailyResult(
        row["day"], row["user_id"], row["name"], moment_or_none(row["ended_at"]), bool(row["counts"]), result
    )


def daily_post(row: Row) -> DailyPost:
    """A row of the table of messages about days."""
    return DailyPost(
        row["guild"], row["day"], row["user_id"], row["channel"], row["message"], moment_or_none(row["shown_at"])
    )
