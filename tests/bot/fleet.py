"""Several processes of the bot on one database, inside this one: each with a pool, a lease and a client of its own.

A process dies at one of its steps, as in `killing.py`, or as a whole: then its tasks end, its connections to the
database are cut, and its lease runs out. Time stands still but for `Fleet.later`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from bot import __version__
from bot.discord.client import IngeniousClient
from bot.process import heartbeat
from bot.process.guard import Guard
from bot.process.lease import Lease
from bot.process.lease_times import SHARED
from bot.process.phase import Phase
from bot.services.context import Services
from data.address import ServerUrl
from data.postgres import PostgresStore
from data.shards import Shards
from tests.bot.killing import SEED, Clock, Died, Life, mortal, unless_died
from tests.bot.numbered import NumberedTables
from tests.bot.painters import Blank
from tests.patience import PATIENCE_S
from tests.wire.fake import Answer, Discord
from tests.wire.inside import _RESIDENT, connect

_OWNER: ContextVar[Bot | None] = ContextVar("owner", default=None)
_SLOW_BEAT = timedelta(hours=7)
"""Nothing beats between two looks at the clock, so a shorter time is no outage."""


@dataclass
class Bot:
    """A process: alive, and acting where it has a client."""

    name: str
    fleet: Fleet
    role: Shards | int
    """The shards that it is set up for, or of how many it is a spare."""
    life: Life = field(default_factory=Life)
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    client: IngeniousClient | None = None

    async def start(self) -> None:
        """Open the database, as a process that waits for the lease."""
        self._context: Context = copy_context()
        self._context.run(_OWNER.set, self)
        self._store = await self._opened()
        store: Any = mortal(self._store, self.life)
        clock = self.fleet.clock
        self.lease = Lease(store, self.name, None, clock, lambda: clock().timestamp(), SHARED, self.role)
        tables = NumberedTables(store, SEED, clock, guard=Guard(self.lease, Phase.WAITING))
        self.services = Services.build(tables, Blank(), clock, "en", __version__)

    async def _opened(self) -> PostgresStore:
        self._open = AsyncExitStack()
        return await self._open.enter_async_context(PostgresStore.open(self.fleet.address, clock=self.fleet.clock))

    async def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in this process; it may die of it."""
        with suppress(Died, asyncio.CancelledError):
            await asyncio.create_task(work, context=self._context)

    async def look(self) -> None:
        """Renew the lease or ask for it, and deliver what is due, where it is ours."""
        if not self.life.dead:
            await self.run(self._look())

    async def _look(self) -> None:
        if self.client is None:
            if await self.lease.take():
                self.services.guard.take_over()
                await self._connect()
        elif await self.lease.acts():
            store, guard = self.services.store, self.services.guard
            await heartbeat.beat_once(store, self.fleet.clock, self.services.absent, guard)
            await self.client.dispatcher.notify_all()
            await self.lease._look_whether_asked()
            if self.lease.asked_back.is_set():
                await self._disconnect()
                await self.lease.release()
        else:
            await self._disconnect()

    async def _connect(self) -> None:
        fake = self.fleet.fake
        self.client = IngeniousClient(self.services)
        self.client.tree.sync = _no_sync

        async def handle(method: str, where: str, body: Any, files: dict[str, bytes], token: str) -> Answer:
            return await self.life.step(f"{method} {where}", lambda: fake.request(method, where, body, files, token))

        before = list(fake.listeners)
        await connect(self.client, fake, handle, self.lease.shards)
        (listen,) = [one for one in fake.listeners if one not in before]
        self._listener = self.heard(listen)
        fake.listeners[fake.listeners.index(listen)] = self._listener

    def heard(self, listen: Callable[[str, Any], None]) -> Callable[[str, Any], None]:
        """The listener, whose tasks are those of this process."""

        def listener(event: str, data: Any) -> None:
            if not self.life.dead:
                self._context.run(listen, event, data)

        return listener

    async def _disconnect(self) -> None:
        if self.client is not None:
            self.fleet.fake.listeners.remove(self._listener)
            client, self.client = self.client, None
            await client.finish()
            self.services.guard.wait()

    async def end(self) -> None:
        """End in order: the next one takes over at once."""
        if not self.life.dead:
            await self.run(self._disconnect())
            await self.run(self.lease.release())
        await self.bury()

    async def bury(self) -> None:
        """End what is left of it: its tasks and its connections."""
        self.life.dead = True
        if self.client is not None:
            with suppress(ValueError):
                self.fleet.fake.listeners.remove(self._listener)
            self.client = None
        while left := [task for task in self.tasks if not task.done()]:
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
        self._store._postgres._pool.terminate()
        await self._open.aclose()


