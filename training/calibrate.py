"""`python -m training.calibrate`: what the net's chances are worth, measured on games of bots.

For one mode it fits how the logits of the net become chances, measures what each level loses a placement, and
holds the chances that an analysis would show against what came of the games of another seed. All of it is written to
`game/calibration_data`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final, cast

from game.ai.levels import LEVELS, LevelName
from game.ai.net import WeightsError, read_weights
from game.calibration import AS_IT_IS, FOLDER, Calibration, Curve, at, waits, weight
from game.modes import MODES, Mode
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers

LOSING: Final[tuple[LevelName, ...]] = tuple(name for name, level in LEVELS.items() if level.placements is not None)
"""Levels whose loss is measured; what is judged as level 4 judges loses nothing."""
_SHOWN_FROM: Final = 0.25
"""The part of the board from which an analysis shows chances."""
_STEPS: Final = 8
"""Of Newton's method."""

Sample = tuple[float, float, float]
"""A logit of the net, which part of the board was filled, and the share of a win that came of it."""
Figure = tuple[int, float, float]
"""A chance that an analysis would show: the number of its game, the chance, and the share of a win that came of it."""
Row = tuple[float, float, int, float]
"""Of chances in the same tenth: their mean, the mean share of a win, how many there were, the error of that share."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A judged turn of a game."""

    game: int
    seat: int
    filled: float
    made: float
    """The logit of the placement that was made."""
    logits: tuple[float, ...]
    """What each seat could say of itself before it, the one on turn of its best placement."""
    outcomes: tuple[float, ...]
    """The share of the win of each seat at the end."""

    @property
    def sample(self) -> Sample:
        """What is learned from it: of the seat on turn alone, whose chance decides those of all."""
        return self.logits[self.seat], self.filled, self.outcomes[self.seat]

    def lost(self, known: Calibration) -> float:
        """How much of its chance the placement lost."""
        return known.chance(self.logits[self.seat], self.filled) - known.chance(self.made, self.filled)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one mode and write its file; 0, or 2 with one line on standard error."""
    options = _parser().parse_args(arguments)
    mode, players = MODES[cast("str", options.mode)], cast("int", options.players)
    name = f"{mode.name}-{players}.json"
    try:
        weights = cast("str", json.loads((WEIGHTS / name).read_text(encoding="ascii"))["sha256"])
        turns = list(_judged(options, "3", options.games, options.seed, _SHOWN_FROM))
        alike = (mode.sides or players) <= 2
        known = Calibration(fit([turn.sample for turn in turns]), AS_IT_IS if alike else fit_waiting(turns), {})
        figures = shown(mode, known, _judged(options, "3", options.check_games, options.seed + 1, _SHOWN_FROM))
        losing = LOSING if players > 1 else ()
        losses = {one: _mean_loss(_judged(options, one, options.loss_games, options.seed, 0), known) for one in losing}
        document = {
            "mode": mode.name,
            "players": players,
            "weights": weights,
            "own": known.own,
            "waiting": known.waiting,
            "mean_loss": losses,
            "seed": options.seed,
            "games": {"fit": options.games, "check": options.check_games, "loss": options.loss_games},
            "every": options.every,
            "checked": table(figures),
        }
        out = Path(options.out) if options.out else FOLDER / name
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(document) + "\n", encoding="ascii")
    except (EngineError, WeightsError, OSError) as error:
        print(f"python -m training.calibrate: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.calibrate", description="Calibrate the chances of a mode."
    )
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--games", type=int, default=1500, metavar="G", help="of level 3 that fit the curve (1500)")
    parser.add_argument("--check-games", type=int, default=4000, metavar="G", help="of level 3 that check it (4000)")
    parser.add_argument("--every", type=int, default=3, metavar="E", help="one placement of so many is judged (3)")
    parser.add_argument("--loss-games", type=int, default=100, metavar="G", help="of each level, for its loss (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the fit; the check has the next one (1)")
    parser.add_argument("--out", metavar="FILE", help="where it goes, instead of game/calibration_data")
    return parser


def fit(samples: Sequence[Sample]) -> Curve:
    """The curve that makes chances of the logits that fit the outcomes best, by Newton's method, to three places."""
    curve = [1.0, 0.0, 0.0, 0.0]
    for _ in range(_STEPS):
        gradient, bend = [0.0] * 4, [[0.0] * 4 for _ in range(4)]
        known = Calibration(_curve(curve), AS_IT_IS, {})
        for logit, filled, share in samples:
            chance = known.chance(logit, filled)
            _count(gradient, bend, (logit, 1.0, filled * logit, filled), share - chance, chance * (1 - chance))
        curve = _better(curve, gradient, bend)
    return _curve(curve)


