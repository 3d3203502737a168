"""The turns of automatic players: made at once, with the change that puts one of them on turn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.tables.change import Change
from game import ai, rules
from game.state import view

Shuffle = Callable[[int], Random]
"""The generator for the event with this number in the log of one table."""


def with_automatic_turns(change: Change, shuffle: Shuffle) -> Change:
    """A change with the turns of the automatic players who are next, until a person is on turn or the game is over.

    All in one: a table never waits for an automatic player, not even when the process dies.
    """
    while change.table.status == "running":
        state = change.table.game()
        seat = state.position.seat
        if not change.table.is_automatic(seat):
            break
        rng = shuffle(change.table.seq + 1)
        change = change.then(*rules.decide(state, seat, ai.choose(view(state, seat), "careful", rng), rng))
    return change
