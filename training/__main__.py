"""`python -m training --mode M --players N`: trains the weights of one mode and writes them where the players look."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from game.ai.net import digest
from game.modes import MODES
from training.engine import EngineError, read_layers, run, write_layers

WEIGHTS = Path(__file__).parents[1] / "game" / "ai" / "weights"


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write; 0, or 2 with one line on standard error."""
    options = _parser().parse_args(arguments)
    seats = options.players or MODES[options.mode].seats[0]
    if seats not in MODES[options.mode].seats:
        print(f"python -m training: {options.mode} is not played by {seats}", file=sys.stderr)
        return 2
    out = Path(options.out) if options.out else WEIGHTS / f"{options.mode}-{seats}.json"
    try:
        _train(options, seats, out)
    except (EngineError, OSError) as error:
        print(f"python -m training: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description="Train the weights of one mode.")
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", type=int, metavar="N", help="the mode's least number without it")
    parser.add_argument("--games", type=int, default=60_000, metavar="G", help="games of self-play (60000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--placements", type=int, default=64, metavar="K", help="looked at in self-play; 0: all (64)")
    parser.add_argument("--trace", type=float, default=0.9, metavar="L", help="the lambda of TD(lambda) (0.9)")
    parser.add_argument("--rate", type=float, default=0.002, metavar="R", help="the first learning rate (0.002)")
    parser.add_argument("--progress", type=float, default=0.0, metavar="P", help="how far exploration is narrowed (0)")
    parser.add_argument(
        "--careful", type=float, default=0.0, metavar="C", help="share of games with a careful side (0)"
    )
    parser.add_argument("--from", dest="start", metavar="FILE", help="weights to train on, instead of random ones")
    parser.add_argument("--out", metavar="FILE", help="where the weights go, instead of game/ai/weights")
    return parser


def _train(options: argparse.Namespace, seats: int, out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        raw, start = Path(folder) / "weights.txt", "-"
        parent: str | None = None
        if options.start:
            content = json.loads(Path(options.start).read_text(encoding="utf-8"))
            start, parent = str(Path(folder) / "start.txt"), content["sha256"]
            write_layers(Path(start), content)
        numbers = (options.placements, options.trace, options.rate, options.progress, options.careful)
        for line in run("train", options.mode, seats, options.games, options.seed, raw, start, *numbers):
            print(json.dumps(line), flush=True)
        layers = read_layers(raw)
    head = {
        "mode": options.mode,
        "players": seats,
        "seed": options.seed,
        "games": options.games,
        "options": {name: getattr(options, name) for name in ("placements", "trace", "rate", "progress", "careful")},
        "from": parent,
        "sha256": digest(layers),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(head | layers, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
