"""The daily challenge in the store: the try of a person, one a day, and who is shown where."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from types import MappingProxyType

from bot.services import writes
from bot.services.context import Services
from bot.services.directory import Row
from bot.tables import daily
from bot.tables.daily import Attempt
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking
from bot.tables.outbox_rows import Scheduled
from data.daily import DailyResult, DailyTry
from data.ids import GuildId, UserId
from game.events import Intent
from game.illegal import Illegal

log = logging.getLogger(__name__)

KEPT = timedelta(days=400)
"""How long tries are kept, as finished games are."""


def today(services: Services) -> date:
    """The day that is going on, of UTC."""
    return services.clock().date()


def is_over(services: Services, day: date) -> bool:
    """Whether boards and the bag of a day may be shown."""
    return services.clock() >= daily.ends_at(day)


async def excused(services: Services) -> frozenset[date]:
    """The days that break no streak, since the bot was away."""
    return daily.excused_days(await services.store.outages())


async def vacation_days(services: Services, users: Sequence[UserId]) -> dict[UserId, frozenset[date]]:
    """The days of vacation of these people, without those who had none."""
    found = await services.store.vacations(users) if users else {}
    return {user: daily.excused_days((one.began, one.until) for one in spans) for user, spans in found.items()}


async def summary(services: Services, user: UserId, history: Sequence[DailyResult]) -> daily.Summary:
    """What the tries of a person add up to."""
    away = (await vacation_days(services, [user])).get(user, frozenset())
    return daily.summary(history, today(services), await excused(services), away)


async def attempt(services: Services, day: date, user: UserId) -> Attempt | None:
    """The try of a person at a day; `None` where they have not begun one.

    One that was begun with another seed, as `INGENIOUS_SEED` of a local table may change, is none: it cannot go on.

    Raises:
        Refused: `daily-none`, where it cannot be read.
    """
    kept = await services.store.daily_try(day.isoformat(), user)
    if kept is None:
        return None
    try:
        found = daily.read(kept)
    except (ValueError, Illegal):
        log.exception("a try at the daily challenge cannot be read", extra={"day": kept.row.day, "user": user})
        raise Refused("daily-none") from None
    return found if found.over or daily.can_go_on(found, services.tables.chance.daily_seed(day)) else None


async def begin(services: Services, day: date, user: UserId, name: str) -> Attempt:
    """The try of a person at the day that is going on; a new one if they have none.

    Raises:
        Refused: `daily-over` for another day, `daily-clock` where a later day has been played already,
            `daily-forgotten` where the person has deleted their try of this day.
    """
    present = await attempt(services, day, user)
    if present is not None:
        return present
    if day != today(services):
        raise Refused("daily-over")
    if await _is_behind(services, day):
        raise Refused("daily-clock")
    if await services.store.daily_try(day.isoformat(), services.tables.chance.forgotten_daily(day, user)):
        raise Refused("daily-forgotten", until=daily.ends_at(day))
    begun = daily.begin(day, user, name, services.tables.chance.daily_seed(day))
    of_another_bag = await services.store.daily_try(day.isoformat(), user)
    if not await services.store.save_daily_try(begun.stored, len(of_another_bag.events) if of_another_bag else 0):
        begun = await attempt(services, day, user) or begun
    writes.record()
    log.info("began the daily challenge", extra={"day": begun.row.day, "user": user})
    return begun


async def _is_behind(services: Services, day: date) -> bool:
    """Whether a later day has been played already: the clock was set back, and the tiles of this day may be known."""
    latest = await services.store.latest_daily()
    return latest is not None and latest > day.isoformat()


async def mark_forgotten(services: Services, user: UserId, name: str) -> None:
    """Keep for the rest of the day that a person has had their try, before it is deleted with all their data.

    They know its tiles. The mark has neither them nor what they did, and is deleted when the day is over.
    """
    day = today(services)
    if await services.store.daily_try(day.isoformat(), user):
        nobody = services.tables.chance.forgotten_daily(day, user)
        mark = DailyTry(DailyResult(day.isoformat(), nobody, name, services.clock()), ())
        await services.store.save_daily_try(mark, 0)


async def play(services: Services, before: Attempt, version: int, intent: Intent) -> Attempt:
    """The try after a placement or its end, once that is stored.

    Raises:
        Refused: `moved-on` also where another press was faster; or see `tables.daily.play`.
        Illegal: the rules forbid it.
    """
    after = daily.play(before, version, intent, services.tables.chance.daily_seed(before.day), services.clock())
    if after.over and await _is_behind(services, after.day):
        after = replace(after, row=replace(after.row, counts=False))
    ranking = Scheduled(DailyRanking(after.day)).row if after.row.counts else None
    if not await services.store.save_daily_try(after.stored, len(before.events), ranking):
        raise Refused("moved-on")
    writes.record(move=True)
    if after.over:
        log.info("ended the daily challenge", extra={"day": after.row.day, "user": after.row.user})
        services.server_changed()
    return after


async def results(
    services: Services,
    day: date,
    guild: GuildId | None,
    *,
    listed: int = 0,
    known: Mapping[UserId, str] = MappingProxyType({}),
) -> list[DailyResult]:
    """The results of a day that count in a server, the best first; see `present`."""
    if guild is None:
        return []
    found = daily.ranked(await services.store.daily_results(day.isoformat(), guild))
    return await present(services, guild, found, listed, known=known)


async def present(
    services: Services,
    guild: GuildId,
    rows: Sequence[Row],
    listed: int,
    *,
    known: Mapping[UserId, str] = MappingProxyType({}),
) -> list[Row]:
    """A list as `Directory.present` knows it; the server shows no results any more of those who left it."""
    found = await services.directory.present(guild, rows, listed, known=known)
    for user in found.gone:
        await services.store.leave_daily(guild, user)
    return found.rows
