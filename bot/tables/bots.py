"""The turns of bots.

Quick levels make theirs at once, with the change that puts one of them on turn. Slow ones think in the worker, for
which a `BotTurn` of the outbox asks, and what they chose is placed here.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bot.tables.change import Change, change
from bot.tables.table import Table
from game import ai, rules
from game.bag import Draws, seeded
from game.events import Place
from game.state import view

Shuffle = Callable[[int], Random]
"""The generator for the event with this number in the log of one table; in a game with a seed the bag draws instead.

A negative number is the choice of a bot, so that no draw has anything to do with it.
"""


def draws(table: Table, shuffle: Shuffle) -> Draws:
    """What draws the next tiles of a game: its bag, or a generator in a game whose bag has no seed."""
    return seeded(table.seed, table.events) if table.seed else shuffle(table.seq + 1)


def with_bot_turns(change: Change, shuffle: Shuffle) -> Change:
    """A change with the turns of the quick bots that are next.

    It ends when a person or a slow level is on turn, or the game is over. All in one: a table never waits for a quick
    player, not even when the process dies.
    """
    while change.table.status == "running":
        table = change.table
        state = table.game()
        seat = state.position.seat
        if not table.is_bot(seat) or table.is_thinking:
            break
        place = ai.choose(view(state, seat), table.level_of(seat), shuffle(-1 - state.position.version))
        change = change.then(*rules.decide(state, seat, place, draws(table, shuffle)))
    return change


def make_turn(table: Table, version: int, place: Place, shuffle: Shuffle) -> Change:
    """The placement that a slow level chose for the position of this version; nothing if that is over."""
    if not table.is_thinking or table.game().position.version != version:
        return change(table)
    state = table.game()
    made = change(table, *rules.decide(state, state.position.seat, place, draws(table, shuffle)))
    return with_bot_turns(made, shuffle)
