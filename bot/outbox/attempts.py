"""The rows of the outbox as this process tries them: what they hold, which may have been delivered, which wait."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.outbox.messenger import DeliveryFailed, DeliveryKey
from bot.outbox.retry import wait_before_retry
from bot.services.context import Services
from bot.tables.messages import BoardMessage, Reminder
from bot.tables.outbox_rows import OutboxItem, read
from data.ids import GuildId
from data.store import OutboxRow, Subject

log = logging.getLogger(__name__)


class Item(NamedTuple):
    """A row of the outbox and what it holds."""

    row: OutboxRow
    message: OutboxItem


class Attempts:
    """What this process knows of the rows that it tried to deliver."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._started_at: datetime | None = None
        """When this process began to deliver; rows that are older may have been delivered by another one."""
        self._failing = dict[int, tuple[Subject, GuildId | None]]()
        """The rows whose delivery failed in this process, with their servers."""
        self._uncertain = set[int]()
        """The rows whose last attempt in this process failed, though the message may have arrived."""

    def begin(self) -> None:
        """This process delivers from now on; a second call changes nothing."""
        self._started_at = self._started_at or self._services.clock()

    async def read(self, rows: Sequence[OutboxRow], *, give_up: bool = True) -> list[Item]:
        """What the rows hold, without those of an unknown kind or with a damaged body: they are given up."""
        items: list[Item] = []
        for row in rows:
            try:
                items.append(Item(row, read(row)))
            except ValueError as error:
                if give_up:
                    log.error("an outbox row is given up: %s", error, extra=fields(row))
                    await self._services.store.complete(row.subject, [row.id])
        return items

    def key(self, group: Sequence[Item]) -> DeliveryKey:
        """What the message of these rows is known by, and since when it may have arrived already."""
        tried = [item.row for item in group if item.row.id in self._uncertain or self._was_tried_before_us(item.row)]
        last = group[-1]
        # When a row was due at first is not known any more once it was tried.
        since = min((row.created_at if row.attempts else row.due_at for row in tried), default=None)
        unknown = isinstance(last.message, Reminder) and last.row.attempts > 0
        return DeliveryKey(f"ig{last.row.id}", None if unknown else since)

    def _was_tried_before_us(self, row: OutboxRow) -> bool:
        """Whether an earlier process may have delivered this row."""
        if self._started_at is None or row.created_at >= self._started_at:
            return False
        return row.due_at < self._started_at or row.attempts > 0

    def ended(self, ids: Sequence[int]) -> None:
        """These rows are completed."""
        for id_ in ids:
            self._uncertain.discard(id_)
            self._failing.pop(id_, None)

    async def failed(self, rows: Sequence[OutboxRow], error: Exception, guild: GuildId | None) -> datetime | None:
        """Postpone rows whose delivery failed, or give them up where another attempt would help nobody.

        Returns when to try again; `None` where nothing of them is left.
        """
        if isinstance(error, DeliveryFailed) and error.may_have_arrived:
            self._uncertain.update(row.id for row in rows)
        next_at: datetime | None = None
        for row in rows:
            wait = wait_before_retry(error, row.attempts)
            if wait is None:
                log.warning("a message is given up: %s", error, extra=fields(row))
                await self._services.store.complete(row.subject, [row.id])
                self.ended([row.id])
                continue
            log.warning(
                "a message is tried again later: %s", error, extra=fields(row) | {"wait_s": int(wait.total_seconds())}
            )
            at = self._services.clock() + wait
            await self._services.store.postpone(row.id, at, str(error)[:500])
            next_at = at if next_at is None else min(next_at, at)
            self._failing[row.id] = (row.subject, guild)
        return next_at

    def failing(self, guild: GuildId) -> set[Subject]:
        """What of a server has a row whose delivery failed in this process and waits."""
        return {subject for subject, of in self._failing.values() if of == guild}


def groups(due: Sequence[Item], waiting: Sequence[Item]) -> list[list[Item]]:
    """The due items by the messages that they become, the kinds in the order of their first item.

    Those that are combined and equal become one; boards of a game become one whatever they show.
    """
    kinds = list(dict.fromkeys(type(item.message) for item in due))
    found: dict[object, list[Item]] = {}
    for item in due:
        message = item.message
        if isinstance(message, BoardMessage):
            found.setdefault(BoardMessage, []).append(item)
        else:
            found.setdefault(message if message.combined else item.row.id, []).append(item)
    if BoardMessage in found:
        # One that failed before and waits would else be shown again when its time comes; a newer one may know more.
        newest = max(item.row.id for item in found[BoardMessage])
        boards = (item for item in waiting if isinstance(item.message, BoardMessage) and item.row.id <= newest)
        found[BoardMessage] = sorted(boards, key=lambda item: item.row.id)
    return sorted(found.values(), key=lambda group: kinds.index(type(group[0].message)))


def fields(row: OutboxRow) -> dict[str, object]:
    """What the log says of a row."""
    about = {"game": row.subject} if isinstance(row.subject, int) else {"guild": row.subject.guild}
    return {**about, "row": row.id, "kind": row.kind, "attempts": row.attempts}
