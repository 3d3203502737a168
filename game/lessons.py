"""The positions of the guided first game, each with the one thing that it is about.

They come with the code and are made by `python -m training.lessons`: turns of games against the beginner.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final, Literal, cast

from game.ai.light import LightPosition
from game.analysis import move_of
from game.events import Event, Place
from game.placements import placements
from game.record import from_json
from game.rules import fold, preview
from game.state import SeatView, view
from game.tiles import Colour

_FILE: Final = Path(__file__).with_name("lesson_data") / "lessons.json"
STEPS: Final = 6
"""How many there are."""
SEAT: Final = 0
"""Where the learner sits; the beginner sits opposite."""

Goal = Literal["first", "line", "lowest", "exchange", "bonus", "block"]
"""What is to be done: place anywhere that is allowed; score `amount` points; move the own lowest colour by `amount`;
exchange; earn a bonus; leave the other player `amount` points less for one symbol of their lowest colour.
"""


@dataclass(frozen=True)
class Lesson:
    """A game up to a turn of the learner, and the goal there."""

    goal: Goal
    amount: int
    events: tuple[Event, ...]

    @cached_property
    def view(self) -> SeatView:
        """What the learner sees."""
        return view(fold(self.events), SEAT)

    @cached_property
    def colour(self) -> Colour:
        """The colour that it is about: the one that a tile brings to its bonus, else `lowest`."""
        seen = self.view
        if self.goal == "bonus":
            for tile, a, b, _, _ in placements(seen):
                outcome = preview(seen, tile, (a, b))
                if outcome.placement.bonuses:
                    pegs = outcome.position.pegs(SEAT)
                    return Colour(pegs.index(max(pegs)))
        return self.lowest

    @cached_property
    def lowest(self) -> Colour:
        """The lowest colour that it is about: the other player's where the goal is to block them, else the own."""
        pegs = self.view.position.pegs(1 if self.goal == "block" else SEAT)
        return Colour(pegs.index(min(pegs)))

    def reached(self, place: Place) -> bool:
        """Whether a placement does what the goal says.

        Raises:
            Illegal: the rules forbid the placement.
        """
        seen = self.view
        done = preview(seen, place.tile, place.at).placement
        match self.goal:
            case "first":
                return True
            case "line":
                return done.total >= self.amount
            case "lowest":
                return done.moved.get(self.lowest, 0) >= self.amount
            case "exchange":
                return bool(place.exchange)
            case "bonus":
                return done.bonuses > 0
            case "block":
                return self._open(None) - self._open(place) >= self.amount

    def _open(self, place: Place | None) -> int:
        """The most that one symbol of the lowest colour can score next."""
        position = LightPosition.of(self.view)
        if place is not None:
            position.place(move_of(position, place.tile, place.at))
        return max(bytes(position.playable).translate(position.tables[self.lowest]), default=0)


@cache
def lessons() -> Sequence[Lesson]:
    """All steps in their order."""
    rows = cast("list[dict[str, object]]", json.loads(_FILE.read_text(encoding="ascii")))
    return tuple(
        Lesson(
            cast("Goal", row["goal"]),
            cast("int", row["amount"]),
            tuple(from_json(json.dumps(event)) for event in cast("list[object]", row["events"])),
        )
        for row in rows
    )
