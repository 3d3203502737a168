"""The daily challenge: the overview, the try with the panel of a turn, its end, and what of it may be shown when.

A press is always about the try of whoever pressed: no id names somebody else's.
"""

from __future__ import annotations

import logging
from datetime import date, timedelta
from typing import assert_never

from bot.interactions.play import intent_of
from bot.interactions.request import Request
from bot.screens import daily as screens
from bot.screens import daily_ranking, daily_result, fairness
from bot.screens import panel as panel_screens
from bot.screens.custom_ids import log_fields
from bot.screens.draft import NOTHING
from bot.screens.model import Screen
from bot.screens.press import AboutDaily, DailyBoardPress, DailyPress, DailyTurnPress
from bot.screens.refusals import refusal_text
from bot.screens.verbs import DailyVerb, Placing, Step
from bot.services import daily as service
from bot.services import writes
from bot.services.context import Services
from bot.tables import daily
from bot.tables.daily import Attempt
from bot.tables.errors import Refused
from bot.tables.messages import SharedResult
from bot.tables.outbox_rows import Scheduled
from data.daily import DailyResult, MonthRow
from data.ids import GuildId
from game.events import Place, Resign
from game.illegal import Illegal

log = logging.getLogger(__name__)


async def overview(services: Services, request: Request) -> Screen:
    """What the day is about and how the person stands; from now on this server shows their results."""
    guild = request.location.guild
    if guild is not None:
        await services.store.join_daily(guild, request.user, request.name)
    return await _overview(services, request)


async def _overview(services: Services, request: Request) -> Screen:
    day = service.today(services)
    history = await services.store.daily_history(request.user)
    before, guild = day - timedelta(days=1), request.location.guild
    ended = [one.ended_at is not None for one in history if one.day == before.isoformat()]
    boards = any(ended) or bool(await service.results(services, before, guild))
    begun = any(one.day == day.isoformat() for one in history)
    shown = screens.Overview(
        day,
        await service.attempt(services, day, request.user) if begun else None,
        await service.summary(services, request.user, history),
        await _listed(services, request, day),
        before if False in ended else None,
        in_server=guild is not None,
        boards=boards,
    )
    return screens.overview(shown, request.texts)


async def handle(services: Services, request: Request, press: AboutDaily) -> Screen:
    """What a press about the daily challenge leads to; one that makes no sense is answered in a sentence."""
    try:
        return await _handled(services, request, press)
    except (Refused, Illegal) as error:
        log.info("a press was refused", extra={**log_fields(press), "code": error.code, "user": request.user})
        why = refusal_text(error, request.texts)
        current = await _running(services, request, press.day) if error.code != "daily-none" else None
        if current:
            return screens.step(current, NOTHING, request.texts, why)
        return screens.refused(why, service.today(services), request.texts)


async def _running(services: Services, request: Request, day: date) -> Attempt | None:
    """The person's try of a day, while it goes on."""
    current = await service.attempt(services, day, request.user)
    return None if current is None or current.over else _under_own_name(current, request)


async def _handled(services: Services, request: Request, press: AboutDaily) -> Screen:
    match press:
        case DailyPress(day, verb):
            return await _asked(services, request, day, verb)
        case DailyBoardPress(day, number):
            return await _board(services, request, day, number)
        case DailyTurnPress(day, verb=Step.PLAY):
            return await _open(services, request, day)
        case DailyTurnPress():
            return await _turn(services, request, press)
    assert_never(press)


async def _asked(services: Services, request: Request, day: date, verb: DailyVerb) -> Screen:
    match verb:
        case DailyVerb.OVERVIEW:
            return await _overview(services, request)
        case DailyVerb.MONTH:
            return await _month(services, request, day)
        case DailyVerb.GIVE_UP:
            return screens.confirm_give_up(await _own(services, request, day), request.texts)
        case DailyVerb.RESIGN:
            return await _resign(services, request, day)
        case DailyVerb.SHARE:
            return await _share(services, request, day)
        case DailyVerb.FAIRNESS:
            return _fairness(services, request, day)
    assert_never(verb)


async def _own(services: Services, request: Request, day: date) -> Attempt:
    """The person's try of a day.

    Raises:
        Refused: `daily-none`.
    """
    current = await service.attempt(services, day, request.user)
    if current is None:
        raise Refused("daily-none")
    return _under_own_name(current, request)


def _under_own_name(current: Attempt, request: Request) -> Attempt:
    """The person's try under their name here; the answer that a dead process owed is made for somebody without one."""
    return current.called(request.name or current.row.name)


async def _open(services: Services, request: Request, day: date) -> Screen:
    """The person's try of a day where it stands; the first press of the day begins it."""
    begun = await service.begin(services, day, request.user, request.name)
    current = _under_own_name(begun, request)
    guild = request.location.guild
    if guild is not None and len(current.events) == 1:
        await services.store.join_daily(guild, request.user, request.name)
    return await _present(services, request, current)


async def _present(services: Services, request: Request, current: Attempt, note: str = "") -> Screen:
    if not current.over:
        return screens.step(current, NOTHING, request.texts, note)
    history = await services.store.daily_history(request.user)
    over = service.is_over(services, current.day)
    found = [] if over else await _listed(services, request, current.day)
    return screens.finished(
        current,
        await service.summary(services, request.user, history),
        request.texts,
        in_server=request.location.guild is not None,
        over=over,
        others=found,
    )


