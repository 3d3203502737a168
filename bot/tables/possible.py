"""Which events can happen at a table; a log with any other makes no sense."""

from __future__ import annotations

from datetime import timedelta
from typing import assert_never

from bot.tables.events import (
    AnytimeEvent,
    Begun,
    Cancelled,
    Departed,
    EndedEarly,
    FinishedEvent,
    Hinted,
    Joined,
    Left,
    LobbyEvent,
    Nudged,
    Opened,
    Rematched,
    Resigned,
    Returned,
    RoundEnded,
    RunningEvent,
    SeatTakenOver,
    StopVoted,
    StopVoteRejected,
    TableEvent,
    TakeoverOffered,
    TakeoverVoted,
    TermsChanged,
    TimeGiven,
    TimeUsed,
    TurnMissed,
)
from bot.tables.pace import is_pace
from bot.tables.table import Table
from game.bag import SEED_BYTES
from game.events import Dealt, Event, Placed, Stopped, TurnEnded
from game.modes import MODES


def can_happen(table: Table, event: TableEvent) -> bool:
    """Whether an event fits this table; what else an event of the game needs is for the rules to say."""
    if isinstance(event, LobbyEvent):
        return not table.cancelled and not table.seats and _fits_lobby(table, event)
    if isinstance(event, RunningEvent):
        return table.status == "running" and _fits_running(table, event)
    if isinstance(event, FinishedEvent):
        return table.status == "over" and (isinstance(event, Rematched) or event.user in table.humans)
    if isinstance(event, TimeUsed):
        kept = table.pace is not None and table.pace.is_bank and event.seat in range(len(table.seats))
        return kept and 0 <= event.ms <= table.time_left[event.seat] / timedelta(milliseconds=1)
    if isinstance(event, AnytimeEvent):
        return not table.cancelled and event.user in table.humans and not _is_held(table, event)
    return _fits_game(table, event)


def _fits_lobby(table: Table, event: LobbyEvent) -> bool:
    match event:
        case Opened():
            return False
        case TermsChanged(seats, pace, levels, mode):
            has_room = len(table.lobby_players) + len(levels) <= seats
            return has_room and seats in MODES[mode or table.opened.mode].seats and is_pace(pace)
        case Joined(user, _, side):
            sides = table.mode.sides or 1
            on_side = sum(one.side == side for one in table.lobby_players)
            has_room = side in range(sides) and table.opened.seats // sides > on_side
            mine = next((one for one in table.lobby_players if one.user == user), None)
            return has_room and (table.free > 0 if mine is None else mine.side != side)
        case Left(user):
            return user in table.humans
        case Begun(seats, seed):
            users = sorted(seat.user for seat in seats if seat.user is not None)
            fits = len(seats) in table.mode.seats and len(seed) in (0, 2 * SEED_BYTES)
            return fits and users == sorted(table.humans)
        case Cancelled():
            return True
    assert_never(event)


def _fits_running(table: Table, event: RunningEvent) -> bool:  # noqa: PLR0911 - one return a kind of event
    match event:
        case StopVoted(user) | StopVoteRejected(user) | TakeoverVoted(user) | Resigned(user) | Nudged(user):
            return user in table.humans
        case Hinted(user):
            return table.seat_of(user) == table.game().position.seat
        case Returned(user):
            return table.seat_of(user) in table.taken_over
        case TimeGiven(seat, seconds):
            return seat == table.game().position.seat and table.pace is not None and seconds > 0
        case TurnMissed(seat) | TakeoverOffered(seat):
            return seat == table.game().position.seat
        case SeatTakenOver(seat):
            return seat in range(len(table.seats)) and table.seats[seat].user is not None
        case EndedEarly() | RoundEnded():
            return True
    assert_never(event)


def _is_held(table: Table, event: AnytimeEvent) -> bool:
    """Whether somebody leaves whose seat a bot holds already."""
    return isinstance(event, Departed) and table.status == "running" and table.seat_of(event.user) in table.taken_over


def _fits_game(table: Table, event: Event) -> bool:
    match event:
        case Dealt(mode, racks):
            same = mode == table.opened.mode and len(racks) == len(table.seats)
            return same and all(None not in rack for rack in racks)
        case TurnEnded():
            return None not in event.drawn
        case Placed() | Stopped():
            return True
    assert_never(event)
