"""How a result of a solo game compares with those of the bots, from a file that comes with the code.

The file has the lowest colours of games of each level; `python -m training.solo_results` makes it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

_FILE: Final = Path(__file__).with_name("solo_data") / "results.json"
_COMPARED: Final = 2
"""How many colours are compared, the lowest first."""
BEST: Final = "5"
"""The level that a result is compared with in words."""
STARRED: Final = (("beginner", 50), ("1", 50), ("4", 25), ("4", 50), ("4", 80))
"""What earns a star each: a level, and what percentage of its games ends worse."""


@cache
def results() -> Mapping[str, Sequence[Sequence[int]]]:
    """The lowest colours of each game of each level, the worst game first."""
    return cast("Mapping[str, Sequence[Sequence[int]]]", json.loads(_FILE.read_text(encoding="utf-8")))


def better_than(pegs: Sequence[int], level: str = BEST) -> int:
    """Which part of the games of a level ended worse than with these pegs, in percent, rounded down."""
    theirs = [list(one) for one in results()[level]]
    return 100 * bisect_left(theirs, sorted(pegs)[:_COMPARED]) // len(theirs)


def stars(pegs: Sequence[int]) -> int:
    """How many stars a result earns, from 0 to 5."""
    mine = sorted(pegs)[:_COMPARED]
    return sum(mine >= list(results()[level][len(results()[level]) * part // 100]) for level, part in STARRED)
