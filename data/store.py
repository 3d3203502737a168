"""What the store keeps and how it is asked: rows, errors and the `Store` interface.

Must not know an engine (SQLite is in `sqlite.py`), and not what an event or a note means: both are text here.
All times are aware datetimes in UTC and come back exactly as they were given.
"""
# ruff: noqa: N818 - the errors are named as what happened, as everywhere here

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

Status = Literal["lobby", "running", "over", "cancelled", "aside"]
Clock = Callable[[], datetime]


class StoreError(Exception):
    """Something the store cannot do; its text is one plain English sentence."""


class Conflict(StoreError):
    """The log of a game does not end at the event that the caller saw last; nothing was written."""

    def __init__(self, game: int, after: int) -> None:
        super().__init__(f"Game {game} does not stand at event {after} any more.")
        self.game = game
        self.after = after


class GameMissing(StoreError):
    """There is no game of this number."""

    def __init__(self, game: int) -> None:
        super().__init__(f"There is no game {game}.")
        self.game = game


class GameUnreadable(StoreError):
    """The stored rows of a game do not fit together; the other games are not concerned."""

    def __init__(self, game: int, why: str) -> None:
        super().__init__(f"Game {game} cannot be read: {why}.")
        self.game = game


class Unstorable(StoreError):
    """A value cannot be kept, such as half a character in a name; nothing was written."""


class DatabaseUnusable(StoreError):
    """The database as a whole refuses: locked, full, read-only, damaged, not ours or closed."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"The database {path} {why}.")
        self.path = path
        self.why = why


class NewerSchema(DatabaseUnusable):
    """The database was written by a newer version of this program; it was not touched."""

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(path, f"has schema {found}, but this version knows only up to {known}: update the program")
        self.found = found
        self.known = known


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is known of a game when it is opened; `guild` is None in a direct message."""

    guild: int | None
    channel: int
    mode: str
    language: str
    host: int
    status: Status = "lobby"


@dataclass(frozen=True, slots=True)
class GameChange:
    """What an append changes in the row of its game; None leaves it as it is."""

    status: Status | None = None
    mode: str | None = None
    language: str | None = None
    host: int | None = None
    channel: int | None = None


UNCHANGED = GameChange()


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its events; `version` is the number of its last event."""

    id: int
    guild: int | None
    channel: int
    status: Status
    mode: str
    language: str
    host: int
    version: int
    aside_reason: str | None
    message: int | None
    message_channel: int | None
    message_at: datetime | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A person at a table, for look-ups; `place` counts as the events do."""

    place: int
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it stood at one moment; `events` start at seq 1 and end at `row.version`."""

    row: GameRow
    events: tuple[str, ...]
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The wishes of a person; a `language` of None follows Discord's."""

    user: int
    language: str | None = None
    dm_rack: bool = False


@dataclass(frozen=True, slots=True)
class ServerRow:
    """The settings of a server; a `language` of None follows the bot's."""

    guild: int
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be told, kept until it is; `body` is JSON, a `due_at` of None means at once."""

    kind: str
    body: str
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A note that waits; `id` is never given twice, `error` is why the last of the `attempts` failed."""

    id: int
    game: int | None
    kind: str
    body: str
    created_at: datetime
    due_at: datetime
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True)
class Posted:
    """A public message that now shows a game."""

    channel: int
    message: int
    at: datetime


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
    ) -> tuple[int, ...]:
        """The ids of the notes; writes the events at `after` + 1 ... with all that goes with them.

        `seats` replace the present ones unless None. Raises `Conflict` if the log does not end at `after`, and
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
        """The games in which this person has a seat, oldest first."""
        ...

    async def games_in(self, channel: int, statuses: Sequence[Status]) -> list[GameRow]:
        """The games of a channel, oldest first."""
        ...

    async def games_with(self, statuses: Sequence[Status]) -> list[GameRow]:
        """All games of these statuses, oldest first."""
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

    async def due(self, now: datetime, limit: int) -> list[OutboxRow]:
        """The notes that are due, the longest due first; of one moment, in the order they were written."""
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

    async def player(self, user: int) -> PlayerRow:
        """The wishes of a person, the defaults if none were saved."""
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
