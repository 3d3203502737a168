"""The rows of tournaments in the store. Must not know an engine, and not what an event means: it is text here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from data.ids import ChannelId, GameId, GuildId, MessageId, Seq, TournamentId, UserId
from data.rows import NewGame, NewOutboxRow, SeatRow

TournamentStatus = Literal["open", "running", "over", "cancelled"]


@dataclass(frozen=True, slots=True)
class NewTournament:
    """What is known of a tournament when it is opened."""

    guild: GuildId
    channel: ChannelId
    host: UserId


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament without its events; `version` is the number of the last one.

    `message` is the newest message about it, which is the one with the number `edition`.
    """

    id: TournamentId
    guild: GuildId
    channel: ChannelId
    status: TournamentStatus
    host: UserId
    version: Seq
    message: MessageId | None
    message_channel: ChannelId | None
    edition: int | None
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class TournamentPerson:
    """Somebody in a tournament; `place` is their rank once it is over."""

    user: UserId
    name: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """What somebody reached in a tournament; `place` is None before it is over."""

    tournament: TournamentId
    guild: GuildId
    name: str
    place: int | None


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament with its events, which may be newer than its row."""

    row: TournamentRow
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game that a tournament opens, with its first events and outbox rows."""

    game: NewGame
    events: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    outbox: tuple[NewOutboxRow, ...]


@dataclass(frozen=True, slots=True)
class TournamentChange:
    """What an append changes in the row of its tournament; None leaves it as it is."""

    status: TournamentStatus | None = None
    channel: ChannelId | None = None
    host: UserId | None = None


UNCHANGED: Final = TournamentChange()

WithGames = Callable[[Sequence[GameId]], Sequence[str]]
"""The events of an append, from the numbers of the games that it opens; called in the transaction."""
OutboxOf = Callable[[TournamentId], Sequence[NewOutboxRow]]
"""The outbox rows about a tournament, from its number; called in the transaction."""
