"""Colours, tiles and the full bag (R1.1, R1.2)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class Colour(IntEnum):
    """One of the six colours, each with a symbol of its own; the order is that of the letters R O Y G B P."""

    RED = 0
    ORANGE = 1
    YELLOW = 2
    GREEN = 3
    BLUE = 4
    PURPLE = 5

    @property
    def letter(self) -> str:
        """The colour's letter in records and tile codes."""
        return LETTERS[self]


LETTERS: Final = "ROYGBP"
COLOURS: Final = tuple(Colour)


class Tile(NamedTuple):
    """Two symbols in the order in which they lie; `Tile(RED, BLUE)` and `Tile(BLUE, RED)` are the same piece."""

    first: Colour
    second: Colour

    @property
    def code(self) -> str:
        """Two colour letters, such as `RB`."""
        return LETTERS[self.first] + LETTERS[self.second]

    @property
    def piece(self) -> Tile:
        """The piece itself, with its colours in ascending order."""
        return self if self.first <= self.second else Tile(self.second, self.first)

    @property
    def turned(self) -> Tile:
        """The same piece turned round."""
        return Tile(self.second, self.first)

    @property
    def double(self) -> bool:
        """Whether both symbols are of one colour."""
        return self.first == self.second


PIECES: Final = tuple(Tile(a, b) for a in COLOURS for b in COLOURS if a <= b)
"""The 21 kinds of piece."""

FULL_BAG: Final = {piece: 5 if piece.double else 6 for piece in PIECES}
"""How many tiles there are of each piece: 120 in all (R1.1)."""

TILES: Final = sum(FULL_BAG.values())


_BY_LETTER: Final = {spelt: colour for colour in COLOURS for spelt in (colour.letter, colour.letter.lower())}
_BY_CODE: Final = {a + b: Tile(_BY_LETTER[a], _BY_LETTER[b]) for a in _BY_LETTER for b in _BY_LETTER}


def parse_tile(text: str) -> Tile:
    """The tile of a two-letter code, letters in either case.

    Raises:
        ValueError: `text` is not two colour letters.
    """
    tile = _BY_CODE.get(text)
    if tile is None:
        raise ValueError(f"not a tile: {text!r}")
    return tile
