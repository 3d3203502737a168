"""The modes, each a row of data (R6, R8, R9). Nothing else in the program asks which mode it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from game.board import LIGHT_GREY, WHITE, WHOLE, Area
from game.tiles import COLOURS, Colour, Tile

Rack = Sequence[Tile | None]
"""Tiles; `None` is one that the reader of a record does not know."""

Pegs = tuple[int, ...]
"""Six values in the order of `COLOURS`, as seen by one seat: the own side of a duel's score board is positive."""


@dataclass(frozen=True, slots=True)
class Track:
    """How a peg walks, measured in the seat's own direction: to the next stop at most (R4.1, R6.1, R9.2)."""

    stops: tuple[int, ...]
    two_sided: bool = False
    bonuses: bool = True

    @property
    def end(self) -> int:
        """Where a peg stays for good."""
        return self.stops[-1]

    def walk(self, peg: int, gain: int) -> int:
        """Where a peg is after `gain` points; those past the next stop are lost."""
        return min(peg + gain, next((stop for stop in self.stops if stop > peg), self.end))


def _lowest_first(pegs: Pegs) -> tuple[int, ...]:
    return tuple(sorted(pegs))


def _own_side(pegs: Pegs) -> tuple[int, ...]:
    own = sorted(peg for peg in pegs if peg > 0)
    return (len(own), *own)


def _at_the_end(track: Track, pegs: Pegs) -> bool:
    return all(peg == track.end for peg in pegs)


def _on_own_side(_track: Track, pegs: Pegs) -> bool:
    return all(peg > 0 for peg in pegs)


def _no_exchange(_track: Track, _pegs: Pegs, _rack: Rack) -> tuple[int, ...]:
    return ()


def _none_of_the_lowest(_track: Track, pegs: Pegs, rack: Rack) -> tuple[int, ...]:
    lowest = [colour for colour in COLOURS if pegs[colour] == min(pegs)]
    return () if _showing(rack, lowest) else tuple(range(len(rack)))


def _all_of_the_full(track: Track, pegs: Pegs, rack: Rack) -> tuple[int, ...]:
    return _showing(rack, [colour for colour in COLOURS if pegs[colour] == track.end])


def _showing(rack: Rack, colours: Sequence[Colour]) -> tuple[int, ...]:
    """The slots of the rack with the tiles that show one of these colours."""
    return tuple(at for at, tile in enumerate(rack) if tile and (tile.first in colours or tile.second in colours))


@dataclass(frozen=True, slots=True)
class Exchange:
    """When tiles may be exchanged, and which: all of `tiles` or none (R5, R9.4)."""

    name: str
    """Its name in texts, such as the sentence that offers it."""
    rule: str
    tiles: Callable[[Track, Pegs, Rack], tuple[int, ...]]
    """Their slots of the rack; none where the exchange is not allowed. An unknown tile shows no colour."""


NO_EXCHANGE: Final = Exchange("none", "R5.3", _no_exchange)
WHOLE_RACK: Final = Exchange("lowest", "R5.1", _none_of_the_lowest)
TEAMS_RACK: Final = replace(WHOLE_RACK, name="team-lowest")
FULL_COLOURS: Final = Exchange("full", "R9.4", _all_of_the_full)


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play: everything in which one mode differs from another."""

    name: str
    areas: Mapping[int, Area]
    """The area for each number of seats the mode allows (R1.3)."""
    track: Track
    rack_size: int = 6
    boards: int | None = None
    """How many score boards there are; `None`: one a seat. Seat s moves the pegs of board `s % boards`."""
    sides: int | None = None
    """How many parties compete; `None`: one a seat. Seat s belongs to side `s % sides`."""
    result: Callable[[Pegs], tuple[int, ...]] = _lowest_first
    """What is compared at the end, item by item; the greater is better (R7.2, R9.5)."""
    instant_win: Callable[[Track, Pegs], bool] = _at_the_end
    exchange: Exchange = WHOLE_RACK

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players that the mode allows, ascending."""
        return tuple(self.areas)

    def board_of(self, seat: int, seats: int) -> int:
        """The number of the score board that a seat's points move."""
        return seat % (self.boards or seats)

    def side_of(self, seat: int, seats: int) -> int:
        """The party that a seat plays for; partners share it."""
        return seat % (self.sides or seats)

    def direction(self, seat: int) -> int:
        """1, or -1 for the seat whose end of a two-sided track is the negative one (R9.1)."""
        return -1 if self.track.two_sided and seat % 2 else 1


MODES: Final[Mapping[str, Mode]] = {
    mode.name: mode
    for mode in (
        Mode("standard", {2: WHITE, 3: LIGHT_GREY, 4: WHOLE}, Track((18,))),
        Mode(
            "solo",
            {1: WHITE},
            Track((18, 36), bonuses=False),
            rack_size=1,
            exchange=NO_EXCHANGE,
        ),
        Mode("team", {4: WHOLE}, Track((18, 36)), boards=2, sides=2, exchange=TEAMS_RACK),
        Mode(
            "duel",
            {2: WHITE},
            Track((9,), two_sided=True),
            boards=1,
            result=_own_side,
            instant_win=_on_own_side,
            exchange=FULL_COLOURS,
        ),
    )
}
ModeName = Annotated[str, frozenset(MODES)]
"""The name of a row of `MODES`. What is stored with another one is neither written nor read."""

DEFAULT_MODE: Final[ModeName] = "standard"
"""What is played, and what the first steps teach, where nobody names a mode."""
