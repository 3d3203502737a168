"""What the value net sees of a position after a placement, as one seat knows it.

The trainer's engine computes the same numbers from scratch (`training/engine/features.hpp`); here what all placements
of one position share is computed once, and a placement's board from the difference it makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from game.ai.light import FIRST, SECOND, LightPosition, Move
from game.ai.net import Key
from game.board import DIRECTIONS
from game.tiles import COLOURS

VALUES: Final = 24
"""Points of one symbol are counted up to 23."""
_TILES_A_CELL: Final = 0.47
"""Tiles that will come to lie, for each cell that can still take one."""

Histogram = list[int]
"""How many playable cells would score so many points in a colour, by points; those that score none are not counted."""
Pegs = Sequence[int]


class Board(NamedTuple):
    """The board after a placement; equal boards are the same to the net."""

    openness: tuple[int, ...]
    """By colour, what can be scored there: an index into the list of all that was met in the position."""
    playable: int


class _Removed(NamedTuple):
    """What a pair of cells does to the board whichever tile lies there."""

    lost: frozenset[int]
    histograms: list[Histogram]
    openness: list[int]
    grown: dict[tuple[int, int], int]
    """What the openness of a colour becomes when it comes to lie on one of the two cells, the other half differing."""


class _Theirs(NamedTuple):
    """The pegs of the best other side, and what the net sees of them by colour."""

    pegs: Pegs
    ordered: list[int]
    result: tuple[int, ...]
    colours: list[Key]


class Sight:
    """What a seat sees with certain pegs and tiles, for any board: all but the board is worked out once.

    Attributes:
        own: by colour, the inputs of the net that are not about the board.
        openness: by index into the list of all that was met in the position, those of what can be scored in a colour.
    """

    def __init__(
        self, size: float, openness: list[Key], own: list[Key], order: int, *, common: Key, whole: Key, last: float
    ) -> None:
        self.own, self.openness = own, openness
        self._size, self._order, self._common, self._whole, self._last = size, order, common, whole, last

    def room(self, playable: int) -> tuple[Key, Key]:
        """The inputs common to the colours and those of the whole position, with so many playable cells."""
        tiles = playable * _TILES_A_CELL
        room, late = tiles / self._size, exp(-tiles / 5)
        return (room, late, *self._common), (room, late, *self._whole, self._order * late, self._last)


class Features:
    """What seat `me` sees of the placements that are possible in a position."""

    def __init__(self, position: LightPosition, me: int) -> None:
        self.position, self.me = position, me
        self._mode = position.mode
        self._end = position.mode.track.end
        self._size = (len(position.area.cells) - 6) * _TILES_A_CELL
        self._single, self._double = _unseen(position, me)
        self._shared = position.mode.boards == 1 and position.seats > 1
        self._duels: dict[tuple[int, ...], _Theirs] = {}
        self._theirs = self._see_theirs(self._leader())
        cells = bytes(position.playable)
        self._histograms = [_histogram(cells.translate(table)) for table in position.tables]
        self._openness: dict[tuple[int, ...], int] = {}
        self._open_keys: list[Key] = []
        self._whole = [self._open(histogram) for histogram in self._histograms]
        self._removed: dict[tuple[int, int], _Removed] = {}
        self._lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._racks: dict[tuple[int, ...], list[Key]] = {}

    # --- the board -----------------------------------------------------------------------------------------------

    def board(self) -> Board:
        """The board as it is."""
        return Board(tuple(self._whole), len(self.position.playable))

    def board_after(self, move: Move) -> Board:
        """The board after a placement, which is not made."""
        _, a, b, _, _ = move
        first, second = FIRST[move.piece], SECOND[move.piece]
        removed = self._without(a, b) if a < b else self._without(b, a)
        openness = removed.openness[:]
        if first == second:
            openness[first] = self._grown(removed, first, self._double_lines(a, b, first))
        else:
            openness[first] = self._grown_by(removed, a, first)
            openness[second] = self._grown_by(removed, b, second)
        return Board(tuple(openness), len(self.position.playable) - len(removed.lost))

    def _grown_by(self, removed: _Removed, cell: int, colour: int) -> int:
        found = removed.grown.get((cell, colour))
        if found is None:
            found = removed.grown[cell, colour] = self._grown(removed, colour, self._line_ends(cell, colour))
        return found

    def _without(self, a: int, b: int) -> _Removed:
        removed = self._removed.get((a, b))
        if removed is None:
            lost = frozenset((a, b, *self.position.isolated_by(a, b)))
            histograms, openness = self._histograms[:], self._whole[:]
            for colour, table in enumerate(self.position.tables):
                values = [value for cell in lost if (value := table[cell])]
                if values:
                    left = histograms[colour] = histograms[colour][:]
                    for value in values:
                        left[min(value, VALUES - 1)] -= 1
                    openness[colour] = self._open(left)
            removed = self._removed[a, b] = _Removed(lost, histograms, openness, {})
        return removed

    def _grown(self, removed: _Removed, colour: int, ends: list[tuple[int, int]]) -> int:
        """The openness of a colour once the points of these cells have grown."""
        table, histogram = self.position.tables[colour], removed.histograms[colour][:]
        seen: dict[int, int] = {}
        for cell, growth in ends:
            if cell not in removed.lost:
                value = seen.get(cell, table[cell])
                if value:
                    histogram[min(value, VALUES - 1)] -= 1
                value = seen[cell] = value + growth
                histogram[min(value, VALUES - 1)] += 1
        return self._open(histogram)

    def _line_ends(self, cell: int, colour: int) -> list[tuple[int, int]]:
        """The playable cells whose points in a colour grow when it comes to lie on a cell, and by how much."""
        ends = self._lines.get((cell, colour))
        if ends is None:
            ends = self._lines[cell, colour] = self._walk(cell, colour, cell)
        return ends

    def _double_lines(self, a: int, b: int, colour: int) -> list[tuple[int, int]]:
        """The same for a double: the symbol on `b` is laid when that on `a` lies already."""
        return [*self._line_ends(a, colour), *self._walk(b, colour, a)]

    def _walk(self, cell: int, colour: int, laid: int) -> list[tuple[int, int]]:
        symbols, playable = self.position.symbols, self.position.playable
        ends: list[int] = []
        lengths: list[int] = []
        for step in DIRECTIONS:
            near, length = cell + step, 1
            while symbols[near] == colour or near == laid:
                length += 1
                near += step
            ends.append(near)
            lengths.append(length)
        opposite = lengths[3:] + lengths[:3]
        return [(end, length) for end, length in zip(ends, opposite, strict=True) if end in playable]

    def _open(self, histogram: Histogram) -> int:
        key = tuple(histogram)
        found = self._openness.get(key)
        if found is None:
            found = self._openness[key] = len(self._open_keys)
            self._open_keys.append(openness(histogram))
        return found

    # --- pegs and racks ------------------------------------------------------------------------------------------

    def sight(self, pegs: Pegs, kept: tuple[int, ...], drawn: int, away: int) -> Sight:
        """What `me` sees of everything but the board.

        Args:
            pegs: those of `me`, its own direction positive.
            kept: the pieces that stay on the rack.
            drawn: how many are drawn.
            away: how many other seats play before `me` does.
        """
        rack = self._racks.get(kept)
        if rack is None:
            rack = self._racks[kept] = self._see_rack(kept, drawn)
        end, two_sided = self._end, self._mode.track.two_sided
        theirs = self._other_side(pegs) if self._shared else self._theirs
        ordered = sorted(pegs)
        lowest = ordered[0]
        own = [
            (*self._see_mine(c, pegs[c], lowest, ordered.index(pegs[c])), *theirs.colours[c], *rack[c]) for c in COLOURS
        ]
        lead, ahead = (lowest - theirs.ordered[0]) / 6, (sum(pegs) - sum(theirs.pegs)) / end / 3
        order, next_away = self._order(pegs, theirs), float(away == 0)
        return Sight(
            self._size,
            self._open_keys,
            own,
            order,
            common=(lowest / end, theirs.ordered[0] / end, lead, next_away, ahead),
            whole=(
                next_away,
                away / 4,
                lead,
                order * 0.5,
                ahead,
                (lowest + ordered[1] - theirs.ordered[0] - theirs.ordered[1]) / 10,
                ordered.count(end) / 3,
                theirs.ordered.count(end) / 3,
            ),
            last=sum((peg > 0) - (peg < 0) for peg in pegs) / 6 if two_sided else lowest / end,
        )

    def _order(self, pegs: Pegs, theirs: _Theirs) -> int:
        if self.position.seats == 1:
            return 0
        mine = self._mode.result(tuple(pegs))
        return (mine > theirs.result) - (mine < theirs.result)

    def _see_mine(self, colour: int, peg: int, lowest: int, rank: int) -> Key:
        end = self._end
        best = peg > 0 if self._mode.track.two_sided else peg == lowest
        held = self._holds(self.me, colour) or peg == end
        return (
            peg / end,
            (peg - lowest) / 8,
            float(best),
            rank / 5,
            float(peg == end),
            0.0 if held else self._near_bonus(peg),
        )

    def _leader(self) -> int | None:
        """The best other side, the first of equal ones."""
        position, mode = self.position, self._mode
        mine = mode.side_of(self.me, position.seats)
        others = [side for side in range(mode.sides or position.seats) if side != mine]
        return max(others, key=position.result, default=None)

    def _other_side(self, pegs: Pegs) -> _Theirs:
        """The other side of a score board that both move."""
        key = tuple(-peg for peg in pegs)
        found = self._duels.get(key)
        if found is None:
            found = self._duels[key] = self._see_pegs(1 - self.me, key, key)
        return found

    def _see_theirs(self, seat: int | None) -> _Theirs:
        position = self.position
        if seat is None:
            return self._see_pegs(None, (0,) * 6, (0,) * 6)
        return self._see_pegs(seat, position.seat_pegs(seat), position.seat_pegs((self.me + 1) % position.seats))

    def _see_pegs(self, seat: int | None, pegs: Pegs, near: Pegs) -> _Theirs:
        """Another side, or nobody, by its pegs and those of the next seat."""
        mode, ordered, end = self._mode, sorted(pegs), self._end
        colours: list[Key] = []
        for colour in COLOURS:
            peg = pegs[colour]
            close = seat is not None and not self._holds(seat, colour)
            colours.append(
                (
                    peg / end,
                    near[colour] / end,
                    (peg - ordered[0]) / 8,
                    float(peg > 0 if mode.track.two_sided else peg == ordered[0]),
                    ordered.index(peg) / 5,
                    float(peg == end),
                    self._near_bonus(peg) if close else 0.0,
                )
            )
        return _Theirs(pegs, ordered, mode.result(tuple(pegs)), colours)

    def _holds(self, seat: int, colour: int) -> bool:
        """Whether a seat of a duel holds a colour's token."""
        if not self._mode.track.two_sided:
            return False
        return self._mode.direction(seat) * self.position.paid[0][colour] > 0

    def _near_bonus(self, peg: int) -> float:
        """How close a peg is to a bonus, from 0 to 1."""
        track = self._mode.track
        stop = next((stop for stop in track.stops if stop > peg), None)
        return max(0.0, 1 - (stop - peg) / 7) if stop is not None and track.bonuses else 0.0

    def _see_rack(self, kept: Sequence[int], drawn: int) -> list[Key]:
        """By colour: single tiles and doubles after the refill, what is unseen of both, whether one is known."""
        single = [drawn * share for share in self._single]
        double = [drawn * share for share in self._double]
        known = [0.0] * 6
        for piece in kept:
            first, second = FIRST[piece], SECOND[piece]
            if first == second:
                double[first] += 1
            else:
                single[first] += 1
                single[second] += 1
            known[first] = known[second] = 1.0
        return [(single[c] / 4, double[c] / 2, self._single[c] * 3, self._double[c] * 10, known[c]) for c in COLOURS]


