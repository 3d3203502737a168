"""The replay of a finished game, posted once for all in its channel."""

from __future__ import annotations

from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import ReplayShared
from bot.tables.table import Table
from data.ids import UserId


def share(table: Table, user: UserId) -> Change:
    """Have the replay posted; nothing where it was posted already.

    Raises:
        Refused: no game has begun, `not-finished`, `not-playing`.
    """
    table.game()
    if table.status != "over":
        raise Refused("not-finished", game=table.id)
    if table.seat_of(user) is None:
        raise Refused("not-playing")
    return change(table) if table.replay_shared else change(table, ReplayShared(user))
