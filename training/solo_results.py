"""What the levels of the bots reach alone, for the daily challenge: one row a game, kept with the code.

`python -m training.solo_results --games 200 --out game/solo_data/results.json` takes a few minutes of
one core. Level 5, which takes 17 s a game in Python, is played by the engine, which plays as the levels do.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import cast

from game.ai import LEVELS
from game.ai.levels import LevelName
from game.ai.net import WeightsError, read_weights
from game.modes import MODES
from game.rules import fold
from game.simulate import simulate
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers
from training.match import words_of

KEPT = 2
"""How many colours of a result are kept, the lowest first: more decide next to no comparison."""


def played(level: LevelName, number: int) -> list[int]:
    """The lowest colours of a level at the end of the solo game with this number, in Python."""
    solo = MODES["solo"]
    position = fold(simulate(solo, [level], Random(f"solo {level} {number}"))).position
    return list(solo.result(position.pegs(0))[:KEPT])


def by_engine(level: LevelName, games: int, seed: int) -> list[list[int]]:
    """The lowest colours of a level at the end of so many solo games, by the engine.

    Raises:
        EngineError: the engine cannot be built or refuses.
        WeightsError: the weights are missing or damaged.
    """
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "weights.txt"
        write_layers(raw, read_weights(WEIGHTS / "solo-1.json"))
        words = words_of(LEVELS[level], "solo", 1, raw)
        return [cast("list[int]", one["pegs"])[:KEPT] for one in run("results", "solo", 1, games, seed, words)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and write the file; 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m training.solo_results")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the games of the engine")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    found: dict[str, list[list[int]]] = {}
    try:
        for level, row in LEVELS.items():
            if row.lookahead:
                found[level] = sorted(by_engine(level, given.games, given.seed * 100_003))
            else:
                found[level] = sorted(played(level, number) for number in range(given.games))
            print(level, len(found[level]), found[level][len(found[level]) // 2], flush=True)
        rows = ",\n".join(f'"{name}": {json.dumps(results)}' for name, results in found.items())
        given.out.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    except (EngineError, WeightsError, OSError) as error:
        print(f"python -m training.solo_results: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
