"""What the value net's judgement of a position is worth: chances, and what each level loses a placement.

Both are measured on games of bots by `python -m training.calibrate`, which writes one file a mode and
number of seats (`docs/opponents.md`). Without a file a chance is the net's own, and no mean loss is known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log1p
from pathlib import Path
from typing import Final, cast

from game.ai.levels import LevelName
from game.modes import Mode

FOLDER: Final = Path(__file__).with_name("calibration_data")

Curve = tuple[float, float, float, float]
"""Two factors on the empty board, and how much more each is on the full one."""

AS_IT_IS: Final[Curve] = (1.0, 0.0, 0.0, 0.0)
"""What leaves the chances as the net has them."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured for a mode and number of seats."""

    own: Curve
    """Of the seat on turn: what the logit of the net is multiplied by to be that of its chance, and what is added."""
    waiting: Curve
    """Of the other seats: how much the logarithm of a chance of the net counts in the share of what the seat on turn
    leaves, and how much the part of a round after which the seat is on turn."""
    mean_loss: Mapping[LevelName, float]
    """What each level loses a placement, in games of that level alone."""

    def chance(self, logit: float, filled: float) -> float:
        """The chance of the seat on turn for a logit of the net when the part `filled` of the board is filled."""
        factor, term = at(self.own, filled)
        return 1 / (1 + exp(-(factor * logit + term)))

    def chances(self, mode: Mode, seat: int, logits: Sequence[float], filled: float) -> tuple[float, ...]:
        """The chances of all seats, which make 1 together, from what the net thinks of each; alone, the own chance.

        Between two sides what the net thinks of the others does not count.
        """
        chance, seats = self.chance(logits[seat], filled), len(logits)
        if seats == 1:
            return (chance,)
        if (mode.sides or seats) == 2:
            mine = mode.side_of(seat, seats)
            return tuple(chance if mode.side_of(other, seats) == mine else 1 - chance for other in range(seats))
        factors = at(self.waiting, filled)
        weights = [0.0 if other == seat else weight(factors, waits(seat, other, logits)) for other in range(seats)]
        left = (1 - chance) / sum(weights)
        return tuple(chance if other == seat else left * weights[other] for other in range(seats))


def at(curve: Curve, filled: float) -> tuple[float, float]:
    """The two factors of a curve when a part of the board is filled."""
    first, second, first_more, second_more = curve
    return first + filled * first_more, second + filled * second_more


def waits(seat: int, other: int, logits: Sequence[float]) -> tuple[float, float]:
    """The logarithm of the net's chance of another seat, and the part of a round after which it is on turn."""
    seats = len(logits)
    return -log1p(exp(-logits[other])), (other - seat) % seats / seats


def weight(factors: tuple[float, float], inputs: tuple[float, float]) -> float:
    """How much another seat counts when those that wait share what the seat on turn leaves."""
    return exp(factors[0] * inputs[0] + factors[1] * inputs[1])


@cache
def calibration(mode: str, seats: int) -> Calibration:
    """What was measured for a mode and number of seats."""
    path = FOLDER / f"{mode}-{seats}.json"
    if not path.exists():
        return Calibration(AS_IT_IS, AS_IT_IS, {})
    found = cast("Mapping[str, object]", json.loads(path.read_text(encoding="ascii")))
    own, waiting = (cast("Curve", tuple(cast("list[float]", found[name]))) for name in ("own", "waiting"))
    return Calibration(own, waiting, cast("Mapping[LevelName, float]", found["mean_loss"]))
