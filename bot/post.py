"""The outbox to Discord: what was committed to be told is told, in order, each game by itself.

A note waits in the database until Discord has taken its message, so that a crash between the two loses nothing; the
note's number goes along as nonce, so that a message sent twice in a short time stands there once. Notes of one game
that wait together become one message with the newest position. Nothing of it waits resident: a task runs while there
is something to tell, and sleeps only until a failed note is due again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
from discord.utils import MISSING

from bot.app import App, public_texts
from bot.buttons import view_of
from bot.replies import LENGTH, NO_MENTIONS, files
from bot.screens import lobby
from bot.screens.model import Screen
from bot.service import Loaded
from bot.table import Refused
from bot.telling import RINGING, STANDINGS, Told, table_screen, told
from data.store import Note, OutboxRow, Posted, StoreError

log = logging.getLogger(__name__)

_BACK_OFF: Final = (5, 60, 600, 3600, 6 * 3600)
"""Seconds before each next attempt; after the last the note is given up."""
_EDITABLE: Final = timedelta(minutes=55)
"""How long a message is edited rather than posted anew: Discord limits edits of messages older than an hour."""
_AT_ONCE: Final = 500
_PAUSE_S: Final = 5
"""How long to wait before looking again where looking did not help."""


class Post:
    """Tells what waits in the outbox. `wake` it after each commit, `wake_all` at the start."""

    def __init__(self, app: App, client: discord.Client) -> None:
        self._app = app
        self._client = client
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._timer: asyncio.Task[None] | None = None
        self._finished = False

    def wake(self, game: int) -> None:
        """Tell what waits for this game, now or as soon as the telling that runs is over."""
        if game in self._tasks:
            self._again.add(game)
            return
        task = asyncio.create_task(self._tell(game), name=f"post-{game}")
        self._tasks[game] = task
        task.add_done_callback(lambda _: self._told(game))

    def _told(self, game: int) -> None:
        del self._tasks[game]
        if game in self._again:
            self._again.discard(game)
            self.wake(game)
        else:
            self._wind()

    async def wake_all(self) -> None:
        """Tell everything that is due, and come back when the next note is."""
        for game in dict.fromkeys(row.game for row in await self._due() if row.game is not None):
            self.wake(game)
        self._wind()

    async def repost_all(self) -> None:
        """Post every open table anew, for a Discord that has lost its messages (the local table)."""
        for row in await self._app.store.games_with(("lobby", "running")):
            try:
                table = (await self._app.tables.load(row.id)).table
            except Refused:
                continue
            since = max(0, len(table.public.turns) - 1) if table.state else 0
            await self._app.store.enqueue([Note("table", json.dumps({"since": since}))], game=row.id)
            self.wake(row.id)

    async def finish(self) -> None:
        """Wait for the messages that are being sent, then send no more."""
        self._finished = True
        self._again.clear()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._timer:
            self._timer.cancel()

    async def _due(self) -> list[OutboxRow]:
        return await self._app.store.due(self._app.clock(), _AT_ONCE)

    def _wind(self) -> None:
        """Wait anew for whatever is due next."""
        if self._timer:
            self._timer.cancel()
        self._timer = None if self._finished else asyncio.create_task(self._wait(), name="post-timer")

    async def _wait(self) -> None:
        try:
            due = await self._app.store.next_due()
            if due is None:
                return
            seconds = (due - self._app.clock()).total_seconds()
        except StoreError as error:
            log.error("what is due next cannot be read: %s", error)
            seconds = _PAUSE_S
        # What is due already was too much at once, or could not even be marked as failed.
        await asyncio.sleep(seconds if seconds > 0 else _PAUSE_S)
        self._timer = None
        try:
            await self.wake_all()
        except StoreError as error:
            log.error("what is due cannot be read: %s", error)
            self._wind()

    async def _tell(self, game: int) -> None:
        try:
            rows = await self._app.store.due(self._app.clock(), _AT_ONCE, game)
            if not rows:
                return
            try:
                loaded = await self._app.tables.load(game)
            except Refused:
                await self._tick_off(rows, None)
                return
            by_kind: dict[str, list[OutboxRow]] = {}
            for row in rows:
                by_kind.setdefault(row.kind, []).append(row)
            for kind, same in by_kind.items():
                await self._tell_kind(kind, same, loaded)
        except StoreError as error:
            log.error("game=%s: what waits cannot be told: %s", game, error)

    async def _tell_kind(self, kind: str, rows: list[OutboxRow], loaded: Loaded) -> None:
        try:
            posted = await self._take(kind, rows, loaded)
            await self._tick_off(rows, posted)
        except (TimeoutError, discord.HTTPException, OSError) as error:
            await self._failed(rows, error)
        except StoreError:
            raise
        except Exception as error:
            log.exception("game=%s kind=%s could not be told", loaded.row.id, kind)
            await self._failed(rows, error)

    async def _take(self, kind: str, rows: list[OutboxRow], loaded: Loaded) -> Posted | None:
        """Send or do what these notes of one kind are for; the message that shows the table now, if there is one."""
        bodies = [json.loads(row.body) for row in rows]
        if kind == "table":
            return await self._table(bodies, rows[-1].id, loaded)
        told_now = zip(rows, bodies, strict=True) if kind not in STANDINGS else [(rows[-1], bodies[-1])]
        for row, body in told_now:
            if kind in RINGING:
                await self._app.tables.ring(kind, loaded.table.id, body)
                continue
            message = await told(self._app, kind, body, loaded)
            if message is not None:
                await self._send_told(message, row.id, loaded)
        return None

    async def _tick_off(self, rows: Sequence[OutboxRow], posted: Posted | None) -> None:
        for row in rows:
            await self._app.store.done(row.id, posted=posted if row is rows[-1] else None)

    async def _failed(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        for row in rows:
            if row.attempts >= len(_BACK_OFF) or _hopeless(error):
                log.warning("game=%s note=%s is given up: %s", row.game, row.id, error)
                await self._app.store.done(row.id)
                continue
            log.warning("game=%s note=%s will be tried again: %s", row.game, row.id, error)
            later = self._app.clock() + timedelta(seconds=_BACK_OFF[row.attempts])
            await self._app.store.retry(row.id, later, str(error)[:500])

    # --- the kinds of notes ---

    async def _table(self, bodies: list[dict[str, object]], nonce: int, loaded: Loaded) -> Posted:
        """The public message of a table: its lobby, its position, its end."""
        table, old = loaded.table, loaded.row
        words = public_texts(loaded)
        screen = table_screen(loaded, bodies, words)
        if table.state is None:
            return await self._edit_or_send(loaded, screen, nonce, age=None)
        if len(table.seats) == 1:
            return await self._edit_or_send(loaded, screen, nonce, age=_EDITABLE)
        posted = await self._send(old.channel, screen, nonce)
        if old.message is not None and old.message != posted.message:
            begun = lobby.begun(table, words) if any(body.get("begun") for body in bodies) else None
            await self._retire(old.message_channel or old.channel, old.message, begun)
        return posted

    async def _edit_or_send(self, loaded: Loaded, screen: Screen, nonce: int, *, age: timedelta | None) -> Posted:
        row = loaded.row
        if row.message is not None and row.message_channel is not None and row.message_at is not None:
            young = age is None or self._app.clock() - row.message_at < age
            if young and await self._edit(row.message_channel, row.message, screen):
                return Posted(row.message_channel, row.message, row.message_at)
        posted = await self._send(row.channel, screen, nonce)
        if row.message is not None:
            await self._retire(row.message_channel or row.channel, row.message)
        return posted

    async def _edit(self, channel: int, message: int, screen: Screen) -> bool:
        partial = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await partial.edit(
                content=screen.text[:LENGTH],
                attachments=await files(self._app, screen, message),
                view=view_of(screen),
                allowed_mentions=_mentions(screen),
            )
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("message=%s cannot be edited any more: %s", message, error)
            return False
        return True

    async def _send(self, channel: int, screen: Screen, nonce: int) -> Posted:
        where = self._client.get_partial_messageable(channel)
        return await self._send_to(where, screen, nonce)

    async def _send_to(self, where: discord.abc.Messageable, screen: Screen, nonce: int) -> Posted:
        attached = await files(self._app, screen, nonce)
        message = await where.send(
            screen.text[:LENGTH],
            files=attached,
            nonce=f"ig{nonce}",
            allowed_mentions=_mentions(screen),
            view=view_of(screen) or MISSING,
        )
        return Posted(message.channel.id, message.id, self._app.clock())

    async def _retire(self, channel: int, message: int, last: Screen | None = None) -> None:
        """Take the buttons off a message that a newer one has replaced; `last` is what it says from now on."""
        try:
            partial = self._client.get_partial_messageable(channel).get_partial_message(message)
            await partial.edit(content=last.text if last else MISSING, view=None, allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            log.info("message=%s keeps its buttons: %s", message, error)

    async def _send_told(self, message: Told, nonce: int, loaded: Loaded) -> None:
        """Send a message to the channel of its game, or to a person; who is told in the channel if they take none."""
        if message.user is None:
            await self._send(loaded.row.channel, message.screen, nonce)
            return
        try:
            person = await self._client.create_dm(discord.Object(message.user))
            await self._send_to(person, message.screen, nonce)
        except discord.Forbidden as error:
            log.info("user=%s takes no direct messages: %s", message.user, error)
            await self._closed(message, nonce, loaded)

    async def _closed(self, message: Told, nonce: int, loaded: Loaded) -> None:
        """Somebody's direct messages are closed: tell the channel what matters, and them once how to open them."""
        if message.instead is not None:
            await self._send(loaded.row.channel, message.instead, nonce)
        player = await self._app.store.player(message.user or 0)
        if not player.told_closed:
            await self._app.store.save_player(replace(player, told_closed=True))
            text = public_texts(loaded)("notice.closed", who=f"<@{player.user}>")
            await self._send(loaded.row.channel, Screen(text, mentions=(player.user,)), nonce)


def _mentions(screen: Screen) -> discord.AllowedMentions:
    """Notify whom the screen means, and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in screen.mentions]
    )


def _hopeless(error: Exception) -> bool:
    """Whether no later attempt can help: the place is gone, or the person takes no direct messages."""
    return isinstance(error, discord.HTTPException) and error.code in (10003, 50007, 50278)
