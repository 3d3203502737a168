"""A position as text alone, for people who do not see the picture: a whole game can be played by it.

Sentences a screen reader reads well, row by row; from what its reader may see, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.screens.phrases import left_words, side_name, tile_code, winner_words
from bot.texts import Texts, plain
from game.board import DIRECTIONS, EMPTY, NAMES, PRINTED, diagonal, row
from game.state import Placement, Position, SeatView, Turn
from game.tiles import COLOURS, Colour, Tile

LENGTH: Final = 1900
"""Characters of a message; a little below Discord's limit of 2000."""

_COLOURS: Final = (
    "textboard.red",
    "textboard.orange",
    "textboard.yellow",
    "textboard.green",
    "textboard.blue",
    "textboard.purple",
)
_SHORT_NAME: Final = 12
_FEW: Final = 3


def text_board(view: SeatView, names: Sequence[str], texts: Texts) -> str:
    """The position in one message, with letters for colours where words take too much room.

    Args:
        view: what to describe; its rack is described too, so pass the public view for what everybody reads.
        names: the players' names by seat, as they are.
        texts: the language.
    """
    for how in _ways(names, texts):
        text = "\n".join(_lines(view, how))
        if len(text) <= LENGTH:
            return text
    raise ValueError("a position that fits into no message")


def last_turn(position: Position, names: Sequence[str], texts: Texts) -> str:
    """The last turn in a sentence; empty before the first."""
    return _last(position, _How(names, texts))


def scores_told(position: Position, names: Sequence[str], texts: Texts) -> list[str]:
    """The score boards in words, a sentence each."""
    return [line for line in _scores(position, _How(names, texts)) if line]


def own_scores_told(position: Position, seat: int, names: Sequence[str], texts: Texts) -> str:
    """What a seat has on its score board, in a sentence."""
    at = seat if position.mode.track.two_sided else position.mode.board_of(seat, position.seats)
    return scores_told(position, names, texts)[at]


def rack_told(rack: Sequence[Tile], texts: Texts) -> str:
    """The reader's tiles with their numbers, in a sentence."""
    how = _How((), texts)
    tiles = ", ".join(f"{number} {how.tile(tile)}" for number, tile in enumerate(rack, 1))
    return texts("textboard.rack", tiles=tiles or texts("textboard.nothing"))


@dataclass(frozen=True, slots=True)
class _How:
    """How much room the words may take."""

    names: Sequence[str]
    texts: Texts
    letters: bool = False
    legend: bool = True
    turns: int = 99
    """How many placements of the last turn are described, the newest."""

    def colour(self, colour: int) -> str:
        """A colour, or that there is none."""
        if colour == EMPTY:
            return self.texts("textboard.empty")
        return self.texts(f"code.{Colour(colour).name.lower()}") if self.letters else self.texts(_COLOURS[colour])

    def tile(self, tile: Tile) -> str:
        """Both colours of a tile."""
        return tile_code(tile, self.texts) if self.letters else f"{self.colour(tile.first)} {self.colour(tile.second)}"

    def colours(self, colours: Iterable[int]) -> str:
        """Some colours."""
        return ", ".join(self.colour(colour) for colour in colours)


def _ways(names: Sequence[str], texts: Texts) -> Iterator[_How]:
    """From the most words to the fewest."""
    yield _How(names, texts)
    yield _How(names, texts, legend=False)
    yield _How(names, texts, letters=True)
    yield _How(names, texts, letters=True, legend=False)
    yield _How([name[:_SHORT_NAME] for name in names], texts, letters=True, legend=False, turns=_FEW)


def _lines(view: SeatView, how: _How) -> list[str]:
    position, texts = view.position, how.texts
    lines = [
        winner_words(position, how.names, texts) or texts("textboard.turn", name=plain(how.names[position.seat])),
        _last(position, how),
        *_scores(position, how),
        _rack(view, how),
        "" if position.ending else left_words(position, texts, sentence=True),
        _openings(position, how),
        texts("textboard.legend") if how.legend else "",
        *_rows(position, how),
    ]
    return [line for line in lines if line]


# --- what happened -------------------------------------------------------------------------------------------------


def _last(position: Position, how: _How) -> str:
    if not position.turns:
        return ""
    turn = position.turns[-1]
    return how.texts("textboard.last", name=plain(how.names[turn.seat]), what="; ".join(_actions(turn, how)))


