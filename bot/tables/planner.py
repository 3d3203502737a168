"""The messages and timers that a change of a table leads to. Pure; the preferences of people come in as rows.

They are stored in the transaction of the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final, get_args

from bot.tables import schedule
from bot.tables.events import Departed, Nudged, Resigned, Returned, TableEvent, TurnMissed
from bot.tables.messages import (
    AnalysisMessage,
    BoardMessage,
    NewHost,
    NextTurnNotice,
    Nudge,
    Remark,
    RematchExpired,
    RematchOffer,
    Reminder,
    ReplayMessage,
    StopVoteMessage,
    TakeoverQuestion,
    TurnNotice,
)
from bot.tables.outbox_rows import LOBBY_SCOPED, TURN_SCOPED, OutboxItem, Scheduled, kinds_of, read
from bot.tables.rematch import is_agreed
from bot.tables.table import Table
from bot.tables.timers import (
    AbandonTimer,
    AbandonWarningTimer,
    BotTurn,
    DeadlineTimer,
    LobbyExpiryTimer,
    LobbyWarningTimer,
    RematchTimer,
    TakeoverOfferTimer,
    TurnTimer,
)
from data.ids import UserId
from data.store import KEEP, Keep, NewOutboxRow, OutboxRow, PlayerRow

Players = Mapping[UserId, PlayerRow]

_TURN_TIMERS: Final[tuple[type[TurnTimer], ...]] = get_args(TurnTimer)


@dataclass(frozen=True, slots=True)
class Plan:
    """What changes in the outbox with a change of a table."""

    messages: Sequence[Scheduled] = ()
    drop: Sequence[type[OutboxItem]] = ()
    """The classes of waiting messages and timers that are deleted."""
    deadline: datetime | Keep | None = field(default=KEEP)
    """When the turn is due; `None` where there is no clock."""

    @property
    def rows(self) -> list[NewOutboxRow]:
        """The new rows of the outbox."""
        return [message.row for message in self.messages]

    @property
    def dropped_kinds(self) -> tuple[str, ...]:
        """The kinds of the rows that are deleted."""
        return kinds_of(self.drop)


def repost(table: Table, *, begun: bool = False) -> Scheduled:
    """The message that shows a table again, with its last turn; with `begun` as the first one of its game."""
    return Scheduled(BoardMessage(max(0, len(table.public.turns) - 1) if table.state else 0, begun))


def affected_players(table: Table) -> tuple[UserId, ...]:
    """The people whose preferences matter for the turn that is going on: who is on turn, and who is next."""
    if table.status != "running":
        return ()
    users = (table.seats[table.public.seat].user, table.next_person)
    return tuple(dict.fromkeys(user for user in users if user is not None))


def plan_change(
    before: Table,
    after: Table,
    events: Sequence[TableEvent],
    players: Players,
    now: datetime,
    counted: datetime | None = None,
) -> Plan:
    """The messages and timers about the change from one table to the other by these events.

    `counted` is the moment from which the time of the game is reckoned, where that is not the present one: its server
    is away, and its timers move by what the absence takes from then on.
    """
    counted = now if counted is None else counted
    if after.status in ("lobby", "cancelled"):
        return _plan_lobby_change(before, after, counted)
    if before.status == "over":
        return _plan_after_end(before, after)
    remarks = _remarks(after, events)
    since = before.turn if before.state else 0
    begun = before.status == "lobby"
    if not (begun or after.status == "over" or after.turn > since):
        return Plan([*_within_turn(before, after, remarks), *_nudges(after, events, players, now)])
    board = Scheduled(BoardMessage(since, begun, remarks))
    lapsed = [Scheduled(StopVoteMessage())] if before.stop_votes and not after.stop_votes else []
    drop = (*TURN_SCOPED, *(LOBBY_SCOPED if begun else ()))
    if after.status == "over":
        return Plan([board, Scheduled(RematchExpired(), counted + schedule.REMATCH)], drop, None)
    turn, deadline = plan_turn(after, players, counted)
    return Plan([board, *lapsed, *turn], drop, deadline)


def _plan_lobby_change(before: Table, after: Table, now: datetime) -> Plan:
    """The new look of a lobby; a new host is called, and with another move time it closes at another time."""
    if after.status == "lobby" and after.pace != before.pace:
        return Plan(plan_lobby(now, after.pace), LOBBY_SCOPED)
    appointed = after.status == "lobby" and after.host != before.host and after.host > 0
    host = [Scheduled(NewHost(after.host))] if appointed else []
    return Plan([Scheduled(BoardMessage(0)), *host], LOBBY_SCOPED if after.cancelled else ())


def _plan_after_end(before: Table, after: Table) -> Plan:
    """The messages and timers about a change of a finished game: it is shown again, or somebody wants a rematch."""
    if after.replay_shared and not before.replay_shared:
        return Plan([Scheduled(ReplayMessage())])
    if after.analysis_shared and not before.analysis_shared:
        return Plan([Scheduled(AnalysisMessage())])
    begins = [Scheduled(RematchTimer())] if is_agreed(after) and after.next_game is None else []
    return Plan([Scheduled(RematchOffer()), *begins])


def _remarks(table: Table, events: Sequence[TableEvent]) -> tuple[Remark, ...]:
    """What happened besides the turns."""
    remarks: list[Remark] = []
    for event in events:
        match event:
            case TurnMissed(seat) if seat not in table.taken_over:
                remarks.append(Remark("away.missed", seat))
            case Resigned(user):
                remarks.append(Remark("away.resigned-team" if table.teams else "away.resigned", table.seat_at(user)))
            case Departed(user):
                remarks.append(Remark("away.departed", table.seat_at(user)))
            case Returned(user):
                remarks.append(Remark("away.returned", table.seat_at(user)))
            case _:
                pass
    return tuple(remarks)


def _within_turn(before: Table, after: Table, remarks: Iterable[Remark]) -> list[Scheduled]:
    """The messages about a change within a turn: a vote, a seat taken back."""
    messages: list[OutboxItem] = [*remarks]
    if before.stop_votes != after.stop_votes:
        messages.append(StopVoteMessage())
    if after.takeover_offered and not before.takeover_offered:
        messages.append(TakeoverQuestion())
    return [Scheduled(message) for message in messages]


def _nudges(table: Table, events: Sequence[TableEvent], players: Players, now: datetime) -> list[Scheduled]:
    """The reminders that somebody asked for, after the quiet hours of the player on turn."""
    user = table.seats[table.public.seat].user
    if user is None:
        return []
    due = schedule.awake(now, players.get(user, PlayerRow(user)))
    by = (event.user for event in events if isinstance(event, Nudged))
    return [Scheduled(Nudge(other, user, table.turn), due if due > now else None) for other in by]


def plan_turn(table: Table, players: Players, now: datetime) -> tuple[list[Scheduled], datetime | None]:
    """The notices and timers of a new turn, and its deadline."""
    user = table.seats[table.public.seat].user
    if user is None:
        return ([Scheduled(BotTurn(table.turn))] if table.is_thinking else []), None
    player = players.get(user, PlayerRow(user))
    turn = table.turn
    planned = [Scheduled(TurnNotice(user, turn))] if player.dm_rack else []
    following = table.next_person
    if following is not None and players.get(following, PlayerRow(following)).next_notice:
        planned.append(Scheduled(NextTurnNotice(following, turn)))
    start = schedule.start_of_turn(now, player)
    away = _vacation_end_s(player, now)
    if table.pace is None:
        end = start + schedule.ABANDONED
        planned += [
            Scheduled(AbandonWarningTimer(turn, away), end - schedule.ABANDON_WARNING),
            Scheduled(AbandonTimer(turn, away), end),
        ]
        if len(table.humans) > 1:
            planned.append(Scheduled(TakeoverOfferTimer(turn, away), start + schedule.TAKEOVER_OFFER))
        return planned, None
    deadline = start + table.pace
    reminders = schedule.reminders(start, table.pace, player)
    planned += [Scheduled(Reminder(user, turn, part), at) for part, at in reminders.items()]
    return [*planned, Scheduled(DeadlineTimer(turn, away), deadline)], deadline


def _vacation_end_s(player: PlayerRow, now: datetime) -> int:
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
    away = _vacation_end_s(player, now)
    moved = _running_from(now, away) - _running_from(now, timers[0][0].away)
    planned = [Scheduled(replace(timer, away=away), at + moved) for timer, at in timers]
    old = {one.part: at for one, at in _of_turn(waiting, table.turn) if isinstance(one, Reminder)}
    end = next((at + moved for timer, at in timers if isinstance(timer, DeadlineTimer)), None)
    new = _reminders(table, player, _running_from(now, away), end, old)
    if not moved and new == old:
        return None
    planned += [Scheduled(Reminder(player.user, table.turn, part), at) for part, at in new.items()]
    return Plan(planned, (*_TURN_TIMERS, Reminder), None if deadline is None else deadline + moved)


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
    """The moments of the reminders that are still to come, by the part of the move time."""
    found: dict[float, datetime] = {}
    if end is None or table.pace is None:
        return found
    for part in schedule.REMINDERS.get(player.reminders, ()):
        wanted = end - table.pace + table.pace * part
        if wanted > running_from or part in old:
            at = schedule.reminder(max(wanted, running_from), running_from, end, player)
            found |= {} if at is None else {part: at}
    return found


def _running_from(now: datetime, away: int) -> datetime:
    """From when on a clock runs, where a vacation ends then."""
    return max(now, datetime.fromtimestamp(away, UTC))


def plan_lobby(now: datetime, pace: timedelta | None) -> list[Scheduled]:
    """The message and the timers of a new lobby, which never expires sooner than its pace."""
    end = now + max(schedule.TAKEOVER_OFFER, pace or schedule.TAKEOVER_OFFER)
    return [
        Scheduled(BoardMessage(0)),
        Scheduled(LobbyWarningTimer(), end - schedule.LOBBY_WARNING),
        Scheduled(LobbyExpiryTimer(), end),
    ]
