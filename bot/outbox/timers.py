"""What the timers of games do to their table when their moment has come."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import assert_never

from bot.services import clocks, departures, planned, tournaments
from bot.services.context import Services
from bot.services.loaded import NOWHERE, Loaded
from bot.tables import absence, bots, lobby, rematch
from bot.tables.clock import start_grace
from bot.tables.errors import Refused
from bot.tables.events import Joined, to_text
from bot.tables.messages import AbandonWarning, LobbyExpiring, Reminder
from bot.tables.outbox_rows import Scheduled
from bot.tables.plan import Plan
from bot.tables.schedule import ABANDON_WARNING, LOBBY_WARNING, is_quiet, on_vacation
from bot.tables.timers import (
    AbandonTimer,
    AbandonWarningTimer,
    BeginTimer,
    BotTurn,
    DeadlineTimer,
    GameTimer,
    GraceTimer,
    LobbyExpiryTimer,
    LobbyWarningTimer,
    PlannedMoveTimer,
    RematchTimer,
    TakeoverOfferTimer,
    TournamentReport,
    TurnTimer,
)
from data.ids import UserId
from data.store import STATUSES, NewGame, PlayerRow, SeatRow
from game.state import view

log = logging.getLogger(__name__)

Players = Mapping[UserId, PlayerRow]


async def fire(  # noqa: PLR0911 - one return a timer
    services: Services, timer: GameTimer, loaded: Loaded, players: Players
) -> Loaded:
    """The table after a timer has done its work; unchanged where the turn or the lobby of the timer is over.

    The row of the timer is deleted in the transaction of the change.

    Raises:
        Refused: the game cannot be read, or others change it all the time.
        WorkerStoppedError: the process ends before a bot has chosen; nothing was changed.
        StoreError: nothing was changed.
    """
    match timer:
        case RematchTimer():
            return await _begin_rematch(services, loaded)
        case BotTurn(turn):
            return await _make_bot_turn(services, loaded, turn)
        case PlannedMoveTimer():
            return await planned.make(services, timer, loaded)
        case TournamentReport():
            await tournaments.report(services, loaded)
            return loaded
        case BeginTimer():
            return await services.tables.begin_alone(loaded)
        case LobbyWarningTimer():
            return await _warn_lobby(services, loaded)
        case LobbyExpiryTimer():
            return await services.tables.change(loaded, lobby.expire)
        case DeadlineTimer() | GraceTimer() | TakeoverOfferTimer() | AbandonWarningTimer() | AbandonTimer():
            return await _fire_of_turn(services, timer, loaded, players)
    assert_never(timer)


async def _fire_of_turn(services: Services, timer: TurnTimer, loaded: Loaded, players: Players) -> Loaded:
    table = loaded.table
    if table.status != "running" or table.turn != timer.turn:
        return loaded
    user = table.seats[table.public.seat].user or UserId(0)
    # A vacation that the times do not have yet: the process died between the two.
    if on_vacation(players.get(user, PlayerRow(user)), services.clock()):
        replanned = await clocks.replan(services.tables, loaded, user)
        if replanned is not None:
            return replanned
    present = await departures.without_departed(services, loaded, (user,))
    if present.table.status != "running" or present.table.turn != timer.turn:
        return present
    return await _fire_for_present(services, timer, present)


async def _fire_for_present(services: Services, timer: TurnTimer, loaded: Loaded) -> Loaded:
    """The same where the player on turn is still in the server, as far as anybody knows."""
    turn, shuffle = timer.turn, services.tables.chance.shuffle(loaded.table.id)
    match timer:
        case DeadlineTimer():
            plan = start_grace(loaded.table, timer, services.clock())
            return loaded if plan is None else await services.tables.append(loaded, (), plan)
        case GraceTimer():
            return await services.tables.change(loaded, lambda table: absence.miss_turn(table, turn, shuffle))
        case TakeoverOfferTimer():
            drop = (TakeoverOfferTimer,)
            return await services.tables.change(loaded, lambda table: absence.offer_takeover(table, turn), drop=drop)
        case AbandonWarningTimer():
            warning = Scheduled(AbandonWarning(turn, services.clock() + ABANDON_WARNING))
            return await services.tables.append(loaded, (), Plan([warning], (AbandonWarningTimer,)))
        case AbandonTimer():
            return await services.tables.change(loaded, lambda table: absence.abandon(table, turn, shuffle))
    assert_never(timer)


async def _make_bot_turn(services: Services, loaded: Loaded, turn: int) -> Loaded:
    """Let a slow bot make its turn, placement by placement.

    It thinks about a position once: what it chose holds as long as the position does, whatever else happens meanwhile.
    """
    game = loaded.table.id
    shuffle = services.tables.chance.shuffle(game)
    while loaded.table.is_thinking and loaded.table.turn == turn:
        state = loaded.table.game()
        seat, version = state.position.seat, state.position.version
        seed = services.tables.chance.choice_seed(game, version)
        place = await services.thinker.choose(view(state, seat), loaded.table.level_of(seat), seed)
        made = partial(bots.make_turn, version=version, place=place, shuffle=shuffle)
        loaded = await services.tables.change(loaded, made)
    return loaded


async def _warn_lobby(services: Services, loaded: Loaded) -> Loaded:
    if loaded.table.status != "lobby":
        return loaded
    warning = Scheduled(LobbyExpiring(services.clock() + LOBBY_WARNING))
    return await services.tables.append(loaded, (), Plan([warning], (LobbyWarningTimer,)))


async def _begin_rematch(services: Services, old: Loaded) -> Loaded:
    """Begin the rematch to which everybody agreed; it goes on where an earlier attempt ended."""
    if old.table.next_game is not None or not rematch.is_agreed(old.table):
        return old
    new = await _found_rematch(services, old) or await _opened_rematch(services, old)
    game = new.table.id
    if new.table.status == "lobby":
        await services.tables.deal(new)
    return await services.tables.change(old, lambda table: rematch.begin(table, game), drop=(RematchTimer,))


async def _found_rematch(services: Services, old: Loaded) -> Loaded | None:
    """The table of the rematch that an earlier attempt opened."""
    for row in await services.store.games_of(old.table.humans[0], STATUSES):
        if row.id > old.table.id and row.status != "quarantined":
            with suppress(Refused):
                found = await services.tables.load(row.id)
                if found.table.opened.previous == old.table.id:
                    return found
    return None


async def _opened_rematch(services: Services, old: Loaded) -> Loaded:
    """The table of the rematch, with everybody at it."""
    terms = rematch.terms(old.table)
    people = [
        Joined(seat.user, seat.name, at % (old.table.mode.sides or 1))
        for at, seat in enumerate(old.table.seats)
        if seat.user
    ]
    rows = [SeatRow(at, person.user, person.name) for at, person in enumerate(people)]
    home = old.row.home
    channel = NOWHERE if old.lives_by_presses else home
    new = NewGame(old.row.guild, channel, terms.mode, terms.language, terms.host, home=home)
    game = (await services.store.create(new, [to_text(event) for event in (terms, *people)], rows)).id
    log.info("opened as a rematch", extra={"game": game, "previous": old.table.id})
    return await services.tables.load(game)


async def put_off(services: Services, reminder: Reminder, loaded: Loaded, players: Players) -> bool:
    """Whether a reminder must wait, for the end of quiet hours or a vacation; it is planned again then."""
    player, now = players.get(reminder.user, PlayerRow(reminder.user)), services.clock()
    if not _may_wait(reminder, loaded, player, now):
        return False
    await clocks.replan(services.tables, loaded, reminder.user)
    return True


def _may_wait(reminder: Reminder, loaded: Loaded, player: PlayerRow, now: datetime) -> bool:
    table = loaded.table
    if table.status != "running" or table.turn != reminder.turn or player.reminders == "off":
        return False
    return loaded.row.deadline is not None and (is_quiet(now, player) or on_vacation(player, now))
