"""Somebody does not move: come back, vote for a bot, nudge, give time, resign."""

from __future__ import annotations

from bot.interactions.play import over
from bot.interactions.request import Request
from bot.interactions.stop import check_turn
from bot.screens import settings
from bot.screens.model import Screen
from bot.services import clocks, departures
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import absence
from bot.tables.change import Change
from bot.tables.gifts import give
from bot.tables.schedule import is_quiet
from bot.tables.table import Table
from bot.texts import plain
from data.ids import UserId


async def come_back(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Take a seat back from the bot that holds it.

    Raises:
        Refused: see `tables.absence.come_back`.
    """
    await services.tables.change(loaded, lambda table: absence.come_back(table, request.user))
    return Screen(request.texts("away.welcome", game=loaded.table.id))


async def vote_takeover(services: Services, request: Request, loaded: Loaded, turn: int) -> Screen:
    """Vote for a bot in the seat on turn, by the button of a vote.

    Raises:
        Refused: `moved-on`, or see `tables.absence.vote_takeover`.
    """
    shuffle = services.tables.chance.shuffle(loaded.table.id)

    def vote(table: Table) -> Change:
        check_turn(table, turn)
        return absence.vote_takeover(table, request.user, shuffle)

    voted = await services.tables.change_once(
        loaded, vote, lambda table: absence.is_taken_over(table, turn, request.user)
    )
    if voted.table.takeover_offered:
        voted = await departures.without_departed(services, voted, departures.others(voted.table, request.user))
    return Screen(request.texts("away.wanted" if voted.table.takeover_offered else "away.taken", game=loaded.table.id))


async def nudge(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Remind the player on turn, after their quiet hours.

    Raises:
        Refused: see `tables.absence.nudge`.
    """
    if loaded.table.status == "over":
        return over(request, loaded)
    now = services.clock()
    loaded.table.check_running()
    user = loaded.table.seats[loaded.table.public.seat].user or UserId(0)
    if request.user in loaded.table.humans and user != request.user:
        turn = loaded.table.turn
        loaded = await departures.without_departed(services, loaded, (user,))
        if loaded.table.status != "running" or loaded.table.turn != turn:
            return Screen(request.texts("away.nudged-nobody", name=plain(loaded.table.name_of(user))))
    on_turn = await services.store.player(user)
    await services.tables.change(loaded, lambda table: absence.nudge(table, request.user, on_turn, now))
    return Screen(request.texts("away.nudged-later" if is_quiet(now, on_turn) else "away.nudged"))


async def give_day(
    services: Services, request: Request, loaded: Loaded, turn: int | None = None, gifts: int | None = None
) -> Screen:
    """Give the player on turn a day: by a button the turn that it names, as the gift after so many.

    Raises:
        Refused: see `tables.gifts.give`.
    """
    table = loaded.table
    if table.status == "over":
        return over(request, loaded)
    table.check_running()
    turn = table.turn if turn is None else turn
    gifts = table.gifts if gifts is None else gifts
    given = await clocks.give_time(services.tables, loaded, lambda table: give(table, request.user, turn, gifts))
    return Screen(request.texts("away.gave", name=plain(given.table.names[given.table.public.seat])))


def confirm_resign(request: Request, loaded: Loaded) -> Screen:
    """The question before somebody resigns.

    Raises:
        Refused: `not-playing`, or the game is not running.
    """
    if loaded.table.status == "over":
        return over(request, loaded)
    loaded.table.check_playing(request.user)
    return settings.confirm_resign(loaded.table, request.texts)


async def resign(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Resign, once that question was answered.

    Raises:
        Refused: see `tables.absence.resign`.
    """
    shuffle = services.tables.chance.shuffle(loaded.table.id)
    await services.tables.change_once(
        loaded,
        lambda table: absence.resign(table, request.user, shuffle),
        lambda table: table.seat_of(request.user) in table.resigned,
    )
    return Screen(request.texts("resign.done", game=loaded.table.id))
