"""Delivers the outbox on Discord, and lets a game go on when its channel or thread fails it.

From a thread that is locked or gone a game goes on in the channel to which it belongs; where that takes no messages
either, as a forum, its players get a direct message and may play on elsewhere.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord

from bot.discord import corrections, failures
from bot.discord.folding import Folding
from bot.discord.message_boards import MessageBoards
from bot.discord.poster import Poster
from bot.discord.questions import Questions
from bot.discord.sender import Sender
from bot.discord.threads import in_thread, with_board
from bot.outbox.messenger import Delivered, DeliveryKey, GuildUnavailable
from bot.outbox.public import PublicScreen, of_game
from bot.outbox.renderer import Context, Delivery, render_board
from bot.screens import lobby
from bot.screens.model import Screen
from bot.services.context import Services, public_texts
from bot.services.loaded import EDITABLE, NOWHERE, Loaded
from bot.settings.server import wants_thread
from bot.tables.messages import BoardMessage, ChannelDeleted, ThreadLeft
from bot.tables.outbox_rows import Scheduled
from data.ids import ChannelId, GuildId, MessageId, UserId
from data.store import SentBoard

log = logging.getLogger(__name__)

REMOVED: Final = timedelta(hours=1)
"""How often to look whether the bot is in a server again from which it was removed."""
OUTAGE: Final = timedelta(minutes=1)
"""How often to look whether a server is there again in which Discord has an outage."""


class DiscordMessenger:
    """Implements `bot.outbox.messenger.Messenger`: sends and edits messages, and folds old ones."""

    def __init__(self, services: Services, client: discord.Client, boards: MessageBoards) -> None:
        self._services = services
        self._boards = boards
        self._client = client
        self._sender = Sender(services, client)
        self._poster = Poster(client, self._sender)
        self._folding = Folding(services, client)
        self._questions = Questions(client)

    @property
    def is_ready(self) -> bool:
        """Whether it is known which servers are there."""
        return self._client.is_ready()

    def absence(self, guild: GuildId | None) -> timedelta | None:
        """How long to leave the games of a server alone that is not there; `None` where it is."""
        if guild is None or not self._client.is_ready():
            return None
        found = self._client.get_guild(guild)
        if found is None:
            return REMOVED
        return OUTAGE if found.unavailable else None

    async def finish(self) -> None:
        """Wait until old messages are folded, or cannot be."""
        await self._folding.finish()

    # --- the message that shows a table ---

    async def show_table(self, message: BoardMessage, key: DeliveryKey, context: Context) -> Delivered:
        """See `Messenger.show_table`."""
        with failures.as_delivery_failed():
            return await self._show_table(message, key, context)

    async def _show_table(self, message: BoardMessage, key: DeliveryKey, context: Context) -> Delivered:
        table = context.table
        if context.loaded.lives_by_presses:
            await self._boards.show(table.id)
            return Delivered(context.loaded)
        if message.begun and wants_thread(context.preferences.server, table.opened, len(table.humans)):
            loaded, why = await in_thread(self._services, self._client, self._sender, context.loaded, key)
            context = replace(context, loaded=loaded)
            message = replace(message, remarks=(*message.remarks, why)) if why else message
        table, old = context.table, context.loaded.row
        screen = render_board(message, context)
        if table.state is None or table.is_alone:
            edited = await self._edited(context.loaded, screen, None if table.state is None else EDITABLE)
            if edited:
                return Delivered(with_board(context.loaded, edited), edited)
        shown = await self._show(context.loaded, screen, key)
        posted = shown.board
        if posted is None:
            return shown
        await self._questions.after(table, screen, posted)
        if message.begun and table.opened.previous:
            await self._questions.close(table.opened.previous)
        if key.since:
            await self._folding.fold_lost(posted, context, key.since)
        if old.message is not None and old.message != posted.message:
            begun = lobby.begun(table, context.texts).text if message.begun else None
            await self._folding.fold(context, old.message_channel or old.channel, old.message, begun)
        row = shown.loaded.row
        if table.status == "over" and row.channel != row.home:
            # The message that carries the thread has its number.
            carrier = lobby.begun(table, context.texts).text
            await self._folding.fold(context, row.home, MessageId(row.channel), carrier)
        return Delivered(with_board(shown.loaded, posted), posted)

    async def _edited(self, loaded: Loaded, screen: Screen, age: timedelta | None) -> SentBoard | None:
        """The message that shows the table already, changed; `None` where there is none that can be."""
        row = loaded.row
        if row.message is None or row.message_channel != row.channel or row.message_at is None:
            return None
        if age is not None and self._services.clock() - row.message_at >= age:
            return None
        try:
            await self._poster.edit(row.channel, row.message, of_game(screen, loaded))
        except discord.HTTPException as error:
            if failures.is_transient(error):
                raise
            log.info("a message cannot be edited any more: %s", error, extra={"game": row.id, "sent": row.message})
            return None
        return SentBoard(row.channel, row.message, row.message_at)

    async def show_names(self, context: Context) -> None:
        """See `Messenger.show_names`."""
        if context.loaded.lives_by_presses:
            await self._boards.show(context.table.id, again=True)
            return
        await self._correct(context.loaded, corrections.with_names_of_now(context))

    async def leave_thread(self, message: ThreadLeft, context: Context) -> None:
        """See `Messenger.leave_thread`."""
        await self._correct(context.loaded, corrections.without_names(message, context))

    async def _correct(self, loaded: Loaded, wanted: corrections.Corrections) -> None:
        self._check_guild(loaded.row.guild)
        for edit in wanted.edits:
            self._folding.forget(edit.message)
        with failures.as_delivery_failed():
            await corrections.make(self._client, self._poster, loaded, wanted)

    # --- sending ---

    async def deliver(self, delivery: Delivery, key: DeliveryKey, context: Context) -> Delivered:
        """See `Messenger.deliver`; the channel gets what matters where a person takes no direct messages."""
        with failures.as_delivery_failed():
            if delivery.user is None and context.loaded.lives_by_presses:
                return await self._deliver_to_mentioned(delivery, key, context)
            if delivery.user is None:
                shown = await self._show(context.loaded, delivery.screen, key)
                if shown.board is not None:
                    await self._questions.after(context.table, delivery.screen, shown.board)
                return Delivered(shown.loaded)
            try:
                with failures.readable():
                    person = await self._client.create_dm(discord.Object(delivery.user))
                await self._sender.send(person, delivery.screen, key)
            except discord.HTTPException as error:
                if not failures.refuses_direct_messages(error):
                    raise
                log.info("a person takes no direct messages: %s", error, extra={"user": delivery.user})
                if delivery.is_secret:
                    return Delivered(context.loaded)
                return Delivered(await self._deliver_publicly(delivery, key, context))
            return Delivered(context.loaded)

    async def _deliver_to_mentioned(self, delivery: Delivery, key: DeliveryKey, context: Context) -> Delivered:
        """Let the board of a game in a message of others say it, and whom it calls know directly."""
        await self._boards.show(context.table.id)
        for at, user in enumerate(delivery.screen.mentions):
            await self.deliver(replace(delivery, user=user, is_secret=True), key.beside(f"m{at}"), context)
        return Delivered(context.loaded)

    async def _deliver_publicly(self, delivery: Delivery, key: DeliveryKey, context: Context) -> Loaded:
        """Say in the channel what matters, and once to the person how to open their direct messages."""
        loaded = context.loaded
        if delivery.instead is not None:
            loaded = (await self._show(loaded, delivery.instead, key)).loaded
        user = delivery.user or UserId(0)
        if context.player(user).closed_dms_reported:
            return loaded
        text = context.texts("notice.closed", who=f"<@{user}>")
        # A nonce of its own: Discord would take it for the message before and send none.
        shown = await self._show(loaded, Screen(text, mentions=(user,)), key.beside("c"))
        if shown.board:
            # Read again: the person may have set something else meanwhile.
            player = await self._services.store.player(user)
            await self._services.store.save_player(replace(player, closed_dms_reported=True))
        return shown.loaded

    async def _show(self, loaded: Loaded, screen: Screen, key: DeliveryKey) -> Delivered:
        """Send to the channel of a game, else to the one to which it belongs; no message where no channel is left.

        Raises:
            GuildUnavailable: the server is not there.
            discord.HTTPException: it cannot be sent now, or not by us.
        """
        row = loaded.row
        self._check_guild(row.guild)
        if row.channel == NOWHERE:
            return Delivered(loaded)
        if self._is_no_channel_of_messages(row.channel):
            return Delivered(await self._without_channel(loaded))
        try:
            return Delivered(loaded, await self._send(loaded, row.channel, screen, key))
        except discord.HTTPException as error:
            if row.guild is None and failures.refuses_direct_messages(error):
                log.info("a game goes on in private answers: %s", error, extra={"game": row.id})
                return Delivered(await self._services.tables.relocate(loaded, NOWHERE, home=NOWHERE))
            if row.guild is None or failures.is_transient(error) or not failures.is_channel_closed_to_bot(error):
                raise
            log.info("a channel takes no messages: %s", error, extra={"game": row.id, "channel": row.channel})
            home = row.home if row.home != row.channel else await self._parent_of(row.channel)
            shown = None
            if home is not None and not self._is_no_channel_of_messages(home):
                shown = await self._show_at_home(loaded, home, screen, key)
            if shown is not None:
                return shown
            if not failures.is_channel_dead(error):
                raise
            return Delivered(await self._without_channel(loaded))

    def _is_no_channel_of_messages(self, channel: ChannelId) -> bool:
        """Whether this is known to be a forum or category, in which nobody can post."""
        found = self._client.get_channel(channel)
        return found is not None and not isinstance(found, discord.abc.Messageable)

    async def _parent_of(self, channel: ChannelId) -> ChannelId | None:
        """The channel above a thread; `None` where this is no thread, or is gone."""
        try:
            found = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        except (discord.HTTPException, discord.InvalidData) as error:
            if failures.is_transient(error):
                raise
            return None
        return ChannelId(found.parent_id) if isinstance(found, discord.Thread) else None

    async def _show_at_home(
        self, loaded: Loaded, home: ChannelId, screen: Screen, key: DeliveryKey
    ) -> Delivered | None:
        """Send to the channel to which a game belongs, where it goes on; `None` where that is closed as well."""
        text = f"{public_texts(loaded)('place.home', game=loaded.table.id)}\n{screen.text}"
        try:
            posted = await self._send(loaded, home, replace(screen, text=text), key.beside("h"))
        except discord.HTTPException as error:
            if failures.is_transient(error) or not failures.is_channel_closed_to_bot(error):
                raise
            return None
        return Delivered(await self._services.tables.relocate(loaded, home, home=home), posted)

    async def _without_channel(self, loaded: Loaded) -> Loaded:
        """The table once its channel was deleted or locked: each of its players gets a message about it."""
        self._check_guild(loaded.row.guild)
        messages = [Scheduled(ChannelDeleted(user)) for user in loaded.table.mentionable]
        return await self._services.tables.relocate(loaded, NOWHERE, messages=messages)

    def _check_guild(self, guild: GuildId | None) -> None:
        absence = self.absence(guild)
        if absence:
            raise GuildUnavailable(absence)

    async def _send(self, loaded: Loaded, channel: ChannelId, screen: Screen, key: DeliveryKey) -> SentBoard:
        sent = await self._poster.post(channel, of_game(screen, loaded), key)
        self._folding.keep(sent.message, screen.text)
        return sent

    # --- messages of servers ---

    async def post(self, guild: GuildId, channel: ChannelId, public: PublicScreen, key: DeliveryKey) -> SentBoard:
        """See `Messenger.post`."""
        with failures.as_delivery_failed():
            self._check_guild(guild)
            return await self._poster.post(channel, public, key)

    async def edit(self, guild: GuildId, channel: ChannelId, message: MessageId, public: PublicScreen) -> bool:
        """See `Messenger.edit`."""
        with failures.as_delivery_failed():
            self._check_guild(guild)
            try:
                await self._poster.edit(channel, message, public)
            except discord.NotFound as error:
                if error.code == failures.UNKNOWN_MESSAGE:
                    return False
                raise
            return True
