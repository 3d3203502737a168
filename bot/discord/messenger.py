"""Where a game is shown: its messages in its channel or thread, and what happens when such a place fails it.

A game loses nothing with its place. From a thread that is locked or gone it goes on in the channel to which it
belongs; where that is gone too, its people are told once and may play on elsewhere; without the permission to attach
files the board is posted as text. Knows no outbox: a message that cannot be sent now is an error.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord
from discord.utils import MISSING

from bot.discord import failures
from bot.discord.components import view_of
from bot.discord.responder import NO_MENTIONS, files
from bot.discord.sender import LOOK_BACK, SKEW, DeliveryKey, Sender, ids_in, mentioned
from bot.discord.threads import in_thread
from bot.outbox.renderer import Body, Delivery, render_table
from bot.screens import lobby
from bot.screens.emoji import LENGTH, with_emoji
from bot.screens.model import Screen
from bot.screens.press import parse
from bot.screens.text_board import text_board
from bot.services.context import Services, public_texts
from bot.services.tables import NOWHERE, Loaded
from bot.tables.messages import note
from data.store import BoardMessage

log = logging.getLogger(__name__)

REMOVED: Final = timedelta(hours=1)
"""How often to look whether the bot is in a server again from which it was removed."""
OUTAGE: Final = timedelta(minutes=1)
"""How often to look whether a server is there again in which Discord has an outage."""

_EDITABLE: Final = timedelta(minutes=55)
"""How long a message is edited rather than posted anew: Discord limits edits of messages older than an hour."""
_RETIRE_S: Final = 10
"""How long a game waits at most for the buttons of its old message to go."""


class Messenger:
    """Sends, edits and retires the messages of games."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client
        self._sender = Sender(services, client)

    def absence(self, guild: int | None) -> timedelta | None:
        """How long to leave the games of a server alone that is not there; `None` where it is."""
        if guild is None or not self._client.is_ready():
            return None
        found = self._client.get_guild(guild)
        if found is None:
            return REMOVED
        return OUTAGE if found.unavailable else None

    # --- the message that shows a table ---

    async def table(self, bodies: Sequence[Body], mark: DeliveryKey, loaded: Loaded) -> BoardMessage | None:
        """Show a table: its lobby, its position, its end; the message, if there is a place for it."""
        begun = any(body.get("begun") for body in bodies)
        if begun:
            loaded, why = await in_thread(self._services, self._client, self._sender, loaded, mark)
            bodies = [*bodies, {"since": bodies[0]["since"], "words": [(why, {})]}] if why else bodies
        table, old = loaded.table, loaded.row
        words = public_texts(loaded)
        screen = await render_table(self._services, loaded, bodies, words)
        if table.state is None or len(table.seats) == 1:
            edited = await self._edited(loaded, screen, None if table.state is None else _EDITABLE)
            if edited:
                return edited
        posted = await self._show(loaded, screen, mark)
        if posted and mark.since:
            await self._retire_lost(posted, table.id, mark.since)
        if posted and old.message is not None and old.message != posted.message:
            last = lobby.begun(table, words) if begun else None
            await self._retire(old.message_channel or old.channel, old.message, last)
        return posted

    async def _edited(self, loaded: Loaded, screen: Screen, age: timedelta | None) -> BoardMessage | None:
        """The message that stands already, changed; `None` where there is none that can be."""
        row = loaded.row
        if row.message is None or row.message_channel != row.channel or row.message_at is None:
            return None
        if age is not None and self._services.clock() - row.message_at >= age:
            return None
        partial = self._client.get_partial_messageable(row.channel).get_partial_message(row.message)
        screen = with_emoji(screen, self._services.emojis)
        try:
            await partial.edit(
                content=screen.text[:LENGTH],
                attachments=await files(self._services, screen, row.message),
                view=view_of(screen),
                allowed_mentions=mentioned(screen),
            )
        except discord.HTTPException as error:
            if failures.is_passing(error):
                raise
            log.info("message=%s cannot be edited any more: %s", row.message, error)
            return None
        return BoardMessage(row.channel, row.message, row.message_at)

    async def _retire(self, channel: int, message: int, last: Screen | None = None) -> None:
        """Take the buttons off a message that a newer one has replaced; `last` is what it says from now on."""
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            async with asyncio.timeout(_RETIRE_S):
                await partial.edit(content=last.text if last else MISSING, view=None, allowed_mentions=NO_MENTIONS)
        except Exception as error:  # noqa: BLE001 - the new message stands, and old buttons only say that they are old
            log.info("message=%s keeps its buttons: %s", message, error)

    async def _retire_lost(self, newest: BoardMessage, game: int, since: datetime) -> None:
        """Retire older boards of a game that were sent, but of which nobody heard that they were."""
        where = self._client.get_partial_messageable(newest.channel)
        try:
            async for message in where.history(limit=LOOK_BACK):
                if message.created_at < since - SKEW:
                    break
                presses = [parse(custom_id or "") for custom_id in ids_in(message)]
                ours = any(press and (press.game, press.verb) == (game, "play") for press in presses)
                if ours and message.id < newest.message:
                    await self._retire(newest.channel, message.id)
        except discord.HTTPException as error:
            log.info("game=%s: boards that were sent before may keep their buttons: %s", game, error)

    # --- sending ---

    async def tell(self, message: Delivery, mark: DeliveryKey, loaded: Loaded) -> None:
        """Send a message to the channel of its game, or to a person; who is told in the channel if they take none."""
        if message.user is None:
            await self._show(loaded, message.screen, mark)
            return
        try:
            person = await self._client.create_dm(discord.Object(message.user))
            await self._sender.send(person, message.screen, mark)
        except discord.HTTPException as error:
            if not failures.is_closed(error):
                raise
            log.info("user=%s takes no direct messages: %s", message.user, error)
            await self._closed(message, mark, loaded)

    async def _closed(self, message: Delivery, mark: DeliveryKey, loaded: Loaded) -> None:
        """Somebody's direct messages are closed: tell the channel what matters, and them once how to open them."""
        if message.instead is not None:
            await self._show(loaded, message.instead, mark)
        player = await self._services.store.player(message.user or 0)
        if player.closed_dms_reported:
            return
        text = public_texts(loaded)("notice.closed", who=f"<@{player.user}>")
        # A nonce of its own: Discord would take it for the message before and send none.
        if await self._show(loaded, Screen(text, mentions=(player.user,)), mark.beside("c")):
            # Read again: the person may have set something else meanwhile.
            now = await self._services.store.player(player.user)
            await self._services.store.save_player(replace(now, closed_dms_reported=True))

    async def _show(self, loaded: Loaded, screen: Screen, mark: DeliveryKey) -> BoardMessage | None:
        """Send to the channel of a game, else to the one to which it belongs; `None` where there is no channel left.

        Raises:
            AbsentError: the server is not there.
            discord.HTTPException: it cannot be sent now, or not by us.
        """
        row = await self._services.store.game(loaded.row.id)
        absent = self.absence(row.guild)
        if absent:
            raise failures.AbsentError(absent)
        if row.channel == NOWHERE:
            return None
        try:
            return await self._send(loaded, row.channel, screen, mark)
        except discord.HTTPException as error:
            if row.guild is None or failures.is_passing(error) or not failures.is_shut(error):
                raise
            log.info("game=%s channel=%s takes no messages: %s", row.id, row.channel, error)
            if row.home != row.channel:
                return await self._at_home(loaded, row.home, screen, mark)
            if not failures.is_gone(error):
                raise
            await self._nowhere(loaded)
            return None

    async def _at_home(self, loaded: Loaded, home: int, screen: Screen, mark: DeliveryKey) -> BoardMessage | None:
        """Send to the channel to which a game belongs, and leave it there."""
        text = f"{public_texts(loaded)('place.home', game=loaded.table.id)}\n{screen.text}"
        try:
            posted = await self._send(loaded, home, replace(screen, text=text), mark.beside("h"))
        except discord.HTTPException as error:
            if not failures.is_gone(error):
                raise
            await self._nowhere(loaded)
            return None
        await self._services.tables.move(loaded, home)
        return posted

    async def _nowhere(self, loaded: Loaded) -> None:
        """The channel of a game was deleted: tell its people so, once."""
        absent = self.absence(loaded.row.guild)
        if absent:
            raise failures.AbsentError(absent)
        notes = [note("gone", user=user) for user in loaded.table.mentionable]
        await self._services.tables.move(loaded, NOWHERE, notes=notes)

    async def _send(self, loaded: Loaded, channel: int, screen: Screen, mark: DeliveryKey) -> BoardMessage:
        where = self._client.get_partial_messageable(channel)
        try:
            return await self._sender.send(where, screen, mark)
        except discord.HTTPException as error:
            if not failures.lacks_permission(error) or not (screen.picture or screen.file):
                raise
            log.info("game=%s channel=%s takes no pictures: %s", loaded.row.id, channel, error)
            return await self._sender.send(where, _in_words(loaded, screen), mark.beside("w"))


def _in_words(loaded: Loaded, screen: Screen) -> Screen:
    """A public screen of a game without its picture and its file: what it says first, and the board as text."""
    table = loaded.table
    if screen.picture is None or table.state is None:
        return replace(screen, file=None)
    head = screen.text.split("\n", 1)[0]
    text = f"{head}\n{text_board(table.view_for(None), table.names, public_texts(loaded))}"
    return replace(screen, text=text, picture=None, file=None)
