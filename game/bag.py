"""The bag of a game with a seed: which tile comes next is a function of the seed and of the exchanges so far.

Who knows the seed can check every deal and every draw. docs/record.md describes the way from the seed to the tiles so
that a program in another language can follow it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from typing import Final, Protocol

from game.events import Dealt, Event, TurnEnded
from game.racks import expand
from game.tiles import FULL_BAG, Tile

SEED_BYTES: Final = 32
_ORDER: Final = b"ingenious-bag/1 order"
_EXCHANGE: Final = b"ingenious-bag/1 exchange %d"
_NUMBERS: Final = 1 << 64
"""How many values the first eight bytes of a digest have."""


class Draws(Protocol):
    """What draws tiles for the rules: a `seeded` bag, or a `Random`, which draws from anything."""

    def sample(self, population: Sequence[Tile], k: int, /) -> Sequence[Tile]:
        """`k` of the tiles that are in the bag."""
        ...


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag with the order in which its tiles will be drawn."""

    seed: bytes = field(repr=False)
    order: tuple[Tile, ...] = field(repr=False)
    """The tiles that are left, the next one first."""
    exchanges: int = 0
    """How many exchanges there have been."""

    def sample(self, population: Sequence[Tile], k: int, /) -> Sequence[Tile]:
        """The next `k` tiles; `population` is what the rules say is in the bag.

        Raises:
            ValueError: these are not the tiles in this bag, or fewer than `k`.
        """
        if k > len(self.order) or Counter(population) != Counter(self.order):
            raise ValueError("the bag and the game differ")
        return self.order[:k]

    def after(self, event: Event) -> Bag:
        """The bag once an event has happened; how many tiles it drew counts, not which."""
        match event:
            case Dealt(_, racks):
                return replace(self, order=self.order[sum(map(len, racks)) :])
            case TurnEnded(_, returned, drawn):
                left = self.order[len(drawn) :]
                return self._with_returned(left, returned) if returned else replace(self, order=left)
            case _:
                return self

    def _with_returned(self, left: Sequence[Tile], returned: Iterable[Tile]) -> Bag:
        """The bag with exchanged tiles put back among those left, each at a place that the seed chooses."""
        number, order = self.exchanges + 1, list(left)
        numbers = _Numbers(self.seed, _EXCHANGE % number)
        for tile in sorted(tile.piece for tile in returned):
            order.insert(numbers.below(len(order) + 1), tile)
        return Bag(self.seed, tuple(order), number)


def seeded(seed: bytes, events: Iterable[Event] = ()) -> Bag:
    """The bag of the game with this seed of `SEED_BYTES` bytes, after these events of it.

    Raises:
        ValueError: the seed has another length.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    order, numbers = expand(FULL_BAG), _Numbers(seed, _ORDER)
    for last in range(len(order) - 1, 0, -1):
        chosen = numbers.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    bag = Bag(seed, tuple(order))
    for event in events:
        bag = bag.after(event)
    return bag


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, in hexadecimal: it binds who publishes it and gives away nothing of the seed."""
    return sha256(seed).hexdigest()


class _Numbers:
    """The evenly distributed numbers that a seed makes under a label."""

    def __init__(self, seed: bytes, label: bytes) -> None:
        self._start = seed + label
        self._counter = count()

    def below(self, bound: int) -> int:
        """The next number from 0 to `bound` - 1; values that would favour small numbers are passed over."""
        limit = _NUMBERS - _NUMBERS % bound
        for counter in self._counter:
            value = int.from_bytes(sha256(self._start + counter.to_bytes(4, "big")).digest()[:8], "big")
            if value < limit:
                return value % bound
        raise AssertionError("unreachable: the counter has no end")
