"""What the levels of the automatic players reach alone, for the daily challenge: one row a game, kept with the code.

`python -m training.solo_results --games 200 --out game/solo_data/results.json` takes some minutes of one core. Level 5
thinks about 17 s a game; it is played with `--last`, which is how many games it gets.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

from game.ai import LEVELS
from game.ai.levels import LevelName
from game.modes import MODES
from game.rules import fold
from game.simulate import simulate

KEPT = 2
"""How many colours of a result are kept, the lowest first: more decide next to no comparison."""


def played(level: LevelName, number: int) -> list[int]:
    """The lowest colours of a level at the end of the solo game with this number."""
    solo = MODES["solo"]
    position = fold(simulate(solo, [level], Random(f"solo {level} {number}"))).position
    return list(solo.result(position.pegs(0))[:KEPT])


def main() -> None:
    """Play the games and write the file, after each level again."""
    parser = argparse.ArgumentParser(prog="python -m training.solo_results")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--last", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found: dict[str, list[list[int]]] = {}
    for level in LEVELS:
        games = given.last if level == "5" else given.games
        if not games:
            continue
        found[level] = sorted(played(level, number) for number in range(games))
        rows = ",\n".join(f'"{name}": {json.dumps(results)}' for name, results in found.items())
        given.out.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
        print(level, len(found[level]), found[level][len(found[level]) // 2], flush=True)


if __name__ == "__main__":
    main()
