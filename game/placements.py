"""Every legal placement with its points, fast: one table of points a position instead of a walk a placement.

The points of a tile are the sum of what each symbol scores alone, since the cell of the other half is empty until
the tile lies there (`board.points`).
"""

from __future__ import annotations

from collections.abc import Sequence

from game.board import Area, Symbols, open_pairs, point_tables
from game.state import SeatView
from game.tiles import Tile

Choice = tuple[Tile, int, int, int, int]
"""The tile as it lies, its first and its second cell, and the points of its first and its second symbol.

A plain tuple, because a position has up to 4,686 of them.
"""


def placements(view: SeatView) -> list[Choice]:
    """Every legal placement of the seat's next tile (R3.1 to R3.3), a double once for each pair of cells.

    Empty when it is not the seat's turn. Tiles in the order of the rack, a piece that is there twice only once.
    """
    if not view.on_turn:
        return []
    position = view.position
    return choices(position.symbols, position.area, view.rack, opening=position.opening)


def choices(symbols: Symbols, area: Area, rack: Sequence[Tile], *, opening: bool = False) -> list[Choice]:
    """Every placement of these tiles on a board, as in `placements`."""
    pairs = open_pairs(symbols, area, opening=opening)
    tables = point_tables(symbols)
    found: list[Choice] = []
    for tile in dict.fromkeys(tile.piece for tile in rack):
        first, second = tables[tile.first], tables[tile.second]
        found += [(tile, a, b, first[a], second[b]) for a, b in pairs]
        if not tile.double:
            found += [(tile, b, a, first[b], second[a]) for a, b in pairs]
    return found


def best(symbols: Symbols, area: Area, rack: Sequence[Tile], *, opening: bool = False) -> Choice | None:
    """The first of the placements with the most points, without listing them; `None` where there is none."""
    pairs = open_pairs(symbols, area, opening=opening)
    if not pairs:
        return None
    tables = point_tables(symbols)
    top: Choice | None = None
    most = -1
    for tile in dict.fromkeys(tile.piece for tile in rack):
        first, second = tables[tile.first], tables[tile.second]
        for a, b in pairs:
            if first[a] + second[b] > most:
                most, top = first[a] + second[b], (tile, a, b, first[a], second[b])
            if first[b] + second[a] > most:
                most, top = first[b] + second[a], (tile, b, a, first[b], second[a])
    return top
