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
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.discord import failures
from bot.discord.messenger import Messenger
from bot.discord.sender import DeliveryKey
from bot.outbox.renderer import RINGING, STANDINGS, render
from bot.process.circuit_breaker import OPEN_FOR, CircuitOpen
from bot.process.logging import bound, bound_interaction
from bot.services.context import Services
from bot.services.tables import NOWHERE, Loaded
from bot.tables.errors import Refused
from bot.tables.messages import POSTPONABLE_KINDS, note, repost
from bot.tables.schedule import OUTAGE_TOLD, PACES
from data.store import BoardMessage, GameRow, OutboxRow, StoreError

log = logging.getLogger(__name__)

_AT_ONCE: Final = 500
_PAUSE_S: Final = 5
"""How long to wait before looking again where looking did not help."""
_OFFLINE_S: Final = 60
"""The same while there is no connection; whoever gets it back looks at once."""
_RESUMED: Final = timedelta(days=1)
"""How much time, or their move time if that is less, people have at least when the bot is back in their server."""


class Dispatcher:
    """Tells what waits in the outbox. `wake` it after each commit, `wake_all` at the start."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client
        self._places = Messenger(services, client)
        self._since: datetime | None = None
        self._doubted = set[int]()
        """The notes whose last attempt in this process failed, though it may have been carried out."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._caused_by: dict[int, int | None] = {}
        """By game: the interaction whose commit is to be delivered, for the log."""
        self._timer: asyncio.Task[None] | None = None
        self._look_at: datetime | None = None
        self._finished = False

    def notify(self, game: int) -> None:
        """Tell what waits for this game, now or as soon as the telling that runs is over."""
        if self._finished:
            return
        self._caused_by[game] = bound_interaction() or self._caused_by.get(game)
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
            self.notify(game)
        else:
            self._wind()

    async def notify_all(self) -> None:
        """Tell everything that is due, and come back when the next note is."""
        self._since = self._since or self._services.clock()
        due = await self._services.store.due(self._services.clock(), _AT_ONCE)
        for game in dict.fromkeys(row.game for row in due):
            self.notify(game)
        self._wind()

    async def repost_all(self) -> None:
        """Post every open table anew, for a Discord that has lost its messages (the local table)."""
        for row in await self._services.store.games_with(("lobby", "running")):
            await self._repost(row)

    async def _repost(self, row: GameRow) -> None:
        try:
            table = (await self._services.tables.load(row.id)).table
        except Refused:
            return
        await self._services.store.enqueue([repost(table)], game=row.id)
        self.notify(row.id)

    async def resume(self, guild: int, *, invited: bool = False) -> None:
        """Tell what waited for a server that was away; to one that has `invited` the bot again all is posted anew."""
        now = self._services.clock()
        absence = await self._services.absent.returned(guild)
        for row in await self._services.store.games_with(("lobby", "running")):
            if row.guild != guild:
                continue
            for waiting in await self._services.store.outbox_of(row.id):
                if waiting.error is not None and waiting.kind not in POSTPONABLE_KINDS and waiting.due_at > now:
                    await self._services.store.postpone(waiting.id, now, waiting.error)
            if invited:
                if row.channel == NOWHERE:
                    with suppress(Refused):
                        await self._services.tables.move(await self._services.tables.load(row.id), row.home)
                await self._give_time(row, now)
                await self._repost(row)
            elif absence >= OUTAGE_TOLD and row.deadline is not None:
                await self._services.store.enqueue([note("credited")], game=row.id)
            self.notify(row.id)

    async def _give_time(self, row: GameRow, now: datetime) -> None:
        """Let nobody be late in a game that nobody could play: a clock that runs has a while to go at least."""
        try:
            table = (await self._services.tables.load(row.id)).table
        except Refused:
            return
        pace = PACES.get(table.opened.pace) or _RESUMED
        least = now + min(pace, _RESUMED)
        if row.deadline is not None and row.deadline < least:
            await self._services.store.postpone_game(row.id, POSTPONABLE_KINDS, least - row.deadline)

    async def finish(self) -> None:
        """Wait for the messages that are being sent, then send no more."""
        self._finished = True
        self._again.clear()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._timer:
            self._timer.cancel()

    def _wind(self) -> None:
        """Wait anew for whatever is due next."""
        if self._timer:
            self._timer.cancel()
        self._timer = None if self._finished else asyncio.create_task(self._wait(), name="post-timer")

    async def _wait(self) -> None:
        with bound(game=None, interaction=None):  # It was started by whatever was delivered last.
            await self._look_when_due()

    async def _look_when_due(self) -> None:
        try:
            due = await self._services.store.next_due()
            if due is None:
                return
            seconds = (due - self._services.clock()).total_seconds()
        except StoreError as error:
            log.error("what is due next cannot be read: %s", error)
            seconds = _PAUSE_S
        now = self._services.clock()
        # What is due already is being told, was too much at once, or could not even be marked as failed.
        pause_s = _PAUSE_S if self._services.guard.online else _OFFLINE_S
        then = now + timedelta(seconds=seconds if seconds > 0 else pause_s)
        # Each message that is told winds anew; that must not put off what an earlier look was for.
        self._look_at = min(then, self._look_at) if self._look_at and self._look_at > now else then
        await asyncio.sleep((self._look_at - now).total_seconds())
        self._timer = None
        try:
            await self.notify_all()
        except StoreError as error:
            log.error("what is due cannot be read: %s", error)
            self._wind()

    async def _tell(self, game: int) -> None:
        with bound(game=game, interaction=self._caused_by.pop(game, None)):
            await self._try_to_tell(game)

    async def _try_to_tell(self, game: int) -> None:
        try:
            await self._tell_due(game)
        except StoreError as error:
            log.error("game=%s: what waits cannot be told: %s", game, error)
        except Exception as error:
            log.exception("game=%s: what waits cannot be told", game)
            await self._put_off(game, error)

    async def _put_off(self, game: int, error: Exception) -> None:
        """Let what waits for a game wait longer, so that it does not fail again and again."""
        try:
            await self._failed(await self._services.store.due(self._services.clock(), _AT_ONCE, game), error)
        except StoreError as unusable:
            log.error("game=%s: what waits cannot be put off: %s", game, unusable)

    async def _tell_due(self, game: int) -> None:
        if not await self._services.guard.acts():
            return
        rows = await self._services.store.due(self._services.clock(), _AT_ONCE, game)
        if not rows:
            return
        try:
            loaded = await self._services.tables.load(game)
        except Refused:
            await self._tick_off(rows, None)
            return
        rows = await self._without_clock(rows, loaded)
        for kind in dict.fromkeys(row.kind for row in rows):
            for group in await self._groups(kind, [row for row in rows if row.kind == kind]):
                await self._tell_group(kind, group, loaded)
            if kind == "table":
                loaded = replace(loaded, row=await self._services.store.game(game))
            elif kind in RINGING:
                loaded = await self._services.tables.load(game)

    async def _without_clock(self, rows: list[OutboxRow], loaded: Loaded) -> list[OutboxRow]:
        """The notes without those whose time comes while the server is not there: there the clock stands still."""
        timed = [row for row in rows if row.kind in POSTPONABLE_KINDS]
        if not timed or loaded.row.guild is None:
            return rows
        absent = self._places.absence(loaded.row.guild)
        if absent:
            await self._services.absent.hold(loaded.row)
        elif self._client.is_ready() and self._services.guard.online:
            return rows
        # Not yet online: nobody knows which servers are there. It is looked at again then.
        return [row for row in rows if row.kind not in POSTPONABLE_KINDS]

    async def _groups(self, kind: str, rows: list[OutboxRow]) -> list[list[OutboxRow]]:
        """The notes of one kind by the messages that they become."""
        if kind == "table":
            # One that failed before and waits would else be told again when its time comes; a newer one may know more.
            newest = max(row.id for row in rows)
            waiting = await self._services.store.outbox_of(rows[0].game or 0)
            of_table = (row for row in waiting if row.kind == kind and row.id <= newest)
            return [sorted(of_table, key=lambda row: row.id)]
        return [rows] if kind in STANDINGS else [[row] for row in rows]

    async def _tell_group(self, kind: str, rows: list[OutboxRow], loaded: Loaded) -> None:
        try:
            posted = await self._take(kind, rows, loaded)
            log.info("delivered", extra={"kind": kind, "rows": len(rows), "sent": posted and posted.message})
            await self._tick_off(rows, posted)
        except StoreError:
            raise
        except (TimeoutError, OSError, discord.DiscordException, failures.AbsentError, CircuitOpen) as error:
            await self._failed(rows, error)
        except Exception as error:
            log.exception("game=%s kind=%s could not be told", loaded.row.id, kind)
            await self._failed(rows, error)

    async def _take(self, kind: str, rows: list[OutboxRow], loaded: Loaded) -> BoardMessage | None:
        """Send or do what these notes are for; the message that shows the table now, if it is about that."""
        bodies = [json.loads(row.body) for row in rows]
        if kind == "table":
            return await self._places.table(bodies, self._mark(rows), loaded)
        if kind in RINGING:
            if self._services.guard.circuit.is_open(self._services.clock()):
                raise CircuitOpen
            await self._services.tables.fire_timer(kind, loaded.table.id, bodies[-1])
            return None
        message = await render(self._services, kind, bodies[-1], loaded)
        if message is not None:
            await self._places.tell(message, self._mark(rows), loaded)
        return None

    def _mark(self, rows: Sequence[OutboxRow]) -> DeliveryKey:
        """What the message of these notes is known by, and since when it may stand already."""
        tried = [row for row in rows if row.id in self._doubted or self._was_tried_before_us(row)]
        # When a note was due at first is not known any more once it was tried.
        since = min((row.created_at if row.attempts else row.due_at for row in tried), default=None)
        return DeliveryKey(f"ig{rows[-1].id}", None if rows[-1].kind == "remind" and rows[-1].attempts else since)

    def _was_tried_before_us(self, row: OutboxRow) -> bool:
        """Whether a former process may have sent what this note says."""
        if self._since is None or row.created_at >= self._since:
            return False
        return row.due_at < self._since or row.attempts > 0

    async def _tick_off(self, rows: Sequence[OutboxRow], posted: BoardMessage | None) -> None:
        self._doubted.difference_update(row.id for row in rows)
        await self._services.store.complete(rows[0].game, [row.id for row in rows], board=posted)

    async def _failed(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        if failures.is_open(error):
            self._doubted.update(row.id for row in rows)
        for row in rows:
            resting = isinstance(error, CircuitOpen)
            seconds = OPEN_FOR.total_seconds() if resting else failures.next_try_s(error, row.attempts)
            if seconds is None:
                log.warning("game=%s note=%s is given up: %s", row.game, row.id, error)
                await self._services.store.complete(row.game, [row.id])
                continue
            log.warning("game=%s note=%s will be tried again in %.0f s: %s", row.game, row.id, seconds, error)
            later = self._services.clock() + timedelta(seconds=seconds)
            await self._services.store.postpone(row.id, later, str(error)[:500])
