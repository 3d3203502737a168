"""A second look at the turning points of a game: what a look-ahead says of them replaces the net's word.

The placements that lose the most by the net are those about which it is most likely wrong. The strongest level plays on
from them and from what the net likes best, on the same samples.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from game.ai.evaluation import evaluate, logit_of
from game.ai.levels import LEVELS, Lookahead
from game.ai.light import LightPosition
from game.ai.lookahead import look_ahead
from game.analysis import Analysis, Judged, better_than, conclude, filled_part, judge, move_of, net_of, states_of
from game.analysis import turning_points as dearest
from game.calibration import calibration
from game.events import Event, Placed
from game.state import view

_BEST: Final = 3
"""How many of the placements that the net likes best are compared with the one that was played."""
_MOST: Final = 4
"""How many placements of a game are looked at again: each takes as long as a choice of the strongest level."""


def analyse(events: Sequence[Event]) -> Analysis:
    """The analysis of a game that is over.

    Raises:
        AnalysisError: the game is not over, tiles of it are unknown, or there are no weights for it.
        Illegal: the events are no game.
    """
    judged, looked = list(judge(events)), set[int]()
    while (number := doubtful(judged, looked)) is not None:
        judged[number] = look_again(events, number, judged[number])
        looked.add(number)
    return conclude(events, judged)


def doubtful(judged: Sequence[Judged], looked: Collection[int]) -> int | None:
    """The next placement to look at again; `None` once all turning points, or enough placements, were looked at."""
    if len(looked) >= _MOST:
        return None
    return next((number for number in dearest(judged) if number not in looked), None)


def look_again(events: Sequence[Event], number: int, judged: Judged) -> Judged:
    """Placement `number` of a finished game with what it lost by the look-ahead; nothing where it was the best.

    Raises:
        AnalysisError: see `judge`.
        Illegal: the events are no game.
    """
    states = states_of(events)
    net = net_of(states[-1])
    at = [index for index, event in enumerate(events) if isinstance(event, Placed)][number]
    state = states[at - 1]
    position = LightPosition.of(view(state, judged.seat))
    played = move_of(position, judged.tile, judged.at)
    evaluated = sorted(evaluate(position, net, position.moves()), key=lambda one: -one.value)
    compared = evaluated[:_BEST] + [one for one in evaluated[_BEST:] if one.move == played]
    row = LEVELS["5"].ahead(position.mode.name, position.seats) or Lookahead()
    scores = look_ahead(position, net, compared, replace(row, candidates=len(compared), rounds=1), Random(number))
    net.forget()
    known, filled = calibration(position.mode.name, position.seats), filled_part(position)
    chances = {one.move: known.chance(logit_of(score), filled) for score, one in scores}
    _, best = scores[0]
    loss = min(chances[best.move] - chances[played], judged.before)
    if loss <= 0:
        return replace(judged, loss=0.0, better=None)
    mine = next(one for one in compared if one.move == played)
    return replace(judged, loss=loss, better=better_than(position, best, mine, judged.before))
