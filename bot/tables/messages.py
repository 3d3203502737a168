"""The messages of the outbox as values: each is about a game or a day, and delivered to a channel or a person.

Names of people are seats here and moments are datetimes: the text is made when the message is delivered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from bot.tables.outbox_traits import Traits
from data.ids import ChannelId, MessageId, TournamentId, UserId

# --- messages to the channel of a game -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remark(Traits):
    """A sentence about something that happened beside the turns."""

    key: str
    """The key of the text."""
    seat: int | None = None
    """Whose name the text has."""
    until: datetime | None = None
    args: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    """Further arguments, ready for the text."""
    mentions: tuple[UserId, ...] = ()
    """Whom it calls."""


@dataclass(frozen=True, slots=True)
class BoardMessage(Traits):
    """The public message of a table: its lobby, its position or its end."""

    combined = True
    since: int
    """The number of the first turn that it shows."""
    begun: bool = False
    """Whether the game begins with it."""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class StopVoteMessage(Traits):
    """The question whether to end the game, or what came of it."""

    combined = True


@dataclass(frozen=True, slots=True)
class ReplayMessage(Traits):
    """The replay of a finished game, for all."""

    combined = True


@dataclass(frozen=True, slots=True)
class AnalysisMessage(Traits):
    """The analysis of a finished game, for all."""

    combined = True


@dataclass(frozen=True, slots=True)
class RematchOffer(Traits):
    """The question for a rematch, or what came of it."""

    combined = True


@dataclass(frozen=True, slots=True)
class TakeoverQuestion(Traits):
    """The question whether a bot takes over the seat on turn."""

    combined = True


@dataclass(frozen=True, slots=True)
class TimeCredited(Traits):
    """That the time in which the bot was away does not count."""

    combined = True


@dataclass(frozen=True, slots=True)
class DeadlinePassed(Traits):
    """That the time of a turn is up."""

    scope = "turn"
    turn: int


@dataclass(frozen=True, slots=True)
class TimeGift(Traits):
    """That a player gave time to a turn."""

    scope = "turn"
    by: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class Nudge(Traits):
    """A reminder by another player."""

    scope = "turn"
    by: UserId
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class RematchExpired(Traits):
    """That not everybody agreed to the rematch in time."""

    postponable = True


@dataclass(frozen=True, slots=True)
class AbandonWarning(Traits):
    """That a game in which nobody moves will be ended."""

    scope = "turn"
    turn: int
    until: datetime


@dataclass(frozen=True, slots=True)
class LobbyExpiring(Traits):
    """That a lobby will close."""

    scope = "lobby"
    until: datetime


@dataclass(frozen=True, slots=True)
class NewHost(Traits):
    """That somebody is the host of a lobby now, as the one before has left."""

    scope = "lobby"
    user: UserId


@dataclass(frozen=True, slots=True)
class NamesChanged(Traits):
    """That what stands of a game is to name its players as they are called now: its board, and a thread of its own."""

    combined = True


@dataclass(frozen=True, slots=True)
class ThreadLeft(Traits):
    """That a game goes on elsewhere than in the thread of its own, which is to name nobody any more."""

    thread: ChannelId
    home: ChannelId
    """Where the message is that carries it."""


# --- messages to a person --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnNotice(Traits):
    """That it is their turn, with their rack."""

    scope = "turn"
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class NextTurnNotice(Traits):
    """That they are next."""

    scope = "turn"
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class PlanNotice(Traits):
    """That the move that they had planned for their turn is not made, or that it leaves them something to decide."""

    scope = "turn"
    user: UserId
    turn: int
    why: str
    """What there is to say: why it lapsed, or `bonus`."""


@dataclass(frozen=True, slots=True)
class Reminder(Traits):
    """That this part of the time of their turn is over."""

    scope = "turn"
    postponable = True
    user: UserId
    turn: int
    part: float


@dataclass(frozen=True, slots=True)
class ChannelDeleted(Traits):
    """That the channel of their game was deleted or locked, and how to go on."""

    user: UserId


# --- messages about the daily challenge, to a channel of a server ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class DailyRanking(Traits):
    """The results of a day in a server: sent once on that day, edited as they come in and when the day is over."""

    combined = True
    day: date


@dataclass(frozen=True, slots=True)
class SharedResult(Traits):
    """The result of a person that they show to all: sent once, edited when the day is over."""

    combined = True
    day: date
    user: UserId


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(Traits):
    """That a message showed the result of somebody whose data were deleted."""

    channel: ChannelId
    message: MessageId


# --- messages about a tournament, to a channel of a server -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentMessage(Traits):
    """How a tournament stands: a message for the entries, one for each round, one for the end, each edited."""

    combined = True
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class WithdrawalWarning(Traits):
    """That somebody will be withdrawn if a bot has to end their game of this round."""

    tournament: TournamentId
    round: int


# --- to a server -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Welcome(Traits):
    """That the bot was added to the server, in the language of its people."""

    channel: ChannelId
    language: str


GameMessage = (
    Remark
    | BoardMessage
    | StopVoteMessage
    | ReplayMessage
    | AnalysisMessage
    | RematchOffer
    | TakeoverQuestion
    | TimeCredited
    | DeadlinePassed
    | TimeGift
    | Nudge
    | RematchExpired
    | AbandonWarning
    | LobbyExpiring
    | NewHost
    | NamesChanged
    | ThreadLeft
    | TurnNotice
    | NextTurnNotice
    | PlanNotice
    | Reminder
    | ChannelDeleted
)
DailyMessage = DailyRanking | SharedResult | ResultWithdrawn
AboutTournament = TournamentMessage | WithdrawalWarning
OutboxMessage = GameMessage | DailyMessage | AboutTournament | Welcome
