"""What every part of the bot needs, put together once by `bot/app.py` (or a test) and passed around."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Self

from bot.pictures import Painter
from bot.process.downtime import AbsentGuilds
from bot.process.guard import Guard
from bot.process.wakes import Wakes
from bot.process.worker import InPlace, Thinker
from bot.services.analyses import Analyses
from bot.services.directory import Directory, LookUp
from bot.services.exports import Exports
from bot.services.loaded import Loaded
from bot.services.registered import Registered
from bot.services.signals import Signals
from bot.services.tables import Tables
from bot.settings.operator import OperatorLinks
from bot.tables.statistics import new_feats
from bot.tables.table import Table
from bot.texts import Language, Texts, known, texts
from data.ids import GameId, GuildId, UserId
from data.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """The store, the tables on it, the painter, and the settings; made by `build`."""

    tables: Tables
    pictures: Painter
    clock: Callable[[], datetime]
    """The present moment, aware, in UTC."""
    default_language: Language
    """Of public texts, where neither the table nor its server names one."""
    version: str
    guard: Guard
    """Whether this process acts at the moment."""
    thinker: Thinker
    """Does what takes long; the program gives it a process of its own."""
    wakes: Wakes
    """What other processes on the database notify this one of."""
    analyses: Analyses
    """The analyses of finished games."""
    exports: Exports
    """What is kept of people, for themselves."""

    links: OperatorLinks = field(default_factory=OperatorLinks)
    """The pages of whoever runs the bot."""

    registered: Registered = field(default_factory=Registered)
    """The emojis and commands that Discord has for the application, filled by the client."""

    operator_server: GuildId | None = None
    """The server in which the operator has commands of their own."""

    directory: Directory = field(default_factory=Directory)
    """Who is in a server."""

    signals: Signals = field(default_factory=Signals)
    """Wakes those who wait until a game has come further."""

    server_listeners: set[Callable[[], None]] = field(default_factory=set[Callable[[], None]])
    """Called when something about a server or its tournaments may be due."""

    asked_for_seats: deque[tuple[GameId, UserId]] = field(
        default_factory=partial(deque[tuple[GameId, UserId]], maxlen=1000)
    )
    """Who has asked for a seat in which full lobby, the latest ones: nobody asks twice."""

    first_games: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a first game is begun, so that two presses at one moment begin one."""

    @classmethod
    def build(  # noqa: PLR0913 - each is a part of its own
        cls,
        tables: Tables,
        pictures: Painter,
        clock: Callable[[], datetime],
        default_language: Language,
        version: str,
        *,
        thinker: Thinker | None = None,
        wakes: Wakes | None = None,
        links: OperatorLinks | None = None,
        operator_server: GuildId | None = None,
    ) -> Self:
        """The services of a process, which knows nobody's server yet."""
        guard, thinker, wakes = tables.guard, thinker or InPlace(), wakes or Wakes()
        analyses, exports = Analyses(tables.store, thinker, guard), Exports(tables.store, thinker, guard)
        parts = (guard, thinker, wakes, analyses, exports)
        made = cls(tables, pictures, clock, default_language, version, *parts)
        return replace(made, links=links or made.links, operator_server=operator_server)

    def with_look_up(self, look_up: LookUp) -> Self:
        """The same services, which look people up there."""
        return replace(self, directory=Directory(look_up))

    def server_changed(self) -> None:
        """Notify who delivers it that something about a server or its tournaments may be due."""
        for listener in tuple(self.server_listeners):
            listener()

    async def feats_in(self, table: Table | None) -> Mapping[UserId, tuple[str, ...]]:
        """Who had which achievement in this game for the first time; nobody unless it is over."""
        if table is None or table.status != "over":
            return {}
        people = [user for user in table.humans if user > 0]
        return new_feats(await self.store.feats_of(people), table.id)

    @property
    def absent(self) -> AbsentGuilds:
        """The servers that are away."""
        return self.tables.absent

    @property
    def store(self) -> Store:
        """Everything that outlives the process."""
        return self.tables.store


def public_texts(loaded: Loaded) -> Texts:
    """The language of a table."""
    return texts(known(loaded.table.opened.language))
