"""`python -m training.calibrate`: what the net's chances are worth, measured on games of automatic players.

For one mode it prints the factor and the term that make the logit of the net a chance (`CALIBRATION` of
`game.analysis`), the table of predicted and real chances, and what each level loses a placement (`MEAN_LOSS`).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from random import Random
from typing import Final, cast

from game.ai import by_level
from game.ai.levels import LEVELS, Level, LevelName
from game.ai.light import LightPosition
from game.ai.net import Net, WeightsError, load, read_weights
from game.ai.rating import rate
from game.analysis import move_of
from game.events import Event, Place
from game.modes import MODES, Mode
from game.rules import apply, deal, decide, preview
from game.state import GameState, SeatView, view
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers

LOSING: Final[tuple[LevelName, ...]] = ("beginner", "1", "2", "3")
"""Levels whose loss is measured; what is judged as level 4 judges loses nothing."""

Sample = tuple[float, float]
"""The logit of the best placement, and the share of a win that came of it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one mode and print one JSON object."""
    parser = argparse.ArgumentParser(
        prog="python -m training.calibrate", description="Calibrate the chances of a mode."
    )
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--games", type=int, default=2000, metavar="G", help="of level 3, for the calibration (2000)")
    parser.add_argument("--loss-games", type=int, default=6, metavar="G", help="of each level, for its loss (6)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args(arguments)
    mode, seats = MODES[options.mode], options.players
    net = load(mode.name, seats)
    if net is None:
        return 2
    try:
        samples = _judged(mode, seats, options.games, options.seed * 100_003)
    except (EngineError, WeightsError) as error:
        print(f"python -m training.calibrate: {error}", file=sys.stderr)
        return 2
    factor, term = fit(samples)
    losses = {level: _loss(mode, seats, net, LEVELS[level], options, (factor, term)) for level in LOSING}
    print(
        json.dumps(
            {
                "mode": mode.name,
                "players": seats,
                "samples": len(samples),
                "calibration": [round(factor, 3), round(term, 3)],
                "raw": table(samples, 1.0, 0.0),
                "calibrated": table(samples, factor, term),
                "mean_loss": {level: round(loss, 4) for level, loss in losses.items()},
            }
        )
    )
    return 0


def fit(samples: Sequence[Sample]) -> tuple[float, float]:
    """The factor and the term that make the logits fit the outcomes best, by Newton's method."""
    factor, term = 1.0, 0.0
    for _ in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for logit, share in samples:
            chance = 1 / (1 + exp(-(factor * logit + term)))
            error, weight = chance - share, max(chance * (1 - chance), 1e-6)
            g0, g1 = g0 + error * logit, g1 + error
            h00, h01, h11 = h00 + weight * logit * logit, h01 + weight * logit, h11 + weight
        determinant = h00 * h11 - h01 * h01
        factor -= (h11 * g0 - h01 * g1) / determinant
        term -= (h00 * g1 - h01 * g0) / determinant
    return factor, term


def table(samples: Sequence[Sample], factor: float, term: float) -> list[tuple[float, float, int]]:
    """For each tenth of the predicted chances: their mean, the mean share of a win, and how many there were."""
    bins: list[list[Sample]] = [[] for _ in range(10)]
    for logit, share in samples:
        chance = 1 / (1 + exp(-(factor * logit + term)))
        bins[min(int(chance * 10), 9)].append((chance, share))
    return [
        (round(sum(p for p, _ in one) / len(one), 3), round(sum(s for _, s in one) / len(one), 3), len(one))
        for one in bins
        if one
    ]


def _judged(mode: Mode, seats: int, games: int, seed: int) -> list[Sample]:
    """What level 4 thinks of each placement in games that the engine plays at level 3, and what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "weights.txt"
        write_layers(raw, read_weights(WEIGHTS / f"{mode.name}-{seats}.json"))
        played = run("judged", mode.name, seats, games, seed, raw, LEVELS["3"].placements)
        return [
            (logit, share) for game in played for logit, share in cast("list[tuple[float, float]]", game["samples"])
        ]


def _loss(
    mode: Mode, seats: int, net: Net, level: Level, options: argparse.Namespace, calibration: tuple[float, float]
) -> float:
    """What a level loses a placement in games against itself."""
    factor, term = calibration

    def chance(logit: float) -> float:
        return 1 / (1 + exp(-(factor * logit + term)))

    losses: list[float] = []
    for game in range(options.loss_games):
        for state, place in _game(mode, seats, level, options.seed * 200_003 + game):
            if place is None:
                continue
            position = LightPosition.of(view(state, state.position.seat))
            rated = rate(position, net, position.moves())
            move = move_of(position, place.tile, place.at)
            best = max(one.value for one in rated)
            losses.append(chance(best) - chance(next(one.value for one in rated if one.move == move)))
    return sum(losses) / len(losses)


def _game(mode: Mode, seats: int, level: Level, seed: int) -> Iterator[tuple[GameState, Place | None]]:
    """The states of a game of one level with the placement made in each; the last one with none."""
    rng = Random(seed)
    state = apply(None, deal(mode, seats, rng))
    while state.position.ending is None:
        seen = view(state, state.position.seat)
        place = _place(seen, level, rng)
        yield state, place
        events: tuple[Event, ...] = decide(state, state.position.seat, place, rng)
        for event in events:
            state = apply(state, event)
    yield state, None


def _place(seen: SeatView, level: Level, rng: Random) -> Place:
    place = by_level(seen, level, rng)
    return place if preview(seen, place.tile, place.at).exchange else Place(place.tile, place.at)


if __name__ == "__main__":
    sys.exit(main())
