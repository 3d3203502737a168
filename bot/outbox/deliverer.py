"""One game's due messages and timers: delivers and fires them in order, and counts what failed.

A row stays in the store until its message is delivered, so that a crash between the two loses nothing; the id of the
row is the nonce of the message, so that one that is sent twice in a short time arrives once.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.outbox.messenger import Delivered, DeliveryFailed, DeliveryKey, Failure, GuildUnavailable, Messenger
from bot.outbox.renderer import Context, call_directly, combined, render
from bot.outbox.retry import wait_before_retry
from bot.outbox.timers import fire, put_off
from bot.process.circuit_breaker import CircuitOpen
from bot.process.worker import WorkerStoppedError
from bot.services.context import Services
from bot.services.tables import Loaded
from bot.tables.errors import Refused
from bot.tables.messages import AnalysisMessage, BoardMessage, OutboxMessage, Reminder, ThreadTitle
from bot.tables.outbox_rows import OutboxItem, kinds_of, read
from bot.tables.timers import Timer
from data.ids import GameId, GuildId
from data.store import GameMissing, GameRow, OutboxRow, Preferences, SentBoard, StoreError

log = logging.getLogger(__name__)

LOOK_AGAIN_S: Final = 5
"""How long to wait before looking again at rows that could be neither delivered nor postponed."""
OFFLINE_S: Final = 60
"""The same without a connection; when it is back all is looked at anyway."""


_BOARD: Final = kinds_of([BoardMessage])[0]


class Item(NamedTuple):
    """A row of the outbox and what it holds."""

    row: OutboxRow
    message: OutboxItem


@dataclass(slots=True)
class Round:
    """The state of the looks at a game that follow each other without a pause."""

    game: GameId
    loaded: Loaded | None = None
    """The newest table that is known; `None` where it must be loaded."""
    preferences: Preferences | None = None
    fired: list[OutboxRow] = field(default_factory=list[OutboxRow])
    """The rows of timers that have done their work; completed with the next message, or at the end."""
    next_at: datetime | None = None
    """When to look at the game again at the latest; `None` where nothing waits."""

    def look_by(self, at: datetime) -> None:
        """Look at the game again at this moment at the latest."""
        self.next_at = at if self.next_at is None else min(at, self.next_at)


class Deliverer:
    """Delivers messages and fires timers, a game at a time."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger
        self.started_at: datetime | None = None
        """When this process began to deliver; rows that are older may have been delivered by another one."""
        self._failing = dict[int, GameRow]()
        """The rows whose delivery failed in this process, with their games."""
        self._uncertain = set[int]()
        """The rows whose last attempt in this process failed, though the message may have arrived."""

    async def deliver_due(self, current: Round, due: Sequence[OutboxRow] = ()) -> None:
        """Deliver what is due of a game; `due` are its rows where the caller has those.

        Raises:
            StoreError: the store failed; what was delivered is completed, or known by its nonce.
        """
        now = self._services.clock()
        row, waiting = None, due
        if not due or any(one.kind == _BOARD for one in due):
            try:
                pending = await self._services.store.pending(current.game)
            except GameMissing:
                return
            row, waiting = pending.game, pending.rows
        current.next_at = min((one.due_at for one in waiting if one.due_at > now), default=None)
        items = await self._read(current.game, [one for one in waiting if one.due_at <= now])
        if not items:
            return
        loaded = await self._loaded(current, row)
        if loaded is None:
            await self._complete(current, [item.row for item in items])
            return
        preferences = current.preferences
        if preferences is None:
            preferences = await self._services.store.preferences(loaded.table.humans, loaded.row.guild)
            current.preferences = preferences
        items = await self._without_stopped_clock(items, current, loaded)
        for group in _groups(items, await self._read(current.game, waiting, give_up=False)):
            loaded = await self._deliver_group(group, current, loaded, preferences)

    async def finish(self, current: Round) -> None:
        """Complete what has not been yet; raises `StoreError`."""
        if current.fired:
            await self._complete(current, ())

    async def _loaded(self, current: Round, row: GameRow | None) -> Loaded | None:
        """The table as it is stored, read again only where it is newer; `None` where it cannot be read."""
        loaded = current.loaded
        if loaded is not None and row is not None and row.version == loaded.row.version:
            return replace(loaded, row=row)
        try:
            return await self._services.tables.load(current.game)
        except Refused:
            return None

    def failing_games(self, guild: GuildId) -> set[GameId]:
        """The games of a server of which a delivery failed in this process and waits."""
        return {game.id for game in self._failing.values() if game.guild == guild}

    async def postpone_due(self, game: GameId, error: Exception) -> None:
        """Count a failed attempt for everything that is due of a game, so that it does not fail again and again."""
        now = self._services.clock()
        due = [row for row in await self._services.store.outbox_of(game) if row.due_at <= now]
        await self._failed(Round(game), due, error, None)

    async def _read(self, game: GameId, rows: Sequence[OutboxRow], *, give_up: bool = True) -> list[Item]:
        """What the rows hold, without those of an unknown kind or with a damaged body: they are given up."""
        items: list[Item] = []
        for row in rows:
            try:
                items.append(Item(row, read(row)))
            except ValueError as error:
                if give_up:
                    log.error("an outbox row is given up: %s", error, extra=_fields(row))
                    await self._complete(Round(game), [row])
        return items

    async def _without_stopped_clock(self, items: list[Item], current: Round, loaded: Loaded) -> list[Item]:
        """The items without those whose moment comes while the server is not there: its clocks stand still."""
        timed = [item for item in items if item.message.postponable]
        row, now = loaded.row, self._services.clock()
        if not timed or row.guild is None:
            return items
        absence = self._messenger.absence(row.guild)
        if absence:
            current.look_by(await self._services.absent.hold(row))
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
            if isinstance(message, Timer):
                fired = await self._fire(message, loaded, preferences)
                current.fired += rows
                current.loaded = fired
                return fired
            analysis = await services.analyses.kept(current.game) if isinstance(message, AnalysisMessage) else None
            feats = await services.feats_in(loaded.table if isinstance(message, BoardMessage) else None)
            context = Context(loaded, preferences, services.clock(), services.default_language, analysis, feats)
            delivered = await self._deliver(message, group, context)
            # People may have changed theirs while this message was sent.
            current.preferences = None
            sent = delivered.board and delivered.board.message
            log.info("delivered", extra={"kind": rows[-1].kind, "rows": len(rows), "sent": sent})
            await self._complete(current, rows, delivered.board)
            return delivered.loaded
        except StoreError:
            raise
        except WorkerStoppedError:
            return loaded  # The row stays due: an automatic player thinks again after the restart.
        except (DeliveryFailed, GuildUnavailable, CircuitOpen) as error:
            await self._failed(current, rows, error, loaded)
            unseen = isinstance(error, DeliveryFailed) and error.failure in (Failure.DENIED, Failure.REFUSED)
            if unseen and isinstance(message, BoardMessage) and rows[-1].attempts == 0:
                await self._call_directly(self._key(group), Context(loaded, preferences, services.clock()))
        except Exception as error:
            log.exception("a message could not be delivered", extra=_fields(rows[-1]))
            await self._failed(current, rows, error, loaded)
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

    async def _fire(self, timer: Timer, loaded: Loaded, preferences: Preferences) -> Loaded:
        if self._services.guard.circuit.is_open(self._services.clock()):
            raise CircuitOpen
        return await fire(self._services, timer, loaded, preferences.players)

    async def _deliver(self, message: OutboxMessage, group: Sequence[Item], context: Context) -> Delivered:
        """Deliver the messages of a group as one; `message` is the newest of them."""
        key = self._key(group)
        match message:
            case BoardMessage():
                boards = [item.message for item in group if isinstance(item.message, BoardMessage)]
                return await self._messenger.show_table(combined(boards), key, context)
            case ThreadTitle():
                await self._messenger.name_thread(context)
                return Delivered(context.loaded)
            case Reminder() if await put_off(self._services, message, context.loaded, context.preferences.players):
                return Delivered(context.loaded)
            case _:
                delivery = render(message, context)
                return await self._messenger.deliver(delivery, key, context) if delivery else Delivered(context.loaded)

    def _key(self, group: Sequence[Item]) -> DeliveryKey:
        """What the message of these rows is known by, and since when it may have arrived already."""
        tried = [item.row for item in group if item.row.id in self._uncertain or self._was_tried_before_us(item.row)]
        last = group[-1]
        # When a row was due at first is not known any more once it was tried.
        since = min((row.created_at if row.attempts else row.due_at for row in tried), default=None)
        unknown = isinstance(last.message, Reminder) and last.row.attempts > 0
        return DeliveryKey(f"ig{last.row.id}", None if unknown else since)

    def _was_tried_before_us(self, row: OutboxRow) -> bool:
        """Whether an earlier process may have delivered this row."""
        if self.started_at is None or row.created_at >= self.started_at:
            return False
        return row.due_at < self.started_at or row.attempts > 0

    async def _complete(self, current: Round, rows: Sequence[OutboxRow], board: SentBoard | None = None) -> None:
        """Delete delivered rows, and those of timers that have done their work."""
        ids = [row.id for row in (*current.fired, *rows)]
        for id_ in ids:
            self._uncertain.discard(id_)
            self._failing.pop(id_, None)
        await self._services.store.complete(current.game, ids, board=board)
        current.fired.clear()

    async def _failed(self, current: Round, rows: Sequence[OutboxRow], error: Exception, loaded: Loaded | None) -> None:
        """Postpone rows whose delivery failed, or give them up where another attempt would help nobody."""
        if isinstance(error, DeliveryFailed) and error.may_have_arrived:
            self._uncertain.update(row.id for row in rows)
        for row in rows:
            wait = wait_before_retry(error, row.attempts)
            if wait is None:
                log.warning("a message is given up: %s", error, extra=_fields(row))
                await self._services.store.complete(row.game, [row.id])
                continue
            log.warning(
                "a message is tried again later: %s", error, extra=_fields(row) | {"wait_s": int(wait.total_seconds())}
            )
            at = self._services.clock() + wait
            await self._services.store.postpone(row.id, at, str(error)[:500])
            current.look_by(at)
            if loaded is not None:
                self._failing[row.id] = loaded.row


def _fields(row: OutboxRow) -> dict[str, object]:
    """What the log says of a row."""
    return {"game": row.game, "row": row.id, "kind": row.kind, "attempts": row.attempts}


def _groups(due: Sequence[Item], waiting: Sequence[Item]) -> list[list[Item]]:
    """The due items by the messages that they become, the kinds in the order of their first item."""
    groups: list[list[Item]] = []
    for type_ in dict.fromkeys(type(item.message) for item in due):
        items = [item for item in due if type(item.message) is type_]
        if type_ is BoardMessage:
            # One that failed before and waits would else be shown again when its time comes; a newer one may know more.
            newest = max(item.row.id for item in items)
            boards = (item for item in waiting if type(item.message) is BoardMessage and item.row.id <= newest)
            groups.append(sorted(boards, key=lambda item: item.row.id))
        else:
            groups += [items] if type_.combined else [[item] for item in items]
    return groups
