"""The board: cells, their names, the three areas, and counting along lines (R1.3, R3.5).

A cell is an int, `16 * row + diagonal` with both counted from 1, so that H8 is 136. One step in a direction is one
addition, and a line that leaves the board meets a cell that never bears a symbol. Knows nothing of players or turns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import Final

from game.tiles import COLOURS, Colour

EMPTY: Final = 6
"""What a cell without a symbol holds in `Symbols`; colours are 0 to 5."""

_STRIDE: Final = 16
_SIZE: Final = 17 * _STRIDE + 2
_BYTE: Final = 256
"""Every cell is less, so that many cells at once are a `bytes` and looking each up in a table is one `translate`."""
DIRECTIONS: Final = (1, _STRIDE + 1, _STRIDE, -1, -_STRIDE - 1, -_STRIDE)
"""Right, lower right, lower left, left, upper left, upper right: clockwise, `i + 3` is opposite to `i`."""

Symbols = bytes
"""The symbol on every cell, indexed by cell: a colour or `EMPTY`."""


_IS_EMPTY: Final = bytes(symbol == EMPTY for symbol in range(_BYTE))


def row(cell: int) -> int:
    """The row of a cell, 1 (A) to 15 (O)."""
    return cell // _STRIDE


def diagonal(cell: int) -> int:
    """The number of a cell's diagonal, 1 to 15."""
    return cell % _STRIDE


def distance(cell: int) -> int:
    """How many steps a cell lies from the centre H8; the areas are given by it (R1.3)."""
    down, along = row(cell) - 8, diagonal(cell) - 8
    return max(abs(down), abs(along), abs(down - along))


CELLS: Final = tuple(cell for cell in range(_STRIDE, 16 * _STRIDE) if diagonal(cell) and distance(cell) <= 7)
"""The 169 cells of the whole board, row by row from A1 to O15."""

NAMES: Final = {cell: "ABCDEFGHIJKLMNO"[row(cell) - 1] + str(diagonal(cell)) for cell in CELLS}
_BY_NAME: Final = {spelt: cell for cell, name in NAMES.items() for spelt in (name, name.lower())}


def parse_cell(text: str) -> int:
    """The cell with this name, the letter in either case.

    Raises:
        ValueError: no cell of the whole board has this name.
    """
    cell = _BY_NAME.get(text)
    if cell is None:
        raise ValueError(f"not a cell of the board: {text!r}")
    return cell


PRINTED: Final = {
    parse_cell("C3"): Colour.RED,
    parse_cell("C8"): Colour.GREEN,
    parse_cell("H13"): Colour.BLUE,
    parse_cell("M13"): Colour.ORANGE,
    parse_cell("M8"): Colour.YELLOW,
    parse_cell("H3"): Colour.PURPLE,
}
"""The six printed symbols, clockwise from the upper left (R1.3)."""


@dataclass(frozen=True, slots=True)
class Area:
    """The part of the board inside the boundary for a number of players (R1.3): all cells up to `radius` steps away."""

    radius: int
    cells: tuple[int, ...] = field(init=False, repr=False, compare=False)
    pairs: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)
    """Each pair of adjacent cells once, by cell."""
    ends: tuple[bytes, bytes] = field(init=False, repr=False, compare=False)
    """The first and the second cells of `pairs`."""
    inside: frozenset[int] = field(init=False, repr=False, compare=False)
    mask: int = field(init=False, repr=False, compare=False)
    """An integer whose byte number `cell` is 1 inside the area and 0 outside."""

    def __post_init__(self) -> None:
        """Fill the tables that follow from the radius."""
        cells = tuple(cell for cell in CELLS if distance(cell) <= self.radius)
        inside = frozenset(cells)
        pairs = tuple((cell, cell + step) for cell in cells for step in DIRECTIONS[:3] if cell + step in inside)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "pairs", pairs)
        object.__setattr__(self, "ends", (bytes(a for a, _ in pairs), bytes(b for _, b in pairs)))
        object.__setattr__(self, "inside", inside)
        object.__setattr__(self, "mask", sum(1 << 8 * cell for cell in cells))


WHITE: Final = Area(5)
LIGHT_GREY: Final = Area(6)
WHOLE: Final = Area(7)

_empty = bytearray([EMPTY]) * _SIZE
for _cell, _colour in PRINTED.items():
    _empty[_cell] = _colour
START: Final = Symbols(_empty)
"""The board with nothing but the printed symbols."""


def adjacent(a: int, b: int) -> bool:
    """Whether two cells are neighbours."""
    return b - a in DIRECTIONS


def with_symbols(symbols: Symbols, at: tuple[int, int], colours: tuple[Colour, Colour]) -> Symbols:
    """The board with two more symbols; nothing is checked."""
    board = bytearray(symbols)
    board[at[0]], board[at[1]] = colours
    return bytes(board)


def has_room(symbols: Symbols, area: Area) -> bool:
    """Whether any two adjacent cells of the area are empty (R7.1)."""
    empty = int.from_bytes(symbols.translate(_IS_EMPTY), "little") & area.mask
    return any(empty & empty >> 8 * step for step in DIRECTIONS[:3])


def open_ends(symbols: Symbols, area: Area, *, opening: bool = False) -> tuple[bytes, bytes]:
    """The pairs of adjacent empty cells, each once: the first cells and, at the same index, the second cells.

    With `opening` only the pairs of a player's first turn (R3.2).
    """
    firsts, seconds = area.ends
    empty = symbols[:_BYTE].translate(_IS_EMPTY)
    mask = _both(firsts.translate(empty), seconds.translate(empty))
    if opening:
        near = bytearray(_BYTE)
        for cell in opening_cells(symbols):
            near[cell] = 1
        mask = [open_ and (near[a] or near[b]) for open_, a, b in zip(mask, firsts, seconds, strict=True)]
    return bytes(compress(firsts, mask)), bytes(compress(seconds, mask))


def _both(one: bytes, other: bytes) -> bytes:
    """Byte by byte whether both are set."""
    return (int.from_bytes(one) & int.from_bytes(other)).to_bytes(len(one))


def opening_cells(symbols: Symbols) -> set[int]:
    """The neighbours of those printed symbols that no tile lies next to yet (R3.2)."""
    rings = ([cell + step for step in DIRECTIONS] for cell in PRINTED)
    return {cell for ring in rings if all(symbols[near] == EMPTY for near in ring) for cell in ring}


def points(symbols: Symbols, cell: int, colour: int) -> int:
    """What `colour` scores when laid on the empty `cell`, before its other half lies (R3.5).

    The other half's cell is empty at that moment, so its direction counts nothing and needs no exception.
    """
    total = 0
    for step in DIRECTIONS:
        near = cell + step
        while symbols[near] == colour:
            total += 1
            near += step
    return total


def point_tables(symbols: Symbols) -> list[bytearray]:
    """`points` for every empty cell at once: `tables[colour][cell]`, each of 256 bytes."""
    tables = [bytearray(_SIZE) for _ in COLOURS]
    for cell in CELLS:
        colour = symbols[cell]
        if colour == EMPTY:
            continue
        table = tables[colour]
        for step in DIRECTIONS:
            # Only where a line begins; it is walked once, for the empty cell before it.
            if symbols[cell - step] == EMPTY:
                length, near = 1, cell + step
                while symbols[near] == colour:
                    length += 1
                    near += step
                table[cell - step] += length
    for table in tables:
        del table[_BYTE:]
    return tables
