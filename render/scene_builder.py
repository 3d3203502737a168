"""From what somebody may see of a game to the scene of a picture.

Must not know pixels, colours as seen, modes by name, or words: those come ready in `Labels`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from game.board import DIRECTIONS, EMPTY, Symbols
from game.modes import Pegs
from game.rules import preview
from game.state import Placement, Position, SeatView
from game.tiles import COLOURS, Colour
from render.scene import (
    BoardPart,
    Gain,
    Ghost,
    Half,
    Labels,
    Link,
    Look,
    Panel,
    Peg,
    RackPart,
    RackTile,
    Rail,
    Scene,
    Seat,
)

__all__ = ["Ghost", "Labels", "Scene", "board_scene", "rack_scene"]


def board_scene(
    view: SeatView,
    labels: Labels,
    *,
    since: int | None = None,
    rack: bool = False,
    chosen: int | None = None,
    marks: frozenset[int] = frozenset(),
    ghost: Ghost | None = None,
) -> Scene:
    """The position as this seat may see it.

    Args:
        view: what to show; its rack is shown only with `rack`.
        labels: the words.
        since: the first turn to highlight, an index of the position's turns; the last turn if absent.
        rack: whether to show the seat's own rack below the board.
        chosen: the place on the rack, from 0, of a tile to highlight.
        marks: cells to mark as open to a choice.
        ghost: a tile about to be placed, drawn with the lines and points it would score.

    Raises:
        Illegal: the ghost's placement would be refused.
    """
    position = view.position
    first = max(0, len(position.turns) - 1 if since is None else since)
    halves, links, gains = _lying(position, first)
    after = position
    latest = position.turns[-1].placements if position.turns else ()
    if ghost is not None:
        outcome = preview(view, ghost.tile, ghost.at)
        after, latest = outcome.position, (outcome.placement,)
        halves += _halves(outcome.placement, "ghost")
        links, gains = list(_links(position.symbols, outcome.placement)), _gains(outcome.placement)
    board = BoardPart(
        position.area.radius,
        tuple(halves),
        tuple(dict.fromkeys(links)),
        tuple(gains),
        _sums(latest),
        ghost is not None,
        marks,
        labels.bag,
        labels.room,
    )
    seats = _seats(view, labels)
    return Scene(
        title=labels.final if position.ending else labels.to_move,
        named=_named(seats),
        board=board,
        rack=_rack(view, chosen) if rack else None,
        panels=_panels(position, seats, first, after),
        over=position.ending is not None,
        won=_won(position),
    )


def rack_scene(view: SeatView, labels: Labels) -> Scene:
    """The seat's rack alone, with the title of the board."""
    position = view.position
    return Scene(
        title=labels.final if position.ending else labels.to_move,
        named=_named(_seats(view, labels)),
        board=None,
        rack=_rack(view, None),
        panels=(),
        over=position.ending is not None,
    )


# --- the board -----------------------------------------------------------------------------------------------------


def _lying(position: Position, first: int) -> tuple[list[Half], list[Link], list[Gain]]:
    """All tiles on the board, and the scoring lines and points of the turns from `first` on.

    Lines and points of one round at most; more would hide each other.
    """
    scored = max(first, len(position.turns) - position.seats)
    halves = [
        half
        for number, turn in enumerate(position.turns)
        for placement in turn.placements
        for half in _halves(placement, "new" if number >= first else "plain")
    ]
    latest = [placement for turn in position.turns[scored:] for placement in turn.placements]
    symbols = bytearray(position.symbols)
    for cell in (cell for placement in latest for cell in placement.at):
        symbols[cell] = EMPTY
    links: list[Link] = []
    gains: list[Gain] = []
    for placement in latest:
        gains += _gains(placement)
        links += _links(symbols, placement)
        for cell, colour in zip(placement.at, placement.tile, strict=True):
            symbols[cell] = colour
    return halves, links, gains


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


# --- score boards, seats, rack -------------------------------------------------------------------------------------


