"""Tournaments of a store: event logs, the people in them, and the games that they open."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from data.errors import DAMAGED, KeyTaken, TooMany, TournamentConflict, TournamentMissing
from data.ids import ChannelId, GuildId, MessageId, Seq, TournamentId, UserId
from data.rows import NewOutboxRow, Server
from data.sql.engine import OnEngine, Transaction, repeated
from data.sql.game_rows import insert_game, insert_outbox
from data.sql.values import Row, micros, moment, moment_or_none
from data.tournaments import (
    UNCHANGED,
    NewTournament,
    OutboxOf,
    StoredTournament,
    TournamentChange,
    TournamentGame,
    TournamentPerson,
    TournamentPlace,
    TournamentRow,
    TournamentStatus,
    WithGames,
)


class Tournaments(OnEngine):
    """Tournaments as event logs; what is to be delivered of them is about their server."""

    @repeated
    async def create_tournament(
        self, new: NewTournament, events: Sequence[str], outbox: OutboxOf, *, most: int | None = None
    ) -> TournamentRow:
        """The row of a new tournament with these first events and outbox rows.

        Raises:
            TooMany: `most` tournaments of the server are open or running.
        """
        now = self._engine.now()
        async with self._engine.write() as db:
            (counted,) = await db.run("count_tournaments", guild=new.guild)
            if most is not None and counted["tournaments"] >= most:
                raise TooMany("tournaments")
            values = {"guild": new.guild, "channel": new.channel, "host": new.host}
            (inserted,) = await db.run("insert_tournament", **values, version=len(events), now=micros(now))
            row = _row(inserted)
            await _insert_events(db, row.id, Seq(0), events, now)
            await insert_outbox(db, Server(row.guild), outbox(row.id), now)
        return row

    @repeated
    async def append_tournament(
        self,
        tournament: TournamentId,
        after: Seq,
        events: WithGames,
        *,
        games: Sequence[TournamentGame] = (),
        change: TournamentChange = UNCHANGED,
        people: Sequence[TournamentPerson] | None = None,
        outbox: Sequence[NewOutboxRow] = (),
    ) -> TournamentRow:
        """The row of the tournament after events were written at `after` + 1 ..., and the games that they open.

        `people` replace the present ones unless None.

        Raises:
            TournamentConflict: the log does not end at `after`.
            TournamentMissing: there is no such tournament.
        """
        now = self._engine.now()
        async with self._engine.write() as db:
            opened = [await insert_game(db, one.game, one.events, one.seats, one.outbox, now) for one in games]
            bodies = events([row.id for row in opened])
            rows = await db.run(
                "advance_tournament",
                tournament=tournament,
                after=after,
                version=after + len(bodies),
                status=change.status,
                channel=change.channel,
                host=change.host,
                ended=int(change.status in ("over", "cancelled")),
                now=micros(now),
            )
            if not rows:
                await _check(db, tournament)
                raise TournamentConflict(tournament, after)
            row = _row(rows[0])
            await _insert_events(db, tournament, after, bodies, now)
            if people is not None:
                await db.run("delete_tournament_people", tournament=tournament)
                await db.insert(
                    "insert_tournament_people",
                    [
                        {"tournament": tournament, "user": one.user, "name": one.name, "place": one.place}
                        for one in people
                    ],
                )
            await insert_outbox(db, Server(row.guild), outbox, now)
        return row

    async def tournament(self, tournament: TournamentId) -> StoredTournament:
        """A tournament with its events, which may be newer than its row. Raises `TournamentMissing`."""
        rows = await self._engine.read("tournament", tournament=tournament)
        if not rows:
            raise TournamentMissing(tournament)
        events = await self._engine.read("tournament_events", tournament=tournament)
        return StoredTournament(_row(rows[0]), tuple(row["body"] for row in events))

    async def tournaments_in(self, guild: GuildId, statuses: Sequence[TournamentStatus]) -> list[TournamentRow]:
        """The tournaments of a server, oldest first."""
        return [_row(row) for row in await self._engine.read("tournaments_in", guild=guild, statuses=statuses)]

    async def tournaments_with(self, statuses: Sequence[TournamentStatus]) -> list[TournamentRow]:
        """All tournaments of these statuses, oldest first."""
        return [_row(row) for row in await self._engine.read("tournaments_with", statuses=statuses)]

    async def tournaments_of(self, user: UserId, statuses: Sequence[TournamentStatus]) -> list[TournamentRow]:
        """The tournaments in which this person is, oldest first."""
        return [_row(row) for row in await self._engine.read("tournaments_of", user=user, statuses=statuses)]

    async def tournament_places(self, user: UserId) -> list[TournamentPlace]:
        """What somebody reached in each of their tournaments, oldest first; nothing where it cannot be read."""
        try:
            rows = await self._engine.read("tournament_places", user=user)
        except DAMAGED:
            return []
        return [TournamentPlace(row["id"], row["guild"], row["name"], row["place"]) for row in rows]

    @repeated
    async def set_tournament_message(
        self, tournament: TournamentId, channel: ChannelId, message: MessageId, edition: int
    ) -> None:
        """Keep the message that shows a tournament, unless one of a later edition is kept."""
        async with self._engine.write() as db:
            values = {"channel": channel, "message": message, "edition": edition}
            await db.run("set_tournament_message", tournament=tournament, **values)

    async def tournaments_mentioning(self, text: str) -> list[TournamentId]:
        """The tournaments with an event whose text contains this; slow."""
        pattern = "".join(f"\\{sign}" if sign in "%_\\" else sign for sign in text)
        rows = await self._engine.read_slowly("tournaments_mentioning", pattern=f"%{pattern}%")
        return [row["tournament"] for row in rows]

    @repeated
    async def rewrite_tournament(
        self, tournament: TournamentId, bodies: Mapping[Seq, str], expected: Mapping[Seq, str]
    ) -> None:
        """Replace the texts of events by seq; the version stays.

        Raises:
            TournamentConflict: an event is not what was `expected`.
        """
        async with self._engine.write() as db:
            for seq, body in bodies.items():
                values = {"seq": seq, "body": body, "expected": expected[seq]}
                if not await db.run("rewrite_tournament_event", tournament=tournament, **values):
                    raise TournamentConflict(tournament, seq)

    @repeated
    async def delete_tournaments(self, before: datetime) -> None:
        """Delete the tournaments that ended before this moment, a day's worth at a time."""
        async with self._engine.write() as db:
            await db.run("delete_tournaments", before=micros(before))


async def _check(db: Transaction, tournament: TournamentId) -> None:
    if not await db.run("tournament", tournament=tournament):
        raise TournamentMissing(tournament)


async def _insert_events(
    db: Transaction, tournament: TournamentId, after: Seq, events: Sequence[str], now: datetime
) -> None:
    rows = [
        {"tournament": tournament, "seq": seq, "body": body, "at": micros(now)}
        for seq, body in enumerate(events, after + 1)
    ]
    try:
        await db.insert("insert_tournament_events", rows)
    except KeyTaken as error:
        raise TournamentConflict(tournament, after) from error


def _row(row: Row) -> TournamentRow:
    return TournamentRow(
        row["id"],
        row["guild"],
        row["channel"],
        row["status"],
        row["host"],
        row["version"],
        row["message"],
        row["message_channel"],
        row["edition"],
        moment(row["created_at"]),
        moment_or_none(row["ended_at"]),
    )
