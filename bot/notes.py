"""What a change at a table has to announce, and what waits for its time from then on: notes for the outbox.

They are stored in the transaction of the change. Pure, but for the wishes of the people, which come in as rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot import clock
from bot.facts import Fact, Held, Missed, Resigned, Returned
from bot.table import Table
from bot.texts import plain
from data.store import KEEP, Keep, Note, PlayerRow

TURN_KINDS: Final = ("timeout", "remind", "grace", "idle", "turn", "next")
"""Notes that belong to one turn and lapse with it."""
LOBBY_KINDS: Final = ("warn", "expire")
"""Notes that lapse when a lobby begins or closes."""
TIMED_KINDS: Final = ("timeout", "remind", "grace", "idle", "warn", "expire")
"""Notes that wait for a moment, which moves when the bot was away or somebody is on vacation."""

Players = Mapping[int, PlayerRow]


def note(kind: str, due_at: datetime | None = None, **body: object) -> Note:
    """A note of this kind; at once unless a moment is given."""
    return Note(kind, json.dumps(body), due_at)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What goes into the outbox with a change."""

    notes: Sequence[Note] = ()
    drop: Sequence[str] = ()
    """The kinds of waiting notes that lapse."""
    deadline: datetime | Keep | None = field(default=KEEP)
    """When the turn is due; `None` where there is no clock."""


def waited_for(table: Table) -> tuple[int, ...]:
    """The people whose wishes matter for the turn that is going on: who is on turn, and who is next."""
    if table.status != "running":
        return ()
    position = table.public
    users = (table.seats[(position.seat + step) % position.seats].user for step in (0, 1))
    return tuple(dict.fromkeys(user for user in users if user is not None))


def announce(before: Table, after: Table, facts: Sequence[Fact], players: Players, now: datetime) -> Announcement:
    """What the change from one table to the other has to announce."""
    if after.status in ("lobby", "cancelled"):
        return Announcement([note("table", since=0)], LOBBY_KINDS if after.cancelled else ())
    if before.status == "over":
        return Announcement([note("again")])
    words = _words(after, facts)
    since = before.turn if before.state else 0
    begun = before.status == "lobby"
    if not (begun or after.status == "over" or after.turn > since):
        return Announcement(_beside(before, after, words))
    told = note("table", since=since, begun=begun, words=words)
    lapsed = [note("vote")] if before.agreed and not after.agreed else []
    drop = (*TURN_KINDS, *(LOBBY_KINDS if begun else ()))
    if after.status == "over":
        return Announcement([told], drop, None)
    timed, deadline = turn_notes(after, players, now)
    return Announcement([told, *lapsed, *timed], drop, deadline)


def _words(table: Table, facts: Sequence[Fact]) -> list[tuple[str, dict[str, str]]]:
    """What happened besides the turns, as keys of texts with their facts."""
    words: list[tuple[str, dict[str, str]]] = []
    for fact in facts:
        match fact:
            case Missed(seat):
                words.append(("away.missed", {"name": plain(table.names[seat])}))
            case Held(seat):
                words.append(("away.held", {"name": plain(table.names[seat])}))
            case Resigned(user):
                words.append(("away.resigned", {"name": plain(table.names[table.seat_at(user)])}))
            case Returned(user):
                words.append(("away.returned", {"name": plain(table.names[table.seat_at(user)])}))
            case _:
                pass
    return words


def _beside(before: Table, after: Table, words: Sequence[tuple[str, dict[str, str]]]) -> list[Note]:
    """Notes of a change within a turn: a vote, a seat taken back."""
    notes = [note("word", key=key, facts=facts) for key, facts in words]
    if before.agreed != after.agreed:
        notes.append(note("vote"))
    if after.idle and not before.idle:
        notes.append(note("asked"))
    return notes


def turn_notes(table: Table, players: Players, now: datetime) -> tuple[list[Note], datetime | None]:
    """The notices of a new turn and what waits for its time, and its deadline."""
    position = table.public
    user = table.seats[position.seat].user
    if user is None:
        return [], None
    player = players.get(user, PlayerRow(user))
    turn = table.turn
    notes = [note("turn", user=user, turn=turn)] if player.dm_rack else []
    after = table.seats[(position.seat + 1) % position.seats].user
    if after is not None and after != user and players.get(after, PlayerRow(after)).next_notice:
        notes.append(note("next", user=after, turn=turn))
    if len(table.humans) == 1 and table.pace is None:
        return notes, None
    if table.pace is None:
        idle = max(now, player.vacation_until or now) + clock.IDLE
        return [*notes, note("idle", idle, turn=turn)], None
    due = clock.turn_due(now, table.pace, player)
    notes += [note("remind", at, user=user, turn=turn) for at in due.reminders]
    return [*notes, note("timeout", due.deadline, turn=turn)], due.deadline


def lobby_notes(now: datetime) -> list[Note]:
    """What a new lobby has to tell: itself, that it will expire, and that it does."""
    end = now + clock.IDLE
    return [
        note("table", since=0),
        note("warn", end - clock.LOBBY_WARNING, until=int(end.timestamp())),
        note("expire", end),
    ]
