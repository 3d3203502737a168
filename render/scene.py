"""What a picture shows, as frozen, hashable values: equal pictures are equal keys.

Must not know pixels, colours as seen, modes, or where a value comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from game.events import At
from game.tiles import Colour, Tile

Look = Literal["plain", "new", "ghost"]
"""How a tile on the board is drawn: as it lies, as one of the last turn, or as one about to be placed."""
LOOKS: Final[tuple[Look, ...]] = ("plain", "new", "ghost")


@dataclass(frozen=True, slots=True)
class Labels:
    """The few words of a picture, translated by the caller; an empty one is left out."""

    names: tuple[str, ...]
    """By seat, any Unicode; one that cannot be drawn becomes the seat's mark."""
    to_move: str = ""
    """Such as "Ann to move"."""
    left: str = ""
    """Such as "about 9 turns left"; its number is drawn large."""
    final: str = ""
    """The text instead of `to_move` when the game is over, such as "Ann wins"."""
    score: str = ""
    """What the large number of a score board is, such as "Score"."""
    notes: tuple[str, ...] = ()
    """By seat, a word about who plays it, such as "resigned"; empty where there is nothing to say."""
    ranks: tuple[str, ...] = ()
    """In words, from the first: "1st", "2nd"; bare numbers if absent."""
    on_turn: int | None = None
    """The seat that `to_move` names, where a view tries what its seat could do; that of the position if absent."""
    marks: tuple[str, ...] = ()
    """By seat, the name of which the seat's mark is made; `names` if absent."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A tile about to be placed: its first symbol on the first cell of `at`."""

    tile: Tile
    at: At
    better_than: At | None = None
    """Where another placement lies with which it is compared."""


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a tile on the board; `towards` is the direction of the other half, an index of `DIRECTIONS`."""

    cell: int
    colour: Colour
    towards: int
    look: Look


@dataclass(frozen=True, slots=True)
class Link:
    """A step of a scoring line from `cell` in direction 0, 1 or 2."""

    cell: int
    direction: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Gain:
    """The points of one half that moved its peg, 0 where all are lost; the other half lies in direction `towards`."""

    cell: int
    towards: int
    points: int


@dataclass(frozen=True, slots=True)
class Badge:
    """The mark of a seat, one or two letters; where they cannot be drawn, its number has to do."""

    number: int
    letters: str


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose tile lies on `cell`, with its other half in direction `towards`."""

    cell: int
    towards: int
    badge: Badge


@dataclass(frozen=True, slots=True)
class Earned:
    """How far the pegs of one seat went, by colour; 0 where all points are lost, nothing for an empty turn."""

    badge: Badge | None
    """`None` where there is nobody to tell apart."""
    name: str
    points: tuple[tuple[Colour, int], ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as a picture names them."""

    number: int
    name: str
    badge: Badge | None
    on_turn: bool
    rank: int | None
    """In the final standing, 1 for the winner; `None` while the game goes on, or where nobody competes."""
    rank_words: str = ""
    """The same in words."""
    note: str = ""
    """Who plays it, where that is not simply the player."""
    score: int = 0
    after: int = 0
    """The score with the ghost."""
    result: tuple[int, ...] = ()
    """What is compared at the end, item by item."""
    decided: int | None = None
    """The item that decided the rank: against the next one for a winner, against the one before for all others."""


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg on its track."""

    colour: Colour
    at: int
    before: int
    """Where it was before the highlighted turns."""
    after: int
    """Where the ghost would bring it."""
    lowest: bool
    """Whether the player has no lower peg, with the ghost if there is one: it is the score."""
    holder: int | None = None
    """The number of the seat that holds the colour's token (R9.3)."""


@dataclass(frozen=True, slots=True)
class Rail:
    """The shape of the tracks of a score board: from `low` to `high`, with stops that are marked."""

    low: int
    high: int
    stops: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One score board and who moves its pegs."""

    seats: tuple[Seat, ...]
    rail: Rail
    pegs: tuple[Peg, ...]
    word: str = ""
    """What the large number is."""


@dataclass(frozen=True, slots=True)
class RackTile:
    """A tile on a rack, where it is numbered from 1."""

    tile: Tile
    fresh: bool
    chosen: bool = False
    lowest: tuple[bool, bool] = (False, False)
    """Whether the player has no lower peg than that of each of its symbols, but some higher one."""


@dataclass(frozen=True, slots=True)
class RackPart:
    """A rack and how many slots it has."""

    tiles: tuple[RackTile, ...]
    slots: int


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that can be seen in one picture, and nothing else."""

    title: str
    named: tuple[Seat, ...]
    """The seats that the title names."""
    board: BoardPart | None
    rack: RackPart | None
    panels: tuple[Panel, ...]
    over: bool = False
    """Whether the score boards have room for a result."""
    won: bool = False
    """Whether it was played to its end and somebody won."""
    close_to: frozenset[int] = frozenset()
    """Cells to be seen large, with all else of the picture left out; none for the whole picture."""
    strip: bool = False
    """Whether the rack alone is as small as below a board."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The board with all that lies on it."""

    radius: int
    """How far the area in play reaches from the centre, in cells."""
    halves: tuple[Half, ...]
    links: tuple[Link, ...]
    gains: tuple[Gain, ...]
    owners: tuple[Owner, ...]
    """Who placed the tiles of the last turns."""
    earned: Earned | None
    """What the last turn earned, or what the ghost would; nothing before the first."""
    trying: bool
    """Whether lines and points are those of a ghost."""
    marks: frozenset[int]
    """Cells that can be chosen."""
    other: At | None
    """Where another placement lies that the ghost is better than; both are marked then."""
    left: str