def _actions(turn: Turn, how: _How) -> list[str]:
    actions = [_placed(placement, how) for placement in turn.placements[-how.turns :]]
    if turn.exchanged:
        tiles = ", ".join(how.tile(tile) for tile in turn.exchanged)
        actions.append(how.texts("textboard.exchanged", tiles=tiles))
    return actions


def _placed(placement: Placement, how: _How) -> str:
    (first, second), (a, b) = placement.tile, placement.at
    gained = ", ".join(f"+{points} {how.colour(colour)}" for colour, points in placement.moved.items())
    lost = sum(placement.lost)
    return how.texts(
        "textboard.placed",
        first=f"{how.colour(first)} {NAMES[a]}",
        second=f"{how.colour(second)} {NAMES[b]}",
        points=gained or "+0",
    ) + (" " + how.texts("turn.lost", points=lost) if lost else "")


# --- score boards and racks ----------------------------------------------------------------------------------------


def _scores(position: Position, how: _How) -> list[str]:
    if position.mode.track.two_sided:
        lines = [_own_side(position, seat, how) for seat in range(position.seats)]
        middle = [colour for colour in COLOURS if position.pegs(0)[colour] == 0]
        return [*lines, how.texts("textboard.middle", colours=how.colours(middle)) if middle else ""]
    return [_board(position, seat, how) for seat in range(len(position.scores))]


def _board(position: Position, seat: int, how: _How) -> str:
    """A score board, with its lowest pegs named in the end where not all are equal."""
    pegs = position.pegs(seat)
    lowest = [colour for colour in COLOURS if pegs[colour] == min(pegs)]
    values = ", ".join(f"{how.colour(colour)} {pegs[colour]}" for colour in COLOURS)
    line = how.texts("textboard.scores", name=side_name(position, how.names, seat, how.texts), pegs=values)
    if len(lowest) == len(COLOURS) or how.letters:
        return line
    return line + " " + how.texts("textboard.lowest", colours=how.colours(lowest))


def _own_side(position: Position, seat: int, how: _How) -> str:
    """What a player has on the own side of a shared score board, and the tokens."""
    pegs, tokens = position.pegs(seat), position.tokens(seat)
    parts: list[str] = []
    for colour in COLOURS:
        if pegs[colour] > 0 or colour in tokens:
            part = f"{how.colour(colour)} {max(0, pegs[colour])}"
            parts.append(how.texts("textboard.token", peg=part) if colour in tokens else part)
    pegs_words = ", ".join(parts) or how.texts("textboard.nothing")
    return how.texts("textboard.scores", name=side_name(position, how.names, seat, how.texts), pegs=pegs_words)


def _rack(view: SeatView, how: _How) -> str:
    if view.seat is None or not view.rack:
        return ""
    tiles = ", ".join(f"{number} {how.tile(tile)}" for number, tile in enumerate(view.rack, 1))
    return how.texts("textboard.rack", tiles=tiles)


# --- the board -----------------------------------------------------------------------------------------------------


def _openings(position: Position, how: _How) -> str:
    """The printed symbols that a player's first tile may lie next to (R3.2), while that matters."""
    if position.ending or not position.opening:
        return ""
    free = [
        f"{how.colour(colour)} {NAMES[cell]}"
        for cell, colour in PRINTED.items()
        if all(position.symbols[cell + step] == EMPTY for step in DIRECTIONS)
    ]
    return how.texts("textboard.openings", symbols=", ".join(free))


def _rows(position: Position, how: _How) -> list[str]:
    """Each row, its colours one after the other with the numbers of their spaces, and at last what is empty."""
    lines: list[str] = []
    for _, grouped in groupby(position.area.cells, key=row):
        cells = list(grouped)
        diagonals: dict[int, list[int]] = {}
        for cell in cells:
            diagonals.setdefault(position.symbols[cell], []).append(diagonal(cell))
        parts = [f"{how.colour(symbol)} {_runs(diagonals[symbol], how)}" for symbol in sorted(diagonals)]
        lines.append(how.texts("textboard.row", row=NAMES[cells[0]][0], cells="; ".join(parts)))
    return lines


def _runs(numbers: Sequence[int], how: _How) -> str:
    """Numbers in ascending order, three and more in a row as a span."""
    words: list[str] = []
    for _, grouped in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in grouped]
        if len(run) >= _FEW:
            words.append(how.texts("textboard.span", first=run[0], last=run[-1]))
        else:
            words += map(str, run)
    return ", ".join(words)
