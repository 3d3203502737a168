"""The timers of the outbox as values: each changes its table when its moment has come, or begins a day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from bot.tables.outbox_traits import Traits
from data.ids import TournamentId, UserId


@dataclass(frozen=True, slots=True)
class DeadlineTimer(Traits):
    """The time of a turn is up; `away` is when the vacation in its moment ends, in seconds since 1970, or 0."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class GraceTimer(Traits):
    """The grace after the deadline is over: a bot makes the turn."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class TakeoverOfferTimer(Traits):
    """A turn without a clock takes so long that the others may vote for a bot."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class AbandonWarningTimer(Traits):
    """A turn without a clock takes so long that the game will be ended soon."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class AbandonTimer(Traits):
    """A turn without a clock takes so long that the game is ended."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class BotTurn(Traits):
    """A bot that takes its time is on turn."""

    scope = "turn"
    turn: int


@dataclass(frozen=True, slots=True)
class PlannedMoveTimer(Traits):
    """The planned move of the person on turn is made."""

    scope = "turn"
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class LobbyWarningTimer(Traits):
    """A lobby waits so long that it will close soon."""

    scope = "lobby"
    postponable = True


@dataclass(frozen=True, slots=True)
class LobbyExpiryTimer(Traits):
    """A lobby waits so long that it closes."""

    scope = "lobby"
    postponable = True


@dataclass(frozen=True, slots=True)
class BeginTimer(Traits):
    """A lobby that needs nobody else begins at once, also where the process died before it did."""

    scope = "lobby"


@dataclass(frozen=True, slots=True)
class RematchTimer(Traits):
    """Everybody agreed to a rematch, which begins at once."""


@dataclass(frozen=True, slots=True)
class TournamentReport(Traits):
    """A game of a tournament has ended, or a bot plays for others in it than before: the tournament notes it."""

    combined = True


@dataclass(frozen=True, slots=True)
class BeginTournament(Traits):
    """The moment at which a tournament begins, or is given up as nobody began it."""

    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class RoundWarning(Traits):
    """A round of a tournament ends soon: who will be withdrawn is told."""

    tournament: TournamentId
    round: int


@dataclass(frozen=True, slots=True)
class RoundEnd(Traits):
    """A round of a tournament ends: bots play the games that go on."""

    tournament: TournamentId
    round: int


@dataclass(frozen=True, slots=True)
class DayTimer(Traits):
    """A day begins in a server that follows the daily challenge."""

    combined = True


TurnTimer = DeadlineTimer | GraceTimer | TakeoverOfferTimer | AbandonWarningTimer | AbandonTimer
GameTimer = (
    TurnTimer
    | BotTurn
    | PlannedMoveTimer
    | LobbyWarningTimer
    | LobbyExpiryTimer
    | BeginTimer
    | RematchTimer
    | TournamentReport
)
TournamentTimer = BeginTournament | RoundWarning | RoundEnd
Timer = GameTimer | DayTimer | TournamentTimer
TIMERS: Final[tuple[type[GameTimer], ...]] = get_args(GameTimer)
