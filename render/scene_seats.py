"""The players, score boards and rack of a scene, from what somebody may see of a game.

Must not know pixels, colours as seen, modes by name, or words: those come ready in `Labels`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from unicodedata import normalize

from game.modes import Pegs
from game.state import Position, SeatView
from game.tiles import COLOURS, Colour
from render.scene import (
    Badge,
    Labels,
    Panel,
    Peg,
    RackPart,
    RackTile,
    Rail,
    Seat,
)


def badges_of(labels: Labels, seats: int) -> list[Badge | None]:
    """A mark for each seat: the initial, or two letters where initials are alike, or the initial with the number."""
    if seats == 1:
        return [None]
    names = [*(labels.marks or labels.names), *[""] * seats][:seats]
    letters = [[letter for letter in normalize("NFC", name) if letter.isalnum()] for name in names]
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


def seats_of(position: Position, labels: Labels, after: Position) -> list[Seat]:
    """The players; with their ranks at the end, but for a game that was stopped, which nobody wins."""
    names, notes = [*labels.names, *[""] * position.seats], [*labels.notes, *[""] * position.seats]
    badges = badges_of(labels, position.seats)
    on_turn = position.seat if labels.on_turn is None else labels.on_turn
    seated = [
        Seat(
            seat,
            names[seat],
            badges[seat],
            on_turn=position.ending is None and seat == on_turn,
            rank=None,
            note=notes[seat],
            score=_result(position, seat)[0],
            after=_result(after, seat)[0],
        )
        for seat in range(position.seats)
    ]
    return _placed(position, seated, labels) if position.ending else seated


def _placed(position: Position, seated: list[Seat], labels: Labels) -> list[Seat]:
    """The players with their results, and with their ranks where anybody wins."""
    if position.ending is None:
        return seated
    groups = position.ending.standing
    seats: dict[int, Seat] = {}
    for number, group in enumerate(groups):
        # Partners share one rank.
        before = {position.mode.side_of(seat, position.seats) for seat in seats}
        rival = groups[number - 1] if number else groups[1] if len(groups) > 1 else None
        for seat in group:
            ranked = position.seats > 1 and position.ending.reason != "stopped"
            rank = len(before) + 1 if ranked else None
            result = _result(position, seat)
            by_points = ranked and rival and not position.ending.resigned.intersection((seat, *rival))
            decided = _decided(result, _result(position, rival[0])) if by_points and rival else None
            words = "" if rank is None else str(rank) if rank > len(labels.ranks) else labels.ranks[rank - 1]
            seats[seat] = replace(seated[seat], rank=rank, rank_words=words, result=result, decided=decided)
    return [seats[seat] for seat in range(position.seats)]


def named(seats: list[Seat]) -> tuple[Seat, ...]:
    """The player on turn, or the winners."""
    return tuple(seat for seat in seats if seat.on_turn or seat.rank == 1)


def is_won(position: Position) -> bool:
    """Whether somebody has won: the game was played to its end against others."""
    ending = position.ending
    return ending is not None and ending.reason != "stopped" and len(ending.standing) > 1


def _result(position: Position, seat: int) -> tuple[int, ...]:
    return position.mode.result(position.pegs(seat))


def _decided(result: tuple[int, ...], other: tuple[int, ...]) -> int | None:
    """The first item in which two results differ."""
    longer = zip_longest(result, other)
    return next((at for at, (mine, theirs) in enumerate(longer) if mine != theirs and at < len(result)), None)


def panels_of(position: Position, seats: list[Seat], first: int, after: Position, word: str) -> tuple[Panel, ...]:
    """The score boards: where each peg stands, where it was before turn `first`, and where it goes in `after`."""
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


def rack_part(view: SeatView, chosen: int | None) -> RackPart:
    """The seat's own rack; `chosen` is the slot of a tile to highlight."""
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
