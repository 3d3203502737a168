"""The clock of the turn that is going on: what its timers say, what moves them, and what a turn has used of its time.

It stands still while the bot, the shard or the server is away and on vacation, because each of these moves its timers;
it has run out in the time of grace, and none runs for bots. Quiet hours do not stop it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, get_args

from bot.tables import schedule
from bot.tables.change import Change
from bot.tables.events import TimeUsed
from bot.tables.messages import DeadlinePassed, Reminder
from bot.tables.outbox_rows import Scheduled, read
from bot.tables.plan import Plan
from bot.tables.table import Table
from bot.tables.timers import DeadlineTimer, GraceTimer, TurnTimer
from data.store import OutboxRow, PlayerRow

_TURN_TIMERS: Final[tuple[type[TurnTimer], ...]] = get_args(TurnTimer)


def vacation_end_s(player: PlayerRow, now: datetime) -> int:
    """The end of the vacation that is in the times of a turn, in seconds since 1970; 0 for none."""
    return int(player.vacation_until.timestamp()) if player.vacation_until and player.vacation_until > now else 0


def replan_turn(
    table: Table, waiting: Sequence[OutboxRow], player: PlayerRow, now: datetime, deadline: datetime | None
) -> Plan | None:
    """What changes for the turn that is going on when the preferences of its player did; `None` if nothing does.

    `now` is the moment from which the time of the game is reckoned.
    A vacation moves the waiting timers and leaves the rest of the time as it was. Reminders are not repeated.
    """
    timers = [(timer, at) for timer, at in _of_turn(waiting, table.turn) if isinstance(timer, TurnTimer)]
    if not timers:
        return None
    away = vacation_end_s(player, now)
    moved = _running_from(now, away) - _running_from(now, timers[0][0].away)
    planned = [Scheduled(replace(timer, away=away), at + moved) for timer, at in timers]
    old = {one.part: at for one, at in _of_turn(waiting, table.turn) if isinstance(one, Reminder)}
    end = next((at + moved for timer, at in timers if isinstance(timer, DeadlineTimer)), None)
    new = _reminders(table, player, _running_from(now, away), end, old)
    if not moved and new == old:
        return None
    planned += [Scheduled(Reminder(player.user, table.turn, part), at) for part, at in new.items()]
    return Plan(planned, (*_TURN_TIMERS, Reminder), None if deadline is None else deadline + moved)


def extend_turn(
    table: Table, waiting: Sequence[OutboxRow], player: PlayerRow, now: datetime, by: timedelta
) -> Plan | None:
    """What changes for the turn that is going on, of this player, when it gets more time; `None` where no clock runs.

    The table has that time already. After the deadline the clock runs again, with what is given.
    """
    found = _running(waiting, table.turn)
    if found is None:
        return None
    (timer, _), start = found, _running_from(now, found[0].away)
    end = start + _left(found, now) + by
    old = {one.part: at for one, at in _of_turn(waiting, table.turn) if isinstance(one, Reminder)}
    planned = [Scheduled(DeadlineTimer(table.turn, timer.away), end)]
    reminders = _reminders(table, player, start, end, old)
    planned += [Scheduled(Reminder(player.user, table.turn, part), at) for part, at in reminders.items()]
    return Plan(planned, (DeadlineTimer, GraceTimer, DeadlinePassed, Reminder), end)


def start_grace(table: Table, timer: DeadlineTimer, now: datetime) -> Plan | None:
    """The notice that the time of a turn is up, and the grace after which a bot makes it; `None` without a clock."""
    if table.pace is None:
        return None
    until = now + schedule.grace(table.pace)
    planned = [Scheduled(DeadlinePassed(timer.turn)), Scheduled(GraceTimer(timer.turn), until)]
    return Plan(planned, (DeadlineTimer, Reminder), until)


# --- what is used ----------------------------------------------------------------------------------------------------


def is_stopped(before: Table, after: Table) -> bool:
    """Whether a change stops a clock of which the rest is kept: the turn is over, or the game is."""
    counted = before.status == "running" and before.pace is not None and before.pace.is_bank
    return counted and (after.status == "over" or after.turn != before.turn)


def with_time_used(before: Table, made: Change, waiting: Sequence[OutboxRow], now: datetime) -> Change:
    """A change that stops a clock, with what its turn has used; as it is where no clock ran.

    `waiting` are the rows of the table as it was before, `now` the moment from which its time is reckoned.
    """
    time, found = before.turn_time, _running(waiting, before.turn)
    if time is None or found is None:
        return made
    used = time - min(time, _left(found, now))
    return made.then(TimeUsed(before.public.seat, used // timedelta(milliseconds=1)))


def _running(waiting: Sequence[OutboxRow], turn: int) -> tuple[DeadlineTimer | GraceTimer, datetime] | None:
    """The timer of the clock of a turn with its moment."""
    for timer, at in _of_turn(waiting, turn):
        if isinstance(timer, DeadlineTimer | GraceTimer):
            return timer, at
    return None


def _left(running: tuple[DeadlineTimer | GraceTimer, datetime], now: datetime) -> timedelta:
    """How much time a clock has left; in the grace after the deadline that is none."""
    timer, at = running
    if isinstance(timer, GraceTimer):
        return timedelta()
    return max(timedelta(), at - _running_from(now, timer.away))


# --- the rows of a turn ----------------------------------------------------------------------------------------------


def _of_turn(waiting: Sequence[OutboxRow], turn: int) -> list[tuple[TurnTimer | Reminder, datetime]]:
    """The timers and reminders of a turn with their moments; rows that cannot be read are left out."""
    found: list[tuple[TurnTimer | Reminder, datetime]] = []
    for row in waiting:
        try:
            message = read(row)
        except ValueError:
            continue
        if isinstance(message, TurnTimer | Reminder) and message.turn == turn:
            found.append((message, row.due_at))
    return found


def _reminders(
    table: Table, player: PlayerRow, running_from: datetime, end: datetime | None, old: Mapping[float, datetime]
) -> dict[float, datetime]:
    """The moments of the reminders that are still to come, by the part of the time of the turn."""
    found: dict[float, datetime] = {}
    time = table.turn_time
    if end is None or time is None:
        return found
    for part in schedule.REMINDERS.get(player.reminders, ()):
        wanted = end - time + time * part
        if wanted > running_from or part in old:
            at = schedule.reminder(max(wanted, running_from), running_from, end, player)
            found |= {} if at is None else {part: at}
    return found


def _running_from(now: datetime, away: int) -> datetime:
    """From when on a clock runs, where a vacation ends then."""
    return max(now, datetime.fromtimestamp(away, UTC))
