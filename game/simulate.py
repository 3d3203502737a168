"""Whole games of bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.ai import Style, choose
from game.bag import seeded
from game.events import Event
from game.modes import Mode
from game.rules import apply, deal, decide
from game.state import view


def simulate(mode: Mode, styles: Sequence[Style], rng: Random, *, bag_seed: bytes | None = None) -> list[Event]:
    """The events of a game to its end, with a style for each seat; the tiles from a bag with a seed, else from `rng`.

    Raises:
        Illegal: the mode does not allow this number of seats.
        ValueError: the seed of the bag has another length than `SEED_BYTES`.
    """
    bag = None if bag_seed is None else seeded(bag_seed)
    events: list[Event] = [deal(mode, len(styles), bag or rng)]
    state = apply(None, events[0])
    bag = bag and bag.after(events[0])
    while state.position.ending is None:
        seat = state.position.seat
        place = choose(view(state, seat), styles[seat], rng)
        for event in decide(state, seat, place, bag or rng):
            state = apply(state, event)
            bag = bag and bag.after(event)
            events.append(event)
    return events
