"""How good placements are: the logit of the chance to win after each, by the value net."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from game.ai.features import Board, Features, Sight
from game.ai.light import FIRST, SECOND, LightPosition, Move
from game.ai.net import Key, Net
from game.modes import Track

_DEEPER: Final = (24, 8)
"""How many placements are looked at for the first bonus placement of a turn, and for further ones."""
_FOLLOWED: Final = (12, 3)
"""How many placements with a bonus are played on at most, in a turn and in a bonus placement or a look-ahead."""


_MOST_POINTS: Final = 64
"""More than one symbol can score."""


class Evaluated(NamedTuple):
    """A placement, whether to exchange after it, and the logit of the chance to win that it leads to."""

    value: float
    move: Move
    exchange: bool

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1; alone, how good the game becomes."""
        return chance_of(self.value)


def chance_of(logit: float) -> float:
    """The chance that a logit stands for."""
    return 1 / (1 + exp(-logit))


def logit_of(chance: float) -> float:
    """The logit of a chance, of one that is certain a great one."""
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return log(chance / (1 - chance))


def outcome(position: LightPosition, seat: int) -> float:
    """The share of a win that a seat has at the end; alone, how good its lowest pegs are, from 0 to 1."""
    mine = position.result(seat)
    if position.seats == 1:
        return alone(mine)
    mode = position.mode
    sides = range(mode.sides or position.seats)
    return share_of(mine, [position.result(side) for side in sides if side != mode.side_of(seat, position.seats)])


def alone(result: Sequence[int]) -> float:
    """How good the pegs are with which a game alone ends, the lowest first: from 0 to 1."""
    return min(max((result[0] + 0.1 * (result[1] - result[0]) - 4) / 20, 0.0), 1.0)


