"""Bots: a seat's view in, a placement out. They see what a person in that seat sees and nothing more."""

from __future__ import annotations

from random import Random
from typing import Final, Literal

from game.ai.baselines import Simple, simple
from game.ai.endgame import solve
from game.ai.evaluation import Evaluated, evaluate, shortlist
from game.ai.levels import LEVELS, Level, LevelName
from game.ai.light import LightPosition
from game.ai.lookahead import look_ahead
from game.ai.net import Net, load
from game.ai.search import CAREFUL, GREEDY, best
from game.events import Place
from game.placements import placements
from game.rules import preview
from game.state import SeatView

Style = LevelName | Simple | Literal["random", "greedy", "max", "careful"]
"""A level, or one of the simple players; `greedy` is another name of `max`."""

STYLES: Final[tuple[Style, ...]] = ("random", "greedy", "careful")
"""Simple players that cost next to nothing."""
BASELINES: Final[tuple[Style, ...]] = ("random", "max", "increase-min", "reduce-deficit", "ludamad", "careful")
PLAYERS: Final[tuple[Style, ...]] = (*LEVELS, *BASELINES)
"""Every player that a tournament can hold."""

_FALLBACK: Final[Style] = "careful"
"""Who plays where a level's weights cannot be had."""


def choose(view: SeatView, style: Style, rng: Random) -> Place:
    """The next placement of a bot and whether it exchanges; equally good ones are chosen at random.

    `random` takes any, `max` the one that moves its pegs the furthest, `careful` the one that is best for its lowest
    pegs; for the others see `baselines` and `levels`. Where the weights of a level cannot be had, `careful` plays.

    Raises:
        ValueError: it is not the turn of the seat that `view` belongs to.
    """
    if not view.on_turn:
        raise ValueError("it is not this seat's turn")
    place = _choose(view, style, rng)
    return place if preview(view, place.tile, place.at).exchange else Place(place.tile, place.at)


def _choose(view: SeatView, style: Style, rng: Random) -> Place:
    match style:
        case "random":
            tile, a, b, _, _ = rng.choice(placements(view))
            at = (b, a) if tile.double and rng.random() < 0.5 else (a, b)
            return Place(tile, at, rng.random() < 0.5)
        case "greedy" | "max":
            # It looks at points alone, and what new tiles would bring is no point yet.
            place = best(view, GREEDY, rng)
            return Place(place.tile, place.at, exchange=False)
        case "careful":
            place = best(view, CAREFUL, rng)
            return Place(place.tile, place.at, exchange=True)
        case "increase-min" | "reduce-deficit" | "ludamad":
            move = simple(LightPosition.of(view), style, rng)
            return Place(move.tile, (move.a, move.b), exchange=True)
        case _:
            return by_level(view, LEVELS[style], rng)


def by_level(view: SeatView, level: Level, rng: Random) -> Place:
    """The next placement of a player who sees as much as a level says; the exchange is asked for where it pays."""
    if not level.judges:
        return _glance(view, level, rng)
    net = load(view.position.mode.name, view.position.seats)
    if net is None:
        return _choose(view, _FALLBACK, rng)
    evaluated = _best(view, level, net, rng)
    net.forget()
    return _place(evaluated)


def _best(view: SeatView, level: Level, net: Net, rng: Random) -> Evaluated:
    position = LightPosition.of(view)
    moves = position.moves() if level.placements is None else shortlist(position, level.placements, rng)
    evaluated = evaluate(position, net, moves)
    if level.endgame and (solved := solve(position, evaluated, level.endgame)):
        return solved
    ahead = level.ahead(position.mode.name, position.seats)
    if ahead is None:
        return max(evaluated, key=lambda one: one.value)
    return look_ahead(position, net, evaluated, ahead, rng)[0][1]


def _glance(view: SeatView, level: Level, rng: Random) -> Place:
    """The placement with the most points of a few that come to mind; new tiles are not thought of."""
    moves = LightPosition.of(view).moves()
    seen = rng.sample(moves, min(level.placements or 1, len(moves)))
    move = max(seen, key=lambda one: one.first + one.second)
    return Place(move.tile, (move.a, move.b), exchange=False)


def _place(evaluated: Evaluated) -> Place:
    return Place(evaluated.move.tile, (evaluated.move.a, evaluated.move.b), evaluated.exchange)
