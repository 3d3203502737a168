"""Every legal placement with its points, fast: one table of points a position instead of a walk a placement.

The points of a tile are the sum of what each symbol scores alone, since the cell of the other half is empty until
the tile lies there (`board.points`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from game.board import Area, Symbols, open_ends, point_tables
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
    a, b = open_ends(symbols, area, opening=opening)
    both_ways = a + b, b + a
    tables = point_tables(symbols)
    found: list[Choice] = []
    for tile in dict.fromkeys(tile.piece for tile in rack):
        firsts, seconds = (a, b) if tile.double else both_ways
        one, other = firsts.translate(tables[tile.first]), seconds.translate(tables[tile.second])
        found += zip(repeat(tile), firsts, seconds, one, other)
    return found


def best(symbols: Symbols, area: Area, rack: Sequence[Tile], *, opening: bool = False) -> Choice | None:
    """The first of the `choices` with the most points, without listing them; `None` where there is none."""
    a, b = open_ends(symbols, area, opening=opening)
    if not a:
        return None
    both_ways = a + b, b + a
    tables = point_tables(symbols)
    tops = [max(table) for table in tables]
    top: Choice | None = None
    most = -1
    for tile in dict.fromkeys(tile.piece for tile in rack):
        firsts, seconds = (a, b) if tile.double else both_ways
        one, other = firsts.translate(tables[tile.first]), seconds.translate(tables[tile.second])
        # One addition of long numbers adds all pairs of bytes: no sum comes near 256.
        sums = (int.from_bytes(one) + int.from_bytes(other)).to_bytes(len(one))
        for total in range(tops[tile.first] + tops[tile.second], most, -1):
            at = sums.find(total)
            if at >= 0:
                most, top = total, (tile, firsts[at], seconds[at], one[at], other[at])
                break
    return top
