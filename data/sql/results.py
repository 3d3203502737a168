"""The results of a store on any SQL engine. See `data.protocols.results.Results`."""

import json
from collections.abc import Sequence
from datetime import datetime

from data.errors import Conflict
from data.ids import GameId, GuildId, Seq, UserId
from data.rows import NewRating, NewResult, ResultRow, Skill, Standing
from data.sql.engine import OnEngine, repeated
from data.sql.games import check_game
from data.sql.result_rows import NUMBERS, insert_results, result_row, skill_or_none
from data.sql.values import micros, moment


class SqlResults(OnEngine):
    """`Results` over an engine."""

    async def results_of_game(self, game: GameId) -> list[ResultRow]:
        """See `Results.results_of_game`."""
        return [result_row(row) for row in await self._engine.read("results_of_game", game=game)]

    async def results_of(self, user: UserId) -> list[ResultRow]:
        """See `Results.results_of`."""
        return [result_row(row) for row in await self._engine.read("results_of", user=user)]

    async def standings(self, guild: GuildId, mode: str, since: datetime, *, every: bool) -> list[Standing]:
        """See `Results.standings`."""
        rows = await self._engine.read("standings", guild=guild, mode=mode, since=micros(since), every=int(every))
        return [
            Standing(
                row["user_id"],
                row["name"],
                row["games"],
                row["wins"],
                row["best"],
                row["total"],
                row["played_out"],
                skill_or_none(row["mu"], row["sigma"]),
                bool(row["unlisted"]),
            )
            for row in rows
        ]

    async def met_bots(self, user: UserId, limit: int) -> list[tuple[str, int, int]]:
        """See `Results.met_bots`."""
        rows = await self._engine.read("met_bots", user=user, limit=limit)
        return [(row["level"], row["mine"], row["theirs"]) for row in rows]

    async def analyses_of(self, user: UserId, limit: int) -> list[tuple[int, str]]:
        """See `Results.analyses_of`."""
        rows = await self._engine.read("analyses_of", user=user, limit=limit)
        return [(row["seat"], row["body"]) for row in rows]

    async def feats_of(self, users: Sequence[UserId]) -> list[tuple[GameId, UserId, tuple[str, ...]]]:
        """See `Results.feats_of`."""
        rows = await self._engine.read("feats_of", users=users) if users else []
        return [(row["game"], row["user_id"], tuple(json.loads(row["feats"]))) for row in rows]

    async def to_rate(self, limit: int) -> list[ResultRow]:
        """See `Results.to_rate`."""
        rows = [result_row(row) for row in await self._engine.read("to_rate", limit=limit)]
        last = [row for row in rows if row.game == rows[-1].game]
        return rows if not last or len(last) == last[0].result.seats else rows[: -len(last)]

    async def last_rated(self) -> tuple[datetime, GameId] | None:
        """See `Results.last_rated`."""
        rows = await self._engine.read("last_rated")
        return max(((moment(row["at"]), GameId(row["game"])) for row in rows), default=None)

    async def skills(self, users: Sequence[UserId], until: datetime) -> dict[tuple[UserId, str], Skill]:
        """See `Results.skills`."""
        rows = await self._engine.read("skills", users=users, until=micros(until)) if users else []
        return {(row["user_id"], row["mode"]): Skill(row["mu"], row["sigma"]) for row in rows}

    async def rated_since(self, users: Sequence[UserId], since: datetime) -> list[tuple[GameId, datetime, UserId]]:
        """See `Results.rated_since`."""
        rows = await self._engine.read("rated_since", users=users, since=micros(since)) if users else []
        return [(row["game"], moment(row["at"]), row["user_id"]) for row in rows]

    @repeated
    async def save_ratings(self, ratings: Sequence[NewRating]) -> None:
        """See `Results.save_ratings`."""
        async with self._engine.write() as db:
            for one in ratings:
                saved = await db.run(
                    "save_rating",
                    game=one.game,
                    seat=one.seat,
                    rated=NUMBERS[one.rated],
                    mu0=one.before and one.before.mu,
                    sigma0=one.before and one.before.sigma,
                    mu=one.after and one.after.mu,
                    sigma=one.after and one.after.sigma,
                )
                if not saved:
                    raise Conflict(one.game, Seq(0))

    @repeated
    async def unrate(self, at: datetime, game: GameId) -> None:
        """See `Results.unrate`."""
        async with self._engine.write() as db:
            await db.run("unrate", at=micros(at), game=game)

    @repeated
    async def replace_results(self, game: GameId, results: Sequence[NewResult]) -> None:
        """See `Results.replace_results`."""
        async with self._engine.write() as db:
            row = await check_game(db, game)
            kept = await db.run("former_skills", game=game)
            left_out = await db.run("former_left_out", game=game)
            await db.run("delete_results", game=game)
            await insert_results(db, row, results)
            if left_out:
                await db.run("keep_left_out", game=game)
            for skill in kept:
                await db.run("keep_skill", game=game, seat=skill["seat"], mu0=skill["mu0"], sigma0=skill["sigma0"])
