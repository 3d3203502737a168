"""The messages and timers that a change of a table leads to. Pure; the preferences of people come in as rows.

They are stored in the transaction of the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.tables import schedule
from bot.tables.clock import vacation_end_s
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
from bot.tables.outbox_rows import LOBBY_SCOPED, TURN_SCOPED, OutboxItem, Scheduled
from bot.tables.pace import Pace
from bot.tables.plan import Plan
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
    TournamentReport,
)
from data.ids import UserId
from data.store import PlayerRow

Players = Mapping[UserId, PlayerRow]


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
    plan = _plan_change(before, after, events, players, now, now if counted is None else counted)
    reports = [Scheduled(TournamentReport())] if _is_to_report(before, after) else []
    return replace(plan, messages=[*plan.messages, *reports])


def _is_to_report(before: Table, after: Table) -> bool:
    """Whether a tournament is to note what became of its game."""
    if not after.opened.tournament or before.status in ("over", "cancelled"):
        return False
    return after.status in ("over", "cancelled") or after.taken_over != before.taken_over


def _plan_change(
    before: Table, after: Table, events: Sequence[TableEvent], players: Players, now: datetime, counted: datetime
) -> Plan:
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
    away = vacation_end_s(player, now)
    time = table.turn_time
    if time is None:
        end = start + schedule.ABANDONED
        planned += [
            Scheduled(AbandonWarningTimer(turn, away), end - schedule.ABANDON_WARNING),
            Scheduled(AbandonTimer(turn, away), end),
        ]
        if len(table.humans) > 1:
            planned.append(Scheduled(TakeoverOfferTimer(turn, away), start + schedule.TAKEOVER_OFFER))
        return planned, None
    deadline = start + time
    reminders = schedule.reminders(start, time, player)
    planned += [Scheduled(Reminder(user, turn, part), at) for part, at in reminders.items()]
    return [*planned, Scheduled(DeadlineTimer(turn, away), deadline)], deadline


def plan_lobby(now: datetime, pace: Pace | None) -> list[Scheduled]:
    """The message and the timers of a new lobby, which never expires sooner than the time of a first turn."""
    end = now + max(schedule.TAKEOVER_OFFER, pace.total if pace else schedule.TAKEOVER_OFFER)
    return [
        Scheduled(BoardMessage(0)),
        Scheduled(LobbyWarningTimer(), end - schedule.LOBBY_WARNING),
        Scheduled(LobbyExpiryTimer(), end),
    ]
