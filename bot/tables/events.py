"""The events of a table besides those of its game, and the text in which all of them are stored.

The log of a table holds both kinds in one order: the events here and those of `game`. Knows no store.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast, get_args

from bot.tables import codec
from bot.tables.pace import PaceName
from data.ids import ChannelId, GameId, TournamentId, UserId
from game import record
from game.ai.levels import LevelName
from game.events import Dealt, Event, Placed, Stopped, TurnEnded
from game.modes import ModeName

Order = Literal["random", "joined"]
Talk = Literal["closed", "open"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
TALKS: Final[tuple[Talk, ...]] = get_args(Talk)
CAREFUL: Final = "careful"
"""How bots of games that were begun before there were levels play."""
SeatLevel = LevelName | Literal["careful"]
"""How a bot plays: as a level, or `CAREFUL`."""
EarlyEnd = Literal["manager", "nobody", "unused"]
"""Somebody who manages the server ended it; nobody is left who plays; nobody has moved for very long."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody opened a table: its terms, which only its host changes before it begins."""

    host: UserId
    mode: ModeName
    seats: int
    bots: int = 0
    language: str = "en"
    order: Order = "random"
    talk: Talk = "closed"
    invited: tuple[UserId, ...] = ()
    pace: PaceName = "none"
    home: ChannelId = ChannelId(0)
    """The channel it was opened in, to which a game in a thread of its own can go back; 0 in older logs."""
    previous: GameId = GameId(0)
    """A rematch: the game of which it is one."""
    line: tuple[UserId, ...] = ()
    """A rematch: the users in the seat order of the new game, 0 for a bot."""
    levels: tuple[SeatLevel, ...] = ()
    """The level of each bot; without any all are `careful`."""
    hints: bool = True
    """Whether the player on turn may ask for a hint."""
    casual: bool = False
    """Whether the game counts for no rating."""
    thread: bool | None = None
    """Whether it is played in a thread of its own; `None` leaves it to the server when it begins."""
    wins: tuple[int, ...] = ()
    """A rematch: how many games of the series the users of `line` have won."""
    tournament: TournamentId = TournamentId(0)
    """The tournament of which it is a game, with the users of `line`; 0 for none."""


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """The host changed the terms of the lobby: these are the new ones, with a bot for each level.

    `None` leaves a term as it is.
    """

    seats: int
    pace: PaceName
    levels: tuple[SeatLevel, ...] = ()
    mode: ModeName | None = None
    hints: bool | None = None
    casual: bool | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """A person took a seat in the lobby; `side` is the team where there are teams."""

    user: UserId
    name: str
    side: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A person left the lobby; `by` is the host who removed them, or they themselves."""

    user: UserId
    by: UserId


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where; a bot has no user."""

    user: UserId | None
    name: str
    level: SeatLevel = CAREFUL
    """Of a bot."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The lobby became a game with these seats in order; the deal follows."""

    seats: tuple[Seat, ...]
    seed: str = field(default="", repr=False)
    """The seed of the bag in hexadecimal, secret until the end; none in games that were begun before bags had one."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person at the table has another name by now."""

    user: UserId
    name: str


@dataclass(frozen=True, slots=True)
class StopVoted:
    """A player wants the running game to be stopped."""

    user: UserId


@dataclass(frozen=True, slots=True)
class StopVoteRejected:
    """A player wants to play on; the agreement of the others lapses."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The lobby was closed without a game; `by` is `None` where the last person left."""

    by: UserId | None