def share_of(mine: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> float:
    """The share of a win of a side with this result against those of the others."""
    return 0.0 if max(others) > mine else 1 / (1 + others.count(mine))


def usefulness(position: LightPosition, piece: int, first: int, second: int) -> float:
    """How good the points of a piece are for the pegs of the seat on turn alone: what a person looks at first."""
    track, pegs = position.mode.track, position.seat_pegs(position.seat)
    one, other = pegs[FIRST[piece]], pegs[SECOND[piece]]
    if FIRST[piece] == SECOND[piece]:
        return worth(track, track.walk(track.walk(one, first), second)) - worth(track, one)
    gained = worth(track, track.walk(one, first)) - worth(track, one)
    return gained + worth(track, track.walk(other, second)) - worth(track, other)


@cache
def worth(track: Track, peg: int) -> float:
    """What a peg is worth alone: the lower it is, the more another step is."""
    return float(peg + 3 * _side(peg)) if track.two_sided else -exp(-peg * 4.5 / track.end)


def pegs_after(position: LightPosition, piece: int, first: int, second: int) -> list[int]:
    """The pegs of the seat on turn after a piece has scored."""
    walk = position.mode.track.walk
    pegs = position.seat_pegs(position.seat)[:]
    pegs[FIRST[piece]] = walk(pegs[FIRST[piece]], first)
    pegs[SECOND[piece]] = walk(pegs[SECOND[piece]], second)
    return pegs


@cache
def _worths(track: Track, peg: int) -> tuple[float, ...]:
    """What a peg is worth once it has walked, by the points."""
    return tuple(worth(track, track.walk(peg, points)) for points in range(_MOST_POINTS))


def shortlist(position: LightPosition, most: int, rng: Random | None = None) -> list[Move]:
    """The `most` placements that are the most useful for the own pegs; with `rng` equal ones at random."""
    a, b = position.ends()
    tables, track, pegs = position.tables, position.mode.track, position.seat_pegs(position.seat)
    columns: dict[int, tuple[bytes, bytes, bytes, bytes]] = {}
    kinds: list[tuple[float, int, tuple[int, int]]] = []
    for piece in dict.fromkeys(position.racks[position.seat]):
        firsts, seconds = (a, b) if position.one_way(piece) else (a + b, b + a)
        one, other = firsts.translate(tables[FIRST[piece]]), seconds.translate(tables[SECOND[piece]])
        columns[piece] = firsts, seconds, one, other
        gains = set(zip(one, other, strict=True))
        if FIRST[piece] == SECOND[piece]:
            kinds += [(usefulness(position, piece, *points), piece, points) for points in gains]
        else:
            mine, others = _worths(track, pegs[FIRST[piece]]), _worths(track, pegs[SECOND[piece]])
            start, then = mine[0], others[0]
            kinds += [(mine[first] - start + others[second] - then, piece, (first, second)) for first, second in gains]
    kinds.sort(key=lambda kind: (-kind[0], kind[1:]))
    found: list[Move] = []
    for at, (value, piece, points) in enumerate(kinds):
        found += _alike(piece, columns[piece], points)
        if len(found) >= most and (at + 1 == len(kinds) or kinds[at + 1][0] < value):
            break
    return _cut(position, found, most, rng)


def _alike(piece: int, columns: tuple[bytes, bytes, bytes, bytes], points: tuple[int, int]) -> list[Move]:
    """The placements of a piece that score so many points."""
    firsts, seconds, one, other = columns
    rare, wanted = (one, points[0]) if one.count(points[0]) < other.count(points[1]) else (other, points[1])
    found: list[Move] = []
    at = rare.find(wanted)
    while at >= 0:
        if one[at] == points[0] and other[at] == points[1]:
            found.append(Move(piece, firsts[at], seconds[at], *points))
        at = rare.find(wanted, at + 1)
    return found


def _cut(position: LightPosition, moves: list[Move], most: int, rng: Random | None) -> list[Move]:
    """The first moves, those that are as useful as the last one chosen among their like."""
    if len(moves) <= most:
        return moves
    if rng is None:
        return moves[:most]
    last = usefulness(position, *_points(moves[most - 1]))
    sure = [move for move in moves[:most] if usefulness(position, *_points(move)) != last]
    return sure + rng.sample(moves[len(sure) :], most - len(sure))


def _points(move: Move) -> tuple[int, int, int]:
    return move.piece, move.first, move.second


def evaluate(position: LightPosition, net: Net, moves: Sequence[Move], depth: int = 0) -> list[Evaluated]:
    """Placements of the seat on turn with their values, in the order given.

    Of those that leave a bonus to place, the best by the position that they leave are played on. `depth` is 0 for the
    decision of a turn, more in a bonus placement or a look-ahead.
    """
    features = Features(position, position.seat)
    # What placements of a piece with the same points have in common is worked out once.
    kinds: dict[tuple[int, int, int], _Kind] = {}
    evaluated: list[Evaluated] = []
    open_ones: list[int] = []
    for move in moves:
        key = move.piece, move.first, move.second
        kind = kinds.get(key)
        if kind is None:
            kind = kinds[key] = _Kind(position, net, features, move)
        board = features.board_after(move)
        if kind.wins or not board.playable:
            evaluated.append(_ended(position, move))
            continue
        if kind.may_go_on:
            open_ones.append(len(evaluated))
        value, exchange = kind.judged(board)
        evaluated.append(Evaluated(value, move, exchange))
    open_ones.sort(key=lambda index: -evaluated[index].value)
    for index in open_ones[: _FOLLOWED[min(depth, 1)]]:
        evaluated[index] = _followed(position, net, evaluated[index], depth)
    return evaluated


def best(position: LightPosition, net: Net, moves: Sequence[Move], depth: int = 0) -> Evaluated:
    """The best of placements, the first of equal ones."""
    return max(evaluate(position, net, moves, depth), key=lambda evaluated: evaluated.value)


def _ended(position: LightPosition, move: Move) -> Evaluated:
    """A placement that ends the game."""
    after = position.copy()
    after.place(move)
    return Evaluated(logit_of(outcome(after, position.seat)), move, exchange=False)


def _followed(position: LightPosition, net: Net, evaluated: Evaluated, depth: int) -> Evaluated:
    """A placement that may earn a bonus, with the best that comes of it."""
    after = position.copy()
    after.place(evaluated.move)
    if not after.owed:
        return evaluated
    following = shortlist(after, _DEEPER[min(depth, 1)])
    return Evaluated(best(after, net, following, depth + 1).value, evaluated.move, exchange=False)


class Outlook:
    """What the net says of a seat with certain pegs and tiles, for any board; what boards have in common is kept."""

    def __init__(self, net: Net, sight: Sight) -> None:
        self._net, self._sight = net, sight
        self._rooms: dict[int, tuple[Key, list[float], list[dict[int, list[float]]]]] = {}

    def logit(self, board: Board) -> float:
        """The logit of the chance to win."""
        net, sight = self._net, self._sight
        room = self._rooms.get(board.playable)
        if room is None:
            common, whole = sight.room(board.playable)
            room = self._rooms[board.playable] = common, net.whole(whole), [{} for _ in sight.own]
        common, start, colours = room
        layers: list[list[float]] = []
        for own, index, met in zip(sight.own, board.openness, colours, strict=True):
            layer = met.get(index)
            if layer is None:
                layer = met[index] = net.colour(own, sight.openness[index], common)
            layers.append(layer)
        return net.logit(layers, start)


class _Kind:
    """All placements of a piece that score the same points.

    Attributes:
        wins: whether they win at once.
        may_go_on: whether the turn may go on with a bonus after them.
    """

    def __init__(self, position: LightPosition, net: Net, features: Features, move: Move) -> None:
        mode, pegs = position.mode, pegs_after(position, move.piece, move.first, move.second)
        left = position.racks[position.seat][:]
        left.remove(move.piece)
        away, full = position.seats - 1, mode.rack_size
        self.wins = mode.instant_win(mode.track, tuple(pegs))
        self.may_go_on = _may_go_on(position, pegs)
        self._seen = Outlook(net, features.sight(pegs, tuple(left), full - len(left), away))
        self._exchanged: Outlook | None = None
        slots = position.exchangeable_after(left, pegs)
        if slots:
            kept = tuple(tile for slot, tile in enumerate(left) if slot not in slots)
            self._exchanged = Outlook(net, features.sight(pegs, kept, full - len(kept), away))
        self._judged: dict[Board, tuple[float, bool]] = {}

    def judged(self, board: Board) -> tuple[float, bool]:
        """The value of those that leave this board and end the turn, and whether to exchange after them."""
        found = self._judged.get(board)
        if found is None:
            found = self._judged[board] = self._judge(board)
        return found

    def _judge(self, board: Board) -> tuple[float, bool]:
        value = self._seen.logit(board)
        if self._exchanged is None:
            return value, False
        other = self._exchanged.logit(board)
        return max(value, other), other > value


def _may_go_on(position: LightPosition, pegs: Sequence[int]) -> bool:
    """Whether the turn may go on with a bonus, with these pegs after a placement."""
    stops, before = position.mode.track.stops, position.seat_pegs(position.seat)
    return position.owed > 1 or any(peg in stops and peg != old for peg, old in zip(pegs, before, strict=True))


def _side(peg: int) -> int:
    return (peg > 0) - (peg < 0)
