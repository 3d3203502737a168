"""Analysis of a finished game, and a hint for a running turn.

For each placement the chances of all seats and what it lost; for the turning points what was better and why. Chances
come from the value net. They are those of good players, calibrated by mode on games of bots
(`game.calibration`); in the first quarter of a game they say little, and are marked as vague.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Final

from game.ai import by_level
from game.ai.evaluation import Evaluated, Outlook, evaluate, outcome, shortlist
from game.ai.features import Features
from game.ai.levels import LEVELS, LevelName
from game.ai.light import PIECE, LightPosition, Move
from game.ai.net import Net, load
from game.ai.reasons import Reason, reasons
from game.calibration import calibration
from game.events import At, Event, Place, Placed
from game.rules import apply, preview
from game.state import GameState, SeatView, view
from game.tiles import PIECES, Tile

_TURNING_POINTS: Final = 3
_NOTABLE: Final = 0.03
"""What a placement must lose to be a turning point."""
_EXPERT: Final = 25
"""How many times less than level 3 an expert loses, by whom placements are judged."""
_ENOUGH: Final = 6
"""How many placements it takes to say how well somebody plays."""
_LEAST_LOSS: Final = 0.001
"""Mean losses below a tenth of a point are alike."""
_VAGUE: Final = 0.25
"""The part of the board up to which chances are vague."""
_LOOKED_AT: Final = 96
"""How many placements are compared with the one played where chances are vague, of up to 2,000 of two players."""


class AnalysisError(Exception):
    """A game that cannot be analysed; the message says why."""


@dataclass(frozen=True, slots=True)
class Better:
    """The best placement where another one was played, and why it is better."""

    tile: Tile
    at: At
    exchange: bool
    chance: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A placement that was played."""

    seat: int
    tile: Tile
    at: At
    chances: tuple[float, ...]
    """Of each seat before it, if the seat on turn plays the best; partners share theirs. Alone: of 0 to 1."""
    loss: float
    """How much of the own chance it lost against the best one."""
    better: Better | None
    """Absent where nothing better was seen."""
    vague: bool
    """Whether it is too early for the chances to mean much."""

    @property
    def before(self) -> float:
        """The own chance before it."""
        return self.chances[self.seat]

    @property
    def after(self) -> float:
        """The own chance after it."""
        return self.before - self.loss


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game, placement by placement."""

    mode: str
    seats: int
    placements: tuple[Judged, ...]
    final: tuple[float, ...] | None
    """The share of the win of each seat; `None` where the game was stopped."""
    turning_points: tuple[int, ...]
    """The placements that lost the most, in the order of play; vague ones are left out, and of a seat's placements
    for which the same one would have been better all but the one that lost the most."""
    mean_loss: tuple[float, ...]
    """By seat."""
    resembles: tuple[LevelName | None, ...]
    """By seat, the level that loses as much; `None` for a seat that placed little, or where it is not known."""

    def course(self, seats: Collection[int]) -> tuple[tuple[int, float], ...]:
        """How the chance of a player or of partners went: before and after each own placement, and at the end.

        Each with the number of placements made until then, and as the player on turn could know it; vague ones are left
        out.
        """
        own = [(at, one) for at, one in enumerate(self.placements) if one.seat in seats and not one.vague]
        points = [point for at, one in own for point in ((at, one.before), (at + 1, one.after))]
        if self.final is not None:
            points.append((len(self.placements), self.final[min(seats)]))
        return tuple(points)


@dataclass(frozen=True, slots=True)
class Hint:
    """The best placement, and what it brings, the first what the one that comes to mind first does not bring."""

    place: Place
    reasons: tuple[Reason, ...]


def judge(events: Sequence[Event], first: int = 0, last: int | None = None) -> tuple[Judged, ...]:
    """The placements from number `first` to the one before `last`, judged; to the end without it.

    This is what takes long in an analysis, so that it can be done in pieces.

    Raises:
        AnalysisError: the game is not over, tiles of it are unknown, or there are no weights for it.
        Illegal: the events are no game.
    """
    states = states_of(events)
    net = net_of(states[-1])
    placed = [(state, event) for state, event in zip(states, events[1:], strict=False) if isinstance(event, Placed)]
    judged = tuple(_judge(state, event, net) for state, event in placed[first:last])
    net.forget()
    return judged


def conclude(events: Sequence[Event], judged: Sequence[Judged]) -> Analysis:
    """The analysis of a game of which all placements have been judged.

    Raises:
        AnalysisError: see `judge`.
        Illegal: the events are no game.
    """
    end = states_of(events)[-1]
    net_of(end)
    position, mode, seats = end.position, end.position.mode, end.position.seats
    played_out = position.ending is not None and position.ending.reason in ("board-full", "instant-win")
    light = LightPosition(position, [()] * seats, [0] * len(PIECES))
    losses = [[one.loss for one in judged if one.seat == seat] for seat in range(seats)]
    mean_loss = tuple(sum(loss) / len(loss) if loss else 0.0 for loss in losses)
    return Analysis(
        mode.name,
        seats,
        tuple(judged),
        tuple(outcome(light, seat) for seat in range(seats)) if played_out else None,
        turning_points(judged),
        mean_loss,
        tuple(resembling(mode.name, seats, mean, len(loss)) for mean, loss in zip(mean_loss, losses, strict=True)),
    )


def accuracy(loss: float) -> float:
    """How well somebody played, from 0 to 100 with one decimal, by what their placements lost on average."""
    return max(0.0, 100 - round(100 * loss, 1))


def turning_points(judged: Sequence[Judged]) -> tuple[int, ...]:
    """The placements that lost the most, in the order of play; of a chance that a seat missed again, the dearest."""
    notable = [index for index, one in enumerate(judged) if not one.vague and one.loss >= _NOTABLE]
    missed: dict[tuple[object, ...], int] = {}
    for index in sorted(notable, key=lambda index: -judged[index].loss):
        one, better = judged[index], judged[index].better
        missed.setdefault((one.seat, better.tile.piece, frozenset(better.at)) if better else (index,), index)
    return tuple(sorted(list(missed.values())[:_TURNING_POINTS]))


def net_of(end: GameState) -> Net:
    """The net for a game that is over. Raises `AnalysisError`."""
    position = end.position
    if position.ending is None:
        raise AnalysisError("the game is not over")
    net = load(position.mode.name, position.seats)
    if net is None:
        raise AnalysisError(f"there are no weights for {position.mode.name} of {position.seats}")
    return net


def hint(view: SeatView, level: LevelName) -> Hint:
    """What a level would place for the seat on turn; nothing in it depends on chance.

    Raises:
        ValueError: it is not the turn of the seat that `view` belongs to.
        AnalysisError: there are no weights for the mode.
    """
    if not view.on_turn:
        raise ValueError("it is not this seat's turn")
    if load(view.position.mode.name, view.position.seats) is None:
        raise AnalysisError(f"there are no weights for {view.position.mode.name} of {view.position.seats}")
    position = LightPosition.of(view)
    place = by_level(view, LEVELS[level], Random(0))
    best = move_of(position, place.tile, place.at)
    (first,) = shortlist(position, 1)
    asked = bool(preview(view, place.tile, place.at).exchange)
    why = reasons(position, best, None, exchange=asked and bool(place.exchange), before=first)
    return Hint(place if asked else Place(place.tile, place.at), why)


def states_of(events: Sequence[Event]) -> list[GameState]:
    """The states before each event but the first, and the last one."""
    states: list[GameState] = []
    state: GameState | None = None
    for event in events:
        state = apply(state, event)
        if any(tile is None for rack in state.racks for tile in rack):
            raise AnalysisError("tiles of the game are unknown")
        states.append(state)
    return states


def _judge(state: GameState, event: Placed, net: Net) -> Judged:
    position = LightPosition.of(view(state, event.seat))
    played = move_of(position, event.tile, event.at)
    filled = filled_part(position)
    vague = filled < _VAGUE
    evaluated = evaluate(position, net, [*shortlist(position, _LOOKED_AT), played] if vague else position.moves())
    best = max(evaluated, key=lambda one: one.value)
    mine = next(one for one in evaluated if one.move == played)
    known = calibration(position.mode.name, position.seats)
    chance = known.chance(best.value, filled)
    loss = max(0.0, chance - known.chance(mine.value, filled))
    return Judged(
        event.seat,
        event.tile,
        event.at,
        _chances(state, event.seat, best.value, filled, net),
        loss,
        better_than(position, best, mine, chance) if loss else None,
        vague,
    )


def filled_part(position: LightPosition) -> float:
    """Which part of the board is filled."""
    empty = sum(position.symbols[cell] > 5 for cell in position.area.cells)
    return 1 - empty / len(position.area.cells)


def better_than(position: LightPosition, best: Evaluated, played: Evaluated, chance: float) -> Better:
    """The best placement and why it is better than the one that was played; `chance` is the own one before."""
    move = best.move
    why = reasons(position, move, played.move, exchange=best.exchange and not played.exchange)
    return Better(move.tile, (move.a, move.b), best.exchange, chance, why)


def _chances(state: GameState, seat: int, logit: float, filled: float, net: Net) -> tuple[float, ...]:
    """The chances of all seats, of which the one on turn has this logit."""
    mode, seats = state.position.mode, state.position.seats
    known = calibration(mode.name, seats)
    asked = seats if (mode.sides or seats) > 2 else 0
    logits = [logit if other == seat or not asked else _waiting(state, other, net) for other in range(seats)]
    return known.chances(mode, seat, logits, filled)


def _waiting(state: GameState, seat: int, net: Net) -> float:
    """The logit of the chance of a seat that waits for its turn, as that seat itself sees it."""
    position = LightPosition.of(view(state, seat))
    features, away = Features(position, seat), (seat - position.seat) % position.seats
    rack = tuple(position.racks[seat])
    return Outlook(net, features.sight(position.seat_pegs(seat), rack, 0, away)).logit(features.board())


def move_of(position: LightPosition, tile: Tile, at: At) -> Move:
    """A placement as one of the moves of a position."""
    a, b = at if tile == tile.piece else at[::-1]
    piece = PIECE[tile.piece]
    same = ((a, b), (b, a)) if position.one_way(piece) else ((a, b),)
    return next(move for move in position.moves() if move.piece == piece and (move.a, move.b) in same)


def resembling(mode: str, seats: int, loss: float, placements: int) -> LevelName | None:
    """The level whose mean loss is the nearest, on a scale of ratios; `None` where too little is known."""
    if placements < _ENOUGH:
        return None
    levels = dict(calibration(mode, seats).mean_loss)
    if levels:
        levels["4"] = levels["3"] / _EXPERT
    return min(
        levels, key=lambda level: abs(log(max(levels[level], _LEAST_LOSS)) - log(max(loss, _LEAST_LOSS))), default=None
    )
