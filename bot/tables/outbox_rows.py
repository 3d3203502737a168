"""The rows in which the store keeps the messages and timers of the outbox."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast

from bot.tables.codec import decode, encode
from bot.tables.messages import (
    AbandonWarning,
    AnalysisMessage,
    BoardMessage,
    ChannelDeleted,
    DailyRanking,
    DeadlinePassed,
    LobbyExpiring,
    NamesChanged,
    NewHost,
    NextTurnNotice,
    Nudge,
    OutboxMessage,
    PlanNotice,
    Remark,
    RematchExpired,
    RematchOffer,
    Reminder,
    ReplayMessage,
    ResultWithdrawn,
    SharedResult,
    StopVoteMessage,
    TakeoverQuestion,
    ThreadLeft,
    TimeCredited,
    TimeGift,
    TournamentMessage,
    TurnNotice,
    Welcome,
    WithdrawalWarning,
)
from bot.tables.timers import (
    AbandonTimer,
    AbandonWarningTimer,
    BeginTimer,
    BeginTournament,
    BotTurn,
    DayTimer,
    DeadlineTimer,
    GraceTimer,
    LobbyExpiryTimer,
    LobbyWarningTimer,
    PlannedMoveTimer,
    RematchTimer,
    RoundEnd,
    RoundWarning,
    TakeoverOfferTimer,
    Timer,
    TournamentReport,
    TurnTimer,
)
from data.store import NewOutboxRow, OutboxRow

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
    "gift": TimeGift,
    "nudge": Nudge,
    "lapse": RematchExpired,
    "fading": AbandonWarning,
    "expiring": LobbyExpiring,
    "host": NewHost,
    "title": NamesChanged,
    "left": ThreadLeft,
    "turn": TurnNotice,
    "next": NextTurnNotice,
    "plan": PlanNotice,
    "remind": Reminder,
    "gone": ChannelDeleted,
    "day": DailyRanking,
    "result": SharedResult,
    "withdrawn": ResultWithdrawn,
    "tournament": TournamentMessage,
    "withdrawal": WithdrawalWarning,
    "welcome": Welcome,
    "timeout": DeadlineTimer,
    "grace": GraceTimer,
    "idle": TakeoverOfferTimer,
    "fade": AbandonWarningTimer,
    "unused": AbandonTimer,
    "bot": BotTurn,
    "planned": PlannedMoveTimer,
    "warn": LobbyWarningTimer,
    "expire": LobbyExpiryTimer,
    "begin": BeginTimer,
    "rematch": RematchTimer,
    "report": TournamentReport,
    "tournament-begin": BeginTournament,
    "round-warning": RoundWarning,
    "round-end": RoundEnd,
    "dawn": DayTimer,
}
_NAMES: Final = {type_: name for name, type_ in _KINDS.items()}
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
    """The message or timer of a row.

    Raises:
        ValueError: the row is of an unknown kind, or its body is damaged.
    """
    try:
        return decode(_KINDS[row.kind], cast("dict[str, object]", json.loads(row.body)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        # Not the text itself: this goes to the log, and there may be people in it.
        raise ValueError(f"not a stored message of kind {row.kind!r} ({type(error).__name__})") from None


def turn_timer(row: OutboxRow) -> TurnTimer | None:
    """The timer of a turn that a row holds, if it does."""
    try:
        message = read(row)
    except ValueError:
        return None
    return message if isinstance(message, TurnTimer) else None
