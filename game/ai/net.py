"""The value net: weights from a file, and the chance to win of a position from what `features` sees of it.

A layer shared by the six colours is summed over them, so that their order does not matter; a second layer and one
output follow. Whatever a colour or the whole position adds to the first layer is kept, since the placements of one
position have nearly all of it in common.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Final, cast

SHARED: Final = 32
"""The width of the layer that the colours share."""
HIDDEN: Final = 24
LOCAL: Final = 25
"""Inputs that differ by colour."""
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
    """A net of one mode and number of seats."""

    def __init__(self, weights: dict[str, Matrix]) -> None:
        w1, w2 = weights["w1"], weights["w2"]
        self._local = [[row[unit] for row in w1[:LOCAL]] for unit in range(SHARED)]
        self._common = [[row[unit] for row in w1[LOCAL:]] for unit in range(SHARED)]
        self._b1 = weights["b1"][0]
        self._pooled = [[row[unit] for row in w2[:SHARED]] for unit in range(HIDDEN)]
        self._global = [[row[unit] for row in w2[SHARED:]] for unit in range(HIDDEN)]
        self._b2, self._w3, self._b3 = weights["b2"][0], weights["w3"][0], weights["b3"][0][0]
        self._locals: dict[Key, Vector] = {}
        self._units: dict[tuple[Key, Key], Vector] = {}
        self._commons: dict[Key, Vector] = {}
        self._globals: dict[Key, Vector] = {}

    def logit(self, colours: Sequence[Key], common: Key, whole: Key) -> float:
        """The logit of the chance to win.

        Args:
            colours: `LOCAL` inputs for each of the six colours.
            common: `COMMON` inputs.
            whole: `GLOBAL` inputs.
        """
        units = self._units
        if len(units) > _KEPT:
            units.clear()
        rows: list[Vector] = []
        for colour in colours:
            key = colour, common
            row = units.get(key)
            if row is None:
                row = units[key] = self._unit(colour, common)
            rows.append(row)
        pooled = [sum(six) for six in zip(*rows, strict=True)]
        start = self._globals.get(whole)
        if start is None:
            start = _keep(self._globals, whole, _layer(self._global, whole, self._b2))
        total = self._b3
        for weights, value, factor in zip(self._pooled, start, self._w3, strict=True):
            hidden = sum(map(mul, weights, pooled), value)
            if hidden > 0:
                total += hidden * factor
        return total

    def forget(self) -> None:
        """Give back the memory of what was kept, which is of little use for another position."""
        for kept in (self._locals, self._units, self._commons, self._globals):
            kept.clear()

    def _unit(self, colour: Key, common: Key) -> Vector:
        """What one colour adds to the sum of the six."""
        local = self._locals.get(colour)
        if local is None:
            local = _keep(self._locals, colour, _layer(self._local, colour, [0.0] * SHARED))
        shared = self._commons.get(common)
        if shared is None:
            shared = _keep(self._commons, common, _layer(self._common, common, self._b1))
        return [total if (total := one + other) > 0 else 0.0 for one, other in zip(local, shared, strict=True)]


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
        _log.warning("a simpler automatic player takes over in %s of %d: %s", mode, seats, error)
        return None


def _layer(rows: Iterable[Sequence[float]], inputs: Key, biases: Sequence[float]) -> Vector:
    return [sum(map(mul, weights, inputs), bias) for weights, bias in zip(rows, biases, strict=True)]


def _keep(kept: dict[Key, Vector], key: Key, value: Vector) -> Vector:
    if len(kept) > _KEPT:
        kept.clear()
    kept[key] = value
    return value
