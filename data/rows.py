"""What the store takes and gives: frozen rows.

Must not know an engine, and not what an event or an outbox row means: both are text here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, Literal

from data.ids import ChannelId, GameId, GuildId, MessageId, Seq, UserId

Status = Literal["lobby", "running", "over", "cancelled", "quarantined"]
Clock = Callable[[], datetime]
STATUSES: Final[tuple[Status, ...]] = ("lobby", "running", "over", "cancelled", "quarantined")
ENDED: Final[tuple[Status, ...]] = ("over", "cancelled")


class Keep(Enum):
    """The type of `KEEP`, which leaves a value as it is where None would clear it."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is known of a game when its lobby opens; `guild` is None in a message. Without a `home` it is `channel`."""

    guild: GuildId | None
    channel: ChannelId
    mode: str
    language: str
    host: UserId
    home: ChannelId | None = None


@dataclass(frozen=True, slots=True)
class GameChange:
    """What an append changes in the row of its game; None leaves it as it is.

    A `deadline` of None clears it. What comes to its end, over or cancelled, has none any more.
    """

    status: Status | None = None
    host: UserId | None = None
    channel: ChannelId | None = None
    deadline: datetime | Keep | None = KEEP
    home: ChannelId | None = None
    mode: str | None = None
    guild: GuildId | None = None


UNCHANGED = GameChange()


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its events; `version` is the number of its last event.

    `deadline` is when the time of a running clock is over, `ended_at` when the game became over or cancelled,
    None for any other status. `channel` is where it is played, `home` the channel to which it belongs: where it was
    opened, unless a change moved it.
    """

    id: GameId
    guild: GuildId | None
    channel: ChannelId
    status: Status
    mode: str
    language: str
    host: UserId
    version: Seq
    quarantine_reason: str | None
    message: MessageId | None
    message_channel: ChannelId | None
    message_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deadline: datetime | None = None
    ended_at: datetime | None = None
    home: ChannelId = ChannelId(0)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A person at a table, for look-ups; `seat` counts as the events do."""

    seat: int
    user: UserId
    name: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it stood at one moment; `events` start at seq 1 and end at `row.version`."""

    row: GameRow
    events: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    plans: Mapping[UserId, str] = field(default_factory=dict[UserId, str], repr=False)
    """The planned moves of people, each as JSON; a person may know their own and nobody else's."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The preferences of a person; a `language` of None follows Discord's.

    `quiet_from` and `quiet_to` are minutes of the day in their `zone`. `vacation_used` is the time of vacations that
    were ended in this `season`; one from `vacation_from` to `vacation_until` counts besides.
    `closed_dms_reported`: they know that their direct messages are closed. `theme` of None: as their server's.
    `confirm_placing`: they are asked before the panel places a tile; `confirm_offered`: that was offered once.
    `unlisted`: they are left out of leaderboards.
    """

    user: UserId
    language: str | None = None
    dm_rack: bool = False
    next_notice: bool = False
    reminders: str = "half"
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str | None = None
    vacation_until: datetime | None = None
    vacation_used: timedelta = timedelta()
    season: str | None = None
    closed_dms_reported: bool = False
    theme: str | None = None
    confirm_placing: bool = False
    unlisted: bool = False
    vacation_from: datetime | None = None
    confirm_offered: bool = False


@dataclass(frozen=True, slots=True)
class Vacation:
    """When a person was, or is going to be, on vacation."""

    began: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class ServerRow:
    """The settings of a server; a `language` of None follows the bot's.

    `pace` is its name. `channels` are the only ones where it may be played, all if there are none. `threads`: each
    game of several people in a thread of its own. `theme` is the look of pictures, None the bot's. `person_games` and
    `channel_games` are how many games of one host and in one channel may be open, None as many as the bot allows.
    `daily_channel` gets the ranking of each day's challenge, None where the server does not follow it.
    """

    guild: GuildId
    language: str | None = None
    pace: str = "none"
    channels: tuple[ChannelId, ...] = ()
    threads: bool = True
    theme: str | None = None
    person_games: int | None = None
    channel_games: int | None = None
    daily_channel: ChannelId | None = None
    served: bool = True
    """Whether new games may be opened there; set by `set_served` alone."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many games may be open, in a lobby or running, when one more is opened; None is without a bound.

    `host_open`, `channel_open` and `guild_open` count those of the same host, channel and server. `host_new` counts
    the ones that the host has opened since `since`, among the last of all, whatever became of them.
    """

    since: datetime
    host_new: int | None = None
    host_open: int | None = None
    channel_open: int | None = None
    guild_open: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The first answer of a person to a puzzle."""

    puzzle: str
    solved: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class NewResult:
    """What a finished game came to for one seat.

    `user` is None for a bot, which has a `level`, and negative for a former player. `rank` 1 is the
    best, equal results share it; `won`: alone or shared, but not by everybody. `lowest` is the lowest colour at the
    end, `points` what the seat's own tiles scored by colour. `feats` are achievements. `ratable`: it may be rated.
    `own`: it counts for its person, who made most of the placements themselves, or placed and gave up.
    """

    seat: int
    mode: str
    seats: int
    side: int
    user: UserId | None
    name: str
    level: str | None
    rank: int
    won: bool
    lowest: int
    points: tuple[int, ...]
    ending: str
    resigned: bool = False
    casual: bool = False
    feats: tuple[str, ...] = ()
    ratable: bool = False
    own: bool = True


