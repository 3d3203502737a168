"""A table as it was read from the store, with what the store says of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.tables.errors import Refused, Unreadable
from bot.tables.events import from_text
from bot.tables.fold import fold
from bot.tables.table import Table
from data.ids import ChannelId, GameId, GuildId, UserId
from data.store import GameMissing, GameRow, GameUnreadable, Store, StoredGame, Unstorable

log = logging.getLogger(__name__)

NOWHERE = ChannelId(0)
"""The channel of a game of which the bot can post nothing by itself: it was deleted, or the bot is no member there."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a game is played; `guild` is `None` in a direct message."""

    guild: GuildId | None
    channel: ChannelId
    is_of_others: bool = False
    """Whether it is a direct or group message of which the bot is no part."""


PRIVATE: Final = Location(None, NOWHERE)
"""Where somebody plays alone whom the bot can only answer: in those answers, which nobody else sees."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table and its row in the store."""

    row: GameRow
    table: Table
    plans: Mapping[UserId, str] = field(default_factory=dict[UserId, str], repr=False)
    """The planned moves when it was read; a person may know their own and nobody else's."""

    @property
    def is_posted(self) -> bool:
        """Whether the bot posts its boards in a channel."""
        return self.row.channel != NOWHERE

    @property
    def is_private(self) -> bool:
        """Whether the game lives in the private answers to its one player."""
        return self.row.guild is None and self.row.channel == self.row.home == NOWHERE

    @property
    def lives_by_presses(self) -> bool:
        """Whether it is in a message of others, its home: its board there changes when somebody presses a button."""
        return self.row.guild is None and not self.is_posted and self.row.home != NOWHERE


EDITABLE: Final = timedelta(minutes=55)
"""How long a board is edited rather than posted again: Discord limits edits of messages older than an hour."""


def posts_anew(row: GameRow, now: datetime) -> bool:
    """Whether the next board of a game that has one message comes as a new one."""
    return row.message is None or row.message_at is None or now - row.message_at >= EDITABLE


async def load(store: Store, game: GameId) -> Loaded:
    """A table as it is stored.

    Raises:
        Refused: `no-such-game`, or `quarantined` for one that cannot be read; it is quarantined and reported.
    """
    try:
        stored = await store.load(game)
    except (GameMissing, Unstorable) as error:
        raise Refused("no-such-game", game=game) from error
    except GameUnreadable as error:
        await _quarantine(store, game, str(error))
        raise Refused("quarantined", game=game) from error
    if stored.row.status == "quarantined":
        raise Refused("quarantined", game=game)
    try:
        return Loaded(stored.row, await asyncio.to_thread(_fold, stored), stored.plans)
    except Unreadable as error:
        await _quarantine(store, game, str(error))
        raise Refused("quarantined", game=game) from error


async def _quarantine(store: Store, game: GameId, why: str) -> None:
    log.error("cannot be read and is quarantined", extra={"game": game, "reason": why})
    await store.quarantine(game, why)


def _fold(stored: StoredGame) -> Table:
    try:
        events = [from_text(body) for body in stored.events]
    except ValueError as error:
        raise Unreadable(str(error)) from error
    return fold(stored.row.id, events)
