"""What changes in the outbox with a change of a table, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.tables.outbox_rows import OutboxItem, Scheduled, kinds_of
from data.store import KEEP, Keep, NewOutboxRow


@dataclass(frozen=True, slots=True)
class Plan:
    """What changes in the outbox with a change of a table."""

    messages: Sequence[Scheduled] = ()
    drop: Sequence[type[OutboxItem]] = ()
    """The classes of waiting messages and timers that are deleted."""
    deadline: datetime | Keep | None = field(default=KEEP)
    """When the turn is due; `None` where there is no clock."""

    @property
    def rows(self) -> list[NewOutboxRow]:
        """The new rows of the outbox."""
        return [message.row for message in self.messages]

    @property
    def dropped_kinds(self) -> tuple[str, ...]:
        """The kinds of the rows that are deleted."""
        return kinds_of(self.drop)
