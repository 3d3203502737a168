"""A light position that is changed in place: what look-ahead and rollouts play on. Only what the rules need."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from game.board import DIRECTIONS, EMPTY, Area, open_ends, point_tables
from game.modes import Mode
from game.state import Position, SeatView
from game.tiles import PIECES, Tile

FIRST: Final = tuple(int(piece.first) for piece in PIECES)
"""The first colour of each piece; a piece is an index into `PIECES` here."""
SECOND: Final = tuple(int(piece.second) for piece in PIECES)
PIECE: Final = {piece: index for index, piece in enumerate(PIECES)}


class Move(NamedTuple):
    """A placement: the piece, where its first and its second colour lie, and what each scores.

    The first cell of a double is scored first (R3.6).
    """

    piece: int
    a: int
    b: int
    first: int
    second: int

    @property
    def tile(self) -> Tile:
        """The tile as it lies on `a` and `b`."""
        return PIECES[self.piece]


class LightPosition:
    """A position with racks and bag in which moves are made at once and without a check.

    Attributes:
        pegs: by score board; those of a duel as the even seat sees them.
        paid: by score board, the stops that last paid a bonus.
        bag: how many of each piece are in it; in one made from a view, whatever that seat does not see.
        tables: the points of each colour on each cell; up to date once `tables` was called.
    """

    __slots__ = (
        "_fixed", "_tables", "area", "bag", "mode", "opened", "over", "owed", "paid", "pegs", "playable", "racks",
        "seat", "seats", "symbols",
    )  # fmt: skip

    def __init__(self, position: Position, racks: Sequence[Sequence[Tile]], unseen: Sequence[int]) -> None:
        self.mode: Mode = position.mode
        self.seats = position.seats
        self.area: Area = position.area
        self.symbols = bytearray(position.symbols)
        self.pegs = [list(board.pegs) for board in position.scores]
        self.paid = [list(board.paid) for board in position.scores]
        self.racks = [[PIECE[tile.piece] for tile in rack] for rack in racks]
        self.bag = list(unseen)
        self.seat = position.seat
        self.owed = position.owed
        placed = {turn.seat for turn in position.turns if turn.placements}
        self.opened = [seat in placed for seat in range(self.seats)]
        self.over = position.ending is not None
        self.playable = _playable(self.symbols, self.area)
        self._tables: list[bytearray] | None = None
        self._fixed: tuple[bytes, bytes] | None = None

    @staticmethod
    def of(view: SeatView) -> LightPosition:
        """What a seat sees: its own rack, and all other tiles in the bag."""
        racks: list[Sequence[Tile]] = [()] * view.position.seats
        if view.seat is not None:
            racks[view.seat] = view.rack
        return LightPosition(view.position, racks, [view.unseen[piece] for piece in PIECES])

    def copy(self) -> LightPosition:
        """The same position, to be changed apart from this one."""
        other = object.__new__(LightPosition)
        other.mode, other.seats, other.area = self.mode, self.seats, self.area
        other.symbols = self.symbols[:]
        other.pegs = [board[:] for board in self.pegs]
        other.paid = [board[:] for board in self.paid]
        other.racks = [rack[:] for rack in self.racks]
        other.bag = self.bag[:]
        other.seat, other.owed, other.over = self.seat, self.owed, self.over
        other.opened = self.opened[:]
        other.playable = self.playable.copy()
        other._tables = None if self._tables is None else [table[:] for table in self._tables]
        other._fixed = self._fixed
        return other

    # --- what is asked -------------------------------------------------------------------------------------------

    @property
    def tables(self) -> list[bytearray]:
        """What each colour would score on each empty cell, `tables[colour][cell]`."""
        if self._tables is None:
            self._tables = point_tables(bytes(self.symbols))
        return self._tables

    def seat_pegs(self, seat: int) -> list[int]:
        """The pegs that a seat moves, its own direction positive."""
        pegs = self.pegs[self.mode.board_of(seat, self.seats)]
        return [-peg for peg in pegs] if self.mode.direction(seat) < 0 else pegs

    def result(self, seat: int) -> tuple[int, ...]:
        """What is compared at the end, item by item."""
        return self.mode.result(tuple(self.seat_pegs(seat)))

    def ends(self) -> tuple[bytes, bytes]:
        """The first and the second cells of the pairs on which the seat on turn may place."""
        if self._fixed is None:
            self._fixed = open_ends(bytes(self.symbols), self.area, opening=not self.opened[self.seat])
        return self._fixed

    def moves(self) -> list[Move]:
        """Every placement of the seat on turn; a double both ways round where the order of scoring can matter."""
        a, b = self.ends()
        tables = self.tables
        found: list[Move] = []
        for piece in dict.fromkeys(self.racks[self.seat]):
            one, other = tables[FIRST[piece]], tables[SECOND[piece]]
            firsts, seconds = (a, b) if self.one_way(piece) else (a + b, b + a)
            found += [
                Move(piece, *move)
                for move in zip(firsts, seconds, firsts.translate(one), seconds.translate(other), strict=True)
            ]
        return found

    def one_way(self, piece: int) -> bool:
        """Whether a piece turned round is the same placement."""
        return FIRST[piece] == SECOND[piece] and len(self.mode.track.stops) == 1

    def exchangeable(self) -> tuple[int, ...]:
        """The slots of the rack of the seat on turn with the tiles that it may exchange now (R5, R9.4)."""
        return self.exchangeable_after(self.racks[self.seat], self.seat_pegs(self.seat))

    def exchangeable_after(self, rack: Sequence[int], pegs: Sequence[int]) -> tuple[int, ...]:
        """The same with other pieces on the rack and other pegs."""
        mode = self.mode
        return mode.exchange.tiles(mode.track, tuple(pegs), [PIECES[piece] for piece in rack])

    def points(self, cell: int, colour: int) -> int:
        """What a colour would score on an empty cell, counted along its lines."""
        symbols, total = self.symbols, 0
        for step in DIRECTIONS:
            near = cell + step
            while symbols[near] == colour:
                total += 1
                near += step
        return total

    def isolated_by(self, a: int, b: int) -> list[int]:
        """The cells that no tile can take any more once `a` and `b` are taken, besides these."""
        playable = self.playable
        gone: list[int] = []
        for cell in (a, b):
            for step in DIRECTIONS:
                near = cell + step
                if near in playable and near not in (a, b) and near not in gone:
                    for other in DIRECTIONS:
                        if near + other in playable and near + other not in (a, b):
                            break
                    else:
                        gone.append(near)
        return gone

    # --- what is done --------------------------------------------------------------------------------------------

    def place(self, move: Move) -> None:
        """Place a tile of the seat on turn and score it."""
        piece, a, b, first, second = move
        self.owed += self._score(FIRST[piece], first) + self._score(SECOND[piece], second) - 1
        self.playable.difference_update(self.isolated_by(a, b), (a, b))
        self._put(a, FIRST[piece])
        self._put(b, SECOND[piece])
        self._fixed = None
        rack = self.racks[self.seat]
        rack.remove(piece)
        self.opened[self.seat] = True
        self.over = not self.playable or self.wins_at_once()
        if not rack:
            self.owed = 0

    def wins_at_once(self) -> bool:
        """Whether the seat on turn has won by its pegs alone (R7.3, R9.6)."""
        return self.mode.instant_win(self.mode.track, tuple(self.seat_pegs(self.seat)))

    def end_turn(self, rng: Random, *, exchange: bool) -> None:
        """Set aside what is exchanged, refill the rack, and pass the turn on."""
        rack = self.racks[self.seat]
        slots = self.exchangeable() if exchange else ()
        returned = [rack[slot] for slot in slots]
        rack[:] = [piece for slot, piece in enumerate(rack) if slot not in slots]
        self.draw(self.seat, self.mode.rack_size - len(rack), rng)
        for piece in returned:
            self.bag[piece] += 1
        self.seat = (self.seat + 1) % self.seats
        self.owed = 1
        self._fixed = None

    def draw(self, seat: int, count: int, rng: Random) -> None:
        """Draw tiles from the bag, as many as there are at most."""
        bag, rack, left = self.bag, self.racks[seat], sum(self.bag)
        for _ in range(min(count, left)):
            at = int(rng.random() * left)
            piece = 0
            while at >= bag[piece]:
                at -= bag[piece]
                piece += 1
            bag[piece] -= 1
            left -= 1
            rack.append(piece)

    def _score(self, colour: int, gain: int) -> int:
        """Move a peg of the seat on turn; whether that earns a bonus (R4.1, R9.3)."""
        track, sign = self.mode.track, self.mode.direction(self.seat)
        board = self.mode.board_of(self.seat, self.seats)
        pegs, paid = self.pegs[board], self.paid[board]
        after = track.walk(sign * pegs[colour], gain)
        pegs[colour] = sign * after
        if not track.bonuses or after not in track.stops or paid[colour] == sign * after:
            return 0
        paid[colour] = sign * after
        return 1

    def _put(self, cell: int, colour: int) -> None:
        symbols, tables = self.symbols, self._tables
        symbols[cell] = colour
        if tables is None:
            return
        table, inside = tables[colour], self.area.inside
        ends: list[int] = []
        lengths: list[int] = []
        for step in DIRECTIONS:
            near, length = cell + step, 1
            while symbols[near] == colour:
                length += 1
                near += step
            ends.append(near)
            lengths.append(length)
        for end, length in zip(ends, lengths[3:] + lengths[:3], strict=True):
            if symbols[end] == EMPTY and end in inside:
                table[end] += length


def random_game(position: LightPosition, rng: Random) -> LightPosition:
    """The position at the end of a game in which every seat places at random, all placements equally likely."""
    position = position.copy()
    while not position.over:
        pieces = list(dict.fromkeys(position.racks[position.seat]))
        weights = [1 if FIRST[piece] == SECOND[piece] else 2 for piece in pieces]
        piece = pieces[0] if len(pieces) == 1 else rng.choices(pieces, weights)[0]
        firsts, seconds = position.ends()
        pair = int(rng.random() * len(firsts))
        a, b = firsts[pair], seconds[pair]
        if rng.random() < 0.5:
            a, b = b, a
        first, second = position.points(a, FIRST[piece]), position.points(b, SECOND[piece])
        position.place(Move(piece, a, b, first, second))
        if not position.over and not position.owed:
            position.end_turn(rng, exchange=rng.random() < 0.5)
    return position


def _playable(symbols: bytearray, area: Area) -> set[int]:
    return {
        cell
        for cell in area.cells
        if symbols[cell] == EMPTY
        and any(cell + step in area.inside and symbols[cell + step] == EMPTY for step in DIRECTIONS)
    }
