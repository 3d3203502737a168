"""Puzzles: positions of games between automatic players in which one placement is clearly the best.

They come with the code, one file a mode and number of seats, and are made by `python -m training.puzzles`. Each is a
whole game up to its position, so that what a seat may see of it follows from the rules as everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, cast

from game.events import At, Dealt, Event, Placed, TurnEnded
from game.rules import fold
from game.state import SeatView, view
from game.tiles import PIECES, Tile

_FOLDER: Final = Path(__file__).with_name("puzzle_data")

Document = dict[str, object]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A game up to the start of a turn, and the best placement there."""

    number: int
    """Its place in the file of its mode, from 0."""
    events: tuple[Event, ...]
    seat: int
    tile: Tile
    at: At
    chance: float
    """The chance to win after the best placement, by a look-ahead with many samples; alone, of 0 to 1."""
    gap: float
    """How much more that is than after the second-best placement."""

    @property
    def view(self) -> SeatView:
        """What the seat on turn sees."""
        return view(fold(self.events), self.seat)

    def solved_by(self, tile: Tile, at: At) -> bool:
        """Whether a placement is the best one."""
        ours, theirs = _laid(self.tile, self.at), _laid(tile, at)
        return ours == theirs


@cache
def puzzles(mode: str, seats: int) -> tuple[Puzzle, ...]:
    """The puzzles of a mode and number of seats; none where the code brings none."""
    path = _FOLDER / f"{mode}-{seats}.json"
    if not path.exists():
        return ()
    rows = cast("list[Document]", json.loads(path.read_text(encoding="ascii")))
    return tuple(_puzzle(number, mode, row) for number, row in enumerate(rows))


def _puzzle(number: int, mode: str, row: Document) -> Puzzle:
    racks = tuple(_tiles(rack) for rack in str(row["deal"]).split())
    events: list[Event] = [Dealt(mode, racks)]
    turns = str(row["turns"]).split()
    for turn, text in enumerate(turns):
        seat = turn % len(racks)
        placed, returned, drawn = text.split(":")
        events += [Placed(seat, *_placement(one)) for one in placed.split("+")]
        events.append(TurnEnded(seat, _tiles(returned), _tiles(drawn)))
    tile, at = _placement(str(row["best"]))
    chance, gap = cast("float", row["chance"]), cast("float", row["gap"])
    return Puzzle(number, tuple(events), len(turns) % len(racks), tile, at, chance, gap)


def _tiles(letters: str) -> tuple[Tile, ...]:
    """Pieces by the letters from `a` in the order of `PIECES`."""
    return tuple(PIECES[ord(letter) - ord("a")] for letter in letters)


def _placement(text: str) -> tuple[Tile, At]:
    """A placement such as `m87-88`: the piece, the cell of its first colour, that of its second."""
    a, b = text[1:].split("-")
    return _tiles(text[0])[0], (int(a), int(b))


def _laid(tile: Tile, at: At) -> Sequence[tuple[int, int]]:
    """Which colour lies on which cell."""
    return sorted(zip(at, tile, strict=True))
