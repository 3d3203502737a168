"""Processes that die at a given step: at a write of the store, or at a request to Discord, before it or right after.

What comes after that step does not happen: whatever the dead process still asks for, it dies again, so no clean-up of
it writes or says anything. Discord and the database file live on.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from discord import app_commands

from bot import __version__
from bot.discord.client import IngeniousClient
from bot.pictures import Painter
from bot.services.context import Services
from data.address import Address
from data.opening import open_store
from data.store import Store
from tests.bot.numbered import NumberedTables
from tests.bot.translated import translated_once
from tests.patience import PATIENCE_S
from tests.wire.fake import Answer, Discord, Interaction
from tests.wire.inside import connect, quiet

SEED = 14
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)

_READS = {
    "abandoned_leases", "absence", "absences", "count_games", "due", "feats_of", "game", "games_in",
    "games_mentioning", "games_of", "games_with", "has_played", "heartbeats", "left_behind", "lease_holder",
    "lesson", "load", "next_due", "outbox_of", "pending", "player", "players", "preferences", "server",
}  # fmt: skip


class Died(BaseException):
    """The process is no more."""


@dataclass
class Life:
    """The steps of one process, and at which of them it dies."""

    end: int | None = None
    after: bool = False
    """It dies when the step is done, but before it hears of that."""
    steps: list[str] = field(default_factory=list)
    dead: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def step(self, name: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do a step, or die at it."""
        if self.dead:
            raise Died
        number = len(self.steps)
        self.steps.append(name)
        if number == self.end and not self.after:
            self.die()
        done = await work()
        if number == self.end or self.dead:
            self.die()
        return done

    def die(self) -> None:
        """End everything here."""
        self.dead = True
        self.over.set()
        raise Died


class _Mortal:
    """A store whose calls are steps of a life."""

    def __init__(self, store: Store, life: Life) -> None:
        self._store, self._life = store, life

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)

        async def call(*arguments: Any, **words: Any) -> Any:
            if name not in _READS:
                return await self._life.step(f"store.{name}", lambda: method(*arguments, **words))
            if self._life.dead:
                raise Died
            found = await method(*arguments, **words)
            if self._life.dead:
                raise Died
            return found

        return call


def mortal(store: Store, life: Life) -> Any:
    """The store as one process has it."""
    return _Mortal(store, life)


@dataclass
class Process:
    """A bot that is online."""

    life: Life
    app: Services
    client: IngeniousClient
    fake: Discord

    async def quiet(self, within_s: float = PATIENCE_S) -> None:
        """Wait until there is nothing left to do, or the process is dead and has come to rest."""
        await quiet(self.client.dispatcher._timer, within_s=within_s)

    async def later(self, wait: timedelta) -> None:
        """Let time pass, and do what is due then."""
        clock = self.app.clock
        assert isinstance(clock, Clock)
        clock.now += wait
        await self.client.dispatcher.notify_all()
        await self.quiet()


@dataclass
class Clock:
    """A clock that stands still unless it is set."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now


STILL = Clock()


def new_discord(clock: Clock = STILL) -> Discord:
    """A Discord that goes by this clock."""
    return Discord(now=lambda: clock().timestamp())


@asynccontextmanager
async def process(
    path: Address,
    fake: Discord,
    images: Painter,
    life: Life | None = None,
    *,
    sync: bool = True,
    clock: Clock = STILL,
    quiet_s: float = PATIENCE_S,
) -> AsyncIterator[Process]:
    """A process on this database, from its start until it is left; it ends without a word either way.

    Without `sync` there are no commands, which take most of a start: buttons are all that is pressed.
    """
    life = life or Life()
    asyncio.get_running_loop().set_exception_handler(unless_died)
    before = asyncio.all_tasks()
    async with AsyncExitStack() as opened:
        opened.enter_context(translated_once())
        store = await opened.enter_async_context(open_store(path, clock))
        app = Services.build(NumberedTables(mortal(store, life), SEED, clock), images, clock, "en", __version__)
        client = IngeniousClient(app)
        if not sync:
            opened.enter_context(patch("bot.discord.client.ingenious", _no_commands))
            client.tree.sync = _no_sync

        async def handle(method: str, where: str, body: Any, files: dict[str, bytes], token: str) -> Answer:
            name = f"{method} {_kind(where)}"
            return await life.step(name, lambda: fake.request(method, where, body, files, token))

        listening = list(fake.listeners)
        try:
            made = Process(life, client.services, client, fake)
            await connect(client, fake, handle)
            await made.quiet(within_s=quiet_s)
            yield made
        finally:
            fake.listeners[:] = listening
            life.dead = True
            left = asyncio.all_tasks() - before
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)


def _no_commands(*_: object) -> app_commands.Group:
    return app_commands.Group(name="ingenious", description="-")


async def _no_sync(**_: object) -> list[Any]:
    return []


def _kind(path: str) -> str:
    """A path without its numbers and tokens."""
    return "/".join("*" if part.isdigit() or part.startswith("token") else part for part in path.split("/"))


def unless_died(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    if not isinstance(context.get("exception"), Died):
        loop.default_exception_handler(context)


def forged(fake: Discord, user: int, custom_id: str, message: dict[str, Any]) -> Interaction:
    """A press of any button, as if this message had it."""
    control = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    return fake.press(user, custom_id, message | {"components": [{"type": 1, "components": [control]}]})


def copied(path: Path, to: Path) -> Path:
    """A copy of a database that nobody has open."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{to}{suffix}").unlink(missing_ok=True)
        if Path(f"{path}{suffix}").exists():
            shutil.copy(f"{path}{suffix}", f"{to}{suffix}")
    return to


_STANDING = {
    "games": "*",
    "events": "*",
    "seats": "*",
    "players": "*",
    "servers": "*",
    "outbox": "game, kind, body, created_at, due_at, attempts, error",
    "planned_moves": "*",
    "results": "*",
}
"""What has to be the same; the numbers of notes may differ, and that of a try which never came to anything."""


def standing(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that the database holds."""
    with closing(sqlite3.connect(path)) as db:
        return {
            table: sorted(db.execute(f"SELECT {columns} FROM {table}").fetchall(), key=repr)
            for table, columns in _STANDING.items()
        }
