"""The due messages and timers of one game or server: delivers and fires them in order, and counts what failed.

A row stays in the store until its message is delivered, so that a crash between the two loses nothing; the id of the
row is the nonce of the message, so that one that is sent twice in a short time arrives once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from bot.outbox.attempts import Attempts, Item, fields, groups
from bot.outbox.daily import DailyMessages, Done
from bot.outbox.messenger import Delivered, DeliveryFailed, DeliveryKey, Failure, GuildUnavailable, Messenger
from bot.outbox.public import unchanging
from bot.outbox.renderer import Context, call_directly, combined, render
from bot.outbox.timers import fire, put_off
from bot.outbox.tournaments import TournamentMessages
from bot.process.circuit_breaker import CircuitOpen
from bot.process.worker_process import WorkerStoppedError
from bot.screens import settings
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from bot.tables.messages import (
    AboutTournament,
    AnalysisMessage,
    BoardMessage,
    DailyMessage,
    GameMessage,
    NamesChanged,
    Reminder,
    ResultWithdrawn,
    ThreadLeft,
    Welcome,
)
from bot.tables.outbox_rows import OutboxItem, Scheduled, kinds_of
from bot.tables.timers import DayTimer, GameTimer, TournamentTimer
from bot.texts import known, texts
from data.ids import GameId, GuildId
from data.store import GameMissing, GameRow, OutboxRow, Preferences, SentBoard, Server, StoreError, Subject

log = logging.getLogger(__name__)

LOOK_AGAIN_S: Final = 5
"""How long to wait before looking again at rows that could be neither delivered nor postponed."""
OFFLINE_S: Final = 60
"""The same without a connection; when it is back all is looked at anyway."""
_SERVERS_AT_ONCE: Final = 8
"""In how many servers a day begins at the same moment: people who press then do not wait behind all the others."""


ServerItem = AboutTournament | DailyMessage | DayTimer | TournamentTimer | Welcome
"""What is about a server and not about a game."""
_BOARD: Final = kinds_of([BoardMessage])[0]


@dataclass(slots=True)
class Round:
    """The state of the looks at a game or a server that follow each other without a pause."""

    subject: Subject
    loaded: Loaded | None = None
    """The newest table that is known; `None` where it must be loaded."""
    preferences: Preferences | None = None
    fired: list[OutboxRow] = field(default_factory=list[OutboxRow])
    """The rows of timers that have done their work; completed with the next message, or at the end."""
    next_at: datetime | None = None
    """When to look again at the latest; `None` where nothing waits."""

    def look_by(self, at: datetime) -> None:
        """Look again at this moment at the latest."""
        self.next_at = at if self.next_at is None else min(at, self.next_at)


class Deliverer:
    """Delivers messages and fires timers, a game or a server at a time."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger
        self._daily = DailyMessages(services, messenger)
        self._tournaments = TournamentMessages(services, messenger)
        self._attempts = Attempts(services)
        self._servers = asyncio.Semaphore(_SERVERS_AT_ONCE)
        self._ending = False

    def begin(self) -> None:
        """This process begins to deliver: rows that are older may have been delivered by another one."""
        self._attempts.begin()

    def end(self) -> None:
        """Begin no further messages of servers: there may be many of them."""
        self._ending = True

    async def deliver_due(self, current: Round, due: Sequence[OutboxRow] = ()) -> None:
        """Deliver what is due of a game or a server; `due` are its rows where the caller has those.

        Raises:
            StoreError: the store failed; what was delivered is completed, or known by its nonce.
        """
        match current.subject:
            case Server(guild):
                await self._deliver_of_server(guild, current)
            case game:
                await self._deliver_of_game(game, current, due)

    async def _deliver_of_game(self, game: GameId, current: Round, due: Sequence[OutboxRow]) -> None:
        now = self._services.clock()
        row, waiting = None, due
        if not due or any(one.kind == _BOARD for one in due):
            try:
                pending = await self._services.store.pending(game)
            except GameMissing:
                return
            row, waiting = pending.game, pending.rows
        current.next_at = min((one.due_at for one in waiting if one.due_at > now), default=None)
        items = await self._attempts.read([one for one in waiting if one.due_at <= now])
        if not items:
            return
        loaded = await self._loaded(game, current, row)
        if loaded is None:
            await self._complete(current, [item.row for item in items])
            return
        preferences = current.preferences
        if preferences is None:
            preferences = await self._services.store.preferences(loaded.table.humans, loaded.row.guild)
            current.preferences = preferences
        items = await self._without_stopped_clock(items, current, loaded)
        for group in groups(items, await self._attempts.read(waiting, give_up=False)):
            loaded = await self._deliver_group(group, current, loaded, preferences)

    async def finish(self, current: Round) -> None:
        """Complete what has not been yet; raises `StoreError`."""
        if current.fired:
            await self._complete(current, ())

    async def _loaded(self, game: GameId, current: Round, row: GameRow | None) -> Loaded | None:
        """The table as it is stored, read again only where it is newer; `None` where it cannot be read."""
        loaded = current.loaded
        if loaded is not None and row is not None and row.version == loaded.row.version:
            return replace(loaded, row=row)
        try:
            return await self._services.tables.load(game)
        except Refused:
            return None

    def failing(self, guild: GuildId) -> set[Subject]:
        """What of a server has a delivery that failed in this process and waits."""
        return self._attempts.failing(guild)

    async def postpone_due(self, subject: Subject, error: Exception) -> None:
        """Count a failed attempt for everything that is due of a subject, so that it does not fail again and again."""
        now = self._services.clock()
        due = [row for row in await self._services.store.outbox_of(subject) if row.due_at <= now]
        await self._failed(Round(subject), due, error, None)

    async def _without_stopped_clock(self, items: list[Item], current: Round, loaded: Loaded) -> list[Item]:
        """The items without those whose moment comes while the server is not there: its clocks stand still."""
        timed = [item for item in items if item.message.postponable]
        row, now = loaded.row, self._services.clock()
        if not timed or row.guild is None:
            return items
        absence = self._messenger.absence(row.guild)
        if absence:
            current.look_by(await self._services.absent.hold(row.guild))
        elif self._messenger.is_ready and self._services.guard.is_online_for(row.guild):
            return items
        else:
            # Not yet online: nobody knows which servers are there.
            pause_s = LOOK_AGAIN_S if self._services.guard.online else OFFLINE_S
            current.look_by(now + timedelta(seconds=pause_s))
        return [item for item in items if item not in timed]

    async def _deliver_group(
        self, group: Sequence[Item], current: Round, loaded: Loaded, preferences: Preferences
    ) -> Loaded:
        """The table after the messages of a group were delivered as one, or postponed where that failed."""
        rows = [item.row for item in group]
        message, services = group[-1].message, self._services
        try:
            if isinstance(message, ServerItem):
                raise TypeError(f"not about a game: {rows[-1].kind}")
            if isinstance(message, GameTimer):
                fired = await self._fire(message, loaded, preferences)
                current.fired += rows
                current.loaded = fired
                services.signals.notify(fired.table.id)
                return fired
            analysis = await services.analyses.kept(loaded.table.id) if isinstance(message, AnalysisMessage) else None
            feats = await services.feats_in(loaded.table if isinstance(message, BoardMessage | NamesChanged) else None)
            context = Context(loaded, preferences, services.clock(), services.default_language, analysis, feats)
            delivered = await self._deliver(message, group, context)
            # People may have changed theirs while this message was sent.
            current.preferences = None
            sent = delivered.board and delivered.board.message
            log.info("delivered", extra={"kind": rows[-1].kind, "rows": len(rows), "sent": sent})
            if isinstance(message, BoardMessage) and loaded.lives_by_presses:
                await self._call_directly(self._attempts.key(group), context)
            await self._complete(current, rows, delivered.board)
            services.signals.notify(loaded.table.id)
            return delivered.loaded
        except StoreError:
            raise
        except WorkerStoppedError:
            return loaded  # The row stays due: a bot thinks again after the restart.
        except (DeliveryFailed, GuildUnavailable, CircuitOpen) as error:
            await self._failed(current, rows, error, loaded.row.guild)
            unseen = isinstance(error, DeliveryFailed) and error.failure in (Failure.DENIED, Failure.REFUSED)
            if unseen and isinstance(message, BoardMessage) and rows[-1].attempts == 0:
                await self._call_directly(self._attempts.key(group), Context(loaded, preferences, services.clock()))
        except Exception as error:
            log.exception("a message could not be delivered", extra=fields(rows[-1]))
            await self._failed(current, rows, error, loaded.row.guild)
        return loaded

    async def _call_directly(self, key: DeliveryKey, context: Context) -> None:
        """Call the player on turn in a direct message, where the channel does not get the board."""
        delivery = call_directly(context)
        if delivery is None:
            return
        try:
            await self._messenger.deliver(delivery, key.beside("d"), context)
        except (DeliveryFailed, GuildUnavailable) as error:
            log.info("a player cannot be called directly: %s", error, extra={"game": context.table.id})

    async def _fire(self, timer: GameTimer, loaded: Loaded, preferences: Preferences) -> Loaded:
        if self._services.guard.circuit.is_open(self._services.clock()):
            raise CircuitOpen
        return await fire(self._services, timer, loaded, preferences.players)

    async def _deliver(self, message: GameMessage, group: Sequence[Item], context: Context) -> Delivered:
        """Deliver the messages of a group as one; `message` is the newest of them."""
        # The messages of a turn come after its board.
        key = replace(self._attempts.key(group), after=context.loaded.row.message)
        match message:
            case BoardMessage():
                boards = [item.message for item in group if isinstance(item.message, BoardMessage)]
                return await self._messenger.show_table(combined(boards), key, context)
            case NamesChanged():
                # Read again: other names make no new version of a table.
                loaded = await self._services.tables.load(context.table.id)
                await self._messenger.show_names(replace(context, loaded=loaded))
                return Delivered(loaded)
            case ThreadLeft():
                await self._messenger.leave_thread(message, context)
                return Delivered(context.loaded)
            case Reminder() if await put_off(self._services, message, context.loaded, context.preferences.players):
                return Delivered(context.loaded)
            case _:
                delivery = render(message, context)
                return await self._messenger.deliver(delivery, key, context) if delivery else Delivered(context.loaded)

    async def _complete(self, current: Round, rows: Sequence[OutboxRow], board: SentBoard | None = None) -> None:
        """Delete delivered rows, and those of timers that have done their work."""
        ids = [row.id for row in (*current.fired, *rows)]
        self._attempts.ended(ids)
        await self._services.store.complete(current.subject, ids, board=board)
        current.fired.clear()

    async def _failed(self, current: Round, rows: Sequence[OutboxRow], error: Exception, guild: GuildId | None) -> None:
        at = await self._attempts.failed(rows, error, guild)
        if at is not None:
            current.look_by(at)

    # --- the messages of a server ---

    async def _deliver_of_server(self, guild: GuildId, current: Round) -> None:
        """Deliver what is due of a server; in servers that are many, of some at a time."""
        if not self._messenger.is_ready:
            current.look_by(self._services.clock() + timedelta(seconds=LOOK_AGAIN_S))
            return
        async with self._servers:
            if self._ending:
                return
            # Read here: what the caller has may have been delivered while this waited.
            now, waiting = self._services.clock(), await self._services.store.outbox_of(current.subject)
            current.next_at = min((row.due_at for row in waiting if row.due_at > now), default=None)
            items = await self._attempts.read([row for row in waiting if row.due_at <= now])
            for group in groups(items, items):
                await self._deliver_group_of_server(guild, group, current)

    async def _deliver_to_server(self, guild: GuildId, message: OutboxItem, key: DeliveryKey) -> Done:
        if isinstance(message, AboutTournament | TournamentTimer):
            await self._tournaments.deliver(guild, message, key)
            return Done()
        if not isinstance(message, Welcome):
            return await self._daily.deliver(guild, message, key)
        words = texts(known(message.language, self._services.default_language))
        await self._messenger.post(guild, message.channel, unchanging(settings.welcome(words)), key)
        return Done()

    async def _deliver_group_of_server(self, guild: GuildId, group: Sequence[Item], current: Round) -> None:
        rows = [item.row for item in group]
        try:
            done = await self._deliver_to_server(guild, group[-1].message, self._attempts.key(group))
        except StoreError:
            raise
        except (DeliveryFailed, GuildUnavailable) as error:
            await self._failed(current, rows, error, guild)
            return
        except Exception as error:
            log.exception("a message could not be delivered", extra=fields(rows[-1]))
            await self._failed(current, rows, error, guild)
            return
        ids = [row.id for row in rows]
        self._attempts.ended(ids)
        gone = await self._services.store.complete_daily(guild, ids, done.shown, done.following)
        if gone:
            # Their person had all their data deleted while this was sent.
            withdrawn = [Scheduled(ResultWithdrawn(post.channel, post.message)).row for post in gone if post.message]
            await self._services.store.enqueue(withdrawn, about=current.subject)
        for at in [row.due_at for row in done.following] + [None] * bool(gone):
            current.look_by(at or self._services.clock())
        for post in done.shown:
            log.info("shown", extra={"guild": guild, "day": post.day, "sent": post.message})
