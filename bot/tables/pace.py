"""How much time people have for their turns: so much a move, or a time bank. Pure; the names of paces are stored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Final

_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Pace:
    """Everybody begins with `total`; each turn of theirs adds `increment`, up to `cap`.

    Where the three are the same nothing can be saved: that is a time a move. Any other is a time bank.
    """

    total: timedelta
    increment: timedelta
    cap: timedelta

    @property
    def is_bank(self) -> bool:
        """Whether what a turn leaves is kept for the next one."""
        return not self.total == self.increment == self.cap

    def after_turn(self, left: timedelta) -> timedelta:
        """The time for the next turn of somebody who has so much left."""
        return min(self.cap, left + self.increment)


def _a_move(time: timedelta) -> Pace:
    return Pace(time, time, time)


MOVE_TIMES: Final[Mapping[str, Pace]] = {
    "1h": _a_move(_HOUR),
    "8h": _a_move(8 * _HOUR),
    "1d": _a_move(_DAY),
    "2d": _a_move(2 * _DAY),
    "3d": _a_move(3 * _DAY),
    "7d": _a_move(7 * _DAY),
}
BANKS: Final[Mapping[str, Pace]] = {
    "1d+4h/2d": Pace(_DAY, 4 * _HOUR, 2 * _DAY),
    "3d+12h/7d": Pace(3 * _DAY, 12 * _HOUR, 7 * _DAY),
    "7d+1d/14d": Pace(7 * _DAY, _DAY, 14 * _DAY),
}
"""The time banks that are offered; people may type others."""
NO_CLOCK: Final = "none"
"""The name of the pace without a clock."""
PACES: Final[Mapping[str, Pace | None]] = {NO_CLOCK: None, **MOVE_TIMES, **BANKS}
"""What is offered, by its name: total, increment and cap of a time bank, in days or hours."""

MOST: Final = Pace(14 * _DAY, 7 * _DAY, 28 * _DAY)
"""The longest times of a bank; the shortest ones are an hour."""

_NAME: Final = re.compile(r"([0-9]+)([dh])\+([0-9]+)([dh])/([0-9]+)([dh])")


def pace_of(name: str) -> Pace | None:
    """The pace with this name; `None` for that without a clock.

    Raises:
        ValueError: it is no name of a pace.
    """
    if name in PACES:
        return PACES[name]
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError("not a pace")
    bank = Pace(_time(match[1], match[2]), _time(match[3], match[4]), _time(match[5], match[6]))
    if name_of_bank(bank) != name:
        raise ValueError("not a pace as it is written")
    return bank


def name_of_bank(bank: Pace) -> str:
    """The one name of a time bank.

    Raises:
        ValueError: its times are too short or too long, or do not fit together.
    """
    times = (bank.total, bank.increment, bank.cap)
    longest = (MOST.total, MOST.increment, MOST.cap)
    fits = bank.is_bank and max(bank.total, bank.increment) <= bank.cap
    if not fits or not all(_HOUR <= time <= most for time, most in zip(times, longest, strict=True)):
        raise ValueError("no time bank that can be played")
    total, increment, cap = map(_written, times)
    return f"{total}+{increment}/{cap}"


def is_pace(name: object) -> bool:
    """Whether a value is the name of a pace."""
    if not isinstance(name, str):
        return False
    try:
        pace_of(name)
    except ValueError:
        return False
    return True


def _time(number: str, unit: str) -> timedelta:
    return int(number[:4]) * (_DAY if unit == "d" else _HOUR)


def _written(time: timedelta) -> str:
    return f"{time // _DAY}d" if time % _DAY == timedelta() else f"{time // _HOUR}h"


class PaceNames:
    """The names of all paces, as the type of a field takes the words that it may hold."""

    def __contains__(self, name: object) -> bool:
        """Whether it is the name of a pace."""
        return is_pace(name)


PaceName = Annotated[str, PaceNames()]
"""The name of a pace. What is stored with another one is neither written nor read."""
