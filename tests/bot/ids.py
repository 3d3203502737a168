"""Custom ids in their parts, as they stand on the wire: what tests read in messages, and what they send."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from bot.screens.custom_ids import custom_id
from bot.screens.press import Press

_ID = re.compile(r"ig1:([0-9]+):([0-9]+):([a-z]+):(.*)")


@dataclass(frozen=True)
class Id:
    """A custom id; `game` is the number of a game, or of what is none."""

    game: int
    version: int
    verb: str
    draft: str = ""

    @property
    def custom_id(self) -> str:
        """The whole id."""
        return f"ig1:{self.game}:{self.version}:{self.verb}:{self.draft}"


def split(custom_id: str) -> Id | None:
    """The parts of an id; `None` for one that is not ours."""
    match = _ID.fullmatch(custom_id)
    return Id(int(match[1]), int(match[2]), match[3], match[4]) if match else None


def id_of(press: Press) -> Id:
    """The id that a press gets."""
    parts = split(custom_id(press))
    assert parts
    return parts


def day_number(day: date) -> int:
    """The number of a day of the daily challenge."""
    return 10**14 + int(f"{day:%Y%m%d}")


def lesson_number(step: int) -> int:
    """The number of a step of the guided first game."""
    return 2 * 10**14 + step
