"""Boards in direct and group messages of others, where the bot is no member: it can edit them with tokens alone.

A press on a board gives a token with which that board can be edited for a quarter of an hour. The newest one of each
game is held in memory; without one the board stays as it is until somebody presses **Refresh** on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, cast

import discord
from discord.utils import MISSING

from bot.discord.attachments import NO_MENTIONS, files
from bot.discord.components import Interaction, view_of
from bot.discord.failures import readable
from bot.discord.late_answers import VALID
from bot.discord.retrying import ERRORS
from bot.discord.sender import mentioned
from bot.outbox.message_board import render_message_board
from bot.outbox.renderer import Context
from bot.screens.emoji import LENGTH
from bot.screens.model import Screen
from bot.screens.registered import with_registered
from bot.services.context import Services, public_texts
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from data.ids import GameId

log = logging.getLogger(__name__)

_MARGIN: Final = timedelta(seconds=10)
_KEPT: Final = 1000
"""Of how many games the tokens are held."""
_ORIGINAL: Final = cast("int", "@original")


@dataclass(slots=True)
class _Board:
    """The message that shows a game, as far as it can be edited."""

    id: int
    channel: int
    application: int
    token: str
    message: int
    """As the token knows it."""
    until: datetime
    shows: tuple[GameId, int | None] | None = None
    """The game that was shown last, and its version unless it was taken away; `None` where that is not known."""
    edits: asyncio.Lock = field(default_factory=asyncio.Lock)


class MessageBoards:
    """The boards that this process can edit."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client
        self._boards: OrderedDict[GameId, _Board] = OrderedDict()

    async def post(self, interaction: Interaction, game: GameId) -> None:
        """Show a game to all below the answer to an interaction; where that fails it can be asked for again."""
        try:
            context = await self._context(await self._present(game))
            shown = with_registered(render_message_board(context), self._services.registered)
            with readable():
                sent = await interaction.followup.send(
                    shown.text[:LENGTH],
                    files=await files(self._services, shown, interaction.id),
                    view=view_of(shown) or MISSING,
                    allowed_mentions=mentioned(shown),
                    wait=True,
                )
        except (Refused, *ERRORS) as error:
            log.warning("a board is not posted", extra={"game": game, "reason": error})
            return
        board = self._hold(context.table.id, interaction, sent.id, sent.id)
        board.shows = (context.table.id, context.loaded.row.version)

    def pressed(self, interaction: Interaction, game: GameId) -> None:
        """Somebody pressed a button of the board of a game: it can be edited from now on."""
        if interaction.message is not None:
            self._hold(game, interaction, interaction.message.id, _ORIGINAL)

    def _hold(self, game: GameId, interaction: Interaction, message: int, known_as: int) -> _Board:
        until, channel = self._services.clock() + VALID - _MARGIN, interaction.channel_id or 0
        board = _Board(message, channel, interaction.application_id, interaction.token, known_as, until)
        old = self._boards.get(game)
        if old is not None and old.id == message:
            board.shows, board.edits = old.shows, old.edits
        self._boards[game] = board
        self._boards.move_to_end(game)
        while len(self._boards) > _KEPT:
            self._boards.popitem(last=False)
        return board

    async def show(self, game: GameId, *, again: bool = False) -> None:
        """Let the board of a game show the present, or that of its rematch; it stays where it cannot be edited.

        One that shows the present already is edited `again` only where that is asked.
        """
        try:
            loaded = await self._present(game)
        except Refused:
            return
        held = self._held(game, loaded)
        if held is None:
            return
        async with held.edits:
            # Another press may have brought a newer token meanwhile.
            board = self._held(game, loaded) or held
            if self._services.clock() >= board.until:
                return
            try:
                await self._bring_up_to_date(board, await self._present(game), again=again)
            except (Refused, *ERRORS) as error:
                log.info("a board stays as it is: %s", error, extra={"game": game})

    def _held(self, game: GameId, loaded: Loaded) -> _Board | None:
        """The board of a game, or of the one of which it is the rematch."""
        numbers = (loaded.table.id, game, loaded.table.opened.previous)
        return next((self._boards[one] for one in numbers if one is not None and one in self._boards), None)

    async def _bring_up_to_date(self, board: _Board, loaded: Loaded, *, again: bool) -> None:
        here = loaded.lives_by_presses and loaded.row.home == board.channel
        present = (loaded.table.id, loaded.row.version if here else None)
        if board.shows == present and not again:
            return
        if here:
            shown = render_message_board(await self._context(loaded))
        else:  # it was taken to a server: nothing of it is to be seen here any more
            shown = Screen(public_texts(loaded)("board.taken-away", game=loaded.table.id))
        await self._edit(board, shown)
        board.shows = present
        self._boards[loaded.table.id] = board

    async def _present(self, game: GameId) -> Loaded:
        """The game, or the last of its rematches.

        Raises:
            Refused: it cannot be read.
        """
        loaded = await self._services.tables.load(game)
        while loaded.table.next_game is not None:
            loaded = await self._services.tables.load(loaded.table.next_game)
        return loaded

    async def _context(self, loaded: Loaded) -> Context:
        services = self._services
        preferences = await services.store.preferences(loaded.table.humans, None)
        feats = await services.feats_in(loaded.table)
        return Context(loaded, preferences, services.clock(), services.default_language, feats=feats)

    async def _edit(self, board: _Board, screen: Screen) -> None:
        shown = with_registered(screen, self._services.registered)
        webhook = discord.Webhook.partial(board.application, board.token, client=self._client)
        with readable():
            await webhook.edit_message(
                board.message,
                content=shown.text[:LENGTH],
                attachments=await files(self._services, shown, board.id),
                view=view_of(shown),
                allowed_mentions=NO_MENTIONS,
            )