def _seats(view: SeatView, labels: Labels) -> list[Seat]:
    """The players; with their places at the end, but for a game that was stopped, which nobody wins."""
    position = view.position
    names = [*labels.names, *[""] * position.seats]
    if position.ending is None:
        return [Seat(seat, names[seat], seat == position.seat, None) for seat in range(position.seats)]
    groups = position.ending.standing
    seats: dict[int, Seat] = {}
    for number, group in enumerate(groups):
        # Partners take one place.
        before = {position.mode.side_of(seat, position.seats) for seat in seats}
        rival = groups[number - 1] if number else groups[1] if len(groups) > 1 else None
        for seat in group:
            ranked = position.seats > 1 and position.ending.reason != "stopped"
            place = len(before) + 1 if ranked else None
            result = _result(position, seat)
            by_points = ranked and rival and not position.ending.resigned.intersection((seat, *rival))
            decided = _decided(result, _result(position, rival[0])) if by_points and rival else None
            seats[seat] = Seat(seat, names[seat], False, place, result, decided)
    return [seats[seat] for seat in range(position.seats)]


def _named(seats: list[Seat]) -> tuple[Seat, ...]:
    """The player on turn, or the winners."""
    return tuple(seat for seat in seats if seat.on_turn or seat.place == 1)


def _won(position: Position) -> bool:
    ending = position.ending
    return ending is not None and ending.reason != "stopped" and len(ending.standing) > 1


def _result(position: Position, seat: int) -> tuple[int, ...]:
    return position.mode.result(position.pegs(seat)) if position.ending else ()


def _decided(result: tuple[int, ...], other: tuple[int, ...]) -> int | None:
    """The first item in which two results differ."""
    longer = zip_longest(result, other)
    return next((at for at, (mine, theirs) in enumerate(longer) if mine != theirs and at < len(result)), None)


def _panels(position: Position, seats: list[Seat], first: int, after: Position) -> tuple[Panel, ...]:
    mode = position.mode
    track = mode.track
    rail = Rail(-track.end if track.two_sided else 0, track.end, track.stops)
    panels: list[Panel] = []
    for number, board in enumerate(position.scores):
        users = [seat for seat in seats if mode.board_of(seat.number, position.seats) == number]
        before = _before(position, number, first)
        lowest = None if track.two_sided else min(board.pegs)
        pegs = tuple(
            Peg(
                colour,
                board.pegs[colour],
                before[colour],
                after.scores[number].pegs[colour],
                board.pegs[colour] == lowest != max(board.pegs),
                _holder(position, users, colour) if track.two_sided else None,
            )
            for colour in COLOURS
        )
        panels.append(Panel(tuple(users), rail, pegs))
    return tuple(panels)


def _before(position: Position, number: int, first: int) -> Pegs:
    """Where the pegs of a score board were before turn `first`."""
    pegs = list(position.scores[number].pegs)
    for turn in position.turns[first:]:
        if position.mode.board_of(turn.seat, position.seats) == number:
            for placement in turn.placements:
                for colour, steps in placement.moved.items():
                    pegs[colour] -= position.mode.direction(turn.seat) * steps
    return tuple(pegs)


def _holder(position: Position, users: list[Seat], colour: Colour) -> int | None:
    return next((seat.number for seat in users if colour in position.tokens(seat.number)), None)


def _rack(view: SeatView, chosen: int | None) -> RackPart:
    position = view.position
    lowest: frozenset[Colour] = frozenset()
    if view.seat is not None and not position.mode.track.two_sided:
        pegs = position.pegs(view.seat)
        lowest = frozenset(colour for colour in COLOURS if pegs[colour] == min(pegs))
    if len(lowest) == len(COLOURS):
        lowest = frozenset()
    tiles = tuple(
        RackTile(
            tile,
            at >= len(view.rack) - view.fresh,
            at == chosen,
            (tile.first in lowest, tile.second in lowest),
        )
        for at, tile in enumerate(view.rack)
    )
    return RackPart(tiles, max(position.mode.rack_size, len(tiles)))
