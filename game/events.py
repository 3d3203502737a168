"""Events, which are stored and hold what chance decided, and intents, which a player asks for and nobody stores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.tiles import Tile

At = tuple[int, int]
"""Two adjacent cells: the tile's first symbol lies on the first, its second on the second."""

Drawn = tuple[Tile | None, ...]
"""Tiles from the bag; `None` is one that the reader of a record does not know."""

StopReason = Literal["resign", "stopped"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The game began in this mode with these racks, in seat order (R2.1)."""

    mode: str
    racks: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat laid a tile; for a double the order of the cells is the order of scoring (R3.6)."""

    seat: int
    tile: Tile
    at: At


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat set aside `returned` (R5), drew `drawn`, and the turn passed on (R3.9)."""

    seat: int
    returned: tuple[Tile, ...]
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game ended before the rules ended it; `seat` is who resigned, or who stopped it if it was one person."""

    by: StopReason
    seat: int | None = None


Event = Dealt | Placed | TurnEnded | Stopped


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile, and say whether to exchange if that ends the turn and an exchange is allowed (R5).

    `exchange` is `None` where the player has not been asked; that is refused where the choice exists.
    """

    tile: Tile
    at: At
    exchange: bool | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


Intent = Place | Resign
