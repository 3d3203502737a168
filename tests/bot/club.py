"""A club without a Discord: tables on a store in a file, a clock that a test moves, and an outbox that is told on time.

The bot's own deliverer tells; what it would send to Discord is kept. The pulse of the bot is left out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.outbox.deliverer import Deliverer, Round
from bot.outbox.messenger import Delivered, DeliveryKey
from bot.outbox.public import PublicScreen
from bot.outbox.renderer import Context, Delivery, render
from bot.process.guard import Guard
from bot.process.holding import Alone
from bot.screens.model import Screen
from bot.services import preferences
from bot.services.context import Services
from bot.services.loaded import Loaded, Location
from bot.settings.person import PreferenceChange
from bot.tables.errors import Refused
from bot.tables.events import Joined, Opened
from bot.tables.limits import Limits
from bot.tables.messages import BoardMessage, ThreadLeft
from bot.tables.table import Table
from data.shards import WHOLE, Shards
from data.sqlite import SqliteStore
from data.store import PlayerRow, SentBoard
from tests.bot.numbered import NumberedTables
from tests.bot.painters import painter
from tests.bot.sample_tables import NAMES, choice, turn_of
from tests.quick_sqlite import quick_sqlite

HERE, DM = Location(1, 2), Location(None, 9)
ENDLESS = Limits(a_minute=1000, person=1000, channel=1000, server=1000)
"""Of games that a test may open."""
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday at noon, some weeks before the clocks change."""


@dataclass(frozen=True)
class Said:
    """A message as it was told."""

    at: datetime
    game: int
    kind: str
    screen: Screen
    user: int | None = None


@dataclass
class Listener:
    """A chat service that takes every message: what is sent is kept."""

    said: list[Said]
    kinds: dict[str, str] = field(default_factory=dict)
    """The kinds of the rows of the outbox, by the nonces of their messages."""
    guild: int | None = None
    """The server of the last message."""
    is_ready: bool = True
    away: set[int] = field(default_factory=set)
    """The servers that are away."""
    posts: dict[int, list[Screen]] = field(default_factory=dict)
    """The messages of servers, each with all that it has shown, the present look last."""
    nonces: dict[str, int] = field(default_factory=dict)

    def absence(self, guild: int | None) -> timedelta | None:
        return timedelta(minutes=1) if guild in self.away else None

    async def show_table(self, message: BoardMessage, key: DeliveryKey, context: Context) -> Delivered:
        delivery = render(message, context)
        return await self.deliver(delivery, key, context) if delivery else Delivered(context.loaded)

    async def deliver(self, delivery: Delivery, key: DeliveryKey, context: Context) -> Delivered:
        game, kind = context.table.id, self.kinds[key.nonce]
        self.said.append(Said(context.now, game, kind, delivery.screen, delivery.user))
        return Delivered(context.loaded)

    async def post(self, guild: int, channel: int, public: PublicScreen, key: DeliveryKey) -> SentBoard:
        """As Discord does, a message of a known nonce is taken only once."""
        if key.nonce not in self.nonces:
            self.nonces[key.nonce] = 1000 + len(self.posts)
            self.posts[self.nonces[key.nonce]] = [public.screen]
        return SentBoard(channel, self.nonces[key.nonce], START)

    async def edit(self, guild: int, channel: int, message: int, public: PublicScreen) -> bool:
        if message in self.posts:
            self.posts[message].append(public.screen)
        return message in self.posts

    async def show_names(self, context: Context) -> None:
        pass

    async def leave_thread(self, message: ThreadLeft, context: Context) -> None:
        pass


