"""The messages about the daily challenge: one a day and server, edited as results come in, and results of people.

They are rows of their own in the store, as they belong to no game. Each is claimed before it is sent, so that of two
processes one sends it, and tried again if that one dies. What a message says follows from the store alone: a day is
closed by the first look after midnight, whenever that is.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final, Protocol

from bot.outbox.messenger import DeliveryFailed, DeliveryKey
from bot.outbox.retry import wait_before_retry
from bot.process.wakes import tell_daily
from bot.screens import daily as screens
from bot.screens.model import Screen
from bot.services import daily as service
from bot.services.context import Services
from bot.tables import daily
from bot.tables.daily import Attempt
from bot.tables.errors import Refused
from bot.texts import Texts, known, texts
from data.daily import TABLE_POST, DailyPost
from data.ids import ChannelId, GuildId, MessageId, UserId
from data.store import DatabaseReplaced, StoreError
from game.bag import commitment

log = logging.getLogger(__name__)

_PAGE: Final = 200
"""How many due messages are read at once; those of servers that are away stay due, and come first."""
_CLAIMED: Final = timedelta(minutes=3)
"""After how long a message is tried again of which nobody said how it went."""
_AFTER_ERROR_S: Final = 60.0
_AWAY_S: Final = 600.0
"""How often to look for a server that follows the day and is not there."""
_FIRST_LOOK_S: Final = 5.0
_STREAKS: Final = 200
"""Of how many people of the day before, the best first, the streaks are looked at."""
_OFFLINE_S: Final = 60.0
"""How often to look again without a connection, or in a process that does not act."""


class Poster(Protocol):
    """What the noticeboard needs of a chat service."""

    def reaches(self, guild: GuildId) -> bool:
        """Whether this process has the server, and the server is there."""
        ...

    async def post(self, channel: ChannelId, screen: Screen, key: DeliveryKey) -> MessageId:
        """Send a message. Raises `DeliveryFailed`."""
        ...

    async def edit(self, channel: ChannelId, message: MessageId, screen: Screen) -> bool:
        """Change the text and the buttons of a message, and its picture unless the screen keeps it.

        Returns whether the message is still there.

        Raises:
            DeliveryFailed: see its `failure`.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A message that is to be sent now, and until when nobody else tries it."""

    post: DailyPost
    until: datetime


class Noticeboard:
    """Sends and edits what is due, when it is due."""

    def __init__(self, services: Services, poster: Poster) -> None:
        self._services = services
        self._poster = poster
        self._looking: asyncio.Task[None] | None = None
        self._timer: asyncio.Task[None] | None = None
        self._again = False
        self._finished = False
        self._day: date | None = None
        """The day that was opened last."""
        self._winners: dict[tuple[GuildId, date], UserId | None] = {}
        """Whose board each message about the present day has, as far as this process sent it."""
        self._telling: asyncio.Task[None] | None = None
        services.wakes.daily = self.notify

    def begin(self) -> None:
        """Look in a moment, once the connection is there and those who wait for an answer have theirs."""
        self._look_in(_FIRST_LOOK_S)

    async def repost_all(self) -> None:
        """Let the message of the day be looked at in every server, for a Discord that has lost it (the local table)."""
        store, day = self._services.store, service.today(self._services)
        for guild, _ in await store.followers():
            await store.renew_daily_table(guild, day.isoformat())

    def changed(self) -> None:
        """Look at what is due, here and in the processes that share the servers."""
        self.notify()
        if not self._finished and not self._services.guard.shards.is_whole:
            self._telling = asyncio.create_task(tell_daily(self._services.store), name="daily-tell")

    def notify(self) -> None:
        """Look at what is due, once more where that is being done already."""
        if self._finished:
            return
        self._again = True
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_until_done(), name="daily")

    async def finish(self) -> None:
        """Wait for the message that is being sent, then send no more."""
        self._finished = True
        if self._timer:
            self._timer.cancel()
        going = [task for task in (self._looking, self._telling) if task]
        await asyncio.gather(*going, return_exceptions=True)

    async def _look_until_done(self) -> None:
        wait_s = _AFTER_ERROR_S
        while self._again and not self._finished:
            self._again = False
            try:
                wait_s = await self.look()
            except DatabaseReplaced:
                return  # the lease finds that too: it says so, and the program ends
            except StoreError as error:
                log.error("what is due of the daily challenge cannot be read: %s", error)
            except Exception:
                log.exception("the messages about the daily challenge failed")
        self._look_in(wait_s)

    def _look_in(self, wait_s: float) -> None:
        if self._timer:
            self._timer.cancel()
        if not self._finished:
            self._timer = asyncio.create_task(self._look_after(wait_s), name="daily-timer")

    async def _look_after(self, wait_s: float) -> None:
        await asyncio.sleep(wait_s)
        self._timer = None
        self.notify()

    async def look(self) -> float:
        """Open the day, send what is due; the seconds to the next look."""
        services = self._services
        if not services.guard.online or not await services.guard.acts():
            return _OFFLINE_S
        day = service.today(services)
        followers = await services.store.followers()
        here = [one for one in followers if self._poster.reaches(one[0])]
        if here or day != self._day:
            await services.store.open_daily_posts(day.isoformat(), here)
            self._day = day
            self._winners = {key: user for key, user in self._winners.items() if key[1] == day}
        now = services.clock()
        last: DailyPost | None = None
        while True:
            page = await services.store.due_daily_posts(now, _PAGE, last)
            for post in page:
                if self._poster.reaches(post.guild):
                    await self._deliver(post)
            if len(page) < _PAGE:
                break
            last = page[-1]
        now = services.clock()
        latest_s = (daily.ends_at(day) - now).total_seconds()
        if len(here) < len(followers):
            latest_s = min(latest_s, _AWAY_S)
        following = await services.store.next_daily_post()
        if following is None:
            return latest_s
        # What is due of a server that is away is looked at again after a while.
        wait_s = (following - now).total_seconds()
        return min(wait_s if wait_s > 0 else _OFFLINE_S, latest_s)

    async def _deliver(self, post: DailyPost) -> None:
        store, now = self._services.store, self._services.clock()
        claimed = _Claimed(post, now + _CLAIMED)
        if not await store.claim_daily_post(post, claimed.until):
            return
        try:
            screen = await self._screen(post)
            if screen is None:
                await store.postpone_daily_post(post, claimed.until, None)
                return
            await self._show(claimed, screen)
        except DeliveryFailed as error:
            self._winners.pop((post.guild, date.fromisoformat(post.day)), None)
            wait = wait_before_retry(error, post.attempts)
            fields = {"guild": post.guild, "day": post.day, "attempts": post.attempts}
            log.warning("a message about the daily challenge failed: %s", error, extra=fields)
            at = None if wait is None else self._services.clock() + wait
            await store.postpone_daily_post(post, claimed.until, at)

    async def _show(self, claimed: _Claimed, screen: Screen) -> None:
        """Send a message, or edit it; one of the present day that was deleted is sent again with all it says."""
        post = claimed.post
        if post.message is None:
            await self._send(claimed, screen)
        elif await self._poster.edit(post.channel, post.message, screen):
            await self._finish(claimed, post.message)
        else:
            log.info("a message was deleted", extra={"guild": post.guild, "day": post.day, "sent": post.message})
            whole = None
            if post.user == TABLE_POST and post.day == service.today(self._services).isoformat():
                whole = await self._screen(replace(post, message=None))
            if whole is None:
                await self._services.store.postpone_daily_post(post, claimed.until, None)
            else:
                await self._send(claimed, whole)

    async def _send(self, claimed: _Claimed, screen: Screen) -> None:
        post = claimed.post
        key = DeliveryKey(_nonce(post), post.created_at if post.attempts else None)
        await self._finish(claimed, await self._poster.post(post.channel, screen, key))

    async def _finish(self, claimed: _Claimed, message: MessageId) -> None:
        post, now = claimed.post, self._services.clock()
        await self._services.store.finish_daily_post(post, claimed.until, message, now)
        log.info("shown", extra={"guild": post.guild, "day": post.day, "sent": message})

    async def _screen(self, post: DailyPost) -> Screen | None:
        """What a message says now; `None` where there is nothing to say any more."""
        server = await self._services.store.server(post.guild)
        words = texts(known(server.language, self._services.default_language))
        day = date.fromisoformat(post.day)
        over = service.is_over(self._services, day)
        if post.user < TABLE_POST:
            screen = screens.withdrawn(words)
        elif post.user == TABLE_POST:
            screen = await self._table_of_day(post, day, words, over=over)
        else:
            screen = await self._shared(post, day, words, over=over)
        return replace(screen, theme=server.theme) if screen else None

    async def _table_of_day(self, post: DailyPost, day: date, words: Texts, *, over: bool) -> Screen:
        services = self._services
        results = (await service.results(services, day, post.guild, present=True)).results
        seed = services.tables.chance.daily_seed(day)
        bag = commitment(seed)
        if over:
            return screens.table_of_day(
                screens.TableOfDay(day, results, commitment=bag, seed=seed.hex(), over=True), words
            )
        yesterday = day - timedelta(days=1)
        before = (await service.results(services, yesterday, post.guild)).results
        finished = await services.store.daily_days([one.user for one in before[:_STREAKS]]) if before else {}
        shown = screens.TableOfDay(
            day, results, before, streaks=daily.streaks_to_keep(before[:_STREAKS], finished, day), commitment=bag
        )
        first = before[0].user if before else None
        key = (post.guild, day)
        if post.message is not None and key in self._winners and self._winners[key] == first:
            return screens.table_of_day(replace(shown, keeps_picture=True), words)
        winner = None if first is None else await self._attempt(yesterday, first)
        self._winners[key] = first
        return screens.table_of_day(replace(shown, winner=winner), words)

    async def _shared(self, post: DailyPost, day: date, words: Texts, *, over: bool) -> Screen | None:
        found = await self._attempt(day, post.user)
        if found is None or not found.row.counts:
            return None
        shown = (await service.results(self._services, day, post.guild)).results
        name = next((one.name for one in shown if one.user == post.user), found.row.name)
        return screens.shared(found, name, words, over=over)

    async def _attempt(self, day: date, user: UserId) -> Attempt | None:
        try:
            return await service.attempt(self._services, day, user)
        except Refused:
            return None


def _nonce(post: DailyPost) -> str:
    """What Discord knows the message of a post by: at most 25 characters, another one in place of a deleted message."""
    name = f"{post.guild}:{post.day}:{post.user}:{post.channel}" + (f":{post.message}" if post.message else "")
    return "id" + hashlib.sha256(name.encode()).hexdigest()[:20]
