"""What a change at a table has to announce, and what waits for its time from then on: notes for the outbox.

They are stored in the transaction of the change. Pure, but for the wishes of the people, which come in as rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, cast

from bot.tables import schedule
from bot.tables.events import Nudged, Resigned, Returned, TableEvent, TurnMissed
from bot.tables.rematch import is_agreed
from bot.tables.table import Table
from bot.texts import plain
from data.store import KEEP, Keep, NewOutboxRow, OutboxRow, PlayerRow

TURN_KINDS: Final = ("timeout", "remind", "grace", "idle", "fade", "unused", "turn", "next", "nudge")
"""Notes that belong to one turn and lapse with it."""
CLOCKS: Final = ("timeout", "grace", "idle", "fade", "unused")
"""Those of them with which something happens to the turn when their moment has come."""
LOBBY_KINDS: Final = ("warn", "expire", "begin")
"""Notes that lapse when a lobby begins or closes."""
TIMED_KINDS: Final = (*CLOCKS, "remind", "warn", "expire")
"""Notes that wait for a moment, which moves when the bot was away or somebody is on vacation."""

POSTPONABLE_KINDS: Final = (*TIMED_KINDS, "lapse")
"""What moves when the bot or a server was away: these, and the end of the offer of a rematch."""

Players = Mapping[int, PlayerRow]


def note(kind: str, due_at: datetime | None = None, **body: object) -> NewOutboxRow:
    """A note of this kind; at once unless a moment is given."""
    return NewOutboxRow(kind, json.dumps(body), due_at)


def repost(table: Table) -> NewOutboxRow:
    """The note that posts a table anew, with the last turn."""
    return note("table", since=max(0, len(table.public.turns) - 1) if table.state else 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes into the outbox with a change."""

    notes: Sequence[NewOutboxRow] = ()
    drop: Sequence[str] = ()
    """The kinds of waiting notes that lapse."""
    deadline: datetime | Keep | None = field(default=KEEP)
    """When the turn is due; `None` where there is no clock."""


def affected_players(table: Table) -> tuple[int, ...]:
    """The people whose wishes matter for the turn that is going on: who is on turn, and who is next."""
    if table.status != "running":
        return ()
    users = (table.seats[table.public.seat].user, table.next_person)
    return tuple(dict.fromkeys(user for user in users if user is not None))


def plan_change(before: Table, after: Table, facts: Sequence[TableEvent], players: Players, now: datetime) -> Plan:
    """What the change from one table to the other has to announce."""
    if after.status in ("lobby", "cancelled"):
        return Plan([note("table", since=0)], LOBBY_KINDS if after.cancelled else ())
    if before.status == "over":
        begins = [note("rematch")] if is_agreed(after) and after.next_game is None else []
        return Plan([note("again"), *begins])
    words = _words(after, facts)
    since = before.turn if before.state else 0
    begun = before.status == "lobby"
    if not (begun or after.status == "over" or after.turn > since):
        return Plan([*_beside(before, after, words), *_nudges(after, facts, players, now)])
    told = note("table", since=since, begun=begun, words=words)
    lapsed = [note("vote")] if before.stop_votes and not after.stop_votes else []
    drop = (*TURN_KINDS, *(LOBBY_KINDS if begun else ()))
    if after.status == "over":
        return Plan([told, note("lapse", now + schedule.REMATCH)], drop, None)
    timed, deadline = plan_turn(after, players, now)
    return Plan([told, *lapsed, *timed], drop, deadline)


def _words(table: Table, facts: Sequence[TableEvent]) -> list[tuple[str, dict[str, str]]]:
    """What happened besides the turns, as keys of texts with their facts."""
    words: list[tuple[str, dict[str, str]]] = []
    for fact in facts:
        match fact:
            case TurnMissed(seat) if seat not in table.taken_over:
                words.append(("away.missed", {"name": plain(table.names[seat])}))
            case Resigned(user):
                key = "away.resigned-team" if table.teams else "away.resigned"
                words.append((key, {"name": plain(table.names[table.seat_at(user)])}))
            case Returned(user):
                words.append(("away.returned", {"name": plain(table.names[table.seat_at(user)])}))
            case _:
                pass
    return words


def _beside(before: Table, after: Table, words: Sequence[tuple[str, dict[str, str]]]) -> list[NewOutboxRow]:
    """Notes of a change within a turn: a vote, a seat taken back."""
    notes = [note("word", key=key, facts=facts) for key, facts in words]
    if before.stop_votes != after.stop_votes:
        notes.append(note("vote"))
    if after.takeover_offered and not before.takeover_offered:
        notes.append(note("asked"))
    return notes


