"""Questions to all players of a game: a message loses its buttons when it is answered, or asked anew."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Final

import discord

from bot.discord.retrying import ERRORS
from bot.screens.model import Screen, Select
from bot.screens.press import declines
from bot.tables.table import Table
from data.ids import GameId
from data.store import SentBoard

log = logging.getLogger(__name__)

_KEPT: Final = 2000
_EDIT_S: Final = 10
"""How long is tried to edit a message."""


class Questions:
    """The newest question of each game that this process asked. An older one only says that it is old."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._asked: OrderedDict[GameId, SentBoard] = OrderedDict()

    async def after(self, table: Table, screen: Screen, posted: SentBoard) -> None:
        """Take the buttons from the question before, unless it is open still; keep what was posted if it asks one."""
        buttons = [button for row in screen.rows if not isinstance(row, Select) for button in row]
        asks = any(declines(button.press) for button in buttons)
        if asks or not _is_open(table):
            await self.close(table.id)
        if asks:
            self._asked[table.id] = posted
            if len(self._asked) > _KEPT:
                self._asked.popitem(last=False)

    async def close(self, game: GameId) -> None:
        """Take the buttons from the question of a game, if it asked one and that can be done."""
        asked = self._asked.pop(game, None)
        if asked is None:
            return
        message = self._client.get_partial_messageable(asked.channel).get_partial_message(asked.message)
        try:
            async with asyncio.timeout(_EDIT_S):
                await message.edit(view=None)
        except ERRORS as error:
            log.info("a question keeps its buttons: %s", error, extra={"game": game, "sent": asked.message})


def _is_open(table: Table) -> bool:
    """Whether a vote to end the game, or the question for a rematch, waits for answers."""
    if table.status != "over":
        return bool(table.stop_votes)
    return bool(table.rematch_accepted) and table.next_game is None and table.rematch_declined_by is None
