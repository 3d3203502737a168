"""What a game is at a moment, and the one function that says who may see what (`view`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from game.board import Area, Symbols
from game.events import At
from game.modes import Mode, Pegs
from game.tiles import COLOURS, Colour, Tile

Reason = Literal["board-full", "instant-win", "resign", "stopped"]


@dataclass(frozen=True, slots=True)
class Scores:
    """One score board: where each colour's peg is, and the stop that last paid a bonus in it.

    On a two-sided board both are positive on the side of the even seat. There a paid stop other than 0 is the token:
    9 if the even seat holds it, -9 if the odd one (R9.3).
    """

    pegs: Pegs = (0,) * 6
    paid: tuple[int, ...] = (0,) * 6


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile on the board and what it did."""

    tile: Tile
    at: At
    points: tuple[int, int]
    """What each symbol counted, first and second, before any points are lost at the end of a track."""
    lost: tuple[int, int]
    """How many of these were lost."""
    bonuses: int
    """How many bonus placements it earned, also those that lapsed (R4)."""

    @property
    def gained(self) -> dict[Colour, int]:
        """Points by colour as counted on the board; only the tile's own colours."""
        gained = {self.tile.first: self.points[0]}
        gained[self.tile.second] = gained.get(self.tile.second, 0) + self.points[1]
        return gained

    @property
    def total(self) -> int:
        """All points of the placement, those that are lost included."""
        return sum(self.points)

    @property
    def steps(self) -> tuple[int, int]:
        """How far the pegs of the first and the second symbol went: their points without those that are lost (R4.1)."""
        return (self.points[0] - self.lost[0], self.points[1] - self.lost[1])

    @property
    def moved(self) -> dict[Colour, int]:
        """How far pegs went, by colour; 0 for a colour whose points are all lost, none for one that counted nothing."""
        moved: dict[Colour, int] = {}
        for colour, points, steps in zip(self.tile, self.points, self.steps, strict=True):
            if points:
                moved[colour] = moved.get(colour, 0) + steps
        return moved


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as everybody saw it; the last one of a position may still be going on."""

    seat: int
    placements: tuple[Placement, ...] = ()
    exchanged: tuple[Tile, ...] = ()
    """The tiles that were shown to everybody and set aside (R5.1)."""
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a game is over, and the result: `standing` holds the seats by rank, equal ones together."""

    reason: Reason
    standing: tuple[tuple[int, ...], ...]
    resigned: frozenset[int] = frozenset()
    """The seats that are last because somebody gave up, whatever their points; no tie-break placed them."""


@dataclass(frozen=True, slots=True)
class Position:
    """What everybody at the table can see."""

    mode: Mode
    seats: int
    symbols: Symbols
    scores: tuple[Scores, ...]
    turns: tuple[Turn, ...] = ()
    seat: int = 0
    """The seat on turn."""
    owed: int = 1
    """Placements that the seat on turn has still to make; more than one when bonuses are open."""
    bag: int = 0
    """The number of tiles in the bag."""
    version: int = 0
    """How many events made this position."""
    ending: Ending | None = None

    @property
    def area(self) -> Area:
        """The part of the board that is in play."""
        return self.mode.areas[self.seats]

    @property
    def opening(self) -> bool:
        """Whether the next placement is the first of its player, which the first-turn rule binds (R3.2)."""
        return not any(turn.placements for turn in self.turns if turn.seat == self.seat)

    @property
    def in_turn(self) -> bool:
        """Whether the seat on turn has placed already and goes on with bonus placements."""
        return bool(self.turns) and not self.turns[-1].complete

    def pegs(self, seat: int) -> Pegs:
        """The pegs that a seat moves, its own direction positive."""
        return tuple(self.mode.direction(seat) * peg for peg in self.board(seat).pegs)

    def board(self, seat: int) -> Scores:
        """The score board that a seat moves."""
        return self.scores[self.mode.board_of(seat, self.seats)]

    def tokens(self, seat: int) -> tuple[Colour, ...]:
        """The colours whose last bonus on a two-sided board went to this seat: its tokens (R9.3)."""
        sign = self.mode.direction(seat)
        return tuple(colour for colour in COLOURS if sign * self.board(seat).paid[colour] > 0)


@dataclass(frozen=True, slots=True)
class GameState:
    """The whole game, hidden things included. Only `rules` and `record` look into it; all others get a `SeatView`."""

    position: Position
    racks: tuple[tuple[Tile | None, ...], ...]
    """The tiles of each seat; `None` is one that the reader of a record does not know."""
    fresh: tuple[int, ...]
    """How many tiles at the end of each rack came with the last refill."""
    unseen: Mapping[Tile, int]
    """How many of each piece are in the bag, or among the unknown tiles of the racks."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may see, or the public for `seat` `None`: no other rack, and of the bag only what is left over."""

    position: Position
    seat: int | None
    rack: tuple[Tile, ...]
    fresh: int
    """How many tiles at the end of the rack came with the last refill."""
    unseen: Mapping[Tile, int]
    """How many of each piece are neither on the board nor on this rack."""

    @property
    def on_turn(self) -> bool:
        """Whether it is this seat that plays next."""
        return self.position.ending is None and self.seat == self.position.seat


def view(state: GameState, seat: int | None) -> SeatView:
    """What `seat` may see of a game; `None` for somebody who does not play."""
    hidden = [tile for other, rack in enumerate(state.racks) if other != seat for tile in rack if tile is not None]
    unseen = dict(state.unseen)
    for tile in hidden:
        unseen[tile.piece] += 1
    rack = () if seat is None else tuple(tile for tile in state.racks[seat] if tile is not None)
    return SeatView(state.position, seat, rack, 0 if seat is None else state.fresh[seat], unseen)
