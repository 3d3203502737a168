"""Whole games of bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.ai import Style, choose
from game.events import Event
from game.modes import Mode
from game.rules import apply, deal, decide
from game.state import view


def simulate(mode: Mode, styles: Sequence[Style], rng: Random) -> list[Event]:
    """The events of a game to its end, with a style for each seat.

    Raises:
        Illegal: the mode does not allow this number of seats.
    """
    events: list[Event] = [deal(mode, len(styles), rng)]
    state = apply(None, events[0])
    while state.position.ending is None:
        seat = state.position.seat
        place = choose(view(state, seat), styles[seat], rng)
        for event in decide(state, seat, place, rng):
            state = apply(state, event)
            events.append(event)
    return events
