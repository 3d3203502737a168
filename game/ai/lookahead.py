"""The sampled look-ahead: the best placements are played on with the same samples of hidden racks and draws.

The other seats and the seat itself answer by the net until the seat is on turn again; what its best placement is then
worth is what the sample says. Only tiles that the seat does not see are dealt again, so that nothing hidden is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.ai.levels import Lookahead
from game.ai.light import LightPosition
from game.ai.net import Net
from game.ai.rating import Rated, best, chance_of, outcome, shortlist


def look_ahead(
    position: LightPosition, net: Net, rated: Sequence[Rated], options: Lookahead, rng: Random
) -> list[tuple[float, Rated]]:
    """The candidates of the last round with their mean chances, the best first.

    Args:
        position: what the seat on turn sees, all hidden tiles in the bag.
        net: the net of the mode.
        rated: placements with their values by the net.
        options: how many candidates, rounds and turns.
        rng: gives the seeds of the samples.
    """
    left = sorted(rated, key=lambda one: -one.value)[: options.candidates]
    if len(left) == 1:
        return [(left[0].chance, left[0])]
    samples, seed = _samples(len(left), position.seats, options), rng.getrandbits(32)
    sums = {one.move: 0.0 for one in left}
    for number in range(options.rounds):
        if number:
            left = left[: (len(left) + 1) // 2]
        for sample in range(number * samples, (number + 1) * samples):
            dealt = _deal(position, Random(seed + sample))
            for one in left:
                sums[one.move] += _play_on(dealt.copy(), net, one, options, Random(seed + sample))
        left.sort(key=lambda one: -sums[one.move])
    return [(sums[one.move] / (samples * options.rounds), one) for one in left]


def samples_a_round(options: Lookahead, seats: int, turns: int | None = None) -> int:
    """How many samples a round has, so that all rounds together play about as many turns as they may.

    `turns` takes the place of those of `options`.
    """
    return _samples(options.candidates, seats, options, turns)


def _samples(candidates: int, seats: int, options: Lookahead, turns: int | None = None) -> int:
    played = 0
    for _ in range(options.rounds):
        played += candidates
        candidates = (candidates + 1) // 2
    return max(1, (options.turns if turns is None else turns) // (seats * played))


def _deal(position: LightPosition, rng: Random) -> LightPosition:
    """The position with racks for the other seats from the tiles that the seat on turn does not see."""
    dealt = position.copy()
    for seat in range(position.seats):
        if seat != position.seat:
            dealt.draw(seat, position.mode.rack_size, rng)
    return dealt


def _play_on(position: LightPosition, net: Net, candidate: Rated, options: Lookahead, rng: Random) -> float:
    """The chance of the seat on turn when it is on turn again after a placement."""
    me = position.seat
    position.place(candidate.move)
    _finish(position, net, candidate, options, rng)
    while not position.over:
        answer = best(position, net, shortlist(position, options.replies, rng), 1)
        if position.seat == me:
            return chance_of(answer.value)
        position.place(answer.move)
        _finish(position, net, answer, options, rng)
    return outcome(position, me)


def _finish(position: LightPosition, net: Net, last: Rated, options: Lookahead, rng: Random) -> None:
    """Make the bonus placements of a turn and end it."""
    while not position.over and position.owed:
        last = best(position, net, shortlist(position, options.replies, rng), 1)
        position.place(last.move)
    if not position.over:
        position.end_turn(rng, exchange=last.exchange)
