"""The levels of the bots, each a row of data.

They differ in attention, not in noise: a level looks properly at the placements that are the best for its own pegs, so
many of them as its row says, and overlooks the others, as people do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final


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
    """How much a bot sees."""

    name: str
    title: str
    """Its name in English."""
    placements: int | None
    """How many placements it looks at; `None`: all."""
    judges: bool = True
    """Whether it judges positions; otherwise it counts points."""
    lookahead: Lookahead | None = None
    special: Mapping[tuple[str, int], Lookahead] = field(default_factory=dict[tuple[str, int], Lookahead])
    """Another look-ahead, by mode and number of players."""
    endgame: int = 0
    """It counts all that can follow instead of judging once no more tiles fit than so many."""
    cpu_s: Sequence[tuple[str, float]] = ()
    """Which levels are tried in turn where nobody can wait for the answer, each with its CPU, at most 2 s in all; empty
    where a placement takes no time to speak of.
    """
    strength: int | None = None
    """How strong it is, in steps of which 400 mean ten to one, by the matches of docs/opponents.md; `None`: unknown."""

    @property
    def slow(self) -> bool:
        """Whether it thinks too long for somebody to wait for the answer to a press."""
        return bool(self.cpu_s)

    def ahead(self, mode: str, seats: int) -> Lookahead | None:
        """How it plays on in a mode with so many players, if it does."""
        return self.special.get((mode, seats), self.lookahead)


_MASTER: Final[Mapping[tuple[str, int], Lookahead]] = {
    ("standard", 2): Lookahead(turns=168, net=0.3),
    ("standard", 3): Lookahead(candidates=5, rounds=2, turns=168, net=0.3),
    ("standard", 4): Lookahead(candidates=6, rounds=2, turns=180, net=0.45),
    ("team", 4): Lookahead(candidates=4, rounds=1, turns=128, net=0.5),
}
"""Where the usual look-ahead is not the one that wins the most; found by the engine (docs/opponents.md)."""

LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", "Beginner", 30, judges=False, strength=-897),
        Level("1", "Collector", 1, strength=-221),
        Level("2", "Casual", 4, strength=0),
        Level("3", "Regular", 20, strength=216),
        Level("4", "Expert", None, cpu_s=(("4", 2.0),), strength=400),
        Level(
            "5",
            "Master",
            None,
            lookahead=Lookahead(),
            special=_MASTER,
            endgame=3,
            cpu_s=(("5", 1.7), ("4", 0.3)),
            strength=568,
        ),
    )
}
LevelName = Annotated[str, frozenset(LEVELS)]
"""The name of a row of `LEVELS`. What is stored with another one is neither written nor read."""

STAND_IN: Final[LevelName] = "3"
"""Who plays for people who miss their turns or are gone, and where a slow level has no answer.

The best level that takes no time to speak of: nobody is better off without their person, and a seat is worth coming
back to.
"""
