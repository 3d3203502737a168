"""How many tiles still fit: a largest matching of the empty spaces. Knows nothing of who plays, or of racks."""

from __future__ import annotations

from collections import deque
from typing import Final

from game.board import DIRECTIONS, EMPTY, Area, Symbols

_USED: Final = 0.93
"""The share of the tiles that fit which are placed, as measured in games of bots of all modes; the rest is gaps."""
_Neighbours = dict[int, list[int]]
_Mates = dict[int, int]


def max_tiles_left(symbols: Symbols, area: Area) -> int:
    """The most tiles that the empty spaces of the area can still take, each on two adjacent ones.

    Exact, whatever the order of placing; the first-turn rule (R3.2) is not looked at.
    """
    empty = {cell for cell in area.cells if symbols[cell] == EMPTY}
    near = {cell: [cell + step for step in DIRECTIONS if cell + step in empty] for cell in empty}
    mates = _greedy(near)
    most = sum(size // 2 for size in _islands(near))
    for cell in sorted(empty):
        if len(mates) // 2 == most:
            break
        if cell not in mates:
            _Search(near, mates).run(cell)
    return len(mates) // 2


def turns_left(symbols: Symbols, area: Area, seats: int) -> int:
    """About how many turns of one tile each of so many seats has left; 0 where no tile fits."""
    most = max_tiles_left(symbols, area)
    return max(1, round(_USED * most / seats)) if most else 0


def _islands(near: _Neighbours) -> list[int]:
    """The sizes of the connected parts; none takes more tiles than half its spaces."""
    left = set(near)
    sizes: list[int] = []
    while left:
        part = [left.pop()]
        for cell in part:
            for other in near[cell]:
                if other in left:
                    left.remove(other)
                    part.append(other)
        sizes.append(len(part))
    return sizes


def _greedy(near: _Neighbours) -> _Mates:
    """A matching that is nearly always a largest one: the space with the fewest free neighbours goes first."""
    free = {cell: len(others) for cell, others in near.items()}
    ranks: list[list[int]] = [[] for _ in range(len(DIRECTIONS) + 1)]
    for cell in sorted(free, reverse=True):
        ranks[free[cell]].append(cell)
    mates: _Mates = {}
    rank = 1
    while rank < len(ranks):
        if not ranks[rank]:
            rank += 1
            continue
        cell = ranks[rank].pop()
        if cell in mates or free[cell] != rank:
            continue
        mate = min((other for other in near[cell] if other not in mates), key=lambda other: (free[other], other))
        mates[cell], mates[mate] = mate, cell
        for taken in (cell, mate):
            for other in near[taken]:
                if other not in mates:
                    free[other] -= 1
                    ranks[free[other]].append(other)
                    rank = min(rank, max(1, free[other]))
    return mates


class _Search:
    """A search by Edmonds (1965) for a way from a free space along which one more tile can be won."""

    def __init__(self, near: _Neighbours, mates: _Mates) -> None:
        self._near = near
        self._mates = mates
        self._base = {cell: cell for cell in near}
        """The blossom that a space lies in, an odd ring that acts as one space, by its stem."""
        self._before: _Mates = {}
        self._even: set[int] = set()
        self._queue: deque[int] = deque()

    def run(self, root: int) -> None:
        """Match one tile more, beginning at the free space `root`, where that is possible."""
        self._reach(root)
        while self._queue:
            cell = self._queue.popleft()
            for other in self._near[cell]:
                if self._base[cell] == self._base[other] or self._mates.get(cell) == other:
                    continue
                if other in self._even:
                    self._shrink(root, cell, other)
                elif other not in self._before:
                    self._before[other] = cell
                    if other not in self._mates:
                        self._turn_over(other)
                        return
                    self._reach(self._mates[other])

    def _reach(self, cell: int) -> None:
        self._even.add(cell)
        self._queue.append(cell)

    def _shrink(self, root: int, one: int, other: int) -> None:
        """Make one space of the ring that two neighbours close."""
        stem, ring = self._meeting(root, one, other), set[int]()
        for cell, child in ((one, other), (other, one)):
            at, came = cell, child
            while self._base[at] != stem:
                ring.update((self._base[at], self._base[self._mates[at]]))
                self._before[at] = came
                came = self._mates[at]
                at = self._before[came]
        for inner in [inner for inner in self._near if self._base[inner] in ring]:
            self._base[inner] = stem
            if inner not in self._even:
                self._reach(inner)

    def _meeting(self, root: int, one: int, other: int) -> int:
        """Where the ways back from two spaces to the root meet."""
        base = self._base
        passed = {base[one]}
        while base[one] != base[root]:
            one = self._before[self._mates[base[one]]]
            passed.add(base[one])
        while base[other] not in passed:
            other = self._before[self._mates[base[other]]]
        return base[other]

    def _turn_over(self, end: int) -> None:
        """Match along the way from a free space back to the root."""
        cell: int | None = end
        while cell is not None:
            partner = self._before[cell]
            following = self._mates.get(partner)
            self._mates[cell], self._mates[partner] = partner, cell
            cell = following
