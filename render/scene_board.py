"""The board of a scene, from what somebody may see of a game. Must not know pixels, colours as seen, or words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from game.board import DIRECTIONS, EMPTY, Symbols
from game.events import At
from game.rules import Outcome
from game.state import Placement, Position, SeatView
from game.tiles import COLOURS, Colour
from render.scene import (
    Badge,
    BoardPart,
    Earned,
    Gain,
    Half,
    Labels,
    Link,
    Look,
    Owner,
)
from render.scene_seats import badges_of


def board_part(
    view: SeatView, labels: Labels, first: int, marks: frozenset[int], outcome: Outcome | None, other: At | None = None
) -> BoardPart:
    """The board with the turns from `first` on highlighted, or with the placement of an outcome as a ghost.

    Of the highlighted turns the last placement has its lines and points; more would hide each other.
    """
    position = view.position
    halves, links, gains = _lying(position, first), *_last(position, first)
    badges = badges_of(labels, position.seats)
    earned = _earned(position, badges, labels)
    if outcome is not None:
        halves += _halves(outcome.placement, "ghost")
        links, gains = list(_links(position.symbols, outcome.placement)), _gains(outcome.placement)
        earned = Earned(None, "", _sums([outcome.placement]))
    return BoardPart(
        position.area.radius,
        tuple(halves),
        tuple(dict.fromkeys(links)),
        tuple(gains),
        _owners(position, first, badges),
        earned,
        outcome is not None,
        marks,
        other,
        labels.left,
    )


def _lying(position: Position, first: int) -> list[Half]:
    """All tiles on the board, those of the turns from `first` on as new ones."""
    return [
        half
        for number, turn in enumerate(position.turns)
        for placement in turn.placements
        for half in _halves(placement, "new" if number >= first else "plain")
    ]


def _last(position: Position, first: int) -> tuple[list[Link], list[Gain]]:
    """The scoring lines and the points of the last placement of the turns from `first` on."""
    placed = [placement for turn in position.turns[first:] for placement in turn.placements]
    if not placed:
        return [], []
    symbols = bytearray(position.symbols)
    for cell in placed[-1].at:
        symbols[cell] = EMPTY
    return list(_links(symbols, placed[-1])), _gains(placed[-1])


def _owners(position: Position, first: int, badges: Sequence[Badge | None]) -> tuple[Owner, ...]:
    """Who placed the tiles of the turns from `first` on, of one round at most."""
    return tuple(
        Owner(placement.at[0], DIRECTIONS.index(placement.at[1] - placement.at[0]), badge)
        for turn in position.turns[max(first, len(position.turns) - position.seats) :]
        for placement in turn.placements
        if (badge := badges[turn.seat])
    )


def _earned(position: Position, badges: Sequence[Badge | None], labels: Labels) -> Earned | None:
    """What the last turn in which somebody placed earned."""
    turn = next((turn for turn in reversed(position.turns) if turn.placements), None)
    if turn is None:
        return None
    names = [*labels.names, *[""] * position.seats]
    return Earned(badges[turn.seat], names[turn.seat] if position.seats > 1 else "", _sums(turn.placements))


def _halves(placement: Placement, look: Look) -> list[Half]:
    a, b = placement.at
    towards = DIRECTIONS.index(b - a)
    return [
        Half(a, placement.tile.first, towards, look),
        Half(b, placement.tile.second, (towards + 3) % 6, look),
    ]


def _gains(placement: Placement) -> list[Gain]:
    a, b = placement.at
    towards = DIRECTIONS.index(b - a)
    ways = ((a, towards), (b, (towards + 3) % 6))
    halves = zip(ways, placement.points, placement.steps, strict=True)
    return [Gain(cell, way, steps) for (cell, way), points, steps in halves if points]


def _sums(placements: Iterable[Placement]) -> tuple[tuple[Colour, int], ...]:
    """How far each colour's peg went, also 0 where all points were lost at the end of its track."""
    moved = Counter[Colour]()
    for placement in placements:
        moved.update(placement.moved)
    return tuple((colour, moved[colour]) for colour in COLOURS if colour in moved)


def _links(symbols: Symbols | bytearray, placement: Placement) -> Iterable[Link]:
    """The steps of all lines that a placement scores on a board where it does not lie yet (R3.5)."""
    for start, colour in zip(placement.at, placement.tile, strict=True):
        for direction, step in enumerate(DIRECTIONS):
            cell = start
            while symbols[cell + step] == colour:
                yield Link(cell, direction, colour) if direction < 3 else Link(cell + step, direction - 3, colour)
                cell += step
