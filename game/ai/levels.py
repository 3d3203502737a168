"""The levels of the automatic players, each a row of data.

They differ in attention, not in noise: a level looks properly at the placements that are the best for its own pegs, so
many of them as its row says, and overlooks the others, as people do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

LevelName = Literal["beginner", "1", "2", "3", "4", "5"]


@dataclass(frozen=True, slots=True)
class Lookahead:
    """How a level plays on from its best placements with sampled racks and draws."""

    candidates: int = 8
    """How many of the best placements are played on from."""
    rounds: int = 3
    """After each round the worse half of the candidates is dropped."""
    turns: int = 112
    """How many turns are played in all, shared out evenly."""
    replies: int = 24
    """How many placements are looked at in each of them."""
    net: float = 0.0
    """The share of the net's own judgement of a placement in what is thought of it; the samples have the rest."""


@dataclass(frozen=True, slots=True)
class Level:
    """How much an automatic player sees."""

    name: LevelName
    title: str
    """Its name in English."""
    placements: int | None
    """How many placements it looks at; `None`: all."""
    judges: bool = True
    """Whether it judges positions; otherwise it counts points."""
    lookahead: Lookahead | None = None
    special: Mapping[tuple[str, int], Lookahead] = field(default_factory=dict[tuple[str, int], Lookahead])
    """Another look-ahead, by mode and number of players."""

    def ahead(self, mode: str, seats: int) -> Lookahead | None:
        """How it plays on in a mode with so many players, if it does."""
        return self.special.get((mode, seats), self.lookahead)


_MASTER: Final[Mapping[tuple[str, int], Lookahead]] = {
    ("standard", 3): Lookahead(candidates=5, rounds=2, turns=168, net=0.3),
    ("standard", 4): Lookahead(candidates=6, rounds=2, turns=180, net=0.45),
    ("team", 4): Lookahead(candidates=4, rounds=1, turns=128, net=0.5),
}
"""Where the usual look-ahead is not the one that wins the most; found by the engine (docs/opponents.md)."""

LEVELS: Final[Mapping[LevelName, Level]] = {
    level.name: level
    for level in (
        Level("beginner", "Beginner", 30, judges=False),
        Level("1", "Collector", 1),
        Level("2", "Casual", 4),
        Level("3", "Regular", 20),
        Level("4", "Expert", None),
        Level("5", "Master", None, lookahead=Lookahead(), special=_MASTER),
    )
}
