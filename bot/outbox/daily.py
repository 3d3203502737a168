"""The messages about the daily challenge: the ranking of a day, edited as results come in, and shared results.

What a message says follows from the store alone. A server that follows the challenge has a timer in the outbox, which
begins the day that is going on and waits for the next; a message that was sent has a row there for the end of its day.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.outbox.messenger import DeliveryFailed, DeliveryKey, Messenger
from bot.outbox.public import PublicScreen, unchanging, without_files
from bot.process.retries import Failure
from bot.screens import daily_ranking, daily_result
from bot.services import daily as service
from bot.services.context import Services
from bot.services.directory import Member
from bot.tables import daily
from bot.tables.daily import Attempt, Streak
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking, ResultWithdrawn, SharedResult
from bot.tables.outbox_rows import OutboxItem, Scheduled
from bot.tables.timers import DayTimer
from bot.texts import Texts, known, texts
from data.daily import RANKING_POST, DailyPost, DailyResult
from data.ids import GuildId, UserId
from data.store import NewOutboxRow, ServerRow
from game.bag import SEED_BYTES, commitment

log = logging.getLogger(__name__)

_ANY_SEED: Final = bytes(SEED_BYTES)
"""Everybody sees the same of each first position, so that its picture needs no secret."""
_STREAKS: Final = 200
"""Of how many people of the day before, the best first, the streaks are looked at."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a row about a server."""

    shown: tuple[DailyPost, ...] = ()
    """The messages that were sent or edited."""
    following: tuple[NewOutboxRow, ...] = ()
    """What waits from now on."""


@dataclass(frozen=True, slots=True)
class _Server:
    """For which server a message is, in which words and look."""

    guild: GuildId
    row: ServerRow
    texts: Texts


