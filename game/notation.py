"""A position in one line of text, as everybody at the table sees it: its mode and turns, which the rules play again.

    duel/2 RB-E7-E8 GG-C4-C5+YO-D9-D10=RRGGBB PP-F6-G7+

The first word is the mode and the number of seats, then comes a word a turn: its placements, each a tile and the cells
of its first and its second symbol, then after a `=` what was exchanged. A turn that ends in `+` goes on. `resign:SEAT`,
`resign` or `stopped` is the last word of a game that the rules did not end. The format is in docs/record.md.

No rack, bag, seed or draw is in a line, so that it may stand in a log.
"""

from __future__ import annotations

import re
from typing import Final

from game.board import NAMES, parse_cell
from game.events import Dealt, Placed, Stopped, TurnEnded
from game.explain import explain
from game.illegal import Illegal
from game.modes import MODES
from game.rules import apply
from game.state import GameState, Placement, Position, Turn
from game.tiles import Tile, parse_tile

_HEAD: Final = re.compile(r"([a-z]+)/([1-9])")
_PLACEMENT: Final = re.compile(r"([A-Z]{2})-([A-Z][0-9]{1,2})-([A-Z][0-9]{1,2})")
_STOPPED: Final = re.compile(r"stopped|resign(?::([0-9]))?")


class LineError(ValueError):
    """A text is no position; the message names the word and says what is wrong with it."""

    def __init__(self, number: int, word: str, wrong: str) -> None:
        super().__init__(f"word {number}, {word[:60]!r}: {wrong}")


def is_line(text: str) -> bool:
    """Whether a text begins as the line of a position does."""
    return _HEAD.fullmatch(text.split(" ", maxsplit=1)[0]) is not None


# --- writing -------------------------------------------------------------------------------------------------------


def to_line(position: Position) -> str:
    """The line of a position that was reached from the deal, which `from_line` reads."""
    words = [f"{position.mode.name}/{position.seats}", *map(_turn, position.turns)]
    ending = position.ending
    if ending and ending.reason in ("resign", "stopped"):
        words.append(f"{ending.reason}:{min(ending.resigned)}" if ending.resigned else ending.reason)
    return " ".join(words)


def _turn(turn: Turn) -> str:
    exchanged = "=" + "".join(tile.code for tile in turn.exchanged) if turn.exchanged else ""
    return "+".join(map(_placement, turn.placements)) + exchanged + ("" if turn.complete else "+")


def _placement(placement: Placement) -> str:
    first, second = placement.at
    return f"{placement.tile.code}-{NAMES[first]}-{NAMES[second]}"


# --- reading -------------------------------------------------------------------------------------------------------


def from_line(line: str) -> GameState:
    """The game of a line; the tiles of all racks are unknown.

    Raises:
        LineError: it is no line of a position, or the rules do not allow what it says.
    """
    words = line.strip().split(" ")
    state = _dealt(words[0])
    for number, word in enumerate(words[1:], 2):
        try:
            state = _after(state, word)
        except Illegal as illegal:
            rule = f" ({illegal.rule})" if illegal.rule else ""
            raise LineError(number, word, explain(illegal) + rule) from illegal
        except ValueError as error:
            raise LineError(number, word, str(error)) from error
        if word.endswith("+") and words[number:] and not _STOPPED.fullmatch(words[number]):
            raise LineError(number, word, "only the last turn may end in +")
    return state


def _dealt(word: str) -> GameState:
    """The game before its first turn."""
    head = _HEAD.fullmatch(word)
    mode = MODES.get(head[1]) if head else None
    if head is None or mode is None:
        raise LineError(1, word, f"not a mode with its number of seats, such as {next(iter(MODES))}/2")
    try:
        return apply(None, Dealt(mode.name, ((None,) * mode.rack_size,) * int(head[2])))
    except Illegal as illegal:
        raise LineError(1, word, explain(illegal)) from illegal


def _after(state: GameState, word: str) -> GameState:
    """The game after a turn, or after what stopped it.

    Raises:
        ValueError: the word is neither.
        Illegal: the rules do not allow it.
    """
    stopped = _STOPPED.fullmatch(word)
    if stopped:
        by = "stopped" if word == "stopped" else "resign"
        return apply(state, Stopped(by, int(stopped[1]) if stopped[1] else None))
    laid, exchange, codes = word.removesuffix("+").partition("=")
    goes_on = word.endswith("+")
    if exchange and goes_on:
        raise ValueError("a turn that exchanged has ended, so no + follows")
    returned = _exchanged(codes) if exchange else ()
    seat = state.position.seat
    for text in laid.split("+"):
        state = apply(state, _placed(seat, text))
    if goes_on or (state.position.ending and not exchange):
        return state
    missing = state.position.mode.rack_size - len(state.racks[seat]) + len(returned)
    return apply(state, TurnEnded(seat, returned, (None,) * missing))


def _placed(seat: int, text: str) -> Placed:
    found = _PLACEMENT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:20]!r} is no placement such as RB-E7-E8")
    return Placed(seat, parse_tile(found[1]), (parse_cell(found[2]), parse_cell(found[3])))


def _exchanged(codes: str) -> tuple[Tile, ...]:
    if not codes or len(codes) % 2:
        raise ValueError("the codes of the exchanged tiles have two letters each")
    return tuple(parse_tile(codes[at : at + 2]) for at in range(0, len(codes), 2))
