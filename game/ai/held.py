"""What a seat may hold of the tiles that are not seen, and what the last tile of a game makes of that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from math import comb
from typing import Final, NamedTuple

WIN: Final = 2.0
"""The rank of a piece with which a seat wins by the last placement."""
TIE: Final = 1.0


class Pool:
    """Tiles of which it is not known where they are."""

    def __init__(self, count: Sequence[int]) -> None:
        self.count, self.size = count, sum(count)

    def none(self, drawn: int) -> Sequence[float]:
        """The chances that none of 0, 1, 2 … of these tiles is among so many that are drawn."""
        return _none(self.size, drawn)


@lru_cache(maxsize=64)
def _none(size: int, drawn: int) -> Sequence[float]:
    chances: list[float] = []
    for some in range(size + 1):
        chance = 1.0
        for number in range(drawn):
            chance *= max(0, size - some - number) / (size - number)
        chances.append(chance)
    return chances


class Last(NamedTuple):
    """What the last tile makes of the own side.

    Attributes:
        ways: its shares where the last seat wins, ties or does neither.
        ranks: which of it that seat does with a piece.
        drawn: how many tiles the seat draws; `None` where it is the seat before it, with the rest of its tiles.
    """

    ways: Sequence[float]
    ranks: Sequence[float]
    drawn: int | None


class Held:
    """The tiles that a seat may hold, of which some are known to be missing: it would have placed them."""

    def __init__(self, pool: Pool, tiles: int) -> None:
        self._pool, self._tiles = pool, tiles
        self._missing = [False] * len(pool.count)

    def lacks(self, piece: int) -> None:
        """It does not have a piece either."""
        self._missing[piece] = True

    def share(self, piece: int) -> float:
        """The chance that it has a piece and nothing that is missing."""
        size, none = self._pool.size, self._pool.none(self._tiles)
        missing = sum(compress(self._pool.count, self._missing))
        return none[missing] - none[min(size, missing + self._pool.count[piece])]

    def told(self, piece: int, last: Last) -> float:
        """What comes of it for the own side when it places a piece for want of anything better."""
        no_win, neither = (self._without(piece, last, rank) for rank in (WIN, TIE))
        win, tie, rest = last.ways
        return (self.share(piece) - no_win) * win + (no_win - neither) * tie + neither * rest

    def _without(self, piece: int, last: Last, least: float) -> float:
        """The chance of `share` with no tile for the last placement that has a rank from `least` on."""
        count, own = self._pool.count, self._pool.count[piece]
        ranked = [rank >= least for rank in last.ranks]
        if last.drawn is not None:
            before = self._none(ranked, last.drawn)
            missing, self._missing = self._missing, self._missing[:]
            self._missing[piece] = True
            after = self._none(ranked, last.drawn)
            self._missing = missing
            return before - after
        left = sum(n for n, gone, good in zip(count, self._missing, ranked, strict=True) if not gone and not good)
        if ranked[piece]:
            ways = own * comb(left, self._tiles - 1)
        else:
            ways = comb(left, self._tiles) - comb(left - own, self._tiles)
        return ways / comb(self._pool.size, self._tiles)

    def _none(self, ranked: Sequence[bool], drawn: int) -> float:
        """The chance that nothing missing is among its tiles, and nothing ranked among others that are drawn."""
        missing = only_ranked = neither = 0
        for count, gone, good in zip(self._pool.count, self._missing, ranked, strict=True):
            if gone:
                missing += 0 if good else count
            elif good:
                only_ranked += count
            else:
                neither += count
        return _disjoint(missing, only_ranked, neither, self._pool.size, self._tiles, drawn)


@lru_cache(maxsize=1 << 12)
def _disjoint(missing: int, ranked: int, neither: int, size: int, tiles: int, drawn: int) -> float:
    """The chance that `tiles` of all avoid what is missing, and `drawn` of the others what is ranked."""
    ways = sum(
        comb(ranked, some) * comb(neither, tiles - some) * comb(missing + neither - tiles + some, drawn)
        for some in range(max(0, tiles - neither), tiles + 1)
    )
    return ways / comb(size, tiles) / comb(size - tiles, drawn)