@dataclass(frozen=True, slots=True)
class TurnMissed:
    """The move time of a seat ran out; a bot makes this turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatTakenOver:
    """A bot holds a seat until the person comes back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A person took their seat back."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Departed:
    """A person is no longer in the server: they have left the lobby, or a bot holds their seat."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Resigned:
    """A person gave up; where others play on, a bot keeps the seat and it is ranked last."""

    user: UserId


@dataclass(frozen=True, slots=True)
class TakeoverOffered:
    """A table without a clock has waited so long that the others may vote for a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeoverVoted:
    """A player votes that a bot takes the seat on turn."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Nudged:
    """Somebody reminded the player on turn, `at` in seconds since 1970."""

    user: UserId
    at: int


@dataclass(frozen=True, slots=True)
class Hinted:
    """The person on turn was given a hint for the next placement."""

    user: UserId


@dataclass(frozen=True, slots=True)
class RematchAccepted:
    """A player of a finished game wants a rematch."""

    user: UserId


@dataclass(frozen=True, slots=True)
class RematchDeclined:
    """A player of a finished game wants no rematch; there is none."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Rematched:
    """The rematch of a finished game is this table."""

    game: GameId


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """Why the game is stopped, without its players having agreed: by whom, or for want of whom."""

    why: EarlyEnd


@dataclass(frozen=True, slots=True)
class ReplayShared:
    """A player of a finished game had its replay posted for all."""

    user: UserId


@dataclass(frozen=True, slots=True)
class AnalysisShared:
    """A player of a finished game had its analysis posted for all."""

    user: UserId


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """The clock of a seat stopped: what its turn has used of a time bank, in milliseconds."""

    seat: int
    ms: int


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The turn of a seat got more time; `by` is `None` where the bot gave it, for an absence of its own."""

    seat: int
    seconds: int
    by: UserId | None = None


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round of its tournament is over: bots play the game to its end."""

    number: int


LobbyEvent = Opened | TermsChanged | Joined | Left | Begun | Cancelled
RunningEvent = (
    StopVoted
    | StopVoteRejected
    | TurnMissed
    | SeatTakenOver
    | Returned
    | Resigned
    | TakeoverOffered
    | TakeoverVoted
    | Nudged
    | Hinted
    | EndedEarly
    | TimeGiven
    | RoundEnded
)
FinishedEvent = RematchAccepted | RematchDeclined | Rematched | ReplayShared | AnalysisShared
AnytimeEvent = Renamed | Departed
TableOnlyEvent = LobbyEvent | RunningEvent | FinishedEvent | AnytimeEvent | TimeUsed
TableEvent = TableOnlyEvent | Event

_KINDS: Final[Mapping[str, type[TableOnlyEvent]]] = {
    "opened": Opened,
    "terms": TermsChanged,
    "joined": Joined,
    "left": Left,
    "begun": Begun,
    "renamed": Renamed,
    "agreed": StopVoted,
    "declined": StopVoteRejected,
    "cancelled": Cancelled,
    "missed": TurnMissed,
    "held": SeatTakenOver,
    "returned": Returned,
    "departed": Departed,
    "resigned": Resigned,
    "idle": TakeoverOffered,
    "wanted": TakeoverVoted,
    "nudged": Nudged,
    "hinted": Hinted,
    "again": RematchAccepted,
    "not-again": RematchDeclined,
    "rematched": Rematched,
    "halted": EndedEarly,
    "round-ended": RoundEnded,
    "shared": ReplayShared,
    "analysed": AnalysisShared,
    "used": TimeUsed,
    "gave": TimeGiven,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def to_text(event: TableEvent) -> str:
    """The event as one line of JSON, which `from_text` reads.

    Raises:
        TypeError, ValueError: a field is not of its type, so that the event could not be read again.
    """
    if isinstance(event, Dealt | Placed | TurnEnded | Stopped):
        return record.to_json(event)
    return json.dumps({"table": _NAMES[type(event)]} | codec.encode(event), separators=(",", ":"))


def from_text(text: str) -> TableEvent:
    """The event of a stored line.

    Raises:
        ValueError: the line is none that `to_text` writes.
    """
    try:
        if not text.startswith('{"table":'):
            return record.from_json(text)
        fields: dict[str, object] = json.loads(text)
        return codec.decode(_KINDS[cast("str", fields.pop("table"))], fields)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        # Not the text itself: this goes to the log, and there may be racks and people in it.
        raise ValueError(f"not a stored event ({type(error).__name__}), {len(str(text))} characters") from None
