"""What a picture costs: a position to PNG bytes, against Pillow's encoding of the same picture alone.

E is Pillow's PNG encoder at level 6 on the finished palette picture, timed in the same run, in turn with ours.
"""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from random import Random
from statistics import median
from time import perf_counter

from game.ai import Style
from game.modes import MODES
from game.placements import placements
from game.rules import apply
from game.simulate import simulate
from game.state import GameState, view
from render.paint import draw, png
from render.scene import Ghost, Labels, Scene, board_scene, rack_scene
from render.theme import Theme, load_theme

ROUNDS = 15
STARTS = 5
SETUPS = (("standard", 2), ("standard", 3), ("standard", 4), ("solo", 1), ("team", 4), ("duel", 2))
SHARES = (("start", 0.0), ("middle", 0.5), ("end", 1.0))
LABELS = Labels(("Ann", "Bartholomew", "Çelik", "Дмитрий"), to_move="Ann to move", bag="46 in the bag", final="Ann won")
Build = Callable[[], Scene]


def main() -> None:
    """Print the tables."""
    theme = load_theme()
    print("render: a position to PNG bytes, and E = Pillow's encoding of the same picture alone; medians in ms")
    print(f"{'':24}{'pixels':>11}{'bytes':>8}{'all':>7}{'draw':>7}{'png':>7}{'E':>7}{'all/E':>7}")
    for name, build in _boards():
        _row(name, build, theme)
    for name, build in _others():
        _row(name, build, theme)
    print(f"most bytes of any board of a whole game of four: {_most(theme)}")
    print(f"peak memory of a board of four above idle: {_peak(theme) / 2**20:.1f} MiB and its Pillow canvas")
    print(f"theme from files to ready: {_start_ms():.0f} ms in a new process")


def _row(name: str, build: Build, theme: Theme) -> None:
    image = draw(build(), theme)
    scene = build()
    methods: list[Callable[[], object]] = [
        lambda: png(draw(build(), theme)),
        lambda: draw(scene, theme),
        lambda: png(image),
        lambda: image.save(BytesIO(), "PNG", compress_level=6),
    ]
    times: list[list[float]] = [[] for _ in methods]
    for _ in range(ROUNDS):
        for method, taken in zip(methods, times, strict=True):
            begin = perf_counter()
            method()
            taken.append(1000 * (perf_counter() - begin))
    whole, drawn, encoded, pillow = (median(taken) for taken in times)
    pixels = f"{image.width}x{image.height}"
    print(
        f"{name:24}{pixels:>11}{len(png(image)):8}{whole:7.1f}{drawn:7.1f}{encoded:7.1f}{pillow:7.1f}"
        f"{whole / pillow:7.2f}"
    )


def _boards() -> list[tuple[str, Build]]:
    found: list[tuple[str, Build]] = []
    for mode, seats in SETUPS:
        played = _game(mode, seats, 1)
        for when, share in SHARES:
            state = _between(played, share)
            found.append((f"{mode} {seats} {when}", lambda state=state: board_scene(view(state, None), LABELS)))
    return found


def _others() -> list[tuple[str, Build]]:
    state = _between(_game("standard", 4, 1), 0.5)
    mine = view(state, state.position.seat)
    tile, a, b, _, _ = max(placements(mine), key=lambda choice: choice[3] + choice[4])
    marks = frozenset(choice[1] for choice in placements(mine))
    ghost = Ghost(tile, (a, b))
    return [
        ("rack alone", lambda: rack_scene(mine, LABELS)),
        ("board and rack", lambda: board_scene(mine, LABELS, rack=True)),
        ("board, rack and ghost", lambda: board_scene(mine, LABELS, rack=True, chosen=0, ghost=ghost)),
        ("board, rack and marks", lambda: board_scene(mine, LABELS, rack=True, chosen=0, marks=marks)),
    ]


def _game(mode: str, seats: int, seed: int, style: Style = "careful") -> list[GameState]:
    states: list[GameState] = []
    state: GameState | None = None
    for event in simulate(MODES[mode], (style,) * seats, Random(seed)):
        state = apply(state, event)
        states.append(state)
    return states


def _between(played: list[GameState], share: float) -> GameState:
    """The state at this share of a game, after a whole turn."""
    rest = played[round(share * (len(played) - 1)) :]
    return next(state for state in rest if state.position.ending or not state.position.in_turn)


def _most(theme: Theme) -> int:
    sizes: list[int] = []
    for seed, style in enumerate(("random", "greedy", "careful")):
        states = _game("standard", 4, seed, style)
        sizes += [len(png(draw(board_scene(view(state, None), LABELS), theme))) for state in states[40::3]]
    return max(sizes)


def _peak(theme: Theme) -> int:
    """The most Python memory of one picture; Pillow's own canvas, a byte a pixel, is not in it."""
    state = _between(_game("standard", 4, 1), 0.5)
    png(draw(board_scene(view(state, None), LABELS), theme))
    tracemalloc.start()
    png(draw(board_scene(view(state, None), LABELS), theme))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _start_ms() -> float:
    code = (
        "from time import perf_counter as t\nfrom render.theme import load_theme\n"
        "b = t()\nload_theme()\nprint(1000 * (t() - b))"
    )
    command = [sys.executable, "-c", code]
    return median(float(subprocess.check_output(command)) for _ in range(STARTS))  # noqa: S603 - this interpreter


if __name__ == "__main__":
    main()
