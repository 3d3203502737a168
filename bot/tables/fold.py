"""How events make a table: the fold of its log, and the table after one more event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar, assert_never

from bot.tables.errors import Unreadable
from bot.tables.events import (
    AnalysisShared,
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
    RematchAccepted,
    RematchDeclined,
    Rematched,
    Renamed,
    ReplayShared,
    Resigned,
    Returned,
    RoundEnded,
    RunningEvent,
    Seat,
    SeatTakenOver,
    StopVoted,
    StopVoteRejected,
    TableEvent,
    TableOnlyEvent,
    TakeoverOffered,
    TakeoverVoted,
    TermsChanged,
    TimeGiven,
    TimeUsed,
    TurnMissed,
)
from bot.tables.pace import is_pace
from bot.tables.possible import can_happen
from bot.tables.table import Table
from data.ids import GameId, Seq, UserId
from game import rules
from game.events import Dealt, Event, Placed, Stopped, TurnEnded
from game.illegal import Illegal
from game.modes import MODES

_Person = TypeVar("_Person", Joined, Seat)
_T = TypeVar("_T")


def fold(table_id: GameId, events: Iterable[TableEvent]) -> Table:
    """The table that these events made.

    Raises:
        Unreadable: they do not make one.
    """
    table: Table | None = None
    try:
        for event in events:
            table = start(table_id, event) if table is None else apply(table, event)
    except (Illegal, ValueError, KeyError, IndexError) as error:
        why = error.code if isinstance(error, Illegal) else error
        raise Unreadable(f"event {table.seq + 1 if table else 1}: {why}") from error
    if table is None:
        raise Unreadable("no events")
    if table.seats and table.state is None:
        raise Unreadable("nothing was dealt")
    return table


def start(table_id: GameId, event: TableEvent) -> Table:
    """The table after its first event; raises `ValueError` for any other than `Opened`."""
    if not isinstance(event, Opened) or event.mode not in MODES or not is_pace(event.pace):
        raise ValueError("a table starts with its opening")
    if event.seats not in MODES[event.mode].seats or not 0 <= event.bots < event.seats:
        raise ValueError("its terms do not fit together")
    if event.levels and len(event.levels) != event.bots:
        raise ValueError("not a level for each bot")
    return Table(table_id, event, seq=Seq(1))


def apply(table: Table, event: TableEvent) -> Table:
    """The table after one more event; raises `ValueError` or `Illegal` for one that cannot have happened."""
    if not can_happen(table, event):
        raise ValueError(f"{type(event).__name__} cannot happen now")
    table = replace(table, seq=table.seq + 1)
    if isinstance(event, Dealt | Placed | TurnEnded | Stopped):
        return _played(table, event)
    return _changed(table, event)


def _played(table: Table, event: Event) -> Table:
    state = rules.apply(table.state, event)
    shown = table.last_public_state if isinstance(event, Placed) and not state.position.ending else state
    if isinstance(event, Placed):
        manned = not table.is_bot(event.seat)
        own = manned and not table.hinted
        table = replace(table, unaided=(*table.unaided, own), manned=(*table.manned, manned), hinted=False)
    table = replace(table, state=state, last_public_state=shown, events=(*table.events, event))
    if not isinstance(event, TurnEnded):
        return table
    missed = table.missed_turns if table.is_played_for(event.seat) else _with(table.missed_turns, event.seat, 0)
    nobody = frozenset[UserId]()
    time = table.time_left
    if table.pace is not None and not table.pace.is_bank:
        time = _with(time, event.seat, table.pace.total)
    return replace(
        table,
        stop_votes=nobody,
        takeover_votes=nobody,
        takeover_offered=False,
        played_for=False,
        missed_turns=missed,
        time_left=time,
        gifts=0,
    )


def _changed(table: Table, event: TableOnlyEvent) -> Table:
    if isinstance(event, LobbyEvent):
        return _changed_lobby(table, event)
    if isinstance(event, RunningEvent):
        return _changed_game(table, event)
    if isinstance(event, FinishedEvent):
        return _changed_end(table, event)
    match event:
        case TimeUsed(seat, ms):
            return _with_time_used(table, seat, timedelta(milliseconds=ms))
        case Renamed(user, name):
            return replace(
                table,
                lobby_players=tuple(_named(one, user, name) for one in table.lobby_players),
                seats=tuple(_named(one, user, name) for one in table.seats),
            )
        case Departed(user):
            return _without(table, user)
    assert_never(event)


def _changed_lobby(table: Table, event: LobbyEvent) -> Table:
    match event:
        case Opened():
            raise ValueError("opened twice")
        case TermsChanged():
            return replace(
                table, opened=_with_terms(table.opened, event), common_language=_common_language(table, event)
            )
        case Joined(user):
            if user in table.humans:
                changed = tuple(event if person.user == user else person for person in table.lobby_players)
                return replace(table, lobby_players=changed)
            return replace(table, lobby_players=(*table.lobby_players, event))
        case Left(user):
            return _left(table, user)
        case Begun(seats, seed):
            time = () if table.pace is None else (table.pace.total,) * len(seats)
            return replace(table, seats=seats, seed=bytes.fromhex(seed), missed_turns=(0,) * len(seats), time_left=time)
        case Cancelled():
            return replace(table, cancelled=True)
    assert_never(event)


def _changed_game(table: Table, event: RunningEvent) -> Table:  # noqa: C901, PLR0911, PLR0912 - one return an event
    nobody = frozenset[UserId]()
    match event:
        case StopVoted(user):
            return replace(table, stop_votes=table.stop_votes | {user})
        case StopVoteRejected():
            return replace(table, stop_votes=nobody)
        case TurnMissed(seat):
            missed = _with(table.missed_turns, seat, table.missed_turns[seat] + 1)
            return replace(table, played_for=True, missed_turns=missed)
        case SeatTakenOver(seat):
            held = table.taken_over | {seat}
            return replace(table, taken_over=held, takeover_votes=nobody, takeover_offered=False)
        case Returned(user):
            seat = table.seat_at(user)
            return replace(table, taken_over=table.taken_over - {seat}, missed_turns=_with(table.missed_turns, seat, 0))
        case Resigned(user):
            return replace(table, resigned=table.resigned | {table.seat_at(user)})
        case TakeoverOffered():
            return replace(table, takeover_offered=True)
        case TakeoverVoted(user):
            return replace(table, takeover_votes=table.takeover_votes | {user})
        case Nudged(_, at):
            return replace(table, nudged_at=at)
        case Hinted():
            return replace(table, hinted=True)
        case EndedEarly(why):
            return replace(table, ended_early=why)
        case TimeGiven(seat, seconds, by):
            time = table.time_left[seat] + timedelta(seconds=seconds)
            return replace(table, time_left=_with(table.time_left, seat, time), gifts=table.gifts + (by is not None))
        case RoundEnded():
            people = frozenset(at for at, seat in enumerate(table.seats) if seat.user is not None)
            late = (table.taken_over | {table.game().position.seat}) & people
            return replace(table, taken_over=people - table.resigned, late=late)
    assert_never(event)


def _with_time_used(table: Table, seat: int, used: timedelta) -> Table:
    """The table when the clock of a seat has stopped: the next turn of the seat has what is left, and more."""
    if table.pace is None:
        return table
    return replace(table, time_left=_with(table.time_left, seat, table.pace.after_turn(table.time_left[seat] - used)))


def _changed_end(table: Table, event: FinishedEvent) -> Table:
    match event:
        case RematchAccepted(user):
            accepted, departed = table.rematch_accepted | {user}, table.departed - {user}
            return replace(table, rematch_accepted=accepted, departed=departed)
        case RematchDeclined(user):
            return replace(table, rematch_declined_by=user)
        case Rematched(game):
            return replace(table, next_game=game)
        case ReplayShared():
            return replace(table, replay_shared=True)
        case AnalysisShared():
            return replace(table, analysis_shared=True)
    assert_never(event)


def _without(table: Table, user: UserId) -> Table:
    """The table when somebody is no longer in the server."""
    match table.status:
        case "running":
            held = replace(table, taken_over=table.taken_over | {table.seat_at(user)})
            if table.seat_of(user) != table.game().position.seat:
                return held
            return replace(held, takeover_votes=frozenset[UserId](), takeover_offered=False)
        case "over":
            return replace(table, departed=table.departed | {user})
        case _:
            return _left(table, user)


def _common_language(table: Table, event: TermsChanged) -> str | None:
    """The language that a lobby had before it took its host's, until it has it again."""
    common = table.common_language or table.opened.language
    spoken = event.language or table.opened.language
    return None if spoken == common else common


def _with_terms(opened: Opened, event: TermsChanged) -> Opened:
    """The terms of a lobby after a change by its host."""
    return replace(
        opened,
        seats=event.seats,
        pace=event.pace,
        bots=len(event.levels),
        levels=event.levels,
        mode=event.mode or opened.mode,
        hints=opened.hints if event.hints is None else event.hints,
        casual=opened.casual if event.casual is None else event.casual,
        language=event.language or opened.language,
    )


def _left(table: Table, user: UserId) -> Table:
    """The lobby without somebody; where it was the host, another is from now on."""
    left = replace(table, lobby_players=tuple(one for one in table.lobby_players if one.user != user))
    return left if left.host == table.host else replace(left, new_host=left.host)


def _named(person: _Person, user: UserId, name: str) -> _Person:
    return replace(person, name=name) if person.user == user else person


def _with(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*values[:at], value, *values[at + 1 :])
