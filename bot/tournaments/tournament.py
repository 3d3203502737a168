"""A tournament as a value, made from its events: who is in it, what is played, how it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from bot.tournaments.events import (
    Begun,
    Cancelled,
    Ended,
    Entered,
    Event,
    GameEnded,
    Moved,
    Opened,
    Pairing,
    RoundBegun,
    RoundExtended,
    SeatsHeld,
    Warned,
    Withdrawn,
)
from bot.tournaments.played import Played, Round, TableResult
from bot.tournaments.standings import Line, standings
from data.ids import ChannelId, GameId, Seq, TournamentId, UserId

Status = Literal["open", "running", "over", "cancelled"]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that has begun."""

    number: int
    tables: tuple[Pairing, ...]
    byes: tuple[UserId, ...]
    at: datetime
    until: datetime
    counted: datetime
    """Up to when it is longer already by the time that the bot or the server was away."""
    ended: Mapping[GameId, GameEnded] = field(default_factory=dict[GameId, GameEnded])
    """The games of it that are over."""
    held: Mapping[GameId, tuple[UserId, ...]] = field(default_factory=dict[GameId, tuple[UserId, ...]])
    """In whose seats of running games a bot plays."""
    warned: frozenset[UserId] = frozenset()
    """Who was told that they will be withdrawn if a bot has to end their games."""

    @property
    def is_over(self) -> bool:
        """Whether all of its games are."""
        return len(self.ended) == len(self.tables)

    @property
    def open_games(self) -> list[GameId]:
        """Its games that go on."""
        return [table.game for table in self.tables if table.game not in self.ended]

    def held_now(self) -> frozenset[UserId]:
        """In whose seats a bot plays, or played to the end."""
        over = (user for ended in self.ended.values() for user in ended.held)
        running = (user for game in self.open_games for user in self.held.get(game, ()))
        return frozenset((*over, *running))

    def as_played(self) -> Round:
        """What pairing and ranking see of it."""
        return Round(tuple(_result(table, self.ended.get(table.game)) for table in self.tables), self.byes)


def _result(table: Pairing, ended: GameEnded | None) -> TableResult:
    if ended is None:
        return TableResult(table.people)
    return TableResult(table.people, ended.points, ended.lowest, frozenset(ended.held))


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that is known of a tournament."""

    id: TournamentId
    opened: Opened
    seq: Seq = Seq(1)
    """The number of its last event."""
    channel: ChannelId = ChannelId(0)
    entered: tuple[Entered, ...] = ()
    """Who takes part, in the order of entering; once it has begun also who was withdrawn since."""
    withdrawn: Mapping[UserId, Withdrawn] = field(default_factory=dict[UserId, Withdrawn])
    begun: Begun | None = None
    rounds: tuple[PlayedRound, ...] = ()
    ended: bool = False
    cancelled: Cancelled | None = None

    @property
    def status(self) -> Status:
        """Where it is in its life."""
        if self.cancelled:
            return "cancelled"
        if self.ended:
            return "over"
        return "running" if self.begun else "open"

    @property
    def edition(self) -> int:
        """Which of its messages is the present one: that of the entries, one for each round, that of the end."""
        return len(self.rounds) + (self.ended or self.cancelled is not None)

    @property
    def people(self) -> tuple[UserId, ...]:
        """Everybody who takes part or did, the best first once it has begun."""
        return self.begun.line if self.begun else tuple(one.user for one in self.entered)

    @property
    def staying(self) -> tuple[UserId, ...]:
        """Who plays on."""
        return tuple(user for user in self.people if user not in self.withdrawn)

    def name_of(self, user: UserId) -> str:
        """How somebody was called when they entered."""
        return next((one.name for one in self.entered if one.user == user), "?")

    @property
    def round(self) -> PlayedRound | None:
        """The round that goes on, or was the last one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def played(self) -> Played:
        """What was played so far."""
        return Played(tuple(one.as_played() for one in self.rounds))

    def standings(self) -> list[Line]:
        """Everybody in order, also who was withdrawn."""
        system = self.begun.system if self.begun else "swiss"
        return standings(self.people, self.played, system)

    def round_of(self, game: GameId) -> PlayedRound | None:
        """The round in which a game is played."""
        return next((one for one in self.rounds if any(table.game == game for table in one.tables)), None)


def fold(tournament: TournamentId, events: Sequence[Event]) -> Tournament:
    """The tournament that these events make.

    Raises:
        ValueError: they make none.
    """
    if not events or not isinstance(events[0], Opened):
        raise ValueError("a tournament begins with its terms")
    opened = events[0]
    return apply(Tournament(tournament, opened, channel=opened.channel), events[1:])


def apply(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    """The tournament after some more events.

    Raises:
        ValueError: one of them is about a round that there is not.
    """
    for event in events:
        tournament = replace(_applied(tournament, event), seq=Seq(tournament.seq + 1))
    return tournament


def _applied(before: Tournament, event: Event) -> Tournament:  # noqa: C901, PLR0911, PLR0912 - one case an event
    match event:
        case Opened():
            raise ValueError("a tournament has its terms already")
        case Entered():
            others = tuple(one for one in before.entered if one.user != event.user)
            return replace(before, entered=(*others, event))
        case Withdrawn(user) if before.begun is None:
            return replace(before, entered=tuple(one for one in before.entered if one.user != user))
        case Withdrawn(user):
            return replace(before, withdrawn={**before.withdrawn, user: event})
        case Moved(channel):
            return replace(before, channel=channel)
        case Begun():
            return replace(before, begun=event)
        case RoundBegun():
            new = PlayedRound(event.number, event.tables, event.byes, event.at, event.until, event.at)
            return replace(before, rounds=(*before.rounds, new))
        case SeatsHeld(game, users):
            last = _last(before)
            return _with_last(before, replace(last, held={**last.held, game: users}))
        case GameEnded():
            last = _last(before)
            return _with_last(before, replace(last, ended={**last.ended, event.game: event}))
        case RoundExtended(until, counted):
            last = _last(before)
            return _with_last(before, replace(last, until=until, counted=counted or last.counted))
        case Warned(users):
            last = _last(before)
            return _with_last(before, replace(last, warned=last.warned | set(users)))
        case Ended():
            return replace(before, ended=True)
        case Cancelled():
            return replace(before, cancelled=event)


def _last(tournament: Tournament) -> PlayedRound:
    if not tournament.rounds:
        raise ValueError("no round has begun")
    return tournament.rounds[-1]


def _with_last(tournament: Tournament, last: PlayedRound) -> Tournament:
    return replace(tournament, rounds=(*tournament.rounds[:-1], last))
