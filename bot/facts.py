"""What happens to a table besides the game on it, and the text in which all of its events are stored.

The log of a table holds both kinds in one order: the facts here and the events of `game`. Knows no store.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final, Literal, cast

from game import record
from game.events import Dealt, Event, Placed, Stopped, TurnEnded

Order = Literal["random", "joined"]
Talk = Literal["closed", "open"]


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody opened a table: its terms, which stay as they are."""

    host: int
    mode: str
    seats: int
    bots: int = 0
    language: str = "en"
    order: Order = "random"
    talk: Talk = "closed"
    invited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """A person took a seat in the lobby; `side` is the team where there are teams."""

    user: int
    name: str
    side: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A person left the lobby; `by` is the host who removed them, or they themselves."""

    user: int
    by: int


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where; an automatic player has no user."""

    user: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Begun:
    """The lobby became a game with these seats in order; the deal follows."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """A player wants the running game to be stopped."""

    user: int


@dataclass(frozen=True, slots=True)
class Declined:
    """A player wants to play on; the agreement of the others lapses."""

    user: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The lobby was closed without a game; `by` is `None` where the last person left."""

    by: int | None


TableFact = Opened | Joined | Left | Begun | Agreed | Declined | Cancelled
Fact = TableFact | Event

_KINDS: Final[Mapping[str, type[TableFact]]] = {
    "opened": Opened,
    "joined": Joined,
    "left": Left,
    "begun": Begun,
    "agreed": Agreed,
    "declined": Declined,
    "cancelled": Cancelled,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def to_text(fact: Fact) -> str:
    """The fact as one line of JSON."""
    if isinstance(fact, Dealt | Placed | TurnEnded | Stopped):
        return record.to_json(fact)
    return json.dumps({"table": _NAMES[type(fact)]} | asdict(fact), separators=(",", ":"))


def from_text(text: str) -> Fact:
    """The fact of a stored line.

    Raises:
        ValueError: the line is none that `to_text` writes.
    """
    if not text.startswith('{"table":'):
        return record.from_json(text)
    body: object = json.loads(text)
    if not isinstance(body, dict):
        raise ValueError("not an object")
    fields = cast("dict[str, object]", body)
    kind = _KINDS.get(str(fields.pop("table")))
    if kind is None:
        raise ValueError(f"unknown kind of event: {text[:80]!r}")
    try:
        if kind is Begun:
            seats = cast("list[dict[str, object]]", fields["seats"])
            return Begun(tuple(Seat(**seat) for seat in seats))  # type: ignore[arg-type]
        if kind is Opened:
            fields["invited"] = tuple(cast("list[int]", fields["invited"]))
        return kind(**fields)  # type: ignore[arg-type]
    except (TypeError, KeyError) as error:
        raise ValueError(f"not a stored event ({error}): {text[:80]!r}") from error
