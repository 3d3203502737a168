"""What deeds have in common: is the table still where the deed needs it, and the seats that play by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bot.tables.events import TableEvent
from bot.tables.table import Refused, Table, apply
from game import ai, rules
from game.state import view

Shuffle = Callable[[int], Random]
"""The generator for the event with this number in the log of one table."""


def check_lobby(table: Table) -> None:
    """Refuse a table whose lobby is over; raises `Refused`."""
    if table.status != "lobby":
        raise Refused({"running": "begun", "over": "over", "cancelled": "cancelled"}[table.status])


def check_running(table: Table) -> None:
    """Refuse a table whose game is not running; raises `Refused`."""
    if table.status != "running":
        raise Refused({"lobby": "not-begun", "over": "over", "cancelled": "cancelled"}[table.status])


def check_playing(table: Table, user: int) -> int:
    """The seat of a user in a running game.

    Raises:
        Refused: `not-playing`, or the game is not running.
    """
    check_running(table)
    seat = table.seat_of(user)
    if seat is None or seat in table.resigned:
        raise Refused("not-playing")
    return seat


def after(table: Table, facts: Sequence[TableEvent]) -> Table:
    """The table after these facts."""
    for fact in facts:
        table = apply(table, fact)
    return table


def automatic_turns(table: Table, shuffle: Shuffle) -> list[TableEvent]:
    """The turns of the automatic players who are next, until a person is on turn or the game is over."""
    facts: list[TableEvent] = []
    while table.status == "running":
        state = table.game()
        seat = state.position.seat
        if not table.is_automatic(seat):
            break
        rng = shuffle(table.seq + 1)
        made = rules.decide(state, seat, ai.choose(view(state, seat), "careful", rng), rng)
        table = after(table, made)
        facts += made
    return facts