@dataclass
class Fleet:
    """The processes, the Discord at which they are, and the time."""

    address: ServerUrl
    fake: Discord
    clock: Clock
    processes: int
    bots: list[Bot] = field(default_factory=list)
    started: int = 0

    @property
    def roles(self) -> list[Shards | int]:
        """What the processes are set up for: a shard each, two for one of them, and the last is a spare."""
        count = self.processes
        ranges = [Shards(at, at + (at == count - 2), count) for at in range(count - 1)]
        return [*ranges, count] if count > 1 else [Shards(0, 0, 1)]

    async def add(self) -> Bot:
        """Start a process in the place of one that is gone."""
        self.started += 1
        there = [bot.role for bot in self.bots]
        bot = Bot(f"bot{self.started}-x", self, next(role for role in self.roles if role not in there))
        self.bots.append(bot)
        await bot.start()
        await bot.look()
        return bot

    @property
    def acting(self) -> list[Bot]:
        """Those that are connected."""
        return [bot for bot in self.bots if bot.client is not None and not bot.life.dead]

    async def quiet(self) -> None:
        """Wait until no process has anything left to do, and bury those that have died."""
        async with asyncio.timeout(PATIENCE_S):
            while going := [task for bot in self.bots for task in bot.tasks if task.get_name() not in _RESIDENT]:
                if all(bot.life.dead for bot in self.bots for task in going if task in bot.tasks):
                    break
                await asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED)
        for bot in [bot for bot in self.bots if bot.life.dead]:
            self.bots.remove(bot)
            await bot.bury()

    async def later(self, span: timedelta) -> None:
        """Let time pass, and do what is due then; where a process has died, the next one takes over meanwhile."""
        self.clock.now += span
        await self.look()
        if sum(len(bot.lease.shards) for bot in self.acting) < self.processes:
            self.clock.now += timedelta(seconds=SHARED.lease_s + SHARED.ask_s)
            await self.look()

    async def look(self) -> None:
        """Every process renews its lease or asks for one, those that act first; then a spare gives back."""
        for _ in range(2):
            for bot in sorted(self.bots, key=lambda bot: bot.client is None):
                await bot.look()
                await self.quiet()


async def _no_sync(**_: object) -> list[Any]:
    return []


def _owned(loop: asyncio.AbstractEventLoop, work: Any, **words: Any) -> asyncio.Task[Any]:
    """A task that is noted with the process that started it."""
    task = asyncio.Task(work, loop=loop, **words)
    context = words.get("context")
    owner = context.get(_OWNER) if context is not None else _OWNER.get()
    if owner is not None:
        owner.tasks.add(task)
        task.add_done_callback(owner.tasks.discard)
    return task


@asynccontextmanager
async def fleet(address: ServerUrl, fake: Discord, clock: Clock, processes: int) -> AsyncIterator[Fleet]:
    """So many processes, ended at the end."""
    loop = asyncio.get_running_loop()
    loop.set_task_factory(_owned)
    loop.set_exception_handler(unless_died)
    made = Fleet(address, fake, clock, processes)
    with patch.object(heartbeat, "BEAT_S", 10**6), patch.object(heartbeat, "OUTAGE", _SLOW_BEAT):
        try:
            for _ in range(processes):
                await made.add()
            yield made
        finally:
            for bot in made.bots:
                await bot.bury()
            loop.set_task_factory(None)
