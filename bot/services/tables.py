"""The tables in the store: load one, change it by an action, store what happened. The only writer of games.

A press changes a game at most once, because the key of the event log is the lock: the second press finds the key taken,
loads again and gets the answer for the newer table. The messages about a change are written in its transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from bot.process.downtime import AbsentGuilds
from bot.process.guard import Guard
from bot.services import writes
from bot.services.chance import Chance
from bot.services.loaded import NOWHERE, Loaded, Location, load
from bot.tables import lobby, planned_moves
from bot.tables.change import Action, Change, change
from bot.tables.clock import is_stopped, with_time_used
from bot.tables.errors import Refused
from bot.tables.events import Joined, Opened, Renamed, TableEvent, to_text
from bot.tables.fold import start
from bot.tables.limits import LIMITS, Limits
from bot.tables.messages import GameMessage, ThreadLeft
from bot.tables.outbox_rows import OutboxItem, Scheduled
from bot.tables.pace import pace_of
from bot.tables.plan import Plan
from bot.tables.planner import affected_players, plan_change, plan_lobby
from bot.tables.results import results_of
from bot.tables.table import Table
from bot.tables.timers import BeginTimer
from data.ids import ChannelId, GameId, GuildId, UserId
from data.store import (
    Conflict,
    GameChange,
    GameRow,
    NewGame,
    SeatRow,
    Settled,
    Store,
    TooMany,
)
from game.illegal import Illegal

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_TRIES = 60
"""How often a change is tried again after somebody else was faster: more than can press at one moment."""

CommitListener = Callable[[Loaded], None]
"""Called with a table after each commit that has a message for it."""


class Tables:
    """All tables; `seed` and `entropy` are those of their `Chance`. Without a `guard` no other process acts."""

    def __init__(
        self,
        store: Store,
        seed: int,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes] | None = None,
        guard: Guard | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.chance = Chance(seed, entropy)
        self.guard = guard or Guard()
        self.absent = AbsentGuilds(store, clock, self.guard.offline, lambda: self.guard.shards)
        """The servers that are away: what they say the time of a game counts from."""
        self._listeners: set[CommitListener] = set()

    def subscribe(self, listener: CommitListener) -> Callable[[], None]:
        """Call this listener after each commit; gives the function that ends it."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def _notify(self, committed: Loaded) -> None:
        for listener in tuple(self._listeners):
            listener(committed)

    # --- reading ---

    async def load(self, game: GameId) -> Loaded:
        """A table as it is stored.

        Raises:
            Refused: `no-such-game`, or `quarantined` for one that cannot be read; it is quarantined and reported.
        """
        return await load(self.store, game)

    # --- writing ---

    async def open(self, location: Location, host: Joined, terms: Opened, limits: Limits = LIMITS) -> Loaded:
        """Open a table with its host at it; a game that needs nobody else begins at once.

        Raises:
            Refused: the terms do not fit together, or `too-many-...`: one of the limits is reached.
        """
        lobby.check_terms(terms, dm=location.guild is None and not location.is_of_others)
        alone = terms.seats - terms.bots == 1
        planned = [Scheduled(BeginTimer())] if alone else plan_lobby(self.clock(), pace_of(terms.pace))
        channel = NOWHERE if location.is_of_others else location.channel
        new = NewGame(location.guild, channel, terms.mode, terms.language, terms.host, home=location.channel)
        try:
            row = await self.store.create(
                new,
                [to_text(terms), to_text(host)],
                [SeatRow(0, host.user, host.name)],
                [message.row for message in planned],
                bounds=limits.bounds(self.clock(), in_server=location.guild is not None),
            )
        except TooMany as error:
            log.info("too many games", extra={"user": host.user, "bound": error.bound})
            raise limits.refusal(error.bound) from error
        writes.record()
        log.info("opened", extra={"game": row.id, "mode": terms.mode, "seats": terms.seats})
        # Not read again: it is open from here on, and an error would say that it is not.
        opened = Loaded(row, change(start(row.id, terms), host).table)
        if alone:
            return await self.begin_alone(opened)
        self._notify(opened)
        return opened

    async def begin_alone(self, opened: Loaded) -> Loaded:
        """The game of a lobby that needs nobody else; as it is, where it has begun already."""
        try:
            return await self.deal(opened)
        except Refused as error:
            if error.code not in ("begun", "over", "cancelled"):
                raise
            return await self.load(opened.table.id)

    async def deal(self, loaded: Loaded, user: UserId | None = None) -> Loaded:
        """Begin the game of a lobby as `user`, or as its host, with a bag of its own.

        Raises:
            Refused: see `tables.lobby.begin`.
        """
        shuffle, seed = self.chance.shuffle(loaded.table.id), self.chance.bag_seed(loaded.table.id)
        return await self.change(loaded, lambda table: lobby.begin(table, user or table.host, shuffle, seed))

    async def until_stored(self, loaded: Loaded, attempt: Callable[[Loaded], Awaitable[Result]]) -> Result:
        """What an attempt to store something for a table gives; after a conflict it is made again on the newer table.

        Raises:
            Refused: `moved-on` where others change the game all the time, or the game cannot be read.
        """
        for _ in range(_TRIES):
            try:
                return await attempt(loaded)
            except Conflict:
                loaded = await self.load(loaded.table.id)
        raise Refused("moved-on")

    async def change(self, loaded: Loaded, action: Action, *, drop: Sequence[type[OutboxItem]] = ()) -> Loaded:
        """Store what an action makes of a table, with the messages about it; loads it again only on a conflict.

        Raises:
            Refused: the action is refused, or `moved-on` where others change the game all the time.
            Illegal: the rules forbid it.
        """

        async def attempt(loaded: Loaded) -> Loaded:
            made = await asyncio.to_thread(action, loaded.table)
            if not made.events:
                return loaded
            made, plan = await self.planned(loaded, made)
            return await self.append(loaded, made.events, replace(plan, drop=(*plan.drop, *drop)), made.table)

        return await self.until_stored(loaded, attempt)

    async def planned(self, before: Loaded, made: Change) -> tuple[Change, Plan]:
        """A change with the time that the turn has used, where that is kept, and the messages about it."""
        players = await self.store.players(affected_players(made.table))
        counted = await self.absent.counted_until(before.row.guild)
        if is_stopped(before.table, made.table):
            waiting = await self.store.outbox_of(before.table.id)
            made = with_time_used(before.table, made, waiting, counted)
        return made, plan_change(before.table, made.table, made.events, players, self.clock(), counted)

    async def change_once(self, loaded: Loaded, action: Action, is_done: Callable[[Table], bool]) -> Loaded:
        """As `change`; where an earlier press of the same button has done it already, the table as it is.

        Raises:
            Refused, Illegal: the action is refused, and is not done.
        """
        try:
            return await self.change(loaded, action)
        except (Refused, Illegal):
            now = await self.load(loaded.table.id)
            if not is_done(now.table):
                raise
            return now

    async def append(
        self,
        before: Loaded,
        events: Sequence[TableEvent],
        plan: Plan,
        after: Table | None = None,
        *,
        planned: tuple[UserId, str] | None = None,
    ) -> Loaded:
        """Store events, the table after them and the messages about them.

        `planned` is a person with the planned move that these events make: it must still be there.

        Raises:
            Conflict: somebody else was faster; nothing is stored.
        """
        game, table = before.table.id, after or before.table
        seats = _seat_rows(table)
        due, plans = self.clock() + self.chance.plan_delay(game, table.seq), dict[UserId, str]()

        def settle(stored: Mapping[UserId, str]) -> Settled:
            if planned is not None and stored.get(planned[0]) != planned[1]:
                raise Conflict(game, before.table.seq)
            settled = planned_moves.settle(before.table, table, events, stored, due)
            plans.update(settled.plans)
            return settled

        row = await self.store.append(
            game,
            before.table.seq,
            [to_text(event) for event in events],
            change=_row_change(before.row, table, plan),
            seats=None if seats == _seat_rows(before.table) else seats,
            outbox=plan.rows,
            drop=plan.dropped_kinds,
            settle=settle,
            results=() if before.row.status == "over" else results_of(table),
        )
        writes.record()
        names = ",".join(type(event).__name__ for event in events)
        log.info("committed", extra={"game": game, "seq": table.seq, "events": names})
        committed = Loaded(row, table, plans)
        self._notify(committed)
        return committed

    async def relocate(
        self,
        loaded: Loaded,
        channel: ChannelId,
        *,
        home: ChannelId | None = None,
        guild: GuildId | None = None,
        messages: Sequence[Scheduled] = (),
    ) -> Loaded:
        """Play on in another channel; with `home` that is the one to which the game belongs from now on.

        With `guild` that is its server from now on.

        A thread of its own that it leaves names nobody any more.

        Raises:
            Refused: `moved-on`, where others change the game all the time.
        """
        game, to = loaded.table.id, GameChange(channel=channel, home=home, guild=guild)
        due = list(messages)
        if loaded.row.channel not in (loaded.row.home, channel, NOWHERE):
            due.append(Scheduled(ThreadLeft(loaded.row.channel, loaded.row.home)))
        rows = [message.row for message in due]

        async def attempt(loaded: Loaded) -> Loaded:
            row = await self.store.append(game, loaded.row.version, (), change=to, outbox=rows)
            return replace(loaded, row=row)

        relocated = await self.until_stored(loaded, attempt)
        writes.record()
        log.info("moved to another channel", extra={"game": game, "channel": channel})
        if rows:
            self._notify(relocated)
        return relocated

    async def rename(self, loaded: Loaded, user: UserId, name: str) -> Loaded:
        """The table with the name that a person has now; as it is for a stranger, or where they have had it before.

        Raises:
            Refused: `moved-on`, where others change the game all the time.
        """

        async def attempt(loaded: Loaded) -> Loaded:
            before = loaded.table.display_name(user)
            if before is None or before == name or loaded.table.status == "cancelled":
                return loaded
            made = change(loaded.table, Renamed(user, name))
            return await self.append(loaded, made.events, Plan(), made.table)

        return await self.until_stored(loaded, attempt)

    async def send(self, loaded: Loaded, message: GameMessage) -> None:
        """Let a message about a table be delivered that belongs to no change of it."""
        await self.store.enqueue([Scheduled(message).row], about=loaded.table.id)
        self._notify(loaded)


def _row_change(row: GameRow, table: Table, plan: Plan) -> GameChange:
    return GameChange(
        status=None if table.status == row.status else table.status,
        host=None if table.host == row.host else table.host,
        mode=None if table.opened.mode == row.mode else table.opened.mode,
        deadline=plan.deadline,
    )


def _seat_rows(table: Table) -> list[SeatRow]:
    if table.seats:
        return [SeatRow(at, seat.user, seat.name) for at, seat in enumerate(table.seats) if seat.user is not None]
    return [SeatRow(at, person.user, person.name) for at, person in enumerate(table.lobby_players)]