async def _listed(services: Services, request: Request, day: date) -> list[DailyResult]:
    """The results of a day in the server of the request."""
    guild, known = request.location.guild, {request.user: request.name}
    return await service.results(services, day, guild, listed=daily_ranking.LISTED, known=known)


async def _turn(services: Services, request: Request, press: DailyTurnPress) -> Screen:
    current = await _own(services, request, press.day)
    if current.over:
        return await _present(services, request, current)
    fits = press.version == current.table.game().position.version
    match press.verb:
        case Step() as step:
            if not fits:
                raise Refused("moved-on")
            return screens.step(current, press.draft, request.texts, pressed=step)
        case Placing() as placing if request.preferences.confirm_placing and not placing.is_confirmed:
            if not fits:
                raise Refused("moved-on")
            context = screens.panel_context(current, request.texts)
            return panel_screens.ask_before_placing(context, press.draft, exchange=placing.exchanges)
        case Placing() as placing:
            return await _place(services, request, press.version, current, intent_of(placing, press.draft))
    assert_never(press.verb)


async def _place(services: Services, request: Request, version: int, current: Attempt, intent: Place) -> Screen:
    """What came of a placement, also at a second press that asks for the same one."""
    try:
        after = await service.play(services, current, version, intent)
    except (Refused, Illegal):
        after = await _own(services, request, current.day)
        if not daily.is_made(after, intent):
            raise
    return await _present(services, request, after, screens.placed_note(after, request.texts))


async def _resign(services: Services, request: Request, day: date) -> Screen:
    """The end of the person's try with what it has reached; as it is where it has ended already."""
    current = await _own(services, request, day)
    if not current.over:
        version = current.table.game().position.version
        current = await service.play(services, current, version, Resign())
    return await _present(services, request, current)


async def _month(services: Services, request: Request, day: date) -> Screen:
    """The ranking of the month of a day, with the way to the months beside it.

    Raises:
        Refused: `server-only`, or see `Request.check_membership`.
    """
    request.check_membership()
    guild, today = request.location.guild, service.today(services)
    if guild is None:
        raise Refused("server-only")
    day = max(min(day, today), today - service.KEPT)
    first = day.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    rows, earlier = (
        await _month_rows(services, guild, day),
        await _month_rows(services, guild, first - timedelta(days=1)),
    )
    rows = await service.present(services, guild, rows, daily_ranking.LISTED, known={request.user: request.name})
    beside = [first - timedelta(days=1)] if earlier else []
    if following <= today:
        beside.append(following)
    return daily_ranking.month(rows, day, request.user, request.texts, today, beside)


async def _month_rows(services: Services, guild: GuildId, day: date) -> list[MonthRow]:
    first, last = day.replace(day=1), (day.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return await services.store.daily_month(first.isoformat(), last.isoformat(), guild)


async def _board(services: Services, request: Request, day: date, number: int) -> Screen:
    """The board of one person of this server, or of the person in a direct message, of a day that is over.

    Raises:
        Refused: `daily-later` before the day is over, `daily-none` where there is no board.
    """
    if not service.is_over(services, day):
        raise Refused("daily-later", until=daily.ends_at(day))
    guild = request.location.guild
    people = await service.results(services, day, guild)
    number = min(number, max(0, len(people) - 1))
    asked, known = [*people[number:], *people[:number]], {request.user: request.name}
    # Whose board it is alone: each press asks for another.
    rows = await service.present(services, guild, asked, 1, known=known) if guild else []
    rows = rows or [DailyResult(day.isoformat(), request.user, request.name)]
    found = await service.attempt(services, day, rows[0].user)
    if found is None or not found.over:
        raise Refused("daily-none")
    seed = services.tables.chance.daily_seed(day) if rows[0].user == request.user else b""
    return daily_result.board(found.called(rows[0].name), number % len(rows), len(rows), request.texts, seed=seed)


def _fairness(services: Services, request: Request, day: date) -> Screen:
    """What is published of the seed of a day.

    Raises:
        Refused: `daily-none` for a day that has not begun.
    """
    if day > service.today(services):
        raise Refused("daily-none")
    seed = services.tables.chance.daily_seed(day)
    return fairness.of_day(day, seed, request.texts, over=service.is_over(services, day))


async def _share(services: Services, request: Request, day: date) -> Screen:
    """Post the person's result for all, without the board; once a server.

    Raises:
        Refused: `not-in-server`, `server-only`, `daily-none`, `daily-unfinished`, `daily-over` for one that does not
            count, `lacks-in` where the bot may not post.
    """
    guild = request.location.guild
    request.check_membership()
    if guild is None:
        raise Refused("server-only")
    current = await _own(services, request, day)
    if not current.over:
        raise Refused("daily-unfinished")
    if not current.row.counts:
        raise Refused("daily-over")
    lacking = [name for name in request.channel.missing if name != "attach_files"]
    if lacking:
        raise Refused("lacks-in", channels=(request.location.channel,), lacking=lacking)
    await services.store.join_daily(guild, request.user, request.name)
    new = await services.store.share_daily(
        guild,
        current.row.day,
        request.user,
        request.location.channel,
        Scheduled(SharedResult(current.day, request.user)).row,
    )
    writes.record()
    services.server_changed()
    return screens.told_of_share(current.day, request.texts, new=new)
