"""What a choice of each level and a placement of an analysis take of CPU, and what the levels add to the memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from random import Random
from time import process_time
from typing import cast

from game.ai import choose
from game.ai.levels import LEVELS, LevelName
from game.analysis import judge
from game.events import Event, Placed, Stopped
from game.modes import MODES
from game.rules import fold
from game.simulate import simulate
from game.state import SeatView, view

POSITIONS = {"5": 4}
"""Of a game, where it is not `USUAL`."""
USUAL = 24
JUDGED = 8
_MIB = 2**20


def main() -> None:
    """Print it."""
    print(
        "levels: milliseconds of CPU of a choice, 95 % of choices below, at most; of a placement of an analysis, mean"
    )
    for mode in MODES.values():
        for seats in mode.seats:
            events = simulate(mode, ("careful",) * seats, Random(1))
            words = [f"{level} {_timed(events, level)}" for level in LEVELS]
            print(f"  {mode.name} of {seats}: {', '.join(words)}; analysis {_analysed(events):.0f}")
    code = "from bench.levels import memory; memory()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    grown = json.loads(done.stdout)
    bot, worker = grown["bot"], grown["worker"]
    print(f"  MiB that they add to a process: {bot:.1f} up to level 3, {worker:.1f} with all")


def memory() -> None:
    """Print how many MiB a process grows by when the levels that a bot plays itself have played, and the others too."""
    _play("careful")
    before = _resident()
    _play("3")
    bot = _resident()
    _play("5")
    print(json.dumps({"bot": bot - before, "worker": _resident() - before}))


def _play(level: str) -> None:
    """A game of each mode; of level 5 a choice in each, after one of level 4."""
    for mode in MODES.values():
        for seats in mode.seats:
            if level == "5":
                (seen,) = _views(simulate(mode, ("careful",) * seats, Random(2)), 1)
                choose(seen, "4", Random(1))
                choose(seen, "5", Random(1))
            else:
                simulate(mode, ("careful" if level == "careful" else "3",) * seats, Random(2))


def _timed(events: list[Event], level: LevelName) -> str:
    """What 95 % of the choices of a level stay below, and the longest, in milliseconds."""
    took: list[float] = []
    for number, seen in enumerate(_views(events, POSITIONS.get(level, USUAL))):
        start = process_time()
        choose(seen, level, Random(number))
        took.append(1e3 * (process_time() - start))
    took.sort()
    return f"{took[ceil(0.95 * len(took)) - 1]:.0f}/{took[-1]:.0f}"


def _analysed(events: list[Event]) -> float:
    """Milliseconds of a placement, the mean of some in the middle of the game."""
    placed = sum(isinstance(event, Placed) for event in events)
    start = process_time()
    judge(events, (placed - JUDGED) // 2, (placed + JUDGED) // 2)
    return 1e3 * (process_time() - start) / JUDGED


def _views(events: list[Event], count: int) -> Iterator[SeatView]:
    """What the seat on turn sees at so many places of a game, from its first turn on."""
    turns = [at for at, event in enumerate(events) if not isinstance(event, (Placed, Stopped))][:-1]
    for number in range(count):
        state = fold(events[: turns[number * len(turns) // count] + 1])
        if state.position.ending is None:
            yield view(state, state.position.seat)


def _resident() -> float:
    """The memory of this process in MiB."""
    pages = int(cast("str", Path("/proc/self/statm").read_text(encoding="ascii").split()[1]))
    return pages * os.sysconf("SC_PAGE_SIZE") / _MIB


if __name__ == "__main__":
    main()
