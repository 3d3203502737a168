"""How the store is asked: the `Store` interface, with the rows and errors that belong to it.

Must not know an engine (SQLite is in `sqlite.py`), and not what an event or a note means: both are text here.
All times are aware datetimes in UTC and come back exactly as they were given.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from data.errors import (
    Conflict,
    DatabaseUnusable,
    EventMissing,
    GameMissing,
    GameUnreadable,
    NewerSchema,
    StoreError,
    Unstorable,
)
from data.rows import (
    ENDED,
    KEEP,
    STATUSES,
    UNCHANGED,
    Clock,
    GameChange,
    GameRow,
    Keep,
    NewGame,
    Note,
    OutboxRow,
    PlayerRow,
    Posted,
    Preferences,
    SeatRow,
    ServerRow,
    Status,
    StoredGame,
)

__all__ = [
    "ENDED",
    "KEEP",
    "STATUSES",
    "UNCHANGED",
    "Clock",
    "Conflict",
    "DatabaseUnusable",
    "EventMissing",
    "GameChange",
    "GameMissing",
    "GameRow",
    "GameUnreadable",
    "Keep",
    "NewGame",
    "NewerSchema",
    "Note",
    "OutboxRow",
    "PlayerRow",
    "Posted",
    "Preferences",
    "SeatRow",
    "ServerRow",
    "Status",
    "Store",
    "StoreError",
    "StoredGame",
    "Unstorable",
]


class Store(Protocol):
    """Everything that outlives the process. Each call is one transaction: whole or not at all.

    A call that is cancelled has happened whole or not at all as well. Each may raise `DatabaseUnusable`; after it
    nothing is half done, and a later call works again once the reason is gone.
    """

    async def create(
        self, game: NewGame, events: Sequence[str], seats: Sequence[SeatRow] = (), outbox: Sequence[Note] = ()
    ) -> int:
        """The id of a new game with these first events (seq 1 ...), people and notes."""
        ...

    async def append(
        self,
        game: int,
        after: int,
        events: Sequence[str],
        *,
        change: GameChange = UNCHANGED,
        seats: Sequence[SeatRow] | None = None,
        outbox: Sequence[Note] = (),
        drop: Sequence[str] = (),
    ) -> tuple[int, ...]:
        """The ids of the notes; writes the events at `after` + 1 ... with all that goes with them.

        `seats` replace the present ones unless None. The notes about this game that wait, of the kinds in `drop`,
        lapse before those in `outbox` are written. Raises `Conflict` if the log does not end at `after`, and
        `GameMissing`.
        """
        ...

    async def load(self, game: int) -> StoredGame:
        """A game with its events and people at one moment. Raises `GameMissing`, `GameUnreadable`."""
        ...

    async def game(self, game: int) -> GameRow:
        """The row of a game. Raises `GameMissing`."""
        ...

    async def games_of(self, user: int, statuses: Sequence[Status]) -> list[GameRow]:
        """The games in which this person has a seat, oldest first; `STATUSES` are all. Who left a lobby has none."""
        ...

    async def games_in(self, channel: int, statuses: Sequence[Status]) -> list[GameRow]:
        """The games that are played in a channel or belong to it, oldest first."""
        ...

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """All games of these statuses, oldest first."""
        ...

    async def games_count(self, statuses: Sequence[Status]) -> int:
        """How many games have one of these statuses."""
        ...

    async def set_aside(self, game: int, why: str) -> None:
        """Mark a game that cannot be read, so that it is not tried again. Raises `GameMissing`."""
        ...

    async def posted(self, game: int, posted: Posted) -> None:
        """Keep the message that shows a game, unless a newer one is kept. Raises `GameMissing`."""
        ...

    async def enqueue(self, notes: Sequence[Note], *, game: int | None = None) -> tuple[int, ...]:
        """The ids of notes that belong to no append. Raises `GameMissing`."""
        ...

    async def due(self, now: datetime, limit: int, game: int | None = None) -> list[OutboxRow]:
        """The notes that are due, the longest due first; of one moment, in the order they were written.

        With a `game` only those about it.
        """
        ...

    async def notes_of(self, game: int) -> list[OutboxRow]:
        """All notes about a game that wait, due or not, the first due first."""
        ...

    async def next_due(self) -> datetime | None:
        """When the first waiting note is due (it may be past); None if none waits."""
        ...

    async def done(self, note: int, *, posted: Posted | None = None) -> None:
        """Tick off a note, with the message that shows its game; a note that is gone already is no error."""
        ...

    async def retry(self, note: int, due_at: datetime, error: str) -> None:
        """Count a failed attempt and wait until `due_at`; a note that is gone already is no error."""
        ...

    async def shift(self, kinds: Sequence[str], by: timedelta, *, beat: datetime | None = None) -> None:
        """Move all waiting notes of these kinds, and the deadlines of all running games.

        `beat` is kept as the last heartbeat with it, so that no outage is credited twice.
        """
        ...

    async def shift_game(self, game: int, kinds: Sequence[str], by: timedelta) -> None:
        """Move the waiting notes of these kinds about one game, and its deadline. Raises `GameMissing`."""
        ...

    async def player(self, user: int) -> PlayerRow:
        """The wishes of a person, the defaults if none were saved."""
        ...

    async def players(self, users: Sequence[int]) -> dict[int, PlayerRow]:
        """The preferences of each of these people."""
        ...

    async def preferences(self, users: Sequence[int], guild: int | None) -> Preferences:
        """The preferences of each of these people, and the settings of the server unless None, in one call."""
        ...

    async def save_player(self, row: PlayerRow) -> None:
        """Keep the wishes of a person."""
        ...

    async def server(self, guild: int) -> ServerRow:
        """The settings of a server, the defaults if none were saved."""
        ...

    async def save_server(self, row: ServerRow) -> None:
        """Keep the settings of a server."""
        ...

    async def seed(self, make: Callable[[], int]) -> int:
        """The secret seed of this store, made once by `make` and the same ever after."""
        ...

    async def beat(self, now: datetime) -> None:
        """Keep this moment as the last one at which a process was at work."""
        ...

    async def last_beat(self) -> datetime | None:
        """The last moment that was kept so; None if there was none."""
        ...

    async def take_lease(self, holder: str, now: datetime, until: datetime) -> bool:
        """Whether the store is this holder's until then: it was nobody's, theirs already, or run out by now."""
        ...

    async def drop_lease(self, holder: str) -> None:
        """Leave the store to the next one; nothing happens if it is another's."""
        ...

    async def games_mentioning(self, text: str) -> list[int]:
        """The games with an event whose text contains this, those that a person has left among them; slow."""
        ...

    async def rewrite(
        self, game: int, bodies: Mapping[int, str], *, was: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        """Replace the texts of events by seq; the version stays.

        Raises `GameMissing`, `EventMissing`, and `Conflict` if one is not what it `was` any more.
        """
        ...

    async def rename(self, user: int, name: str) -> None:
        """Give a person another name on all their seats; the events are not touched."""
        ...

    async def forget_player(self, user: int) -> None:
        """Forget the wishes of a person."""
        ...

    async def retire(self, before: datetime, limit: int) -> int:
        """How many games were deleted with all that belongs to them, of those over or cancelled before; the oldest.

        Takes several transactions, so that others get their turn; each game goes whole or not at all.
        """
        ...

    async def backup(self, path: Path) -> None:
        """Write everything to a new file while the work goes on. Raises `DatabaseUnusable`."""
        ...