class DailyMessages:
    """Sends and edits them."""

    def __init__(self, services: Services, messenger: Messenger) -> None:
        self._services = services
        self._messenger = messenger

    async def deliver(self, guild: GuildId, message: OutboxItem, key: DeliveryKey) -> Done:
        """Do what a row about a server says.

        Raises:
            DeliveryFailed: see its `failure`.
            GuildUnavailable: the server is not there.
            StoreError: the store failed.
        """
        row = await self._services.store.server(guild)
        server = _Server(guild, row, texts(known(row.language, self._services.default_language)))
        match message:
            case DayTimer():
                return self._begin_day(server)
            case DailyRanking() if not row.served:
                return Done()
            case DailyRanking(day):
                return await self._show_ranking(server, day, key)
            case SharedResult(day, user):
                return await self._show_result(server, day, user, key)
            case ResultWithdrawn(channel, sent):
                await self._messenger.edit(guild, channel, sent, unchanging(daily_result.withdrawn(server.texts)))
                return Done()
            case _:
                raise TypeError(f"not about a server: {type(message).__name__}")

    def _begin_day(self, server: _Server) -> Done:
        """The ranking of the present day, and the timer of the next; nothing where the server follows no more."""
        if server.row.daily_channel is None:
            return Done()
        day = service.today(self._services)
        following = (Scheduled(DailyRanking(day)), Scheduled(DayTimer(), daily.ends_at(day)))
        return Done(following=tuple(one.row for one in following))

    # --- the ranking of a day ---

    async def _show_ranking(self, server: _Server, day: date, key: DeliveryKey) -> Done:
        """Edit the messages about a day, and send one where the server follows it and has none of the present day.

        One that stands where the server does not want it any more gets no further results.
        """
        posts = await self._services.store.daily_posts(server.guild, day.isoformat(), RANKING_POST)
        wanted, shown = server.row.daily_channel, list[DailyPost]()
        for post in posts:
            if post.channel != wanted:
                shown += await self._edit_left(server, post)
        if wanted is None:
            return Done(tuple(shown))
        post = next((post for post in posts if post.channel == wanted), None)
        edited = await self._edit_ranking(server, post) if post else None
        if edited:
            return Done((*shown, edited))
        # A ranking that never came is left out: the next one says who won.
        if day != service.today(self._services):
            return Done(tuple(shown))
        new = DailyPost(server.guild, day.isoformat(), RANKING_POST, wanted)
        sent = await self._send(server, new, await self._ranking_of_day(server, new), key)
        return Done((*shown, sent), () if post else _when_over(DailyRanking(day)))

    async def _edit_left(self, server: _Server, post: DailyPost) -> list[DailyPost]:
        """The message in a channel where the server does not want it any more, edited where that is possible."""
        try:
            edited = await self._edit_ranking(server, post)
        except DeliveryFailed as error:
            if error.failure is Failure.TRANSIENT:
                raise
            log.info("a message about a day is left alone: %s", error, extra={"guild": post.guild, "day": post.day})
            return []
        return [replace(edited, shown_at=post.shown_at)] if edited else []

    async def _edit_ranking(self, server: _Server, post: DailyPost) -> DailyPost | None:
        return await self._edit(post, await self._ranking_of_day(server, post))

    async def _ranking_of_day(self, server: _Server, post: DailyPost) -> PublicScreen:
        shown = await self._contents_of_day(server, post)
        screen = replace(daily_ranking.ranking_of_day(shown, server.texts), theme=server.row.theme)
        return PublicScreen(
            screen,
            lambda: replace(screen, text=daily_ranking.ranking_without_names(shown, server.texts), alt=""),
            lambda: without_files(screen),
        )

    async def _streaks(self, guild: GuildId, day: date, before: Sequence[DailyResult]) -> list[Streak]:
        """The streaks to keep: of those with a result of the day before, or of the last one before an outage."""
        services, excused = self._services, await service.excused(self._services)
        earlier = daily.last_open_day(day, excused)
        last = before if earlier == day - timedelta(days=1) else await service.results(services, earlier, guild)
        people = list({one.user: one for one in (*before[:_STREAKS], *last[:_STREAKS])}.values())
        finished = await services.store.daily_days([one.user for one in people]) if people else {}
        away = await service.vacation_days(services, [one.user for one in people])
        streaks = daily.streaks_to_keep(people, finished, day, excused, away)
        known = {one.user: one.name for one in before[: daily_ranking.WINNERS]}
        return await service.present(services, guild, streaks, daily_ranking.STREAKS, known=known)

    async def _contents_of_day(self, server: _Server, post: DailyPost) -> daily_ranking.DayRanking:
        services, day = self._services, date.fromisoformat(post.day)
        results = await service.results(services, day, server.guild, listed=daily_ranking.LISTED)
        if post.channel != server.row.daily_channel:
            results = [one for one in results if _ended_before(one, post)]
        seed = services.tables.chance.daily_seed(day)
        start = daily.begin(day, UserId(0), "", _ANY_SEED)
        if service.is_over(services, day):
            best = await self._best(day, results) or start
            return daily_ranking.DayRanking(day, results, board=best, commitment=commitment(seed), over=True)
        before = await service.results(services, day - timedelta(days=1), server.guild, listed=daily_ranking.WINNERS)
        streaks = await self._streaks(server.guild, day, before)
        board = start if post.message is None else None
        return daily_ranking.DayRanking(day, results, before, streaks=streaks, board=board, commitment=commitment(seed))

    async def _best(self, day: date, results: Sequence[DailyResult]) -> Attempt | None:
        """The try of a day that has the best result."""
        found = await self._attempt(day, results[0].user) if results else None
        return found and found.called(results[0].name)

    # --- the result of a person ---

    async def _show_result(self, server: _Server, day: date, user: UserId, key: DeliveryKey) -> Done:
        """Send the result that somebody shares, or edit it; nothing where it is not there any more."""
        posts = await self._services.store.daily_posts(server.guild, day.isoformat(), user)
        found = await self._attempt(day, user)
        if not posts or found is None or not found.row.counts:
            return Done()
        (post,), over = posts, service.is_over(self._services, day)
        found = found.called(await self._name(server.guild, day, user))
        screen = replace(daily_result.shared(found, server.texts, over=over), theme=server.row.theme)
        nameless = replace(screen, text=daily_result.result_text(found.row, server.texts), alt="")
        public = PublicScreen(screen, lambda: nameless, lambda: without_files(screen))
        if post.message is not None:
            edited = await self._edit(post, public)
            return Done((edited,) if edited else ())
        sent = await self._send(server, post, public, key)
        return Done((sent,), () if over else _when_over(SharedResult(day, user)))

    async def _name(self, guild: GuildId, day: date, user: UserId) -> str:
        """What somebody is called in a server; empty where nothing says so."""
        member = (await self._services.directory.members(guild, [user]))[user]
        if isinstance(member, Member):
            return member.name
        known = await service.results(self._services, day, guild)
        return next((one.name for one in known if one.user == user), "")

    async def _attempt(self, day: date, user: UserId) -> Attempt | None:
        try:
            return await service.attempt(self._services, day, user)
        except Refused:
            return None

    # --- sending ---

    async def _send(self, server: _Server, post: DailyPost, public: PublicScreen, key: DeliveryKey) -> DailyPost:
        sent = await self._messenger.post(server.guild, post.channel, public, key)
        return replace(post, message=sent.message, shown_at=sent.at)

    async def _edit(self, post: DailyPost, public: PublicScreen) -> DailyPost | None:
        """The post of an edited message; `None` where the message was deleted."""
        if post.message is None:
            return None
        if await self._messenger.edit(post.guild, post.channel, post.message, public):
            return replace(post, shown_at=self._services.clock())
        log.info("a message was deleted", extra={"guild": post.guild, "day": post.day, "sent": post.message})
        return None


def _ended_before(result: DailyResult, post: DailyPost) -> bool:
    """Whether a message showed a result already when it was edited last."""
    return result.ended_at is not None and post.shown_at is not None and result.ended_at < post.shown_at


def _when_over(message: DailyRanking | SharedResult) -> tuple[NewOutboxRow, ...]:
    """The row by which a message is edited at the end of its day."""
    return (Scheduled(message, daily.ends_at(message.day)).row,)
