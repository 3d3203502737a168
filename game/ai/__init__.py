"""Automatic players: a seat's view in, a placement out. They see what a person in that seat sees and nothing more."""

from __future__ import annotations

from random import Random
from typing import Final, Literal

from game.ai.search import CAREFUL, GREEDY, best
from game.events import Place
from game.placements import placements
from game.rules import preview
from game.state import SeatView

Style = Literal["random", "greedy", "careful"]
STYLES: Final[tuple[Style, ...]] = ("random", "greedy", "careful")


def choose(view: SeatView, style: Style, rng: Random) -> Place:
    """The next placement of an automatic player, one of those that are equally good, and whether it exchanges.

    `random` takes any, `greedy` the one that moves its pegs the furthest, `careful` the one that is best for its
    lowest pegs.

    Raises:
        ValueError: it is not the turn of the seat that `view` belongs to.
    """
    if not view.on_turn:
        raise ValueError("it is not this seat's turn")
    match style:
        case "random":
            tile, a, b, _, _ = rng.choice(placements(view))
            place = Place(tile, (b, a) if tile.double and rng.random() < 0.5 else (a, b))
            exchange = rng.random() < 0.5
        case "greedy":
            # It looks at points alone, and what new tiles would bring is no point yet.
            place, exchange = best(view, GREEDY, rng), False
        case "careful":
            place, exchange = best(view, CAREFUL, rng), True
    allowed = preview(view, place.tile, place.at).exchange
    return Place(place.tile, place.at, exchange) if allowed else place
