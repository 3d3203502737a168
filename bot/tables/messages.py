"""The messages and timers of the outbox as values, and the rows in which the store keeps them.

A message is delivered to a channel or a person; a timer changes its table when its moment has come. Names of people
are seats here and moments are datetimes: the text is made when the message is delivered.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Final, Literal, cast, get_args

from bot.tables.codec import decode, encode, stored_as
from data.ids import UserId
from data.store import NewOutboxRow, OutboxRow

Scope = Literal["turn", "lobby", "game"]
"""With what a message or a timer lapses: its turn, the lobby (which begins or closes), or nothing but its game."""


class _Traits:
    """What all messages and timers of a class have in common."""

    __slots__ = ()
    scope: ClassVar[Scope] = "game"
    postponable: ClassVar[bool] = False
    """Whether its moment moves when the bot or a server was away."""
    combined: ClassVar[bool] = False
    """Whether several that wait together become one: it says how the table is, not what happened."""


# --- messages to the channel of a game -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remark(_Traits):
    """A sentence about something that happened beside the turns."""

    key: str
    """The key of the text."""
    seat: int | None = None
    """Whose name the text has."""
    until: datetime | None = None
    args: Mapping[str, str | int] = field(default_factory=dict[str, str | int], metadata=stored_as("facts"))
    """Further arguments, ready for the text. Earlier releases stored the escaped name and the moment here."""


@dataclass(frozen=True, slots=True)
class BoardMessage(_Traits):
    """The public message of a table: its lobby, its position or its end."""

    combined = True
    since: int
    """The number of the first turn that it tells."""
    begun: bool = False
    """Whether the game begins with it."""
    remarks: tuple[Remark, ...] = field(default=(), metadata=stored_as("words"))


@dataclass(frozen=True, slots=True)
class StopVoteMessage(_Traits):
    """The question whether to end the game, or what came of it."""

    combined = True


@dataclass(frozen=True, slots=True)
class ReplayMessage(_Traits):
    """The replay of a finished game, for all."""

    combined = True


@dataclass(frozen=True, slots=True)
class AnalysisMessage(_Traits):
    """The analysis of a finished game, for all."""

    combined = True


@dataclass(frozen=True, slots=True)
class RematchOffer(_Traits):
    """The question for a rematch, or what came of it."""

    combined = True


@dataclass(frozen=True, slots=True)
class TakeoverQuestion(_Traits):
    """The question whether an automatic player takes over the seat on turn."""

    combined = True


@dataclass(frozen=True, slots=True)
class TimeCredited(_Traits):
    """That the time in which the bot was away does not count."""

    combined = True


@dataclass(frozen=True, slots=True)
class DeadlinePassed(_Traits):
    """That the time of a turn is up."""

    scope = "turn"
    turn: int


@dataclass(frozen=True, slots=True)
class Nudge(_Traits):
    """A reminder by another player."""

    scope = "turn"
    by: UserId
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class RematchExpired(_Traits):
    """That not everybody agreed to the rematch in time."""

    postponable = True


@dataclass(frozen=True, slots=True)
class AbandonWarning(_Traits):
    """That a game in which nobody moves will be ended."""

    scope = "turn"
    turn: int
    until: datetime


@dataclass(frozen=True, slots=True)
class LobbyExpiring(_Traits):
    """That a lobby will close."""

    scope = "lobby"
    until: datetime


@dataclass(frozen=True, slots=True)
class NewHost(_Traits):
    """That somebody is the host of a lobby now, as the one before has left."""

    scope = "lobby"
    user: UserId


@dataclass(frozen=True, slots=True)
class ThreadTitle(_Traits):
    """That the thread of a game is to be called after its players as they are called now."""

    combined = True


# --- messages to a person --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnNotice(_Traits):
    """That it is their turn, with their rack."""

    scope = "turn"
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class NextTurnNotice(_Traits):
    """That they are next."""

    scope = "turn"
    user: UserId
    turn: int


@dataclass(frozen=True, slots=True)
class Reminder(_Traits):
    """That this part of the time of their turn is over."""

    scope = "turn"
    postponable = True
    user: UserId
    turn: int
    part: float = 0.5
    """Earlier releases stored none."""


@dataclass(frozen=True, slots=True)
class ChannelDeleted(_Traits):
    """That the channel of their game was deleted, and how to go on."""

    user: UserId


# --- timers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeadlineTimer(_Traits):
    """The time of a turn is up; `away` is when the vacation in its moment ends, in seconds since 1970, or 0."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class GraceTimer(_Traits):
    """The grace after the deadline is over: an automatic player makes the turn."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class TakeoverOfferTimer(_Traits):
    """A turn without a clock takes so long that the others may vote for an automatic player."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class AbandonWarningTimer(_Traits):
    """A turn without a clock takes so long that the game will be ended soon."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class AbandonTimer(_Traits):
    """A turn without a clock takes so long that the game is ended."""

    scope = "turn"
    postponable = True
    turn: int
    away: int = 0


@dataclass(frozen=True, slots=True)
class AutomaticTurn(_Traits):
    """An automatic player that takes its time is on turn."""

    scope = "turn"
    turn: int


@dataclass(frozen=True, slots=True)
class LobbyWarningTimer(_Traits):
    """A lobby waits so long that it will close soon."""

    scope = "lobby"
    postponable = True


@dataclass(frozen=True, slots=True)
class LobbyExpiryTimer(_Traits):
    """A lobby waits so long that it closes."""

    scope = "lobby"
    postponable = True


@dataclass(frozen=True, slots=True)
class BeginTimer(_Traits):
    """A lobby that needs nobody else begins at once, also where the process died before it did."""

    scope = "lobby"


@dataclass(frozen=True, slots=True)
class RematchTimer(_Traits):
    """Everybody agreed to a rematch, which begins at once."""


# --- the unions, and their rows --------------------------------------------------------------------------------------

OutboxMessage = (
    Remark
    | BoardMessage
    | StopVoteMessage
    | ReplayMessage
    | AnalysisMessage
    | RematchOffer
    | TakeoverQuestion
    | TimeCredited
    | DeadlinePassed
    | Nudge
    | RematchExpired
    | AbandonWarning
    | LobbyExpiring
    | NewHost
    | ThreadTitle
    | TurnNotice
    | NextTurnNotice
    | Reminder
    | ChannelDeleted
)
TurnTimer = DeadlineTimer | GraceTimer | TakeoverOfferTimer | AbandonWarningTimer | AbandonTimer
Timer = TurnTimer | AutomaticTurn | LobbyWarningTimer | LobbyExpiryTimer | BeginTimer | RematchTimer
OutboxItem = OutboxMessage | Timer

_KINDS: Final[Mapping[str, type[OutboxItem]]] = {
    "word": Remark,
    "table": BoardMessage,
    "vote": StopVoteMessage,
    "replay": ReplayMessage,
    "analysis": AnalysisMessage,
    "again": RematchOffer,
    "asked": TakeoverQuestion,
    "credited": TimeCredited,
    "late": DeadlinePassed,
    "nudge": Nudge,
    "lapse": RematchExpired,
    "fading": AbandonWarning,
    "expiring": LobbyExpiring,
    "host": NewHost,
    "title": ThreadTitle,
    "turn": TurnNotice,
    "next": NextTurnNotice,
    "remind": Reminder,
    "gone": ChannelDeleted,
    "timeout": DeadlineTimer,
    "grace": GraceTimer,
    "idle": TakeoverOfferTimer,
    "fade": AbandonWarningTimer,
    "unused": AbandonTimer,
    "bot": AutomaticTurn,
    "warn": LobbyWarningTimer,
    "expire": LobbyExpiryTimer,
    "begin": BeginTimer,
    "rematch": RematchTimer,
}
_NAMES: Final = {type_: name for name, type_ in _KINDS.items()}
_OBSOLETE: Final[Mapping[str, frozenset[str]]] = {"late": frozenset({"until"}), "warn": frozenset({"until"})}
"""Keys that earlier releases stored and none reads any more."""
TIMERS: Final[tuple[type[Timer], ...]] = get_args(Timer)
TURN_SCOPED: Final = tuple(type_ for type_ in _NAMES if type_.scope == "turn")
LOBBY_SCOPED: Final = tuple(type_ for type_ in _NAMES if type_.scope == "lobby")


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A message or a timer with its moment; at once without one."""

    message: OutboxItem
    due_at: datetime | None = None

    @property
    def row(self) -> NewOutboxRow:
        """The row in which the store keeps it."""
        return NewOutboxRow(_NAMES[type(self.message)], json.dumps(encode(self.message)), self.due_at)


