"""What an action at a table leads to: the events that are to be stored, and the table after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.tables.events import TableEvent
from bot.tables.fold import apply
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """The events of an action and the table that they lead to, so that nobody applies the events again."""

    events: tuple[TableEvent, ...]
    table: Table

    def then(self, *events: TableEvent) -> Change:
        """The change with these events after its own."""
        return Change((*self.events, *events), _after(self.table, events))


Action = Callable[[Table], Change]
"""What somebody does at a table; raises `Refused` or `Illegal` where it is not allowed."""


def change(table: Table, *events: TableEvent) -> Change:
    """The change that these events make; without any the table stays as it is."""
    return Change(events, _after(table, events))


def _after(table: Table, events: Sequence[TableEvent]) -> Table:
    for event in events:
        table = apply(table, event)
    return table
