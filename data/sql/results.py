"""Results of finished games of a store."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from data.errors import Conflict
from data.ids import GameId, GuildId, Seq, UserId
from data.rows import LeaderboardRow, NewRating, NewResult, ResultRow, Skill
from data.sql.engine import OnEngine, repeated
from data.sql.game_rows import check_game
from data.sql.result_rows import NUMBERS, insert_results, result_row, skill_or_none
from data.sql.values import micros, moment


class Results(OnEngine):
    """What finished games came to, a row for each seat; written with the end of a game by `Games.append`."""

    async def results_of_game(self, game: GameId) -> list[ResultRow]:
        """The results of a game by seat; none while it goes on."""
        return [result_row(row) for row in await self._engine.read("results_of_game", game=game)]

    async def results_of(self, user: UserId) -> list[ResultRow]:
        """The results of a person, oldest first."""
        return [result_row(row) for row in await self._engine.read("results_of", user=user)]

    async def results_after(self, user: UserId, last: ResultRow | None, limit: int) -> list[ResultRow]:
        """So many results of a person at most, oldest first: those after one of them, or the first ones."""
        at, game = (last.at, last.game) if last else (datetime.fromtimestamp(0, UTC), GameId(0))
        rows = await self._engine.read("results_after", user=user, at=micros(at), game=game, limit=limit)
        return [result_row(row) for row in rows]

    async def leaderboard(self, guild: GuildId, mode: str, since: datetime, *, every: bool) -> list[LeaderboardRow]:
        """What each person has done in a mode in a server since then, in no order; of former players nothing.

        Only rated games count, unless `every` one is asked for.
        """
        rows = await self._engine.read("leaderboard", guild=guild, mode=mode, since=micros(since), every=int(every))
        return [
            LeaderboardRow(
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
        """The level of each bot that a person has met in a decided game, and their ranks: the person's, the bot's.

        The latest first.
        """
        rows = await self._engine.read("met_bots", user=user, limit=limit)
        return [(row["level"], row["mine"], row["theirs"]) for row in rows]

    async def analyses_of(self, user: UserId, limit: int) -> list[tuple[int, str]]:
        """The kept analyses of the latest games of a person, each with their seat."""
        rows = await self._engine.read("analyses_of", user=user, limit=limit)
        return [(row["seat"], row["body"]) for row in rows]

    async def feats_of(self, users: Sequence[UserId]) -> list[tuple[GameId, UserId, tuple[str, ...]]]:
        """The achievements of these people, game by game, oldest first."""
        rows = await self._engine.read("feats_of", users=users) if users else []
        return [(row["game"], row["user_id"], tuple(json.loads(row["feats"]))) for row in rows]

    async def to_rate(self, limit: int) -> list[ResultRow]:
        """The first results that are to be rated, in the order of the ends: at most so many, of whole games."""
        rows = [result_row(row) for row in await self._engine.read("to_rate", limit=limit)]
        last = [row for row in rows if row.game == rows[-1].game]
        return rows if not last or len(last) == last[0].result.seats else rows[: -len(last)]

    async def last_rated(self) -> tuple[datetime, GameId] | None:
        """The last game in that order that was rated, or left out as one too many, of those that `unrate` undoes."""
        rows = await self._engine.read("last_rated")
        return max(((moment(row["at"]), GameId(row["game"])) for row in rows), default=None)

    async def skills(self, users: Sequence[UserId], until: datetime) -> dict[tuple[UserId, str], Skill]:
        """The skill of each of these people in each mode after their last rated game, of those that ended by then."""
        rows = await self._engine.read("skills", users=users, until=micros(until)) if users else []
        return {(row["user_id"], row["mode"]): Skill(row["mu"], row["sigma"]) for row in rows}

    async def rated_since(self, users: Sequence[UserId], since: datetime) -> list[tuple[GameId, datetime, UserId]]:
        """The rated games of these people since then, and the moment of each."""
        rows = await self._engine.read("rated_since", users=users, since=micros(since)) if users else []
        return [(row["game"], moment(row["at"]), row["user_id"]) for row in rows]

    @repeated
    async def save_ratings(self, ratings: Sequence[NewRating]) -> None:
        """Keep what rating came to. Raises `Conflict` where one of the results was rated meanwhile."""
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
        """Let all results from this game on, in the order of rating, be rated again.

        Not those of a game that was one too many with somebody who is a former player by now: nobody can count those.
        """
        async with self._engine.write() as db:
            await db.run("unrate", at=micros(at), game=game)

    @repeated
    async def replace_results(self, game: GameId, results: Sequence[NewResult]) -> None:
        """Write the results of a game that is over once more; they are to be rated again. Raises `GameMissing`.

        The skill that a former player had before the game is kept, as nothing else remembers it, and that it was one
        game too many with them.
        """
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
