"""What is asked of the store about the results of finished games."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from data.ids import GameId, GuildId, UserId
from data.rows import NewRating, NewResult, ResultRow, Skill, Standing


class Results(Protocol):
    """What finished games came to, a row for each seat; written with the end of a game by `Games.append`."""

    async def results_of_game(self, game: GameId) -> list[ResultRow]:
        """The results of a game by seat; none while it goes on."""
        ...

    async def results_of(self, user: UserId) -> list[ResultRow]:
        """The results of a person, oldest first."""
        ...

    async def standings(self, guild: GuildId, mode: str, since: datetime, *, every: bool) -> list[Standing]:
        """What each person has done in a mode in a server since then, in no order; of former players nothing.

        Only rated games count, unless `every` one is asked for.
        """
        ...

    async def met_bots(self, user: UserId, limit: int) -> list[tuple[str, int, int]]:
        """The level of each bot that a person has met in a decided game, and their places: the person's, the bot's.

        The latest first.
        """
        ...

    async def analyses_of(self, user: UserId, limit: int) -> list[tuple[int, str]]:
        """The kept analyses of the latest games of a person, each with their seat."""
        ...

    async def feats_of(self, users: Sequence[UserId]) -> list[tuple[GameId, UserId, tuple[str, ...]]]:
        """The achievements of these people, game by game, oldest first."""
        ...

    async def to_rate(self, limit: int) -> list[ResultRow]:
        """The first results that are to be rated, in the order of the ends: at most so many, of whole games."""
        ...

    async def last_rated(self) -> tuple[datetime, GameId] | None:
        """The last game in that order that was rated, or left out as one too many, of those that `unrate` undoes."""
        ...

    async def skills(self, users: Sequence[UserId], until: datetime) -> dict[tuple[UserId, str], Skill]:
        """The skill of each of these people in each mode after their last rated game, of those that ended by then."""
        ...

    async def rated_since(self, users: Sequence[UserId], since: datetime) -> list[tuple[GameId, datetime, UserId]]:
        """The rated games of these people since then, and the moment of each."""
        ...

    async def save_ratings(self, ratings: Sequence[NewRating]) -> None:
        """Keep what rating came to. Raises `Conflict` where one of the results was rated meanwhile."""
        ...

    async def unrate(self, at: datetime, game: GameId) -> None:
        """Let all results from this game on, in the order of rating, be rated again.

        Not those of a game that was one too many with somebody who is a former player by now: nobody can count those.
        """
        ...

    async def replace_results(self, game: GameId, results: Sequence[NewResult]) -> None:
        """Write the results of a game that is over once more; they are to be rated again. Raises `GameMissing`.

        The skill that a former player had before the game is kept, as nothing else remembers it, and that it was one
        game too many with them.
        """
        ...
