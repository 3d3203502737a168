"""People and servers of a store."""

import json
import logging
from collections.abc import Sequence
from datetime import timedelta

from data.daily import Withdraw
from data.errors import DAMAGED, DatabaseDamaged
from data.ids import GameId, GuildId, UserId
from data.rows import NewOutboxRow, PlayerRow, Preferences, PuzzleAnswer, Server, ServerRow, Vacation
from data.sql.daily import daily_post
from data.sql.engine import OnEngine, repeated
from data.sql.game_rows import insert_outbox
from data.sql.values import Row, Value, micros, micros_or_null, moment, moment_or_none

log = logging.getLogger(__name__)


class People(OnEngine):
    """The preferences of people and the settings of servers."""

    async def player(self, user: UserId) -> PlayerRow:
        """The preferences of a person, the defaults if none were saved."""
        return (await self.players([user]))[user]

    async def players(self, users: Sequence[UserId]) -> dict[UserId, PlayerRow]:
        """The preferences of each of these people."""
        rows = await self._read("players", users=users)
        return {user: PlayerRow(user) for user in users} | {row["user_id"]: _player_row(row) for row in rows}

    async def preferences(self, users: Sequence[UserId], guild: GuildId | None) -> Preferences:
        """The preferences of each of these people, and the settings of the server unless None, in one call."""
        players = await self.players(users) if users else {}
        return Preferences(players, None if guild is None else await self.server(guild))

    async def vacations(self, users: Sequence[UserId]) -> dict[UserId, list[Vacation]]:
        """The vacations of these people, the earliest first; without those who had none."""
        found: dict[UserId, list[Vacation]] = {}
        for row in await self._read("vacations", users=list(users)):
            found.setdefault(row["user_id"], []).append(Vacation(moment(row["began"]), moment(row["until"])))
        return found

    @repeated
    async def save_player(self, row: PlayerRow, vacations: Sequence[Vacation] = ()) -> None:
        """Keep the preferences of a person, and vacations of theirs, by when they began; one without length is none."""
        async with self._engine.write() as db:
            for one in vacations:
                began, until = micros(one.began), micros(one.until)
                await db.run("drop_vacation", user=row.user, began=began)
                if until > began:
                    await db.run("save_vacation", user=row.user, began=began, until=until)
            await db.run(
                "save_player",
                user=row.user,
                language=row.language,
                dm_rack=int(row.dm_rack),
                next_notice=int(row.next_notice),
                reminders=row.reminders,
                quiet_from=row.quiet_from,
                quiet_to=row.quiet_to,
                zone=row.zone,
                vacation_until=micros_or_null(row.vacation_until),
                vacation_used=row.vacation_used // timedelta(microseconds=1),
                season=row.season,
                closed_dms_reported=int(row.closed_dms_reported),
                theme=row.theme,
                confirm_placing=int(row.confirm_placing),
                unlisted=int(row.unlisted),
                vacation_from=micros_or_null(row.vacation_from),
                confirm_offered=int(row.confirm_offered),
            )

    @repeated
    async def delete_player(self, user: UserId, name: str, withdraw: Withdraw = lambda _: ()) -> None:
        """Delete the preferences of a person, vacations, answers to puzzles, planned moves and daily challenges.

        In results they have another name. `withdraw` gives the rows for the messages about days that name them.
        """
        now = self._engine.now()
        async with self._engine.write() as db:
            await db.run("delete_player", user=user)
            await db.run("delete_puzzle_answers", user=user)
            await db.run("delete_plans_of", user=user)
            naming = await db.run("posts_naming", user=user, day=now.date().isoformat())
            for new in withdraw([daily_post(row) for row in naming]):
                await insert_outbox(db, Server(new.guild), [new.row], now)
            for table in ("dailies", "members", "posts", "lesson", "tournaments", "vacations"):
                await db.run(f"delete_person_{table}", user=user)
            await db.run("forget_results", user=user, name=name)

    @repeated
    async def rename_player(self, user: UserId, name: str) -> None:
        """Give a person another name on all their seats; the events are not touched."""
        async with self._engine.write() as db:
            await db.run("rename_player", user=user, name=name)

    async def puzzle_answers(self, user: UserId) -> list[PuzzleAnswer]:
        """The first answers of a person to puzzles, oldest first."""
        rows = await self._read("puzzle_answers", user=user)
        return [PuzzleAnswer(row["puzzle"], bool(row["solved"]), moment(row["at"])) for row in rows]

    async def plans_of(self, user: UserId) -> dict[GameId, str]:
        """The planned moves of a person, by game."""
        return {row["game"]: row["body"] for row in await self._read("plans_of", user=user)}

    @repeated
    async def save_puzzle_answer(self, user: UserId, puzzle: str, *, solved: bool) -> bool:
        """Keep the answer of a person to a puzzle; whether it was their first one, the only one that counts.

        Where the answers are damaged none is kept, and each counts as the first.
        """
        now = micros(self._engine.now())
        try:
            async with self._engine.write() as db:
                return bool(await db.run("save_puzzle_answer", user=user, puzzle=puzzle, solved=int(solved), now=now))
        except DatabaseDamaged as error:
            log.error("an answer to a puzzle cannot be kept: %s", error)
            return True

    async def lesson(self, user: UserId) -> int:
        """How many steps of the guided first game a person has made."""
        rows = await self._read("lesson", user=user)
        return rows[0]["step"] if rows else 0

    async def has_played(self, user: UserId) -> bool:
        """Whether a person has a seat in any game, or has made a step of the guided first game."""
        rows = await self._read("has_played", user=user)
        # Where it cannot be read nothing is offered to new people: that leaves everybody a way to play.
        return bool(rows[0]["played"]) if rows else True

    @repeated
    async def save_lesson(self, user: UserId, step: int) -> None:
        """Keep how far a person has come in the guided first game."""
        try:
            async with self._engine.write() as db:
                await db.run("save_lesson", user=user, step=step)
        except DatabaseDamaged as error:
            log.error("how far a person is in the first game cannot be kept: %s", error)

    async def server(self, guild: GuildId) -> ServerRow:
        """The settings of a server, the defaults if none were saved."""
        rows = await self._read("server", guild=guild)
        return _server_row(guild, rows[0]) if rows else ServerRow(guild)

    @repeated
    async def save_server(self, row: ServerRow, outbox: Sequence[NewOutboxRow] = ()) -> None:
        """Keep the settings of a server, and write outbox rows about it."""
        now = self._engine.now()
        async with self._engine.write() as db:
            await db.run(
                "save_server",
                guild=row.guild,
                language=row.language,
                pace=row.pace,
                channels=json.dumps(row.channels),
                threads=int(row.threads),
                theme=row.theme,
                person_games=row.person_games,
                channel_games=row.channel_games,
                daily_channel=row.daily_channel,
            )
            await insert_outbox(db, Server(row.guild), outbox, now)

    async def _read(self, name: str, /, **values: Value) -> list[Row]:
        """The rows; none where they are damaged, since people can play with the defaults."""
        try:
            return await self._engine.read(name, **values)
        except DAMAGED as error:
            log.error("preferences cannot be read, the defaults are used: %s", error)
            return []


def _player_row(row: Row) -> PlayerRow:
    return PlayerRow(
        row["user_id"],
        row["language"],
        bool(row["dm_rack"]),
        bool(row["next_notice"]),
        row["reminders"],
        row["quiet_from"],
        row["quiet_to"],
        row["zone"],
        moment_or_none(row["vacation_until"]),
        timedelta(microseconds=row["vacation_used"]),
        row["season"],
        bool(row["told_closed"]),
        row["theme"],
        bool(row["confirm_placing"]),
        bool(row["unlisted"]),
        moment_or_none(row["vacation_from"]),
        bool(row["confirm_offered"]),
    )


def _server_row(guild: GuildId, row: Row) -> ServerRow:
    served = not row["unserved"]
    if row["guild"] is None:
        return ServerRow(guild, served=served)
    channels = tuple(json.loads(row["channels"]))
    return ServerRow(
        row["guild"],
        row["language"],
        row["pace"],
        channels,
        bool(row["threads"]),
        row["theme"],
        row["person_games"],
        row["channel_games"],
        row["daily_channel"],
        served,
    )