def kinds_of(types: Iterable[type[OutboxItem]]) -> tuple[str, ...]:
    """The names under which messages and timers of these classes are stored."""
    return tuple(_NAMES[type_] for type_ in types)


POSTPONABLE_KINDS: Final = kinds_of(type_ for type_ in _NAMES if type_.postponable)
"""The stored names of what is postponed when the bot was away."""


def read(row: OutboxRow) -> OutboxItem:
    """The message or timer of a row, also of one that an earlier release wrote.

    Raises:
        ValueError: the row is of an unknown kind, or its body is damaged.
    """
    try:
        stored: dict[str, object] = json.loads(row.body)
        body = {key: value for key, value in stored.items() if key not in _OBSOLETE.get(row.kind, ())}
        type_ = _KINDS[row.kind]
        return decode(type_, _upgraded(body) if type_ is BoardMessage else body)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        # Not the text itself: this goes to the log, and there may be people in it.
        raise ValueError(f"not a stored message of kind {row.kind!r} ({type(error).__name__})") from error


def turn_timer(row: OutboxRow) -> TurnTimer | None:
    """The timer of a turn that a row holds, if it does."""
    try:
        message = read(row)
    except ValueError:
        return None
    return message if isinstance(message, TurnTimer) else None


def _upgraded(body: Mapping[str, object]) -> dict[str, object]:
    """The body of a board; earlier releases stored each remark as a pair of its key and its arguments."""
    remarks = body.get("words", [])
    if not isinstance(remarks, list):
        raise TypeError("remarks are no list")
    return {**body, "words": [_upgraded_remark(remark) for remark in cast("list[object]", remarks)]}


def _upgraded_remark(remark: object) -> object:
    if not isinstance(remark, list):
        return remark
    key, args = cast("list[object]", remark)
    return {"key": key, "facts": args}
