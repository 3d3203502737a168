"""How the store is asked: six protocols, with the rows and errors that belong to them.

Must not know an engine (SQLite is in `sqlite/`), and not what an event or an outbox row means: both are text here.
All times are aware datetimes in UTC and come back exactly as they were given.

Each call is one transaction: whole or not at all, also when the caller is cancelled. Each may raise `DatabaseUnusable`;
after it nothing is half done, and a later call works again once the reason is gone. Only after `OutcomeUnknown`, a kind
of it, the transaction may have been carried out.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Protocol

from data.daily import Dailies
from data.errors import (
    Conflict,
    DatabaseDamaged,
    DatabaseReplaced,
    DatabaseUnusable,
    EventMissing,
    GameMissing,
    GameUnreadable,
    Interrupted,
    NewerSchema,
    OtherShards,
    OutcomeUnknown,
    StoreError,
    TooMany,
    Unstorable,
)
from data.ids import ChannelId, GameId, GuildId, Seq, UserId
from data.rows import (
    ENDED,
    KEEP,
    STATUSES,
    UNCHANGED,
    Bounds,
    Clock,
    GameChange,
    GameRow,
    Keep,
    LeftBehind,
    NewGame,
    NewOutboxRow,
    NewRating,
    NewResult,
    OutboxRow,
    Pending,
    PlayerRow,
    Preferences,
    PuzzleAnswer,
    Rated,
    Replacement,
    ResultRow,
    SeatRow,
    SentBoard,
    ServerRow,
    Settle,
    Settled,
    Skill,
    Standing,
    Status,
    StoredGame,
)
from data.shards import WHOLE, Shards

__all__ = [
    "ENDED",
    "KEEP",
    "STATUSES",
    "UNCHANGED",
    "WHOLE",
    "Bounds",
    "Clock",
    "Conflict",
    "Dailies",
    "DatabaseDamaged",
    "DatabaseReplaced",
    "DatabaseUnusable",
    "EventMissing",
    "GameChange",
    "GameMissing",
    "GameRow",
    "GameUnreadable",
    "Games",
    "Interrupted",
    "Keep",
    "LeftBehind",
    "NewGame",
    "NewOutboxRow",
    "NewRating",
    "NewResult",
    "NewerSchema",
    "OtherShards",
    "Outbox",
    "OutboxRow",
    "OutcomeUnknown",
    "Pending",
    "People",
    "PlayerRow",
    "Preferences",
    "Process",
    "PuzzleAnswer",
    "Rated",
    "Replacement",
    "ResultRow",
    "Results",
    "SeatRow",
    "SentBoard",
    "ServerRow",
    "Settle",
    "Settled",
    "Shards",
    "Skill",
    "Standing",
    "Status",
    "Store",
    "StoreError",
    "StoredGame",
    "TooMany",
    "Unstorable",
]


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


class Outbox(Protocol):
    """Messages to deliver and timers to fire, each about a game."""

    async def enqueue(self, rows: Sequence[NewOutboxRow], *, game: GameId) -> None:
        """Write outbox rows that belong to no append. Raises `GameMissing`."""
        ...

    async def due(
        self, now: datetime, limit: int, game: GameId | None = None, shards: Shards = WHOLE
    ) -> list[OutboxRow]:
        """The rows that are due, the longest due first; of one moment, in the order they were written.

        With a `game` only those about it, else those about games of these shards.
        """
        ...

    async def outbox_of(self, game: GameId) -> list[OutboxRow]:
        """All rows about a game that wait, due or not, the first due first."""
        ...

    async def pending(self, game: GameId) -> Pending:
        """The rows about a game that wait, and its own row as it was then or later. Raises `GameMissing`."""
        ...

    async def next_due(self, shards: Shards = WHOLE) -> datetime | None:
        """When the first waiting row of these shards is due (it may be past); None if none waits."""
        ...

    async def complete(self, game: GameId, rows: Sequence[int], *, board: SentBoard | None = None) -> None:
        """Delete delivered rows of a game by id, and keep the message that shows the game now.

        A row or game that is gone already is no error.
        """
        ...

    async def postpone(self, row: int, due_at: datetime, error: str) -> None:
        """Count a failed attempt and wait until `due_at`; a row that is gone already is no error."""
        ...

    async def postpone_all(
        self, kinds: Sequence[str], by: timedelta, *, heartbeat: datetime | None = None, shards: Shards = WHOLE
    ) -> None:
        """Move all waiting rows of these kinds, and the deadlines of all running games, of these shards.

        `heartbeat` is recorded for them with it, so that no outage is credited twice.
        """
        ...

    async def postpone_game(self, game: GameId, kinds: Sequence[str], by: timedelta) -> None:
        """Move the waiting rows of these kinds about one game, and its deadline. Raises `GameMissing`."""
        ...


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
        """Write the results of a game that is over anew; they are to be rated again. Raises `GameMissing`.

        The skill that a former player had before the game is kept, as nothing else remembers it, and that it was one
        game too many with them.
        """
        ...


class Process(Protocol):
    """The state of the processes that use this store."""

    async def seed(self, make: Callable[[], int]) -> int:
        """The secret seed of this store, made once by `make` and the same ever after."""
        ...

    async def record_heartbeat(self, now: datetime, shards: Shards = WHOLE) -> None:
        """Keep this moment as the last one at which a process was at work on these shards."""
        ...

    async def last_heartbeat(self, shards: Shards = WHOLE) -> datetime | None:
        """The last moment that was recorded so, the earliest of these shards; None if there was none."""
        ...

    async def heartbeats(self, shards: Shards) -> dict[int, datetime]:
        """The last moment of each of these shards that has one."""
        ...

    async def keep_answer(self, interaction: int, body: str, shards: Shards = WHOLE) -> None:
        """Keep what another process of these shards needs to answer an interaction, should this one die."""
        ...

    async def drop_answers(self, interactions: Sequence[int], shards: Shards = WHOLE) -> None:
        """Forget these; one that is gone already is no error."""
        ...

    async def left_behind(self, shards: Shards = WHOLE) -> LeftBehind:
        """The last heartbeats, and the answers that were kept and not dropped, of these shards.

        Answers that were kept while there was another number of shards are among them where shard 0 is.
        """
        ...

    async def reserve_requests(self, count: int, gap: timedelta) -> timedelta | None:
        """How long to wait with the first of so many requests to Discord, of which each takes `gap` of its time.

        The moments are given out in turn over all processes, by the clock of the server. None where the store is for
        one process at a time, which may count by itself.
        """
        ...

    async def server_time(self) -> datetime | None:
        """The present moment by the clock of the server of the database; None where there is none but the machine's."""
        ...

    async def take_lease(self, holder: str, now: datetime, until: datetime, shards: Shards = WHOLE) -> bool:
        """Whether these shards are all this holder's until then: they were nobody's, theirs, or run out by now.

        If not, the lease of another ends at `until` at the latest unless it is renewed, whatever was stored. When the
        number of shards changes, the heartbeats are carried over to the new ones.

        Raises:
            OtherShards: leases on another number of shards have not run out.
        """
        ...

    async def want_lease(self, shards: Shards, until: datetime) -> None:
        """Ask for these shards until then: a holder that is a spare gives them back, and no spare takes them.

        One that ends more than some minutes from now was written by a clock that was wrong, and counts for nothing.
        """
        ...

    async def is_wanted(self, shards: Shards, now: datetime) -> bool:
        """Whether somebody has asked for one of these shards and waits."""
        ...

    async def free_shards(self, count: int, now: datetime) -> Shards | None:
        """The first shards that one holder had and has no more, and that nobody has asked for."""
        ...

    async def held_shards(self, count: int, now: datetime) -> frozenset[int]:
        """Those of so many shards that a process holds."""
        ...

    async def lease_holder(self, shards: Shards = WHOLE) -> str | None:
        """Who has the lease of the first of these shards or had it last; None after it was dropped."""
        ...

    async def drop_lease(self, holder: str, until: datetime | None = None) -> None:
        """Leave the shards to the next one; nothing happens if they are another's, or if the lease ends otherwise."""
        ...

    async def abandoned_leases(self) -> dict[str, datetime]:
        """When the leases end of those `process/…` whose process has no session (see `listening`) at this moment.

        It may have lost the session and be well; one that was killed has none at once. Empty where the store has no
        sessions.
        """
        ...

    async def reserve_identify(self, bucket: int, now: datetime, gap: timedelta) -> datetime:
        """The moment from which a shard of this bucket may identify itself, `gap` after the one before it."""
        ...

    async def notify(self, text: str) -> None:
        """Tell all processes that are `listening` something; it may get lost, and over SQLite always does."""
        ...

    def listening(self, heard: Callable[[str], object], process: str = "") -> AbstractAsyncContextManager[None]:
        """Call `heard` with each text that a process notifies while the block lasts, this one included.

        Meanwhile this process, where it is named, has a session, which ends at once when it dies.
        """
        ...


class Store(Games, Outbox, People, Dailies, Results, Process, Protocol):
    """Everything that outlives the process."""
