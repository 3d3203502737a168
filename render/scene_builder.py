"""From what somebody may see of a game to the scene of a picture.

Must not know pixels, colours as seen, modes by name, or words: those come ready in `Labels`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from unicodedata import normalize

from game.board import DIRECTIONS, EMPTY, Symbols
from game.modes import Pegs
from game.rules import preview
from game.state import Placement, Position, SeatView
from game.tiles import COLOURS, Colour
from render.scene import (
    Badge,
    BoardPart,
    Earned,
    Gain,
    Ghost,
    Half,
    Labels,
    Link,
    Look,
    Owner,
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
    badges = _badges(labels.names, position.seats)
    owners = _owners(position, first, badges)
    recent = _earned(position, first, badges, labels)
    if ghost is not None:
        outcome = preview(view, ghost.tile, ghost.at)
        after, recent = outcome.position, (Earned(None, "", _sums([outcome.placement])),)
        halves += _halves(outcome.placement, "ghost")
        links, gains = list(_links(position.symbols, outcome.placement)), _gains(outcome.placement)
    board = BoardPart(
        position.area.radius,
        tuple(halves),
        tuple(dict.fromkeys(links)),
        tuple(gains),
        owners,
        recent,
        ghost is not None,
        marks,
        labels.bag,
        labels.room,
    )
    seats = _seats(position, labels, after)
    return Scene(
        title=labels.final if position.ending else labels.to_move,
        named=_named(seats),
        board=board,
        rack=_rack(view, chosen) if rack else None,
        panels=_panels(position, seats, first, after, labels.score),
        over=position.ending is not None,
        won=_won(position),
    )


def rack_scene(view: SeatView, labels: Labels) -> Scene:
    """The seat's rack alone, with the title of the board."""
    position = view.position
    return Scene(
        title=labels.final if position.ending else labels.to_move,
        named=_named(_seats(position, labels, position)),
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
    scored = _scored(position, first)
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


def _scored(position: Position, first: int) -> int:
    """The first turn whose lines, points and player are shown: more than a round would hide each other."""
    return max(first, len(position.turns) - position.seats)


def _owners(position: Position, first: int, badges: Sequence[Badge | None]) -> tuple[Owner, ...]:
    """Who placed the tiles of the turns whose points are shown."""
    return tuple(
        Owner(placement.at[0], DIRECTIONS.index(placement.at[1] - placement.at[0]), badge)
        for turn in position.turns[_scored(position, first) :]
        for placement in turn.placements
        if (badge := badges[turn.seat])
    )


def _earned(position: Position, first: int, badges: Sequence[Badge | None], labels: Labels) -> tuple[Earned, ...]:
    """What each of these turns earned; one that only exchanged tiles earned nothing to show."""
    names = [*labels.names, *[""] * position.seats]
    # Without a highlighted turn, the last one says at least what it earned.
    shown = position.turns[min(_scored(position, first), max(0, len(position.turns) - 1)) :]
    return tuple(
        Earned(badges[turn.seat], names[turn.seat] if position.seats > 1 else "", _sums(turn.placements))
        for turn in shown
        if turn.placements
    )


def _badges(names: Sequence[str], seats: int) -> list[Badge | None]:
    """A mark for each seat: the initial, or two letters where initials are alike, or the initial with the number."""
    if seats == 1:
        return [None]
    letters = [
        [letter for letter in normalize("NFC", name) if letter.isalnum()] for name in [*names, *[""] * seats][:seats]
    ]
    first = [_upper(name[0]) if name else "" for name in letters]
    two = [initial + "".join(name[1:2]) for initial, name in zip(first, letters, strict=True)]
    found: list[Badge | None] = []
    for seat, initial in enumerate(first):
        mark = (
            initial if first.count(initial) == 1 else two[seat] if two.count(two[seat]) == 1 else f"{initial}{seat + 1}"
        )
        found.append(Badge(seat, mark if initial else ""))
    return found


def _upper(letter: str) -> str:
    """The capital, where it is one letter too."""
    return letter.upper() if len(letter.upper()) == 1 else letter


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


def _seats(position: Position, labels: Labels, after: Position) -> list[Seat]:
    """The players; with their places at the end, but for a game that was stopped, which nobody wins."""
    names, notes = [*labels.names, *[""] * position.seats], [*labels.notes, *[""] * position.seats]
    badges = _badges(labels.names, position.seats)
    on_turn = position.seat if labels.on_turn is None else labels.on_turn
    seated = [
        Seat(
            seat,
            names[seat],
            badges[seat],
            on_turn=position.ending is None and seat == on_turn,
            place=None,
            note=notes[seat],
            score=_result(position, seat)[0],
            after=_result(after, seat)[0],
        )
        for seat in range(position.seats)
    ]
    return _placed(position, seated, labels) if position.ending else seated


def _placed(position: Position, seated: list[Seat], labels: Labels) -> list[Seat]:
    """The players with their results, and with their places where anybody wins."""
    if position.ending is None:
        return seated
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
            rank = "" if place is None else str(place) if place > len(labels.places) else labels.places[place - 1]
            seats[seat] = replace(seated[seat], place=place, rank=rank, result=result, decided=decided)
    return [seats[seat] for seat in range(position.seats)]


def _named(seats: list[Seat]) -> tuple[Seat, ...]:
    """The player on turn, or the winners."""
    return tuple(seat for seat in seats if seat.on_turn or seat.place == 1)


def _won(position: Position) -> bool:
    ending = position.ending
    return ending is not None and ending.reason != "stopped" and len(ending.standing) > 1


def _result(position: Position, seat: int) -> tuple[int, ...]:
    return position.mode.result(position.pegs(seat))


def _decided(result: tuple[int, ...], other: tuple[int, ...]) -> int | None:
    """The first item in which two results differ."""
    longer = zip_longest(result, other)
    return next((at for at, (mine, theirs) in enumerate(longer) if mine != theirs and at < len(result)), None)


def _panels(position: Position, seats: list[Seat], first: int, after: Position, word: str) -> tuple[Panel, ...]:
    mode = position.mode
    track = mode.track
    rail = Rail(-track.end if track.two_sided else 0, track.end, track.stops)
    panels: list[Panel] = []
    for number, board in enumerate(position.scores):
        users = [seat for seat in seats if mode.board_of(seat.number, position.seats) == number]
        before = _before(position, number, first)
        reached = after.scores[number].pegs
        lowest = None if track.two_sided else min(reached)
        pegs = tuple(
            Peg(
                colour,
                board.pegs[colour],
                before[colour],
                reached[colour],
                reached[colour] == lowest,
                _holder(position, users, colour) if track.two_sided else None,
            )
            for colour in COLOURS
        )
        panels.append(Panel(tuple(users), rail, pegs, word))
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
