"""Games of a store that are looked for by a person, rewritten without them, or deleted when their time is over."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from data.errors import Conflict, EventMissing
from data.ids import GameId, Seq
from data.rows import Replacement
from data.sql.engine import OnEngine, repeated
from data.sql.game_rows import check_game
from data.sql.result_rows import anonymise_results
from data.sql.values import micros

DELETED_AT_ONCE = 20  # games deleted in one transaction, during which others wait


class Retention(OnEngine):
    """What becomes of games that are not played any more."""

    async def games_mentioning(self, text: str) -> list[GameId]:
        """The games with an event whose text contains this in any case, also those that a person has left; slow."""
        pattern = "".join(f"\\{sign}" if sign in "%_\\" else sign for sign in text)
        return [row["game"] for row in await self._engine.read_slowly("games_mentioning", pattern=f"%{pattern}%")]

    @repeated
    async def rewrite_events(
        self,
        game: GameId,
        bodies: Mapping[Seq, str],
        *,
        expected: Mapping[Seq, str] = MappingProxyType({}),
        replaced: Replacement | None = None,
    ) -> None:
        """Replace the texts of events by seq, and a person in the results; the version stays.

        Raises:
            GameMissing, EventMissing: there is no such game or event.
            Conflict: an event is not what was `expected`.
        """
        async with self._engine.write() as db:
            await check_game(db, game)
            for seq, body in bodies.items():
                rows = await db.run("event", game=game, seq=seq)
                if not rows:
                    raise EventMissing(game, seq)
                if expected.get(seq, rows[0]["body"]) != rows[0]["body"]:
                    raise Conflict(game, seq)
                await db.run("rewrite_event", game=game, seq=seq, body=body)
            if replaced is not None:
                await anonymise_results(db, game, replaced)

    async def delete_ended(self, before: datetime, limit: int) -> int:
        """How many games were deleted with all that belongs to them, of those over or cancelled before; oldest first.

        Takes several transactions, so that others get their turn; each game goes whole or not at all.
        """
        rows = await self._engine.read("ended_games", before=micros(before), limit=limit)
        ended, deleted = [row["id"] for row in rows], 0
        for first in range(0, len(ended), DELETED_AT_ONCE):
            deleted += await self._delete_ended(ended[first : first + DELETED_AT_ONCE], before)
        return deleted

    @repeated
    async def _delete_ended(self, games: Sequence[GameId], before: datetime) -> int:
        async with self._engine.write() as db:
            return len(await db.run("delete_ended", games=games, before=micros(before)))
