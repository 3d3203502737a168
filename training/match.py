"""`python -m training.match`: the tournament of `python -m game`, played by the engine, a hundred times faster.

Levels from 1 are played by the net as their rows in `game.ai.levels` say; the beginner is no player of the engine.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Final

from game.ai.levels import LEVELS, Level, LevelName
from game.ai.net import WeightsError, read_weights
from game.modes import MODES
from training.__main__ import WEIGHTS
from training.engine import EngineError, run, write_layers

_LEVELS: Final[tuple[LevelName, ...]] = tuple(name for name, level in LEVELS.items() if level.judges)
_BASELINES: Final = ("random", "max", "increase-min", "reduce-deficit", "ludamad", "careful")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one match and print one JSON object; 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m training.match",
        description="Play a against b in the engine, a hundred times faster than `python -m game tournament`.",
    )
    parser.add_argument("--mode", required=True, choices=tuple(MODES))
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--a", required=True, choices=(*_LEVELS, *_BASELINES))
    parser.add_argument("--b", required=True, choices=(*_LEVELS, *_BASELINES), help="alone, it does not play")
    parser.add_argument("--games", type=int, default=400, metavar="G")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--weights", metavar="FILE", help="of a, instead of those of the mode")
    parser.add_argument(
        "--ahead",
        metavar="NAME=VALUE,...",
        default="",
        help="fields of the look-ahead of a, or endgame, instead of its row's",
    )
    options = parser.parse_args(arguments)
    own = WEIGHTS / f"{options.mode}-{options.players}.json"
    try:
        with tempfile.TemporaryDirectory() as folder:
            players = [
                _player(level, options, Path(path), Path(folder) / name)
                for name, level, path in (("a", options.a, options.weights or own), ("b", options.b, own))
            ]
            for line in run("match", options.mode, options.players, options.games, options.seed, *players):
                head = {name: getattr(options, name) for name in ("mode", "players", "a", "b", "seed")}
                print(json.dumps(head | line))
    except (EngineError, WeightsError) as error:
        print(f"python -m training.match: {error}", file=sys.stderr)
        return 2
    return 0


def _player(level: str, options: argparse.Namespace, weights: Path, raw: Path) -> str:
    """A player in the words of the engine."""
    found = next((LEVELS[name] for name in _LEVELS if name == level), None)
    if found is None:
        return level
    write_layers(raw, read_weights(weights))
    return words_of(found, options.mode, options.players, raw, options.ahead if raw.name == "a" else "")


def words_of(level: Level, mode: str, players: int, raw: Path, ahead: str = "") -> str:
    """A level in the words of the engine, with other fields of its look-ahead if `ahead` names some.

    `raw` is the file with its weights, as `write_layers` wrote them.

    Raises:
        EngineError: `ahead` names a field that there is not.
    """
    own = level.ahead(mode, players)
    if own is None:
        return f"{raw},placements={level.placements or 0},endgame={level.endgame}"
    row: dict[str, object] = {field.name: getattr(own, field.name) for field in fields(own)}
    row["endgame"] = level.endgame
    if ahead:
        row |= _changes(ahead, row)
    return ",".join([str(raw), *(f"{name}={value}" for name, value in row.items())])


def _changes(text: str, row: Mapping[str, object]) -> dict[str, str]:
    """The fields of a row that a text changes."""
    words = [word.partition("=") for word in text.split(",")]
    if unknown := [name for name, _, _ in words if name not in row]:
        raise EngineError(f"a look-ahead has no {', '.join(unknown)}; it has {', '.join(row)}")
    return {name: value for name, _, value in words}


if __name__ == "__main__":
    sys.exit(main())
