"""What is asked of the store about people and servers."""

from collections.abc import Sequence
from typing import Protocol

from data.ids import GameId, GuildId, UserId
from data.rows import PlayerRow, Preferences, PuzzleAnswer, ServerRow


class People(Protocol):
    """The preferences of people and the settings of servers."""

    async def player(self, user: UserId) -> PlayerRow:
        """The preferences of a person, the defaults if none were saved."""
        ...

    async def players(self, users: Sequence[UserId]) -> dict[UserId, PlayerRow]:
        """The preferences of each of these people."""
        ...

    async def preferences(self, users: Sequence[UserId], guild: GuildId | None) -> Preferences:
        """The preferences of each of these people, and the settings of the server unless None, in one call."""
        ...

    async def save_player(self, row: PlayerRow) -> None:
        """Keep the preferences of a person."""
        ...

    async def delete_player(self, user: UserId, name: str) -> None:
        """Delete the preferences of a person, their answers to puzzles, planned moves and tries at the daily challenge.

        In results they have another name.
        """
        ...

    async def rename_player(self, user: UserId, name: str) -> None:
        """Give a person another name on all their seats; the events are not touched."""
        ...

    async def puzzle_answers(self, user: UserId) -> list[PuzzleAnswer]:
        """The first answers of a person to puzzles, oldest first."""
        ...

    async def plans_of(self, user: UserId) -> dict[GameId, str]:
        """The planned moves of a person, by game."""
        ...

    async def save_puzzle_answer(self, user: UserId, puzzle: str, *, solved: bool) -> bool:
        """Keep the answer of a person to a puzzle; whether it was their first one, the only one that counts."""
        ...

    async def lesson(self, user: UserId) -> int:
        """How many steps of the guided first game a person has made."""
        ...

    async def has_played(self, user: UserId) -> bool:
        """Whether a person has a seat in any game, or has made a step of the guided first game."""
        ...

    async def save_lesson(self, user: UserId, step: int) -> None:
        """Keep how far a person has come in the guided first game."""
        ...

    async def server(self, guild: GuildId) -> ServerRow:
        """The settings of a server, the defaults if none were saved."""
        ...

    async def save_server(self, row: ServerRow) -> None:
        """Keep the settings of a server."""
        ...
