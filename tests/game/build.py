"""Positions, states and games for the tests, written down briefly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import strategies as st

from game.ai import STYLES, choose
from game.board import START, Symbols, parse_cell
from game.events import At, Event, Placed, TurnEnded
from game.illegal import Illegal
from game.modes import MODES
from game.rules import apply, deal, decide
from game.scoring import place_tile
from game.state import GameState, Placement, Position, Scores, Turn, view
from game.tiles import COLOURS, FULL_BAG, LETTERS, TILES, Colour, Tile, parse_tile

RACK = "RB GG OY PR YB OP"
OTHER = "RR OO YY BB PP GP"
SEEDS = range(12)
SETUPS = tuple((mode.name, seats) for mode in MODES.values() for seats in mode.seats)


def refusal(code: str, rule: str | None) -> pytest.RaisesExc[Illegal]:
    """What is expected to be refused, for which reason and by which rule."""
    return pytest.raises(Illegal, check=lambda illegal: (illegal.code, illegal.rule) == (code, rule))


def cells(names: str) -> tuple[int, ...]:
    return tuple(parse_cell(name) for name in names.split())


def at(names: str) -> At:
    first, second = cells(names)
    return first, second


def tiles(codes: str) -> tuple[Tile, ...]:
    return tuple(parse_tile(code) for code in codes.split())


def board(*rows: str, base: Symbols = START) -> Symbols:
    """A board with these symbols, such as `board("R H8 H9", "B C4")`."""
    symbols = bytearray(base)
    for row in rows:
        letter, *names = row.split()
        for name in names:
            symbols[parse_cell(name)] = LETTERS.index(letter)
    return bytes(symbols)


def pegs(text: str) -> tuple[int, ...]:
    """Six values from `R4 O18`; what is not named is 0."""
    values = [0] * 6
    for word in text.split():
        values[LETTERS.index(word[0])] = int(word[1:])
    return tuple(values)


def started(seats: int) -> tuple[Turn, ...]:
    """A turn of each seat, so that nobody's next placement is their first."""
    done = Placement(parse_tile("RR"), at("A1 A2"), (0, 0), (0, 0), 0)
    return tuple(Turn(seat, (done,), complete=True) for seat in range(seats))


def position(
    mode: str = "standard",
    seats: int = 2,
    *,
    symbols: Symbols = START,
    scores: Sequence[str] = (),
    paid: Sequence[str] = (),
    opening: bool = False,
    **more: object,
) -> Position:
    """A position after everybody's first turn, with the pegs of each score board.

    The bonus of the last stop that a peg has reached is paid, unless `paid` says otherwise.
    """
    row = MODES[mode]
    boards: list[Scores] = []
    for number in range(row.boards or seats):
        there = pegs(scores[number] if number < len(scores) else "")
        reached = [max((stop for stop in row.track.stops if stop <= abs(peg)), default=0) for peg in there]
        stops = tuple(-stop if peg < 0 else stop for stop, peg in zip(reached, there, strict=True))
        boards.append(Scores(there, pegs(paid[number]) if number < len(paid) else stops))
    return Position(row, seats, symbols, tuple(boards), turns=() if opening else started(seats), **more)


def after(place: Position, *moves: str) -> tuple[Position, list[Placement]]:
    """The position after placements of the seat on turn such as `RB C4 C5`, and what each did."""
    placements: list[Placement] = []
    for move in moves:
        code, first, second = move.split()
        place, placement = place_tile(place, parse_tile(code), at(f"{first} {second}"))
        placements.append(placement)
    return place, placements


def state(place: Position, *racks: str) -> GameState:
    """A state with these racks; every other tile is in the bag, whatever lies on the board."""
    held = tuple(tiles(rack) for rack in racks)
    bag = dict(FULL_BAG)
    for rack in held:
        for tile in rack:
            bag[tile.piece] -= 1
    place = replace(place, bag=TILES - sum(len(rack) for rack in held))
    return GameState(place, held, (0,) * place.seats, bag)


def only_room(place: Position, names: str, fill: str = "ROYGBP") -> Position:
    """The same position with all spaces of its area taken but these, by symbols that score nothing together."""
    free = cells(names)
    symbols = bytearray(place.symbols)
    for cell in place.area.cells:
        if cell not in free and symbols[cell] > 5:
            symbols[cell] = LETTERS.index(fill[(cell // 16 * 2 + cell % 16) % len(fill)])
    return replace(place, symbols=bytes(symbols))


def played(
    mode: str, seats: int, seed: int, *, until: int | None = None, styles: Sequence[str] = STYLES
) -> list[Event]:
    """The events of a game by bots whose styles are drawn anew each placement; or the first of them."""
    rng = Random(seed)
    events: list[Event] = [deal(MODES[mode], seats, rng)]
    now = apply(None, events[0])
    while now.position.ending is None and (until is None or len(events) < until):
        seat = now.position.seat
        for event in decide(now, seat, choose(view(now, seat), rng.choice(styles), rng), rng):
            now = apply(now, event)
            events.append(event)
    return events


def games() -> st.SearchStrategy[list[Event]]:
    """Legal games of every mode, to their end."""
    return st.builds(whole, st.sampled_from(SETUPS), st.sampled_from(SEEDS)).map(list)


def unfinished() -> st.SearchStrategy[list[Event]]:
    """Legal games of every mode, stopped anywhere between two decisions."""
    return st.builds(_stopped, st.sampled_from(SETUPS), st.sampled_from(SEEDS), st.floats(0, 1))


@cache
def whole(setup: tuple[str, int], seed: int) -> tuple[Event, ...]:
    """The game of a seed, played once for all tests."""
    return tuple(played(*setup, seed))


def _stopped(setup: tuple[str, int], seed: int, part: float) -> list[Event]:
    events = whole(setup, seed)
    until = 1 + int(part * (len(events) - 2))
    while isinstance(events[until], TurnEnded):
        until -= 1
    return list(events[:until])


def placed(events: Sequence[Event]) -> list[Placed]:
    return [event for event in events if isinstance(event, Placed)]


def scores_of(place: Position, number: int = 0) -> Mapping[str, int]:
    return {colour.letter: place.scores[number].pegs[colour] for colour in COLOURS}


def colour(letter: str) -> Colour:
    return Colour(LETTERS.index(letter))
