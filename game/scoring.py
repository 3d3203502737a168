"""What a tile does to the board and the score boards: all that everybody at the table sees of a turn."""

from __future__ import annotations

from dataclasses import replace

from game.board import EMPTY, adjacent, has_room, opening_cells, points, with_symbols
from game.events import At
from game.illegal import Illegal
from game.state import Ending, Placement, Position, Reason, Scores, Turn
from game.tiles import Tile


def place_tile(position: Position, tile: Tile, at: At) -> tuple[Position, Placement]:
    """The position after the seat on turn laid `tile` on `at`, from whatever rack, and what the tile did.

    Raises:
        Illegal: the board, the first-turn rule or the number of placements forbids it.
    """
    if position.owed < 1:
        raise Illegal("no-placement-left", "R4.1")
    _check_cells(position, at)
    scores, placement = _scored(position, tile, at)
    board = position.mode.board_of(position.seat, position.seats)
    symbols = with_symbols(position.symbols, at, tile)
    turn = position.turns[-1] if position.in_turn else Turn(position.seat)
    turn = replace(turn, placements=(*turn.placements, placement))
    earlier = position.turns[:-1] if position.in_turn else position.turns
    laid = replace(
        position,
        symbols=symbols,
        scores=tuple(scores if number == board else other for number, other in enumerate(position.scores)),
        turns=(*earlier, turn),
        owed=position.owed - 1 + placement.bonuses,
    )
    reason = _reason(laid)
    if reason:
        laid = replace(
            laid,
            turns=(*earlier, replace(turn, complete=True)),
            ending=Ending(reason, standing(laid)),
        )
    return laid, placement


def walk(position: Position, tile: Tile, gains: tuple[int, int]) -> tuple[Scores, tuple[int, int], int]:
    """What these points of a tile's first and second symbol, scored in this order (R3.6), would do.

    Gives the score board of the seat on turn after them, the points of each that are lost, and the bonuses: one for a
    peg at a stop that is not the one last paid (R4.1, R9.3).
    """
    track, sign, board = position.mode.track, position.mode.direction(position.seat), position.board(position.seat)
    pegs, paid, lost, bonuses = list(board.pegs), list(board.paid), [0, 0], 0
    for half, (colour, gain) in enumerate(zip(tile, gains, strict=True)):
        before = sign * pegs[colour]
        after = track.walk(before, gain)
        lost[half] = gain - (after - before)
        pegs[colour] = sign * after
        if track.bonuses and after in track.stops and paid[colour] != sign * after:
            paid[colour] = sign * after
            bonuses += 1
    return Scores(tuple(pegs), tuple(paid)), (lost[0], lost[1]), bonuses


def standing(position: Position, *, last: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The seats by rank, equal results together (R7.2, R8.3, R9.5); the side of seat `last` comes after all others."""
    mode, seats = position.mode, position.seats

    def key(seat: int) -> tuple[bool, tuple[int, ...]]:
        resigned = last is not None and mode.side_of(seat, seats) == mode.side_of(last, seats)
        return (not resigned, mode.result(position.pegs(seat)))

    keys = sorted({key(seat) for seat in range(seats)}, reverse=True)
    return tuple(tuple(seat for seat in range(seats) if key(seat) == rank) for rank in keys)


def _check_cells(position: Position, at: At) -> None:
    a, b = at
    for cell in at:
        if cell not in position.area.inside:
            raise Illegal("outside", "R3.1", cell=cell)
        if position.symbols[cell] != EMPTY:
            raise Illegal("not-empty", "R3.1", cell=cell)
    if not adjacent(a, b):
        raise Illegal("not-adjacent", "R3.1", cells=at)
    if position.opening:
        near = opening_cells(position.symbols)
        if a not in near and b not in near:
            raise Illegal("not-an-opening", "R3.2", cells=at)


def _scored(position: Position, tile: Tile, at: At) -> tuple[Scores, Placement]:
    gains = (points(position.symbols, at[0], tile.first), points(position.symbols, at[1], tile.second))
    scores, lost, bonuses = walk(position, tile, gains)
    return scores, Placement(tile, at, gains, lost, bonuses)


def _reason(position: Position) -> Reason | None:
    # R7.4: looked at after both symbols, and an instant win goes before a full board.
    if position.mode.instant_win(position.mode.track, position.pegs(position.seat)):
        return "instant-win"
    return None if has_room(position.symbols, position.area) else "board-full"
