"""The results of a store on any SQL engine. See `data.store.Results`."""

from collections.abc import Sequence

from data.ids import GameId, UserId
from data.rows import NewResult, ResultRow
from data.sql.engine import OnEngine, repeated
from data.sql.games import check_game
from data.sql.result_rows import insert_results, result_row


class SqlResults(OnEngine):
    """`Results` over an engine."""

    async def results_of_game(self, game: GameId) -> list[ResultRow]:
        """See `Results.results_of_game`."""
        return [result_row(row) for row in await self._engine.read("results_of_game", game=game)]

    async def results_of(self, user: UserId) -> list[ResultRow]:
        """See `Results.results_of`."""
        return [result_row(row) for row in await self._engine.read("results_of", user=user)]

    @repeated
    async def replace_results(self, game: GameId, results: Sequence[NewResult]) -> None:
        """See `Results.replace_results`."""
        async with self._engine.write() as db:
            row = await check_game(db, game)
            kept = await db.run("former_skills", game=game)
            await db.run("delete_results", game=game)
            await insert_results(db, row, results)
            for skill in kept:
                await db.run("keep_skill", game=game, seat=skill["seat"], mu0=skill["mu0"], sigma0=skill["sigma0"])
