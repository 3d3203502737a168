"""Puzzles: positions of games between bots in which one placement is clearly the best.

They come with the code, one file a mode and number of seats, and are made by `python -m training.puzzles`. Each is a
whole game up to its position, so that what a seat may see of it follows from the rules as everywhere.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, cast

from game.events import At, Dealt, Event, Placed, TurnEnded
from game.modes import MODES
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
    code: int
    """A number from 1 to 999,999,999 that stays the same when others come or go."""
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
    return tuple(_puzzle(number, mode, row) for number, row in enumerate(_rows(mode, seats).values()))


def setups() -> tuple[tuple[str, int], ...]:
    """The modes and numbers of seats of which there are puzzles."""
    found = [(mode.name, seats) for mode in MODES.values() for seats in mode.seats]
    return tuple(setup for setup in found if _rows(*setup))


def codes(mode: str, seats: int) -> tuple[int, ...]:
    """The codes of all puzzles of a mode and number of seats."""
    return tuple(_rows(mode, seats))


@lru_cache(maxsize=16)
def find(code: int) -> Puzzle | None:
    """The puzzle with a code; `None` if there is none, or not any more."""
    for mode, seats in setups():
        row = _rows(mode, seats).get(code)
        if row is not None:
            return _puzzle(codes(mode, seats).index(code), mode, row)
    return None


@cache
def _rows(mode: str, seats: int) -> Mapping[int, Document]:
    """The puzzles as they are written, by their codes: a tenth of the memory of games."""
    path = _FOLDER / f"{mode}-{seats}.json"
    if not path.exists():
        return {}
    rows = cast("list[Document]", json.loads(path.read_text(encoding="ascii")))
    return {_code(mode, row): row for row in rows}


def _code(mode: str, row: Document) -> int:
    return 1 + zlib.crc32(f"{mode} {row['deal']} {row['turns']}".encode()) % 999_999_999


def _puzzle(number: int, mode: str, row: Document) -> Puzzle:
    events = story(mode, str(row["deal"]), str(row["turns"]))
    tile, at = placement(str(row["best"]))
    chance, gap = cast("float", row["chance"]), cast("float", row["gap"])
    seat = sum(isinstance(event, TurnEnded) for event in events) % len(str(row["deal"]).split())
    return Puzzle(number, _code(mode, row), events, seat, tile, at, chance, gap)


def story(mode: str, deal: str, turns: str) -> tuple[Event, ...]:
    """A game as `training/engine` tells it: the racks that are dealt, and a word for each turn."""
    racks = tuple(_tiles(rack) for rack in deal.split())
    events: list[Event] = [Dealt(mode, racks)]
    for turn, text in enumerate(turns.split()):
        seat = turn % len(racks)
        placed, returned, drawn = text.split(":")
        events += [Placed(seat, *placement(one)) for one in placed.split("+")]
        events.append(TurnEnded(seat, _tiles(returned), _tiles(drawn)))
    return tuple(events)


def placement(text: str) -> tuple[Tile, At]:
    """A placement such as `m87-88`: the piece, the cell of its first colour, that of its second."""
    a, b = text[1:].split("-")
    return _tiles(text[0])[0], (int(a), int(b))


def _tiles(letters: str) -> tuple[Tile, ...]:
    """Pieces by the letters from `a` in the order of `PIECES`."""
    return tuple(PIECES[ord(letter) - ord("a")] for letter in letters)


def _laid(tile: Tile, at: At) -> Sequence[tuple[int, int]]:
    """Which colour lies on which cell."""
    return sorted(zip(at, tile, strict=True))
