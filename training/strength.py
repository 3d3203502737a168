"""`python -m training.strength`: how strong level 5 is and how far the levels are apart, one table a mode.

- **16 times the turns**: what level 5 wins with them against itself; the less, the nearer it is to what it can see.
- **captured**: which share of what unlimited samples gain over the net's favourite its look-ahead gains.
- **endgame**: how often it chooses the best placement when up to three tiles fit (`training.endgame`).
- **ladder**: what each level wins against the one below, and the Elo that follows.

A figure is measured until its interval is narrow enough, or lies on one side of its aim, or its time is up.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import count, pairwise
from math import hypot, inf, log, log10, sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final, cast

from game.ai import LEVELS, by_level
from game.ai.levels import LevelName
from game.ai.net import WeightsError, read_weights
from game.modes import MODES
from training.__main__ import WEIGHTS
from training.endgame import solved
from training.engine import EngineError, run, write_layers
from training.match import words_of

_LADDER: Final[Sequence[LevelName]] = tuple(name for name, level in LEVELS.items() if level.judges)
_MORE: Final = 16
"""How many times its turns level 5 gets against itself."""
_SAMPLES: Final = 96
"""Of a placement, that say what it is worth, and as many that choose."""
_EQUAL: Final = 1e-6
_SIGMAS: Final = 1.96
_TOGETHER: Final = 4
"""How many deals are played before it is asked whether that is enough."""
_LEAST: Final = 40
"""How many games or positions there have to be before their interval means anything."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What was measured so far of a figure that is one sum shared out by another, such as games won by games."""

    count: int = 0
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    @staticmethod
    def of(x: float, y: float = 1.0) -> Sums:
        """One game or position."""
        return Sums(1, x, y, x * x, x * y, y * y)

    @staticmethod
    def match(line: Mapping[str, object]) -> Sums:
        """The games of a match as the engine sums them up."""
        count, mean, interval = (cast("float", line[name]) for name in ("games", "win", "ci95"))
        x = count * mean
        return Sums(int(count), x, count, count * (mean**2 + count * (interval / _SIGMAS) ** 2), x, count)

    def __add__(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def mean(self) -> float:
        """The one by the other."""
        return self.x / self.y if self.y else 0.0

    @property
    def interval(self) -> float:
        """How far the mean may be off, at 95 %."""
        mean = self.mean
        spread = self.xx - 2 * mean * self.xy + mean**2 * self.yy
        return _SIGMAS * sqrt(max(0.0, spread)) / abs(self.y) if self.y else inf


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    Attributes:
        name: what it says.
        batches: measures on and on, a few games or positions at a time.
        narrow: how narrow the interval has to be.
        aim: it is enough to know on which side of this the figure lies.
        wanted: the aim in words.
        scale: what a figure is multiplied by.
    """

    name: str
    batches: Callable[[], Iterator[Sums]]
    narrow: float = 0.03
    aim: float | None = None
    wanted: str = ""
    scale: int = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one table a mode; 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m training.strength", description="How strong the levels are.")
    parser.add_argument("--mode", choices=tuple(MODES), help="all without it")
    parser.add_argument("--players", type=int, metavar="N")
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help="for all figures together (60)")
    parser.add_argument("--cores", type=int, default=2, metavar="C", help="how many figures are measured at once (2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            tables = {
                (mode.name, seats): rows(mode.name, seats, Path(folder), options.seed)
                for mode in MODES.values()
                for seats in mode.seats
                if options.mode in (None, mode.name) and options.players in (None, seats)
            }
            seconds = 60 * options.minutes * options.cores / max(1, sum(map(len, tables.values())))
            for (mode, seats), table in tables.items():
                with ThreadPoolExecutor(options.cores) as pool:
                    found = list(pool.map(lambda row: measured(row, seconds), table))
                print(as_text(mode, seats, table, found), flush=True)
    except (EngineError, WeightsError) as error:
        print(f"python -m training.strength: {error}", file=sys.stderr)
        return 2
    return 0


def measured(row: Row, seconds: float) -> Sums:
    """What a row comes to once it is known well enough, or when its time is up."""
    end, sums = monotonic() + seconds, Sums()
    for batch in row.batches():
        sums += batch
        decided = row.aim is not None and abs(sums.mean - row.aim) > sums.interval
        if (sums.count >= _LEAST and (sums.interval <= row.narrow or decided)) or monotonic() > end:
            break
    return sums


def rows(mode: str, seats: int, folder: Path, seed: int) -> list[Row]:
    """What is measured of a mode; the engine's files go to a folder."""
    raw = folder / f"{mode}-{seats}.txt"
    write_layers(raw, read_weights(WEIGHTS / f"{mode}-{seats}.json"))

    def player(name: LevelName, *, times: int = 1) -> str:
        ahead = LEVELS[name].ahead(mode, seats)
        changed = f"turns={times * ahead.turns}" if ahead and times > 1 else ""
        return words_of(LEVELS[name], mode, seats, raw, changed)

    def match(a: str, b: str) -> Callable[[], Iterator[Sums]]:
        together = _TOGETHER * (MODES[mode].sides or seats)
        return lambda: (
            Sums.match(line)
            for number in count(seed, _TOGETHER)
            for line in run("match", mode, seats, together, number, a, b)
        )

    strong, stronger = player("5"), player("5", times=_MORE)
    found = [
        Row("captured", lambda: _captured(mode, seats, strong, seed), 0.05, 0.9, "90"),
        Row("endgame", lambda: _endgame(mode, seats, seed), 0.01, 0.98, "98"),
    ]
    if seats == 1:
        alone = (("level 4", player("4")), ("level 5", strong), (f"{_MORE} times the turns", stronger))
        return [*(Row(f"{name}, lowest", match(who, who), 0.3, scale=1) for name, who in alone), *found]
    fair = 1 / (MODES[mode].sides or seats)
    ladder = [Row(f"level {b} v {a}", match(player(b), player(a))) for a, b in pairwise(_LADDER)]
    return [
        Row(f"{_MORE} times the turns", match(stronger, strong), 0.05, 1.1 * fair, f"{110 * fair:.0f} at most"),
        *found,
        *ladder,
    ]


def _captured(mode: str, seats: int, player: str, seed: int) -> Iterator[Sums]:
    for line in run("captured", mode, seats, 1 << 20, seed, player, _SAMPLES):
        yield Sums.of(cast("float", line["row"]), cast("float", line["all"]))


def _endgame(mode: str, seats: int, seed: int) -> Iterator[Sums]:
    for one in solved(mode, seats, 1 << 20, seed):
        place = by_level(one.view, LEVELS["5"], Random(seed))
        yield Sums.of(float(one.loss(place.tile, place.at) < _EQUAL))


def as_text(mode: str, seats: int, table: Sequence[Row], found: Sequence[Sums]) -> str:
    """A table of what was measured, and the Elo of the levels against the lowest one."""
    lines = [f"{mode}, {seats}", "", "| figure | measured | n | aim |", "|---|---|---|---|"]
    elo, spread, sides = 0.0, 0.0, MODES[mode].sides or seats
    for row, sums in zip(table, found, strict=True):
        mean, interval = row.scale * sums.mean, row.scale * sums.interval
        lines.append(f"| {row.name} | {mean:.1f} ± {interval:.1f} | {sums.count} | {row.wanted} |")
        if row.name.startswith("level") and sides > 1:
            share = min(max(sums.mean, 0.001), 0.999)
            elo += 400 * log10(share * (sides - 1) / (1 - share))
            spread = hypot(spread, 400 / log(10) * sums.interval / (share * (1 - share)))
            lines.append(f"| Elo of {row.name.split()[1]} | {elo:.0f} ± {spread:.0f} | | |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
