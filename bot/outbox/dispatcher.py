"""Delivers the outbox: each game and server by a task of its own, in order, woken by a commit, by time or a connection.

Nothing waits in memory: a task runs while something of its subject is due, and one timer sleeps until the next moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from bot.outbox.deliverer import LOOK_AGAIN_S, Deliverer, Round
from bot.outbox.messenger import Messenger
from bot.process import wakes
from bot.process.logging import bound, bound_interaction
from bot.services import clocks, tournaments
from bot.services.context import Services
from bot.services.loaded import NOWHERE, Loaded
from bot.tables import absence
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking, Remark, TimeCredited, TournamentMessage, Welcome
from bot.tables.outbox_rows import POSTPONABLE_KINDS, Scheduled
from bot.tables.planner import repost
from bot.tables.schedule import OUTAGE_TOLD
from bot.texts import Language
from data.ids import ChannelId, GameId, GuildId
from data.store import GameRow, OutboxRow, Server, ServerRow, StoreError, Subject

log = logging.getLogger(__name__)

_AT_ONCE: Final = 500
"""How many due rows are read at a time."""
POLL_S: Final = 3
"""How often to look at the outbox where another process may have written to it: a notification may get lost."""
_RESUMED: Final = timedelta(days=1)
"""How much time, or their move time if that is less, people have at least when the bot is back in their server."""


class Dispatcher:
    """Delivers the outbox. `notify` it of each commit, `notify_all` at the start."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._deliverer = Deliverer(services, messenger)
        self._tasks: dict[Subject, asyncio.Task[None]] = {}
        self._again: dict[Subject, Loaded | None] = {}
        """What to look at once more when its task is done, with the newest table that was committed."""
        self._caused_by: dict[Subject, int | None] = {}
        """By subject: the interaction whose commit is to be delivered, for the log."""
        self._timer: asyncio.Task[None] | None = None
        self._look_at: datetime | None = None
        self._follow_up: asyncio.Task[None] | None = None
        self._finished = False
        self._notifications = set[asyncio.Task[None]]()
        self._unsubscribe = (
            services.wakes.due.subscribe(self._woken),
            services.wakes.daily.subscribe(self._look_now),
        )

    # --- waking up ---

    def notify(self, committed: Loaded) -> None:
        """Deliver what is due of a game that was just committed, now or as soon as its task is done.

        The process that has the shard of the game does; where that is another one, it gets a notification.
        """
        guard = self._services.guard
        if committed.row.guild in guard.shards and not guard.hands_over:
            self._start(committed.table.id, committed)
        elif guard.hands_over or not self._finished:
            self._notify_others(wakes.notify_due(self._services.store, committed.table.id, committed.row.guild))

    def server_changed(self) -> None:
        """Deliver what is due about servers, here and in the processes that share the servers."""
        guard = self._services.guard
        if not guard.hands_over:
            self._look_now()
        if guard.hands_over or not (self._finished or guard.shards.is_whole):
            self._notify_others(wakes.notify_daily(self._services.store))

    def _notify_others(self, notification: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(notification, name="outbox-notify")
        self._notifications.add(task)
        task.add_done_callback(self._notifications.discard)

    def _look_now(self) -> None:
        self._look_by(self._services.clock())

    def _woken(self, game: GameId, guild: GuildId | None) -> None:
        """Another process has written to the outbox of a game."""
        if guild in self._services.guard.shards:
            self._start(game)

    async def notify_all(self) -> None:
        """Deliver everything that is due, and look again when something is."""
        self._deliverer.begin()
        now = self._services.clock()
        due = await self._services.store.due(now, _AT_ONCE, shards=self._services.guard.shards)
        by_subject: dict[Subject, list[OutboxRow]] = {}
        for row in due:
            by_subject.setdefault(row.subject, []).append(row)
        for subject, rows in by_subject.items():
            self._start(subject, None, rows)
        if not due:
            await self._look_when_due()
        elif not self._finished and (self._follow_up is None or self._follow_up.done()):
            self._follow_up = asyncio.create_task(self._look_after(tuple(self._tasks.values())), name="outbox-next")

    async def retry_guild(self, guild: GuildId) -> None:
        """Try failed deliveries of a server at once: a permission, role or channel of it has changed."""
        for subject in self._deliverer.failing(guild):
            await self._retry(subject)
            self._start(subject)

    async def leave_thread(self, thread: ChannelId, parent: ChannelId) -> None:
        """Let the games that were opened in a thread of people go on in the channel above: the thread was deleted."""
        for row in await self._services.store.games_in(thread, ("lobby", "running")):
            if row.channel != thread or row.home != thread:
                continue
            try:
                loaded = await self._services.tables.load(row.id)
                where = Scheduled(Remark("place.home", args={"game": row.id}))
                await self._services.tables.relocate(
                    loaded, parent, home=parent, messages=[where, repost(loaded.table)]
                )
            except Refused as error:
                log.info("a game stays in a deleted thread: %s", error, extra={"game": row.id})

    async def show_again_in(self, channel: ChannelId) -> None:
        """Show the games of a channel again, which has changed: where it takes nothing any more they leave it."""
        for row in await self._services.store.games_in(channel, ("lobby", "running")):
            if row.channel == channel:
                await self._repost(row)
                self._start(row.id)

    async def resume(self, guild: GuildId, *, invited: bool = False) -> None:
        """Deliver what waited for a server that was away; one that has `invited` the bot again gets its boards too."""
        now = self._services.clock()
        absence = await self._services.absent.returned(guild)
        await tournaments.extend(self._services, guild, absence)
        await self._retry(Server(guild))
        self._start(Server(guild))
        for row in await self._services.store.games_with(("lobby", "running")):
            if row.guild != guild:
                continue
            await self._retry(row.id)
            if invited:
                await self._show_again(row, now)
            elif absence >= OUTAGE_TOLD and row.deadline is not None:
                await self._services.store.enqueue([Scheduled(TimeCredited()).row], about=row.id)
            self._start(row.id)

    async def greet(self, guild: GuildId, channel: ChannelId, language: Language | None) -> None:
        """Say hello in a server to which the bot was added; not where somebody has set something already.

        The language that its people have chosen for it, where they have, becomes that of its games and its daily
        challenge.
        """
        if await self._services.store.server(guild) == ServerRow(guild):
            welcome = Scheduled(Welcome(channel, language or self._services.default_language)).row
            await self._services.store.save_server(ServerRow(guild, language), [welcome])
            self._start(Server(guild))

    async def repost_all(self) -> None:
        """Show all that is open and the day again, for a Discord that has lost its messages (the local table).

        A game whose thread is lost as well gets a new one.
        """
        for row in await self._services.store.games_with(("lobby", "running")):
            if row.channel in (row.home, NOWHERE):
                await self._repost(row)
            else:
                await self._begin_again(row)
            self._start(row.id)
        day = DailyRanking(self._services.clock().date())
        for guild in await self._services.store.followers():
            await self._services.store.enqueue([Scheduled(day).row], about=Server(guild))
            self._start(Server(guild))
        for row in await self._services.store.tournaments_with(tournaments.OPEN):
            await self._services.store.enqueue([Scheduled(TournamentMessage(row.id)).row], about=Server(row.guild))
            self._start(Server(row.guild))

    async def finish(self) -> None:
        """Wait for the deliveries in progress, then begin no more; what bots think about is put off."""
        self._finished = True
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._again.clear()
        self._deliverer.end()
        await self._services.thinker.stop()
        await asyncio.gather(*self._tasks.values(), *self._notifications, return_exceptions=True)
        for task in (self._timer, self._follow_up):
            if task:
                task.cancel()

    # --- one task a subject ---

    def _start(self, subject: Subject, loaded: Loaded | None = None, due: Sequence[OutboxRow] = ()) -> None:
        if self._finished:
            return
        self._caused_by[subject] = bound_interaction() or self._caused_by.get(subject)
        if subject in self._tasks:
            self._again[subject] = loaded or self._again.get(subject)
            return
        task = asyncio.create_task(self._run(subject, loaded, due), name=f"outbox-{subject}")
        self._tasks[subject] = task
        task.add_done_callback(lambda _: self._ended(subject))

    async def _run(self, subject: Subject, loaded: Loaded | None, due: Sequence[OutboxRow]) -> None:
        current, game = Round(subject, loaded), None if isinstance(subject, Server) else subject
        about = {"guild": subject.guild} if isinstance(subject, Server) else {"game": subject}
        try:
            while await self._services.guard.acts():
                with bound(game=game, interaction=self._caused_by.pop(subject, None)):
                    await self._deliverer.deliver_due(current, due)
                if current.next_at is not None:
                    self._look_by(current.next_at)
                if subject not in self._again:
                    break
                current.loaded, due = self._again.pop(subject) or current.loaded, ()
            await self._deliverer.finish(current)
        except StoreError as error:
            log.error("what is due cannot be read or completed: %s", error, extra=about)
            self._look_soon()
        except Exception as error:
            log.exception("what is due cannot be delivered", extra=about)
            await self._postpone(subject, error)

    async def _postpone(self, subject: Subject, error: Exception) -> None:
        try:
            await self._deliverer.postpone_due(subject, error)
        except StoreError as unusable:
            log.error("what is due cannot be postponed: %s", unusable, extra={"subject": subject})
        self._look_soon()

    def _ended(self, subject: Subject) -> None:
        del self._tasks[subject]
        if subject in self._again:
            self._start(subject, self._again.pop(subject))

    # --- one timer for all ---

    def _look_soon(self) -> None:
        self._look_by(self._services.clock() + timedelta(seconds=LOOK_AGAIN_S))

    def _look_by(self, at: datetime) -> None:
        """Look at everything at this moment, unless that happens sooner anyway."""
        if self._finished or (self._look_at is not None and self._look_at <= at):
            return
        if self._timer and self._timer is not asyncio.current_task():
            self._timer.cancel()
        self._look_at = at
        self._timer = asyncio.create_task(self._sleep_until(at), name="outbox-timer")

    async def _sleep_until(self, at: datetime) -> None:
        with bound(game=None, interaction=None):  # It was started by whatever was delivered last.
            await self._look_at_all(at)

    async def _look_at_all(self, at: datetime) -> None:
        await asyncio.sleep(max(0.0, (at - self._services.clock()).total_seconds()))
        self._look_at = None
        try:
            await self.notify_all()
        except StoreError as error:
            log.error("what is due cannot be read: %s", error)
            self._look_soon()

    async def _look_after(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Set the timer when these tasks are done, or have taken long enough."""
        if tasks:
            await asyncio.wait(tasks, timeout=LOOK_AGAIN_S)
        await self._look_when_due()

    async def _look_when_due(self) -> None:
        """Set the timer for whatever is due next."""
        try:
            next_at = await self._services.store.next_due(self._services.guard.shards)
        except StoreError as error:
            log.error("what is due next cannot be read: %s", error)
            self._look_soon()
            return
        now = self._services.clock()
        if next_at is not None and next_at > now:
            self._look_by(next_at)
        elif next_at is not None:
            self._look_soon()
        if not self._services.guard.shards.is_whole:
            self._look_by(now + timedelta(seconds=POLL_S))

    # --- a server that is back ---

    async def _retry(self, subject: Subject) -> None:
        """Let failed messages be due now."""
        now = self._services.clock()
        for row in await self._services.store.outbox_of(subject):
            if row.error is not None and row.kind not in POSTPONABLE_KINDS and row.due_at > now:
                await self._services.store.postpone(row.id, now, row.error)

    async def _show_again(self, row: GameRow, now: datetime) -> None:
        """Show a table again in a server that has the bot again, and let nobody be late there."""
        if row.channel == NOWHERE:
            with suppress(Refused):
                await self._services.tables.relocate(await self._services.tables.load(row.id), row.home)
        await self._give_time(row, now)
        await self._repost(row)

    async def _repost(self, row: GameRow) -> None:
        try:
            table = (await self._services.tables.load(row.id)).table
        except Refused:
            return
        await self._services.store.enqueue([repost(table).row], about=row.id)

    async def _begin_again(self, row: GameRow) -> None:
        """Show a game in the channel to which it belongs as one that begins, and so may get a thread."""
        with suppress(Refused):
            loaded = await self._services.tables.load(row.id)
            board = repost(loaded.table, begun=True)
            await self._services.tables.relocate(loaded, row.home, messages=[board])

    async def _give_time(self, row: GameRow, now: datetime) -> None:
        """Let a clock that runs have a while to go at least."""
        tables = self._services.tables
        with suppress(Refused):
            loaded = await tables.load(row.id)
            pace = loaded.table.pace
            least = now + min(pace.total if pace else _RESUMED, _RESUMED)
            if row.deadline is None or row.deadline >= least:
                return
            missing = least - row.deadline
            if pace is not None and pace.is_bank:
                await clocks.give_time(tables, loaded, lambda table: absence.credit(table, missing))
            else:
                await self._services.store.postpone_game(row.id, POSTPONABLE_KINDS, missing)