def openness(histogram: Sequence[int]) -> Key:
    """The best two values of a colour on playable cells, how many reach 1, 2, 3 and 5, and their sum, scaled."""
    best = second = total = one = two = three = five = 0
    for value in range(1, VALUES):
        count = histogram[value]
        if count:
            one += count
            total += value * count
            if value >= 2:
                two += count
            if value >= 3:
                three += count
            if value >= 5:
                five += count
            second = value if count >= 2 else best
            best = value
    return best / 8, second / 8, one / 20, two / 10, three / 6, five / 4, total / 40


def _histogram(values: bytes) -> Histogram:
    histogram = [0] * VALUES
    for value in set(values) - {0}:
        histogram[min(value, VALUES - 1)] += values.count(value)
    return histogram


def _unseen(position: LightPosition, me: int) -> tuple[list[float], list[float]]:
    """The share of each colour on single tiles and on doubles among the tiles that `me` does not see."""
    counts = position.bag[:]
    for seat, rack in enumerate(position.racks):
        if seat != me:
            for piece in rack:
                counts[piece] += 1
    total = sum(counts) or 1
    single, double = [0.0] * 6, [0.0] * 6
    for piece, count in enumerate(counts):
        first, second = FIRST[piece], SECOND[piece]
        if first == second:
            double[first] += count / total
        else:
            single[first] += count / total
            single[second] += count / total
    return single, double
