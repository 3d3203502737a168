"""The sampled look-ahead: the best placements are played on with the same samples of hidden racks and draws.

The other seats and the seat itself answer by the net until the seat is on turn again; what its best placement is then
worth is what the sample says. Only tiles that the seat does not see are dealt again, so that nothing hidden is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from game.ai.evaluation import Evaluated, best, outcome, shortlist
from game.ai.levels import Lookahead
from game.ai.light import LightPosition
from game.ai.net import Net

_DRAWS: Final = 1 << 33
_TIES: Final = 1 << 34
"""What the seed of a sample is changed by for each of its generators; another sample's seed has neither bit."""

_MOST: Final = 8_000
"""Once so many positions are judged no sample is begun; only where bonuses are open do the turns of a row take more."""


def look_ahead(
    position: LightPosition, net: Net, evaluated: Sequence[Evaluated], options: Lookahead, rng: Random
) -> list[tuple[float, Evaluated]]:
    """The candidates of the last round with their mean chances, the best first.

    Args:
        position: what the seat on turn sees, all hidden tiles in the bag.
        net: the net of the mode.
        evaluated: placements with their values by the net.
        options: how many candidates, rounds and turns.
        rng: gives the seeds of the samples.
    """
    left = sorted(evaluated, key=lambda one: -one.value)[: options.candidates]
    if len(left) == 1:
        return [(left[0].chance, left[0])]
    samples, seed = _samples(len(left), position.seats, options), rng.getrandbits(32)
    sums, done, start = {one.move: 0.0 for one in left}, 0, net.judged
    scores: list[tuple[float, Evaluated]] = []
    for number in range(options.rounds):
        if number:
            left = left[: (len(left) + 1) // 2]
        for _ in range(samples):
            if done and net.judged - start > _MOST:
                break
            dealt = _deal(position, Random(seed + done))
            for one in left:
                sums[one.move] += Sample(net, options, seed + done).chance(dealt.copy(), one)
            done += 1
        net_part = options.net
        scores = [((1 - net_part) * sums[one.move] / done + net_part * one.chance, one) for one in left]
        scores.sort(key=lambda score: -score[0])
        left = [one for _, one in scores]
    return scores


def _samples(candidates: int, seats: int, options: Lookahead) -> int:
    """How many samples a round has, so that all rounds together play about as many turns as they may."""
    played = 0
    for _ in range(options.rounds):
        played += candidates
        candidates = (candidates + 1) // 2
    return max(1, options.turns // (seats * played))


def _deal(position: LightPosition, rng: Random) -> LightPosition:
    """The position with racks for the other seats from the tiles that the seat on turn does not see."""
    dealt = position.copy()
    for seat in range(position.seats):
        if seat != position.seat:
            dealt.draw(seat, position.mode.rack_size, rng)
    return dealt


class Sample:
    """One sample: what is drawn has a generator of its own, so that all candidates draw the same."""

    def __init__(self, net: Net, options: Lookahead, seed: int) -> None:
        self._net, self._options = net, options
        self.draws, self._ties = Random(seed ^ _DRAWS), Random(seed ^ _TIES)

    def chance(self, position: LightPosition, candidate: Evaluated) -> float:
        """The chance of the seat on turn after a placement, by how the game goes on until it is on turn again."""
        me = position.seat
        position.place(candidate.move)
        self._finish(position, candidate)
        while not position.over:
            answer = self._answer(position)
            if position.seat == me:
                return answer.chance
            position.place(answer.move)
            self._finish(position, answer)
        return outcome(position, me)

    def _answer(self, position: LightPosition) -> Evaluated:
        return best(position, self._net, shortlist(position, self._options.replies, self._ties), 1)

    def _finish(self, position: LightPosition, last: Evaluated) -> None:
        """Make the bonus placements of a turn and end it."""
        while not position.over and position.owed:
            last = self._answer(position)
            position.place(last.move)
        if not position.over:
            position.end_turn(self.draws, exchange=last.exchange)