def fit_waiting(turns: Sequence[Turn]) -> Curve:
    """The curve by which those that wait share best what the seat on turn leaves, found as in `fit`."""
    curve = list(AS_IT_IS)
    for _ in range(_STEPS):
        gradient, bend = [0.0] * 4, [[0.0] * 4 for _ in range(4)]
        for turn in turns:
            left = 1 - turn.outcomes[turn.seat]
            others = [seat for seat in range(len(turn.logits)) if seat != turn.seat]
            seen = [waits(turn.seat, other, turn.logits) for other in others]
            weights = [weight(at(_curve(curve), turn.filled), one) for one in seen]
            shares = [one / sum(weights) for one in weights]
            inputs = [(*one, turn.filled * one[0], turn.filled * one[1]) for one in seen]
            mean = [sum(share * one[column] for share, one in zip(shares, inputs, strict=True)) for column in range(4)]
            for other, share, one in zip(others, shares, inputs, strict=True):
                apart = tuple(value - middle for value, middle in zip(one, mean, strict=True))
                _count(gradient, bend, apart, turn.outcomes[other] - left * share, left * share)
        curve = _better(curve, gradient, bend)
    return _curve(curve)


def _curve(values: Sequence[float]) -> Curve:
    first, second, first_more, second_more = (round(value, 3) for value in values)
    return first, second, first_more, second_more


def _count(
    gradient: list[float], bend: list[list[float]], inputs: Sequence[float], error: float, certainty: float
) -> None:
    """Add one observation to the slope of the likelihood and to how it bends."""
    for row, one in enumerate(inputs):
        gradient[row] += error * one
        for column, other in enumerate(inputs):
            bend[row][column] += certainty * one * other


def _better(curve: Sequence[float], gradient: Sequence[float], bend: Sequence[Sequence[float]]) -> list[float]:
    """One step of Newton's method; what nothing was observed of stays as it is."""
    steady = [
        [value + (1e-6 if row == column else 0) for column, value in enumerate(line)] for row, line in enumerate(bend)
    ]
    return [value + step for value, step in zip(curve, _solved(steady, gradient), strict=True)]


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a system of linear equations with a positive matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(len(rows)):
        row = rows[pivot]
        for line, other in enumerate(rows):
            if line != pivot:
                part = other[pivot] / row[pivot]
                rows[line] = [value - part * mine for value, mine in zip(other, row, strict=True)]
    return [row[-1] / row[line] for line, row in enumerate(rows)]


def shown(mode: Mode, known: Calibration, turns: Iterable[Turn]) -> list[Figure]:
    """The chances of all seats that an analysis would show before these turns; of a team one for both partners."""
    figures: list[Figure] = []
    for turn in turns:
        chances = known.chances(mode, turn.seat, turn.logits, turn.filled)
        sides = mode.sides or len(chances)
        figures += [(turn.game, *one) for one in zip(chances[:sides], turn.outcomes[:sides], strict=True)]
    return figures


def table(figures: Sequence[Figure]) -> list[Row]:
    """What came of the chances of each tenth. The figures of a game have much in common, which the error allows for."""
    tenths: list[list[Figure]] = [[] for _ in range(10)]
    for figure in figures:
        tenths[min(int(figure[1] * 10), 9)].append(figure)
    return [_row(tenth) for tenth in tenths if tenth]


def _row(figures: Sequence[Figure]) -> Row:
    count = len(figures)
    mean = sum(share for _, _, share in figures) / count
    apart: dict[int, float] = {}
    for game, _, share in figures:
        apart[game] = apart.get(game, 0.0) + share - mean
    error = sqrt(sum(value * value for value in apart.values())) / count
    return round(sum(chance for _, chance, _ in figures) / count, 3), round(mean, 3), count, round(error, 4)


def _mean_loss(turns: Iterable[Turn], known: Calibration) -> float:
    losses = [turn.lost(known) for turn in turns]
    return round(sum(losses) / len(losses), 4)


def _judged(options: argparse.Namespace, level: LevelName, games: int, seed: int, start: float) -> Iterator[Turn]:
    """What level 4 thinks of turns in games of a level against itself, from a filling of the board on."""
    seen = LEVELS[level].placements or 0
    most = seen if LEVELS[level].judges else -seen
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "weights.txt"
        write_layers(raw, read_weights(WEIGHTS / f"{options.mode}-{options.players}.json"))
        words = (games, seed * 100_003, raw, most, options.every, start)
        for number, game in enumerate(run("judged", options.mode, options.players, *words)):
            outcomes = tuple(cast("list[float]", game["outcomes"]))
            for seat, filled, made, *logits in cast("list[list[float]]", game["samples"]):
                yield Turn(number, int(seat), filled, made, tuple(logits), outcomes)


if __name__ == "__main__":
    sys.exit(main())
