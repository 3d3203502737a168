"""The events of a tournament, and the text in which they are stored. Knows no store.

Standings and pairings follow from them alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal, cast, get_args

from bot.tables import codec
from bot.tables.pace import PaceName
from bot.tournaments.standings import System
from data.ids import ChannelId, GameId, UserId
from game.modes import ModeName

SystemChoice = Literal["auto", "swiss", "round-robin"]
SYSTEMS: Final[tuple[SystemChoice, ...]] = get_args(SystemChoice)
DAYS: Final = range(1, 29)
"""How long a round can last, in days."""
Days = Annotated[int, frozenset(DAYS)]
Why = Literal["self", "host", "gone", "absent", "deleted"]
"""Why somebody plays on no more: they want to, the host wants it, they left the server, a bot played for them in two
rounds in a row, or they had their data deleted.
"""
WhyNot = Literal["host", "too-few", "expired"]
"""Why there is no tournament: the host closed it, too few had entered when it was to begin, or nobody began it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody opened a tournament: its terms, which stay as they are."""

    host: UserId
    channel: ChannelId
    mode: ModeName
    seats: int
    """The size of a table."""
    language: str = "en"
    pace: PaceName = "1d"
    """The move time."""
    days: Days = 7
    """How long a round lasts at most."""
    rounds: int = 0
    """How many there are; 0 leaves it to the number of people."""
    system: SystemChoice = "auto"
    most: int = 64
    """How many people can enter."""
    when_full: bool = False
    """Whether it begins as soon as so many have entered."""
    begins_at: datetime | None = None
    """When it begins with those who have entered by then."""
    casual: bool = False
    role: int = 0
    """The role that people need to enter, 0 for none."""
    rating_from: int = 0
    rating_to: int = 0
    """Between which ratings in the mode people may enter; 0 is without a bound."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A person takes part; `rating` is the one they had in the mode, as it is shown."""

    user: UserId
    name: str
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A person takes part no more; what they played counts."""

    user: UserId
    why: Why = "self"


@dataclass(frozen=True, slots=True)
class Moved:
    """The messages and the next games come in another channel."""

    channel: ChannelId


@dataclass(frozen=True, slots=True)
class Begun:
    """It begins with these people, the best first."""

    system: System
    rounds: int
    line: tuple[UserId, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round, in the order of its seats, and its game."""

    people: tuple[UserId, ...]
    game: GameId


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round and its games, from `at` to `until`."""

    number: int
    tables: tuple[Pairing, ...]
    byes: tuple[UserId, ...]
    at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class SeatsHeld:
    """In the seats of these people, and no others of their game, a bot plays now."""

    game: GameId
    users: tuple[UserId, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """What a game of the present round came to, by seat; in the seats of `held` a bot played it to the end."""

    game: GameId
    points: tuple[int, ...]
    """In twelfths of a point."""
    lowest: tuple[int, ...]
    held: tuple[UserId, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundExtended:
    """The present round lasts longer, as the bot or the server was away; `counted` up to this moment."""

    until: datetime
    counted: datetime | None = None


@dataclass(frozen=True, slots=True)
class Warned:
    """These people are told that they will be withdrawn if a bot has to end their games of the present round."""

    users: tuple[UserId, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """All rounds are played, or nobody is left to play on."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """There is no tournament, or no end of it."""

    why: WhyNot
    by: UserId | None = None


Event = (
    Opened
    | Entered
    | Withdrawn
    | Moved
    | Begun
    | RoundBegun
    | SeatsHeld
    | GameEnded
    | RoundExtended
    | Warned
    | Ended
    | Cancelled
)
_KINDS: Final[Mapping[str, type[Event]]] = {
    "opened": Opened,
    "entered": Entered,
    "withdrawn": Withdrawn,
    "moved": Moved,
    "begun": Begun,
    "round": RoundBegun,
    "held": SeatsHeld,
    "game": GameEnded,
    "extended": RoundExtended,
    "warned": Warned,
    "ended": Ended,
    "cancelled": Cancelled,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def to_text(event: Event) -> str:
    """The event as one line of JSON, which `from_text` reads.

    Raises:
        TypeError, ValueError: a field is not of its type, so that the event could not be read again.
    """
    return json.dumps({"tournament": _NAMES[type(event)]} | codec.encode(event), separators=(",", ":"))


def from_text(text: str) -> Event:
    """The event of a stored line.

    Raises:
        ValueError: the line is none that `to_text` writes.
    """
    try:
        fields: dict[str, object] = json.loads(text)
        return codec.decode(_KINDS[cast("str", fields.pop("tournament"))], fields)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        # Not the text itself: this goes to the log, and there may be people in it.
        raise ValueError(f"not an event of a tournament ({type(error).__name__}), {len(str(text))} letters") from None
