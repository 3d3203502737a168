"""The exact endgame: what placements lead to when so few tiles fit that all racks and draws can be counted.

Every seat is taken to place what is best for it by what it knows. Nobody knows the racks of others: that a seat has a
piece is as likely as it is among the tiles that are not seen, less those that it would rather have placed. The tiles
that the own seat keeps are known to it and to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

from game.ai.evaluation import Evaluated, alone, logit_of, pegs_after, share_of
from game.ai.held import TIE, WIN, Held, Last, Pool
from game.ai.light import FIRST, SECOND, LightPosition, Move
from game.board import DIRECTIONS
from game.tiles import COLOURS, PIECES

_MOST_BOARDS: Final = 20_000
"""Once so many boards were looked at no other placement is begun; those that the net likes best come first."""
_EQUAL: Final = 1e-9
"""Chances that are no further apart differ by rounding alone."""
_COLOURS: Final = range(len(COLOURS))
_PIECES: Final = {(FIRST[piece], SECOND[piece]): piece for piece in range(len(PIECES))}
_ALL: Final = range(len(PIECES))
_BEYOND: Final = (99,)
"""Better than any pegs."""

_Pairs = Sequence[tuple[int, int]]
_Result = tuple[int, ...]
_Shares = tuple[float, ...]
"""Of a win, by side."""


class _Worth(NamedTuple):
    """What a position is worth: to the own side by what its seat knows, and to each side for those who see no rack.

    `last` is there where one more tile fits.
    """

    told: float
    blind: _Shares
    last: Last | None = None


class _Option(NamedTuple):
    """What a seat can do with a piece: of placements worth the same to it, the one with the best pegs."""

    worth: float
    result: _Result
    leads_to: _Worth


def solve(position: LightPosition, evaluated: Sequence[Evaluated], room: int) -> Evaluated | None:
    """The best of some placements by all that can follow; `None` where more than `room` tiles fit.

    Args:
        position: what the seat on turn sees, all hidden tiles in the bag.
        evaluated: the placements with their values by the net, which decides among equal ones.
        room: how many tiles may still fit at most.
    """
    if not _solvable(position, room):
        return None
    endgame = Endgame(position)
    best: Evaluated | None = None
    top = -1.0
    for one in sorted(evaluated, key=lambda one: -one.value):
        if endgame.boards > _MOST_BOARDS or top > 1 - _EQUAL:
            break
        chance, exchange = endgame.judge(position, one.move)
        if chance > top + _EQUAL:
            top, best = chance, Evaluated(logit_of(chance), one.move, exchange)
    return best


def _solvable(position: LightPosition, room: int) -> bool:
    if len(position.playable) > 5 * room or not all(position.opened):
        return False
    drawn = position.mode.rack_size * position.seats
    return sum(position.bag) >= drawn and tiles_that_fit(_pairs(position), room + 1) <= room


def tiles_that_fit(pairs: _Pairs, most: int) -> int:
    """How many tiles fit on pairs of cells at once; `most` where it is more."""
    if not pairs or not most:
        return 0
    cell = pairs[0][0]
    fit = tiles_that_fit([pair for pair in pairs if cell not in pair], most)
    for a, b in pairs:
        if fit == most:
            break
        if cell in (a, b):
            left = [pair for pair in pairs if a not in pair and b not in pair]
            fit = max(fit, 1 + tiles_that_fit(left, most - 1))
    return fit


def _pairs(position: LightPosition) -> _Pairs:
    """The pairs of cells on which a tile fits."""
    playable = position.playable
    return [(cell, cell + step) for cell in playable for step in DIRECTIONS[:3] if cell + step in playable]


def _moves(position: LightPosition, pairs: _Pairs) -> Iterator[Move]:
    """What can be placed there, of every piece; a double once where the order of scoring cannot matter."""
    tables = position.tables
    for a, b in pairs:
        for one in _COLOURS:
            first = tables[one][a]
            for other in _COLOURS:
                second = tables[other][b]
                if one < other:
                    yield Move(_PIECES[one, other], a, b, first, second)
                elif one > other:
                    yield Move(_PIECES[other, one], b, a, second, first)
                else:
                    piece = _PIECES[one, one]
                    yield Move(piece, a, b, first, second)
                    if first != second and not position.one_way(piece):
                        yield Move(piece, b, a, second, first)


class Endgame:
    """What the placements of the seat on turn lead to.

    Attributes:
        boards: how many boards were looked at.
    """

    def __init__(self, position: LightPosition) -> None:
        self.boards = 0
        self._me, self._mode, self._seats = position.seat, position.mode, position.seats
        self._sides = self._mode.sides or self._seats
        self._side = self._mode.side_of(self._me, self._seats)
        self._seen_by_none = self._not_placed = Pool(position.bag[:])
        self._kept: Sequence[int] = ()
        self._known: dict[tuple[object, ...], dict[tuple[int, int, int], float]] = {}

    def judge(self, position: LightPosition, move: Move) -> tuple[float, bool]:
        """The chance that a placement of the own seat leads to, and whether to exchange after it."""
        self.boards += 1
        after = position.copy()
        after.place(move)
        if after.over:
            return self._ended(after).told, False
        if after.owed:
            return max(self.judge(after, one)[0] for one in after.moves()), False
        rack, slots = after.racks[self._me], after.exchangeable()
        self._not_placed = Pool([count + rack.count(piece) for piece, count in enumerate(position.bag)])
        kept = self._chance(after, rack)
        if not slots:
            return kept, False
        exchanged = self._chance(after, [piece for slot, piece in enumerate(rack) if slot not in slots])
        return max(kept, exchanged), exchanged > kept + _EQUAL

    def _chance(self, after: LightPosition, kept: Sequence[int]) -> float:
        self._kept = kept
        return self._passed_on(after.copy()).told

    def _passed_on(self, position: LightPosition) -> _Worth:
        """What a position is worth in which a turn ends."""
        position.seat, position.owed = (position.seat + 1) % self._seats, 1
        return self._turn(position, self._mode.rack_size)

    def _turn(self, position: LightPosition, tiles: int) -> _Worth:
        """What a position is worth whose seat on turn has so many tiles to choose from."""
        pairs = _pairs(position)
        if tiles_that_fit(pairs, 2) < 2:
            return self._last(position, pairs, tiles)
        options = self._options(position, pairs, tiles)
        held = Held(self._seen_by_none, tiles)
        told, blind = 0.0, [0.0] * self._sides
        for piece in sorted(options, key=lambda piece: options[piece][:2], reverse=True):
            leads_to = options[piece].leads_to
            share = held.share(piece)
            told += held.told(piece, leads_to.last) if leads_to.last else share * leads_to.told
            held.lacks(piece)
            for side, worth in enumerate(leads_to.blind):
                blind[side] += share * worth
        return _Worth(told, tuple(blind))

    def _options(self, position: LightPosition, pairs: _Pairs, tiles: int) -> dict[int, _Option]:
        """The best that the seat on turn can do with each piece that it may have."""
        seat, count = position.seat, self._seen_by_none.count
        side = self._mode.side_of(seat, self._seats)
        options: dict[int, _Option] = {}
        for move in _moves(position, pairs):
            if not count[move.piece]:
                continue
            after = position.copy()
            after.racks[seat] = [move.piece] * tiles
            after.place(move)
            leads_to = self._after(after, tiles)
            option = _Option(round(leads_to.blind[side], 9), after.result(seat), leads_to)
            if move.piece not in options or option[:2] > options[move.piece][:2]:
                options[move.piece] = option
        return options

    def _after(self, after: LightPosition, tiles: int) -> _Worth:
        """What a position is worth after a placement of its seat on turn, which had so many tiles."""
        self.boards += 1
        if after.over:
            return self._ended(after)
        if not after.owed:
            return self._passed_on(after)
        worth = self._turn(after, tiles - 1)
        return worth._replace(last=worth.last and worth.last._replace(drawn=None))

    def _ended(self, position: LightPosition) -> _Worth:
        if self._seats == 1:
            share = alone(position.result(0))
            return _Worth(share, (share,))
        shares = _shares(tuple(position.result(side) for side in range(self._sides)))
        return _Worth(shares[self._side], shares)

    def _last(self, position: LightPosition, pairs: _Pairs, tiles: int) -> _Worth:
        """What a position is worth in which one more tile fits: the seat on turn ends with the best pegs it can."""
        if self._seats == 1:
            pool = self._seen_by_none
            ranks = self._ranks(position, pairs, ())
            share = sum(map(mul, pool.count, ranks)) / pool.size
            return _Worth(share, (share,))
        results = [position.result(side) for side in range(self._sides)]
        side = self._mode.side_of(position.seat, self._seats)
        top = max(result for other, result in enumerate(results) if other != side)
        ranks = self._ranks(position, pairs, top)
        ways: list[_Shares] = []
        for result in (_BEYOND, top, ()):
            results[side] = result
            ways.append(_shares(tuple(results)))
        blind = _mixed(ways, ranks, self._not_placed, tiles)
        if position.seat == self._me:
            kept = max((ranks[piece] for piece in self._kept), default=0)
            if kept == WIN:
                ways = ways[:1] * 3
            elif kept == TIE:
                ways = [*ways[:2], ways[1]]
            tiles -= len(self._kept)
        told = _mixed(ways, ranks, self._seen_by_none, tiles)[self._side]
        return _Worth(told, blind, Last([shares[self._side] for shares in ways], ranks, tiles))

    def _ranks(self, position: LightPosition, pairs: _Pairs, top: _Result) -> list[float]:
        """The best that the seat on turn can end with, by piece: against `top`, or alone how good its pegs are."""
        known = self._known.setdefault((top, *position.seat_pegs(position.seat)), {})
        tables = position.tables
        best = [0.0] * len(PIECES)
        for a, b in pairs:
            at_a, at_b = [table[a] for table in tables], [table[b] for table in tables]
            for piece, first, second in zip(_ALL, FIRST, SECOND, strict=True):
                for key in ((piece, at_a[first], at_b[second]), (piece, at_b[first], at_a[second])):
                    rank = known.get(key)
                    if rank is None:
                        rank = known[key] = self._rank(position, key, top)
                    if rank > best[piece]:  # noqa: PLR1730 (a call of max takes twice as long)
                        best[piece] = rank
        return best

    def _rank(self, position: LightPosition, points: tuple[int, int, int], top: _Result) -> float:
        pegs = pegs_after(position, *points)
        result = self._mode.result(tuple(pegs))
        if self._seats == 1:
            return alone(result)
        if self._mode.track.two_sided:
            top = self._mode.result(tuple(-peg for peg in pegs))
        return WIN if result > top else TIE if result == top else 0.0


@lru_cache(maxsize=1 << 9)
def _shares(results: tuple[_Result, ...]) -> _Shares:
    """The share of each side in the win."""
    return tuple(
        share_of(mine, [other for number, other in enumerate(results) if number != side])
        for side, mine in enumerate(results)
    )


def _mixed(ways: Sequence[_Shares], ranks: Sequence[float], pool: Pool, drawn: int) -> _Shares:
    """The shares where a seat wins, ties or does neither with the tiles that it draws from a pool."""
    none, wins, ties = pool.none(drawn), 0, 0
    for count, rank in zip(pool.count, ranks, strict=True):
        if rank == WIN:
            wins += count
        elif rank == TIE:
            ties += count
    win, tie, neither = 1 - none[wins], none[wins] - none[wins + ties], none[wins + ties]
    return tuple([win * a + tie * b + neither * c for a, b, c in zip(*ways, strict=True)])
