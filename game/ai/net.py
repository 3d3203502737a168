"""The value net: weights from a file, and the chance to win of a position from what `features` sees of it.

A layer shared by the six colours is summed over them, so that their order does not matter; a second layer and one
output follow. What each part of the inputs adds to a layer is kept, since the placements of one position have nearly
all of it in common.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from functools import cache
from operator import add, mul
from pathlib import Path
from typing import Final, cast

SHARED: Final = 32
"""The width of the layer that the colours share."""
HIDDEN: Final = 24
OWN: Final = 18
"""Inputs that differ by colour: of its pegs and the rack."""
LOCAL: Final = OWN + 7
"""The same with those of what can be scored in it on the board."""
COMMON: Final = 7
"""Inputs that are the same for all six colours."""
GLOBAL: Final = 12
"""Inputs of the second layer alone."""

_SHAPES: Final = {
    "w1": (LOCAL + COMMON, SHARED),
    "b1": (1, SHARED),
    "w2": (SHARED + GLOBAL, HIDDEN),
    "b2": (1, HIDDEN),
    "w3": (1, HIDDEN),
    "b3": (1, 1),
}
_FOLDER: Final = Path(__file__).with_name("weights")
_KEPT: Final = 5_000
"""How many sums of inputs are kept before they are thrown away."""

_log = logging.getLogger(__name__)

Matrix = list[list[float]]
Vector = list[float]
Key = tuple[float, ...]


class WeightsError(Exception):
    """Weights that are missing, damaged or of another net; the message says which."""


class Net:
    """A net of one mode and number of seats.

    Attributes:
        judged: how many positions it has judged so far.
    """

    def __init__(self, weights: dict[str, Matrix]) -> None:
        w1, w2 = weights["w1"], weights["w2"]
        self._own, self._openness, self._common = (
            _columns(w1, *part) for part in ((0, OWN), (OWN, LOCAL), (LOCAL, None))
        )
        self._b1 = weights["b1"][0]
        self._pooled, self._global = _columns(w2, 0, SHARED), _columns(w2, SHARED)
        self._b2, self._w3, self._b3 = weights["b2"][0], weights["w3"][0], weights["b3"][0][0]
        self.judged = 0
        self._owns: dict[Key, Vector] = {}
        self._opens: dict[Key, Vector] = {}
        self._commons: dict[Key, Vector] = {}
        self._globals: dict[Key, Vector] = {}

    def logit(self, colours: Sequence[Vector], whole: Vector) -> float:
        """The logit of the chance to win.

        Args:
            colours: what `colour` says of each of the six colours.
            whole: what `whole` says.
        """
        self.judged += 1
        pooled = [a + b + c + d + e + f for a, b, c, d, e, f in zip(*colours, strict=True)]
        total = self._b3
        for weights, start, factor in zip(self._pooled, whole, self._w3, strict=True):
            hidden = sum(map(mul, weights, pooled), start)
            if hidden > 0:
                total += hidden * factor
        return total

    def whole(self, inputs: Key) -> Vector:
        """What the `GLOBAL` inputs and the biases add to the second layer."""
        found = self._globals.get(inputs)
        return found or _keep(self._globals, inputs, _layer(self._global, inputs, self._b2))

    def colour(self, own: Key, openness: Key, common: Key) -> Vector:
        """The layer of a colour.

        Args:
            own: its `OWN` inputs.
            openness: the others of its `LOCAL` inputs.
            common: the `COMMON` inputs.
        """
        mine = self._owns.get(own) or _keep(self._owns, own, _layer(self._own, own, self._b1))
        board = self._opens.get(openness) or _keep(self._opens, openness, _layer(self._openness, openness))
        shared = self._commons.get(common) or _keep(self._commons, common, _layer(self._common, common))
        return [total if (total := a + b + c) > 0 else 0.0 for a, b, c in zip(mine, board, shared, strict=True)]

    def forget(self) -> None:
        """Give back the memory of what was kept, which is of little use for another position."""
        for kept in (self._owns, self._opens, self._commons, self._globals):
            kept.clear()


def digest(weights: dict[str, Matrix]) -> str:
    """The SHA-256 of the weights as compact JSON, in hexadecimal."""
    return hashlib.sha256(json.dumps(weights, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


def read_weights(path: Path) -> dict[str, Matrix]:
    """The weights of a file.

    Raises:
        WeightsError: there is no such file, or it is not what the trainer wrote.
    """
    try:
        content = cast("dict[str, object]", json.loads(path.read_text(encoding="utf-8")))
        weights = {name: cast("Matrix", content[name]) for name in _SHAPES}
        shapes = {name: (len(rows), len(rows[0])) for name, rows in weights.items()}
        hashed = content["sha256"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise WeightsError(f"cannot read {path.name}: {error}") from error
    if shapes != _SHAPES or hashed != digest(weights):
        raise WeightsError(f"{path.name} does not hold the weights that its hash belongs to")
    return weights


@cache
def load(mode: str, seats: int, folder: Path = _FOLDER) -> Net | None:
    """The net of a mode and number of seats, read once; `None` and one warning where it cannot be had."""
    try:
        return Net(read_weights(folder / f"{mode}-{seats}.json"))
    except WeightsError as error:
        _log.warning("a simpler bot takes over in %s of %d: %s", mode, seats, error)
        return None


def _columns(rows: Matrix, first: int, end: int | None = None) -> Matrix:
    """The weights of some inputs, by unit."""
    return [list(column) for column in zip(*rows[first:end], strict=True)]


def _layer(columns: Matrix, inputs: Sequence[float], biases: Sequence[float] = ()) -> Vector:
    sums = [sum(map(mul, weights, inputs)) for weights in columns]
    return list(map(add, sums, biases)) if biases else sums


def _keep(kept: dict[Key, Vector], key: Key, value: Vector) -> Vector:
    if len(kept) > _KEPT:
        kept.clear()
    kept[key] = value
    return value
