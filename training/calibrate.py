"""`python -m training.calibrate`: what the net's chances are worth, measured on games of automatic players.

For one mode it prints the factor and the term that make the logit of the net a chance (`CALIBRATION` of
`game.analysis`), the table of predicted and real chances, and what each level loses a placement (`MEAN_LOSS`).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from math import exp
from pathlib import Path
from typing import Final, cast

from game.ai.levels import LEVELS, LevelName
from game.ai.net import WeightsError, read_weights
from game.modes import MODES
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers

LOSING: Final[tuple[LevelName, ...]] = ("beginner", "1", "2", "3")
"""Levels whose loss is measured; what is judged as level 4 judges loses nothing."""

Sample = tuple[float, float, float]
"""The logit of the best placement, the share of a win that came of it, the logit of the placement that was made."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one mode and print one JSON object."""
    options = _parser().parse_args(arguments)
    try:
        samples = [sample for game in _judged(options, "3", options.games) for sample in game]
        factor, term = fit(samples)
        losses = {level: _loss(_judged(options, level, options.loss_games), factor, term) for level in LOSING}
    except (EngineError, WeightsError) as error:
        print(f"python -m training.calibrate: {error}", file=sys.stderr)
        return 2
    print(
        json.dumps(
            {
                "mode": options.mode,
                "players": options.players,
                "samples": len(samples),
                "calibration": [round(factor, 3), round(term, 3)],
                "raw": table(samples, 1.0, 0.0),
                "calibrated": table(samples, factor, term),
                "mean_loss": {level: round(loss, 4) for level, loss in losses.items()},
            }
        )
    )
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.calibrate", description="Calibrate the chances of a mode."
    )
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--games", type=int, default=4000, metavar="G", help="of level 3, for the calibration (4000)")
    parser.add_argument("--every", type=int, default=6, metavar="E", help="one placement of so many is judged (6)")
    parser.add_argument("--loss-games", type=int, default=200, metavar="G", help="of each level, for its loss (200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    return parser


def fit(samples: Sequence[Sample]) -> tuple[float, float]:
    """The factor and the term that make the logits fit the outcomes best, by Newton's method."""
    factor, term = 1.0, 0.0
    for _ in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for logit, share, _ in samples:
            chance = _chance(logit, factor, term)
            error, weight = chance - share, max(chance * (1 - chance), 1e-6)
            g0, g1 = g0 + error * logit, g1 + error
            h00, h01, h11 = h00 + weight * logit * logit, h01 + weight * logit, h11 + weight
        determinant = h00 * h11 - h01 * h01
        factor -= (h11 * g0 - h01 * g1) / determinant
        term -= (h00 * g1 - h01 * g0) / determinant
    return factor, term


def table(samples: Sequence[Sample], factor: float, term: float) -> list[tuple[float, float, int]]:
    """For each tenth of the predicted chances: their mean, the mean share of a win, and how many there were."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for logit, share, _ in samples:
        chance = _chance(logit, factor, term)
        bins[min(int(chance * 10), 9)].append((chance, share))
    return [
        (round(sum(p for p, _ in one) / len(one), 3), round(sum(s for _, s in one) / len(one), 3), len(one))
        for one in bins
        if one
    ]


def _loss(games: Sequence[Sequence[Sample]], factor: float, term: float) -> float:
    """What a placement loses on average."""
    losses = [_chance(best, factor, term) - _chance(made, factor, term) for game in games for best, _, made in game]
    return sum(losses) / len(losses)


def _chance(logit: float, factor: float, term: float) -> float:
    return 1 / (1 + exp(-(factor * logit + term)))


def _judged(options: argparse.Namespace, level: LevelName, games: int) -> list[list[Sample]]:
    """What level 4 thinks of placements in games of a level against itself, by game, and what came of it."""
    seen = LEVELS[level].placements or 0
    most = seen if LEVELS[level].judges else -seen
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "weights.txt"
        write_layers(raw, read_weights(WEIGHTS / f"{options.mode}-{options.players}.json"))
        words = (games, options.seed * 100_003, raw, most, options.every)
        played = run("judged", options.mode, options.players, *words)
        return [cast("list[Sample]", game["samples"]) for game in played]


if __name__ == "__main__":
    sys.exit(main())