Rated = Literal["pending", "never", "rated", "too-many"]
"""Whether a result counts for ratings: not looked at yet; never; it did; the same people played too often that day."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody is believed to play a mode, and how sure that is, both in millionths."""

    mu: int
    sigma: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A stored result; `guild` is None in a direct message. A rated one has the `skill` before and after the game."""

    game: GameId
    guild: GuildId | None
    at: datetime
    result: NewResult
    rated: Rated
    skill_before: Skill | None = None
    skill: Skill | None = None


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """What somebody has done in a mode in a server; `skill` is theirs over all servers, None without a rated game.

    `best` and `total` are the best and the sum of the lowest colours of the games that were `played_out`.
    """

    user: UserId
    name: str
    games: int
    wins: int
    best: int | None
    total: int
    played_out: int
    skill: Skill | None
    unlisted: bool


@dataclass(frozen=True, slots=True)
class NewRating:
    """What rating a game came to for a seat."""

    game: GameId
    seat: int
    rated: Rated
    before: Skill | None = None
    after: Skill | None = None


@dataclass(frozen=True, slots=True)
class Replacement:
    """A former player instead of a person in the results of a game."""

    user: UserId
    substitute: UserId
    name: str


@dataclass(frozen=True, slots=True)
class NewOutboxRow:
    """A message to deliver or a timer to fire; `body` is JSON, a `due_at` of None means at once."""

    kind: str
    body: str
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """A server, as what outbox rows are about that belong to no game."""

    guild: GuildId


Subject = GameId | Server
"""What an outbox row is about."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An outbox row that waits; `id` is never given twice, `error` is why the last of the `attempts` failed."""

    id: int
    subject: Subject
    kind: str
    body: str
    created_at: datetime
    due_at: datetime
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True)
class Pending:
    """A game with all of its outbox rows that wait, the first due first."""

    game: GameRow
    rows: tuple[OutboxRow, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """What an append makes of the planned moves of its game: those that remain, and outbox rows that they lead to."""

    plans: Mapping[UserId, str] = field(default_factory=dict[UserId, str], repr=False)
    outbox: Sequence[NewOutboxRow] = ()


@dataclass(frozen=True, slots=True)
class NewServerRow:
    """An outbox row about a server."""

    guild: GuildId
    row: NewOutboxRow


Settle = Callable[[Mapping[UserId, str]], Settled]
"""What becomes of the planned moves of a game; called in the transaction, and again where that is tried again."""


@dataclass(frozen=True, slots=True)
class SentBoard:
    """A public message that now shows a game."""

    channel: ChannelId
    message: MessageId
    at: datetime


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of some people by user, and the settings of the server, None in a direct message."""

    players: Mapping[UserId, PlayerRow]
    server: ServerRow | None


@dataclass(frozen=True, slots=True)
class GuildAbsence:
    """A server that is away."""

    since: datetime
    counted: datetime
    """Until when the time of its games has been credited with that; it may lie ahead."""


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What a process finds of the one before it."""

    heartbeats: Mapping[int, datetime]
    """The last moment at which one was at work, by shard."""
    answers: tuple[str, ...] = ()
    """What it kept of interactions that it had not answered yet."""
    absences: Mapping[GuildId, GuildAbsence] = field(default_factory=dict[GuildId, GuildAbsence])
    """The servers that are away, whatever their shard."""
