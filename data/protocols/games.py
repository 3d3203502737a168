"""What is asked of the store about games: event logs, and the people who sit at them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Protocol

from data.ids import ChannelId, GameId, Seq, UserId
from data.rows import (
    UNCHANGED,
    Bounds,
    GameChange,
    GameRow,
    NewGame,
    NewOutboxRow,
    NewResult,
    Replacement,
    SeatRow,
    SentBoard,
    Settle,
    Status,
    StoredGame,
)


class Games(Protocol):
    """Games as event logs, and the people who sit at them."""

    async def create(
        self,
        game: NewGame,
        events: Sequence[str],
        seats: Sequence[SeatRow] = (),
        outbox: Sequence[NewOutboxRow] = (),
        *,
        bounds: Bounds | None = None,
    ) -> GameRow:
        """The row of a new lobby with these first events (seq 1 ...), people and outbox rows.

        Raises:
            TooMany: as many games are open as the bounds allow.
        """
        ...

    async def append(  # noqa: PLR0913 - all that is committed together
        self,
        game: GameId,
        after: Seq,
        events: Sequence[str],
        *,
        change: GameChange = UNCHANGED,
        seats: Sequence[SeatRow] | None = None,
        outbox: Sequence[NewOutboxRow] = (),
        drop: Sequence[str] = (),
        settle: Settle | None = None,
        results: Sequence[NewResult] = (),
    ) -> GameRow:
        """The row of the game after events were written at `after` + 1 ... with all that goes with them.

        `seats` replace the present ones unless None; with none the call is two statements shorter. The waiting outbox
        rows of the game of the kinds in `drop` are deleted before those in `outbox` are written. `settle` is given the
        planned moves of the game and says what becomes of them; what it raises undoes everything.
        `results` are those of the seats, where the game ends with this call.

        Raises:
            Conflict: the log does not end at `after`.
            GameMissing: there is no such game.
        """
        ...

    async def save_plan(self, game: GameId, after: Seq, user: UserId, body: str) -> None:
        """Keep the planned move of a person, in the place of an earlier one.

        Raises:
            Conflict: the log does not end at `after`.
            GameMissing: there is no such game.
        """
        ...

    async def drop_plan(self, game: GameId, user: UserId) -> bool:
        """Delete the planned move of a person; whether there was one."""
        ...

    async def load(self, game: GameId) -> StoredGame:
        """The row, events, people and planned moves of a game at one moment. Raises `GameMissing`, `GameUnreadable`."""
        ...

    async def game(self, game: GameId) -> GameRow:
        """The row of a game. Raises `GameMissing`."""
        ...

    async def games_of(self, user: UserId, statuses: Sequence[Status]) -> list[GameRow]:
        """The games in which this person has a seat, oldest first; `STATUSES` are all. Who left a lobby has none."""
        ...

    async def games_in(self, channel: ChannelId, statuses: Sequence[Status]) -> list[GameRow]:
        """The games that are played in a channel or belong to it, oldest first."""
        ...

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """All games of these statuses, oldest first."""
        ...

    async def count_games(self, statuses: Sequence[Status]) -> int:
        """How many games have one of these statuses."""
        ...

    async def quarantine(self, game: GameId, reason: str) -> None:
        """Mark a game that cannot be read, so that it is not tried again. Raises `GameMissing`."""
        ...

    async def set_board_message(self, game: GameId, board: SentBoard) -> None:
        """Keep the message that shows a game, unless a newer one is kept. Raises `GameMissing`."""
        ...

    async def analysis(self, game: GameId) -> str | None:
        """The analysis that is kept of a game; None if there is none, or it cannot be read."""
        ...

    async def save_analysis(self, game: GameId, body: str) -> None:
        """Keep the analysis of a game, in the place of an earlier one. Raises `GameMissing`."""
        ...

    async def games_mentioning(self, text: str) -> list[GameId]:
        """The games with an event whose text contains this in any case, also those that a person has left; slow."""
        ...

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
        ...

    async def delete_ended(self, before: datetime, limit: int) -> int:
        """How many games were deleted with all that belongs to them, of those over or cancelled before; oldest first.

        Takes several transactions, so that others get their turn; each game goes whole or not at all.
        """
        ...
