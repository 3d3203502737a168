"""How fast the rules and the bots are, each against the plain way of doing the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from game.ai import choose
from game.ai.levels import LEVELS
from game.ai.light import LightPosition, random_game
from game.board import EMPTY, START, WHOLE, Area, Symbols, diagonal, row
from game.modes import MODES
from game.placements import Choice, best, choices
from game.record import from_json, to_json
from game.rules import apply, deal, fold
from game.simulate import simulate
from game.state import view
from game.tiles import PIECES, Tile, parse_tile

RACK = tuple(parse_tile(code) for code in ("RB", "GG", "OY", "RP", "YB", "OP"))
"""Six different tiles, one a double."""

ROUNDS = 41
FOLDED_MS = 15
ROLLOUTS = 5

Coordinates = tuple[int, int]


def main() -> None:
    """Print everything."""
    print(f"game: {ROUNDS} rounds, the methods in turn; medians")
    for name, symbols in (("empty whole board", START), ("half-full whole board", half_full())):
        _compare(name, symbols)
    _fold()
    _rollouts()


def half_full() -> Symbols:
    """The whole board after half of the tiles of a game."""
    events = simulate(MODES["standard"], ("greedy",) * 4, Random(1))
    placed = 0
    for until, event in enumerate(events):
        placed += type(event).__name__ == "Placed"
        if placed == 40:
            return fold(events[: until + 1]).position.symbols
    raise RuntimeError("the game was too short")


# --- the plain way -------------------------------------------------------------------------------------------------

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def coordinates(symbols: Symbols, area: Area) -> dict[Coordinates, int]:
    """The board as the plain way keeps it."""
    return {(row(cell), diagonal(cell)): symbols[cell] for cell in area.cells}


def naive_choices(
    board: dict[Coordinates, int], rack: Sequence[Tile]
) -> list[tuple[Tile, Coordinates, Coordinates, int, int]]:
    """Every placement with its points, walking each line of each placement."""
    found: list[tuple[Tile, Coordinates, Coordinates, int, int]] = []
    for tile in rack:
        # A double turned round is the same placement, so that half of the directions are enough.
        for step in STEPS[:3] if tile.double else STEPS:
            back = (-step[0], -step[1])
            for first, symbol in board.items():
                second = (first[0] + step[0], first[1] + step[1])
                if symbol == EMPTY and board.get(second) == EMPTY:
                    one = naive_points(board, first, tile.first, step)
                    other = naive_points(board, second, tile.second, back)
                    found.append((tile, first, second, one, other))
    return found


def naive_points(board: dict[Coordinates, int], cell: Coordinates, colour: int, towards_other: Coordinates) -> int:
    """The points of one symbol in the five directions that do not point at the other."""
    points = 0
    for step in STEPS:
        if step == towards_other:
            continue
        line = (cell[0] + step[0], cell[1] + step[1])
        while board.get(line) == colour:
            points += 1
            line = (line[0] + step[0], line[1] + step[1])
    return points


def naive_best(board: dict[Coordinates, int], rack: Sequence[Tile]) -> int:
    """The most points of any placement."""
    return max(choice[3] + choice[4] for choice in naive_choices(board, rack))


# --- measuring -----------------------------------------------------------------------------------------------------


def _compare(name: str, symbols: Symbols) -> None:
    board = coordinates(symbols, WHOLE)
    count = len(choices(symbols, WHOLE, RACK))
    top: Choice | None = best(symbols, WHOLE, RACK)
    if count != len(naive_choices(board, RACK)) or top is None or top[3] + top[4] != naive_best(board, RACK):
        raise RuntimeError("the two ways disagree")
    naive, listed, naive_top, best_alone = _medians(
        lambda: naive_choices(board, RACK),
        lambda: choices(symbols, WHOLE, RACK),
        lambda: naive_best(board, RACK),
        lambda: best(symbols, WHOLE, RACK),
    )
    print(f"  {name}, {count} placements")
    _line("every placement", listed, naive, at_least=8)
    _line("the best alone", best_alone, naive_top, at_least=25)


def _line(what: str, ours: float, plain: float, *, at_least: int) -> None:
    print(
        f"    {what:15} {ours * 1e6:6.0f} us, plain {plain * 1e6:6.0f} us: {plain / ours:5.1f} x (at least {at_least})"
    )


def _fold() -> None:
    for name, seats in (("standard", 4), ("team", 4), ("standard", 2)):
        events = simulate(MODES[name], ("careful",) * seats, Random(2))
        stored = [to_json(event) for event in events]
        folded, parsed = _medians(
            lambda stored=stored: fold(from_json(text) for text in stored),
            lambda stored=stored: [json.loads(text) for text in stored],
        )
        print(
            f"  a {name} game of {seats} from {len(stored)} stored events: {folded * 1e3:.1f} ms (at most {FOLDED_MS}),"
            f" {folded / parsed:.1f} x reading their JSON alone"
        )


def _rollouts() -> None:
    """Random games of two by the rules and on the light position, and what a choice of each level costs."""
    state = apply(None, deal(MODES["standard"], 2, Random(1)))
    racks = [[tile for tile in rack if tile] for rack in state.racks]
    start, rng = LightPosition(state.position, racks, [state.unseen[piece] for piece in PIECES]), Random(2)
    ruled, light = _medians(
        lambda: simulate(MODES["standard"], ("random", "random"), rng), lambda: random_game(start, rng)
    )
    print(
        f"  a random game of two: {light * 1e3:.2f} ms, by the rules {ruled * 1e3:.1f} ms: {ruled / light:.1f} x"
        f" (at least {ROLLOUTS})"
    )
    seen = view(state, 0)
    levels = [name for name, level in LEVELS.items() if not level.lookahead]
    times = _medians(*(partial(choose, seen, level, rng) for level in levels))
    by_level = ", ".join(f"{level} {taken * 1e3:.1f}" for level, taken in zip(levels, times, strict=True))
    print(f"  a first placement by level, ms: {by_level}")


def _medians(*methods: Callable[[], object]) -> list[float]:
    """The median time of each method in seconds, each run once a round."""
    times: list[list[float]] = [[] for _ in methods]
    for _ in range(ROUNDS):
        for method, taken in zip(methods, times, strict=True):
            start = perf_counter()
            method()
            taken.append(perf_counter() - start)
    return [median(taken) for taken in times]


if __name__ == "__main__":
    main()
