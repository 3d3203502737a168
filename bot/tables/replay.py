"""The replay and the analysis of a finished game, each posted once for all in its channel."""

from __future__ import annotations

from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import AnalysisShared, ReplayShared
from bot.tables.table import Table
from data.ids import UserId


def share(table: Table, user: UserId) -> Change:
    """Have the replay posted; nothing where it was posted already.

    Raises:
        Refused: no game has begun, `not-finished`, `not-playing`.
    """
    table.game()
    _check_played(table, user)
    return change(table) if table.replay_shared else change(table, ReplayShared(user))


def share_analysis(table: Table, user: UserId) -> Change:
    """Have the analysis posted; nothing where it was posted already.

    Raises:
        Refused: `not-finished`, `not-playing`.
    """
    _check_played(table, user)
    return change(table) if table.analysis_shared else change(table, AnalysisShared(user))


def _check_played(table: Table, user: UserId) -> None:
    if table.status != "over":
        raise Refused("not-finished", game=table.id)
    if table.seat_of(user) is None:
        raise Refused("not-playing")
