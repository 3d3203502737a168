"""`python -m training.puzzles`: finds positions of self-play with one clearly best placement and writes them.

The engine looks for them with the weights of the mode: a gap by the net, confirmed by a look-ahead with many samples.
A position is given up as soon as it is next to certain that it has no such gap.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from game.ai.net import WeightsError, read_weights
from game.modes import MODES
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers

PUZZLES = Path(__file__).parents[1] / "game" / "puzzle_data"


def main(arguments: Sequence[str] | None = None) -> int:
    """Find and write; 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m training.puzzles", description="Find puzzles of one mode.")
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--count", type=int, default=100, metavar="C", help="how many (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--gap", type=float, default=0.1, metavar="G", help="of chances, from 0 to 1 (0.1)")
    parser.add_argument("--samples", type=int, default=400, metavar="N", help="that confirm the gap (400)")
    parser.add_argument("--add", action="store_true", help="keep what is there, and find the rest; take another seed")
    parser.add_argument("--out", metavar="FILE", help="where they go, instead of game/puzzle_data")
    options = parser.parse_args(arguments)
    out = Path(options.out) if options.out else PUZZLES / f"{options.mode}-{options.players}.json"
    try:
        kept: list[object] = json.loads(out.read_text(encoding="ascii")) if options.add and out.exists() else []
        missing = max(0, options.count - len(kept))
        with tempfile.TemporaryDirectory() as folder:
            raw = Path(folder) / "weights.txt"
            write_layers(raw, read_weights(WEIGHTS / f"{options.mode}-{options.players}.json"))
            words = (missing, options.seed, raw, options.gap, options.samples)
            found = [*kept, *run("puzzles", options.mode, options.players, *words)]
        out.parent.mkdir(parents=True, exist_ok=True)
        lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in found)
        out.write_text(f"[{lines}]\n", encoding="ascii")
    except (EngineError, WeightsError, OSError) as error:
        print(f"python -m training.puzzles: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
