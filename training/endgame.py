"""`python -m training.endgame`: how often a level chooses the best placement when hardly any tile fits.

The engine finds positions of self-play in which up to three tiles fit and it makes a difference what is placed, and
solves them by brute force: over every rack that the next seat may hold, each of which does its best by what it knows.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, cast

from game.ai import LEVELS, by_level
from game.ai.net import WeightsError, read_weights
from game.events import At
from game.modes import MODES
from game.puzzles import placement, story
from game.rules import fold
from game.state import SeatView, view
from game.tiles import Tile
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers

_EQUAL: Final = 1e-6
"""Chances that are no further apart differ by rounding alone."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A position with what its best placements lead to.

    Attributes:
        view: what the seat on turn sees.
        fit: how many tiles fit.
        chances: the own chance after each placement that a quick count puts near the best.
    """

    view: SeatView
    fit: int
    chances: Mapping[tuple[Tile, At], float]

    def loss(self, tile: Tile, at: At) -> float:
        """How much of the chance a placement loses against the best one; all of it where it is not near the best."""
        a, b = at
        found = self.chances.get((tile, at))
        if found is None and tile.double:
            found = self.chances.get((tile, (b, a)))
        return max(self.chances.values()) - (found or 0.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Let a level play and print one JSON object; 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m training.endgame", description="Hold a level against brute force.")
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--positions", type=int, default=500, metavar="P", help="how many (500)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--level", default="5", choices=tuple(LEVELS), help="who plays (5)")
    options = parser.parse_args(arguments)
    rng = Random(options.seed)
    losses: dict[int, list[float]] = {}
    slowest = 0.0
    try:
        for one in solved(options.mode, options.players, options.positions, options.seed):
            start = process_time()
            place = by_level(one.view, LEVELS[options.level], rng)
            slowest = max(slowest, process_time() - start)
            losses.setdefault(one.fit, []).append(one.loss(place.tile, place.at))
    except (EngineError, WeightsError) as error:
        print(f"python -m training.endgame: {error}", file=sys.stderr)
        return 2
    head = {name: getattr(options, name) for name in ("mode", "players", "level", "seed")}
    figures = {f"{fit} fit": _figures(losses[fit]) for fit in sorted(losses)}
    every = [loss for one in losses.values() for loss in one]
    print(json.dumps(head | _figures(every) | figures | {"slowest_ms": round(1000 * slowest)}))
    return 0


def solved(mode: str, players: int, positions: int, seed: int) -> Iterator[Solved]:
    """Endgames of self-play, solved by brute force.

    Raises:
        EngineError: the engine cannot be built or refuses.
        WeightsError: there are no weights for the mode.
    """
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "weights.txt"
        write_layers(raw, read_weights(WEIGHTS / f"{mode}-{players}.json"))
        for line in run("endgames", mode, players, positions, seed, raw):
            now = fold(story(mode, str(line["deal"]), str(line["turns"])))
            chances = cast("Mapping[str, float]", line["chances"])
            told = {placement(text): chance for text, chance in chances.items()}
            yield Solved(view(now, now.position.seat), cast("int", line["fit"]), told)


def _figures(losses: Sequence[float]) -> dict[str, float]:
    """How many positions, the share with a best placement, with its 95 % interval, and the mean loss in percent."""
    count, optimal = len(losses), sum(loss < _EQUAL for loss in losses)
    share = optimal / count
    interval = 1.96 * sqrt(share * (1 - share) / count)
    lost = 100 * sum(losses) / count
    return {"positions": count, "optimal": round(share, 4), "ci95": round(interval, 4), "lost": round(lost, 3)}


if __name__ == "__main__":
    sys.exit(main())
