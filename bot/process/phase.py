"""The phases of a process on a database that others share, and the steps between them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final


class Phase(Enum):
    """What a process is doing with the lease. Whether it is connected to Discord at the moment is another matter.

    | phase | the lease is | a press is | next |
    | --- | --- | --- | --- |
    | `WAITING` | another's, or free | not heard | `STANDING_BY`, `TAKING_OVER` |
    | `STANDING_BY` | another's | held for a moment, then left to the other process | `WAITING`, `TAKING_OVER` |
    | `TAKING_OVER` | ours | acknowledged, answered in `ACTING` | `ACTING`, `YIELDING`, `ENDING`, `WAITING` |
    | `ACTING` | ours | acknowledged and answered | `YIELDING`, `ENDING`, `WAITING` |
    | `YIELDING` | ours, then free | left to the next process, put off in words if that is late | `LEFT` |
    | `LEFT` | another's | left to the other process | `WAITING` |
    | `ENDING` | ours, then free | put off in words | |
    """

    WAITING = "waiting"
    STANDING_BY = "standing by"
    TAKING_OVER = "taking over"
    ACTING = "acting"
    YIELDING = "yielding"
    LEFT = "left"
    ENDING = "ending"


NEXT: Final[Mapping[Phase, frozenset[Phase]]] = {
    Phase.WAITING: frozenset({Phase.STANDING_BY, Phase.TAKING_OVER}),
    Phase.STANDING_BY: frozenset({Phase.WAITING, Phase.TAKING_OVER}),
    Phase.TAKING_OVER: frozenset({Phase.ACTING, Phase.YIELDING, Phase.ENDING, Phase.WAITING}),
    Phase.ACTING: frozenset({Phase.YIELDING, Phase.ENDING, Phase.WAITING}),
    Phase.YIELDING: frozenset({Phase.LEFT}),
    Phase.LEFT: frozenset({Phase.WAITING}),
    Phase.ENDING: frozenset(),
}
"""Which phases may follow each; the table of `Phase` as data."""


class PhaseError(Exception):
    """A step from one phase to another that is none."""
