"""Automatic players: a seat's view in, a placement out. They see what a person in that seat sees and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, Literal

from game.ai.search import CAREFUL, GREEDY, Aim, best
from game.events import Place
from game.placements import placements
from game.rules import preview
from game.state import SeatView

Style = Literal["random", "greedy", "careful"]
STYLES: Final[tuple[Style, ...]] = ("random", "greedy", "careful")

_AIMS: Final[Mapping[Style, Aim]] = {"greedy": GREEDY, "careful": CAREFUL}


def choose(view: SeatView, style: Style, rng: Random) -> Place:
    """The next placement of an automatic player, one of those that are equally good, and whether it exchanges.

    `random` takes any, `greedy` the one that moves its pegs the furthest, `careful` the one that is best for its
    lowest pegs.

    Raises:
        ValueError: it is not the turn of the seat that `view` belongs to.
    """
    if not view.on_turn:
        raise ValueError("it is not this seat's turn")
    if style == "random":
        tile, a, b, _, _ = rng.choice(placements(view))
        place = Place(tile, (b, a) if tile.double and rng.random() < 0.5 else (a, b))
        exchange = rng.random() < 0.5
    else:
        place = best(view, _AIMS[style], rng)
        # The greedy player looks at points alone, and what new tiles would bring is no point yet.
        exchange = style == "careful"
    allowed = preview(view, place.tile, place.at).exchange
    return Place(place.tile, place.at, exchange) if allowed else place