def _nudges(table: Table, facts: Sequence[TableEvent], players: Players, now: datetime) -> list[NewOutboxRow]:
    """A reminder that somebody asked for, after the quiet hours of the player on turn."""
    user = table.seats[table.public.seat].user
    if user is None:
        return []
    due = schedule.awake(now, players.get(user, PlayerRow(user)))
    asked = (fact.user for fact in facts if isinstance(fact, Nudged))
    return [note("nudge", due if due > now else None, by=by, user=user, turn=table.turn) for by in asked]


def plan_turn(table: Table, players: Players, now: datetime) -> tuple[list[NewOutboxRow], datetime | None]:
    """The notices of a new turn and what waits for its time, and its deadline."""
    user = table.seats[table.public.seat].user
    if user is None:
        return [], None
    player = players.get(user, PlayerRow(user))
    turn = table.turn
    notes = [note("turn", user=user, turn=turn)] if player.dm_rack else []
    after = table.next_person
    if after is not None and players.get(after, PlayerRow(after)).next_notice:
        notes.append(note("next", user=after, turn=turn))
    start = schedule.start_of_turn(now, player)
    away = _counted(player, now)
    if table.pace is None:
        end = start + schedule.ABANDONED
        notes += [
            note("fade", end - schedule.ABANDON_WARNING, turn=turn, away=away),
            note("unused", end, turn=turn, away=away),
        ]
        if len(table.humans) > 1:
            notes.append(note("idle", start + schedule.TAKEOVER_OFFER, turn=turn, away=away))
        return notes, None
    deadline = start + table.pace
    reminders = schedule.reminders(start, table.pace, player)
    notes += [note("remind", at, user=user, turn=turn, part=part) for part, at in reminders.items()]
    return [*notes, note("timeout", deadline, turn=turn, away=away)], deadline


def _counted(player: PlayerRow, now: datetime) -> int:
    """The end of the vacation that is in the times of a turn, in seconds since 1970; 0 for none."""
    return int(player.vacation_until.timestamp()) if player.vacation_until and player.vacation_until > now else 0


def replan_turn(
    table: Table, waiting: Sequence[OutboxRow], player: PlayerRow, now: datetime, deadline: datetime | None
) -> Plan | None:
    """What changes for the turn that is going on when its player's wishes have changed; `None` if nothing does.

    A vacation moves what waits and leaves the rest of the time as it was; reminders that were sent are not repeated.
    """
    bodies = [(row, cast("dict[str, object]", json.loads(row.body))) for row in waiting]
    mine = [(row, body) for row, body in bodies if body.get("turn") == table.turn]
    clocks = [(row, body) for row, body in mine if row.kind in CLOCKS]
    if not clocks:
        return None
    away = _counted(player, now)
    before = clocks[0][1].get("away")
    moved = _from(now, away) - _from(now, before if isinstance(before, int) else 0)
    notes = [note(row.kind, row.due_at + moved, **{**body, "away": away}) for row, body in clocks]
    old = {body.get("part"): row.due_at for row, body in mine if row.kind == "remind"}
    new = dict[object, datetime]()
    end = next((row.due_at + moved for row, _ in clocks if row.kind == "timeout"), None)
    if end is not None and table.pace is not None:
        running = _from(now, away)
        for part in schedule.REMINDERS.get(player.reminders, ()):
            wished = end - table.pace + table.pace * part
            if wished > running or part in old:
                at = schedule.reminder(max(wished, running), running, end, player)
                new |= {} if at is None else {part: at}
    if not moved and new == old:
        return None
    user = player.user
    notes += [note("remind", at, user=user, turn=table.turn, part=part) for part, at in new.items()]
    return Plan(notes, (*CLOCKS, "remind"), None if deadline is None else deadline + moved)


def _from(now: datetime, away: int) -> datetime:
    return max(now, datetime.fromtimestamp(away, UTC))


def plan_lobby(now: datetime, pace: timedelta | None) -> list[NewOutboxRow]:
    """What a new lobby has to tell: itself, that it will expire, and that it does; never sooner than its pace."""
    end = now + max(schedule.TAKEOVER_OFFER, pace or schedule.TAKEOVER_OFFER)
    return [note("table", since=0), note("warn", end - schedule.LOBBY_WARNING), note("expire", end)]
