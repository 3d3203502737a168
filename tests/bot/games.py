"""Games of bots, as far as a test needs them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

from bot.tables.events import Begun, Joined, Opened, Seat
from bot.tables.fold import fold
from bot.tables.table import Table
from game.ai import Style
from game.events import Event, Placed, TurnEnded
from game.modes import MODES
from game.simulate import simulate

NAMES = ("Ann", "Ben", "Cem", "Dia")


@cache
def whole(mode: str, seats: int, seed: int = 1, style: Style = "careful") -> tuple[Event, ...]:
    """A game to its end."""
    return tuple(simulate(MODES[mode], (style,) * seats, Random(seed)))


def simulated(mode: str, seats: int, *, turns: int, seed: int = 1, style: Style = "careful") -> tuple[Event, ...]:
    """A game of which this many turns have been made."""
    events = whole(mode, seats, seed, style)
    ends = [at for at, event in enumerate(events) if isinstance(event, TurnEnded)]
    return events[: ends[turns - 1] + 1] if turns else events[:1]


def with_open_bonus(mode: str, seats: int, *, seat: int = 0) -> tuple[Event, ...]:
    """A game in the middle of a turn of this seat: a tile lies, and its bonus placement is open."""
    for seed in range(1, 50):
        events = whole(mode, seats, seed, "greedy")
        for at, (event, following) in enumerate(pairwise(events)):
            if isinstance(event, Placed) and isinstance(following, Placed) and event.seat == seat:
                return events[: at + 1]
    raise AssertionError("there is no such game")


def table_of(events: tuple[Event, ...]) -> Table:
    """The table of these events; users 1, 2, ... sit in this order."""
    mode, seats = MODES[events[0].mode], len(events[0].racks)
    people = [Seat(at + 1, NAMES[at]) for at in range(seats)]
    joined = [Joined(at + 1, NAMES[at], at % (mode.sides or 1)) for at in range(seats)]
    return fold(1, [Opened(1, mode.name, seats, order="joined"), *joined, Begun(tuple(people)), *events])