@dataclass
class Club:
    """Tables, and what people do at them, be it over days."""

    path: Path
    store: SqliteStore
    now: datetime = START
    said: list[Said] = field(default_factory=list)
    seed: int = 7
    shards: Shards = WHOLE
    """Whose servers this process acts for."""
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    changes: list[int] = field(default_factory=list)
    """The games that were changed, a number for each commit."""

    def __post_init__(self) -> None:
        guard = Guard(Alone(self.shards))
        self.tables = NumberedTables(self.store, self.seed, lambda: self.now, guard=guard)
        self.tables.subscribe(lambda committed: self.changes.append(committed.table.id))
        self.app = Services.build(self.tables, painter(), lambda: self.now, "en", "0")
        self.listener = Listener(self.said)

    # --- the process ---

    async def another(self, seed: int = 7, guard: Guard | None = None) -> NumberedTables:
        """Another process on the same file."""
        store = await self.stack.enter_async_context(SqliteStore.open(self.path, clock=lambda: self.now))
        return NumberedTables(store, seed, lambda: self.now, guard=guard)

    async def notes(self) -> list[tuple[str, dict]]:
        """What is due to be told, ticked off and not told."""
        rows = await self.store.due(self.now, 1000)
        for row in rows:
            await self.store.complete(row.subject, [row.id])
        return [(row.kind, json.loads(row.body)) for row in rows]

    async def log(self, game: int) -> tuple[str, ...]:
        return (await self.store.load(game)).events

    def sql(self, statement: str, *values: object) -> None:
        """Do something to the file behind the store's back."""
        with closing(sqlite3.connect(self.path)) as db, db:
            db.execute(statement, values)

    # --- time ---

    async def wait(self, time: timedelta | float) -> list[Said]:
        """Let time pass, in hours, and everything happen when it is due; what was said meanwhile."""
        until = self.now + (time if isinstance(time, timedelta) else timedelta(hours=time))
        before = len(self.said)
        await self.tell()
        while (due := await self.store.next_due()) is not None and due <= until:
            self.now = max(self.now, due)
            await self.tell()
        self.now = until
        return self.said[before:]

    async def tell(self) -> list[Said]:
        """Tell what is due now; what was said."""
        before, deliverer = len(self.said), Deliverer(self.app, self.listener)
        while rows := await self.store.due(self.now, 500):
            self.listener.kinds |= {f"ig{row.id}": row.kind for row in rows}
            current = Round(rows[0].subject)
            await deliverer.deliver_due(current, [row for row in rows if row.subject == current.subject])
            await deliverer.finish(current)
            assert not any(deliverer.failing(one.guild) for one in (HERE, DM)), "a message was not delivered"
        return self.said[before:]

    # --- people ---

    async def lobby(self, *users: int, mode="standard", seats=None, location=HERE, **terms) -> int:
        seats = seats or len(users) + terms.get("bots", 0)
        terms = {"order": "joined"} | terms
        opened = Opened(users[0], mode, seats, **terms)
        loaded = await self.tables.open(location, person(users[0]), opened, ENDLESS)
        for user in users[1:]:
            await self.tables.join(loaded.table.id, person(user), None)
        return loaded.table.id

    async def begun(self, *users: int, **terms) -> int:
        """A game that begins now."""
        game = await self.lobby(*users, **terms)
        if (await self.table(game)).status == "lobby":
            await self.tables.begin(game, users[0])
        return game

    async def game(self, *users: int, **terms) -> int:
        """A game that begins now; all of its start has been told."""
        game = await self.begun(*users, **terms)
        await self.tell()
        return game

    async def table(self, game: int = 1) -> Table:
        return (await self.tables.load(game)).table

    async def deadline(self, game: int = 1) -> datetime | None:
        return (await self.store.game(game)).deadline

    async def place(self, game: int = 1, style="random") -> Loaded:
        """A placement of whoever is on turn."""
        table = await self.table(game)
        return await self.tables.play(game, turn_of(table) or 0, table.game().position.version, choice(table, style))

    async def move(self, game: int = 1, style="careful") -> Loaded:
        """A whole turn of whoever is on turn, and what is to be told of it."""
        user = turn_of(await self.table(game))
        while True:
            loaded = await self.place(game, style)
            table = loaded.table
            if table.status != "running" or turn_of(table) != user or not table.game().position.in_turn:
                await self.tell()
                return loaded

    async def wish(self, user: int, **wishes) -> PlayerRow:
        """Type `/ingenious me`."""
        row = await preferences.change_preferences(self.app, user, PreferenceChange(**wishes))
        await self.tell()
        return row

    def pings(self, user: int) -> list[Said]:
        """The messages of the channel that notified somebody."""
        return [said for said in self.said if said.user is None and user in said.screen.mentions]

    def direct(self, user: int) -> list[Said]:
        """The direct messages to somebody."""
        return [said for said in self.said if said.user == user]

    async def refuses(self, code: str, deed) -> dict[str, object]:
        """Check that this is refused with that code; the values of the sentence."""
        with pytest.raises(Refused) as caught:
            await deed
        assert caught.value.code == code
        return caught.value.values


def person(user: int) -> Joined:
    return Joined(user, NAMES.get(user, f"P{user}"))


@asynccontextmanager
async def club_at(path: Path, start: datetime = START, seed: int = 7) -> AsyncIterator[Club]:
    """A club on the database at `path`."""
    async with AsyncExitStack() as stack:
        clubs: list[Club] = []
        stack.enter_context(quick_sqlite(path))
        store = await stack.enter_async_context(SqliteStore.open(path, clock=lambda: clubs[0].now if clubs else start))
        clubs.append(Club(path, store, start, seed=seed, stack=stack))
        yield clubs[0]
