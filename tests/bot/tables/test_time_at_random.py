"""Time banks at random: what a turn has used is the sum of the spans in which its person could have moved.

The clock of the bot is its own: deadlines that every absence moves. That of the tests adds up spans instead. `SOAK=1`
tries ten thousand schedules, `SCHEDULES` as many as it says.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

from bot.process.downtime import credited_after_death, credited_time
from bot.tables import clock
from bot.tables.change import Change, change
from bot.tables.events import TableEvent, TimeGiven, TimeUsed, from_text, to_text
from bot.tables.fold import apply
from bot.tables.outbox_rows import POSTPONABLE_KINDS, read
from bot.tables.pace import pace_of
from bot.tables.plan import Plan
from bot.tables.planner import plan_turn
from bot.tables.schedule import OUTAGE
from bot.tables.table import Table
from bot.tables.timers import DeadlineTimer, GraceTimer
from data.store import OutboxRow, PlayerRow
from tests.bot.sample_tables import ANN, BEN, CEM, played, running

SCHEDULES = int(os.environ.get("SCHEDULES", "10000" if os.environ.get("SOAK") else "200"))
MS, MINUTE, HOUR, DAY = (timedelta(**{unit: 1}) for unit in ("milliseconds", "minutes", "hours", "days"))
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
PEOPLE = (ANN, BEN, CEM)
PACES = ("1d+4h/2d", "3d+12h/7d", "1h+1h/5h", "7d+1d/14d")
TURNS = 18

Span = tuple[datetime, datetime]


def game() -> list[Table]:
    """A game as it stood before each of its turns."""
    tables = [running(*PEOPLE)]
    while tables[-1].turn < TURNS:
        table = tables[-1]
        while table.turn == tables[-1].turn:
            table = played(table, 1, "random")
        tables.append(table)
    return tables


def with_pace(table: Table, name: str) -> Table:
    """The same table with another pace."""
    pace = pace_of(name)
    assert pace is not None
    return replace(table, opened=replace(table.opened, pace=name), time_left=(pace.total,) * len(PEOPLE))


def used(turn: Span, time: timedelta, gifts: Iterable[datetime], stopped: Iterable[Span]) -> timedelta:
    """How much of its time a turn has used: the spans in which nothing stopped it, as far as there was time."""
    start, end = turn
    spans, given = list(stopped), list(gifts)
    edges = sorted({start, end, *given, *(edge for span in spans for edge in span)})
    total, left = timedelta(), time
    for here, there in pairwise(edges):
        left += given.count(here) * DAY
        if start <= here < end and not any(began <= here < ended for began, ended in spans):
            total, left = total + min(left, there - here), left - min(left, there - here)
    return total


@dataclass
class Schedule:
    """A game whose turns are made by nobody but the schedule, with its outbox; and beside it what was to be used."""

    tables: list[Table]
    rng: Random
    now: datetime = START
    number: int = 0
    """Of the turn that is going on."""
    rows: list[OutboxRow] = field(default_factory=list)
    log: list[tuple[int, str]] = field(default_factory=list)
    """The events of time, each with its turn."""
    players: dict[int, PlayerRow] = field(default_factory=lambda: {user: PlayerRow(user) for user in PEOPLE})
    held: frozenset[int] = frozenset()
    missed: dict[int, int] = field(default_factory=dict)
    absence: Span | None = None
    """Of the server: since when, and until when that is credited."""
    beat: datetime = START
    """The last moment at which there was a heartbeat for sure."""
    # --- what the test reckons by itself ---
    began: datetime = START
    gifts: list[datetime] = field(default_factory=list)
    away: list[Span] = field(default_factory=list)
    """When the bot or the server was away."""
    vacations: dict[int, list[Span]] = field(default_factory=lambda: {user: [] for user in PEOPLE})
    expected: list[tuple[int, timedelta]] = field(default_factory=list)

    # --- the table ---

    def __post_init__(self) -> None:
        self.time = self.tables[0].time_left
        self.begin()

    def table(self, number: int | None = None) -> Table:
        """The table before the turn with this number."""
        table = self.tables[self.number if number is None else number]
        return replace(table, time_left=self.time, taken_over=self.held, gifts=len(self.gifts))

    def restart(self) -> None:
        """Another process reads the log: what people have left is what it says."""
        time = self.tables[0].time_left
        for turn, text in self.log:
            time = apply(replace(self.tables[turn], time_left=time), from_text(text)).time_left
        assert time == self.time

    @property
    def counted(self) -> datetime:
        return self.now if self.absence is None else self.absence[1]

    @property
    def user(self) -> int:
        return PEOPLE[self.table().public.seat]

    def keep(self, plan: Plan | None, events: Iterable[TableEvent] = ()) -> None:
        """Store what a change leads to."""
        for event in events:
            self.log.append((self.number, to_text(event)))
            self.time = apply(self.table(), event).time_left
        if plan is not None:
            self.rows = [row for row in self.rows if row.kind not in plan.dropped_kinds]
            new = [(one.kind, one.body, one.due_at) for one in plan.rows if one.due_at]
            self.rows += [OutboxRow(0, 1, kind, body, self.now, due, 0, None) for kind, body, due in new]

    def begin(self) -> None:
        """The turn after those that bots make at once."""
        while self.number < TURNS and self.table().public.seat in self.held:
            self.number += 1
        self.began, self.gifts, self.rows = self.now, [], []
        table = self.table()
        self.keep(Plan(plan_turn(table, self.players, self.counted)[0]))

    # --- what happens ---

    def end_turn(self, *, missed: bool = False) -> None:
        """The person on turn has moved, or a bot has for them."""
        before, seat, user = self.table(), self.table().public.seat, self.user
        stopped = [*self.away, *([(self.absence[0], self.now)] if self.absence else []), *self.vacations[user]]
        time = before.time_left[seat] - len(self.gifts) * DAY
        self.expected.append((seat, used((self.began, self.now), time, self.gifts, stopped)))
        after = self.table(self.number + 1)
        assert clock.is_stopped(before, after)
        made = clock.with_time_used(before, Change((), after), self.rows, self.counted)
        self.keep(None, made.events)
        self.missed[seat] = self.missed.get(seat, 0) + 1 if missed else 0
        if self.missed[seat] >= 2 and len(self.held) < len(PEOPLE) - 1:
            self.held |= {seat}
        self.number += 1
        self.begin()

    def fire(self) -> bool:
        """Let the timer that is due first do its work; whether one was."""
        due = sorted((row for row in self.rows if row.due_at <= self.now), key=lambda row: row.due_at)
        if not due or self.absence or self.number >= TURNS:
            return False
        self.rows.remove(due[0])
        match read(due[0]):
            case DeadlineTimer() as timer:
                self.rows.append(due[0])
                self.keep(clock.start_grace(self.table(), timer, self.now))
            case GraceTimer():
                self.rows.append(due[0])
                self.end_turn(missed=True)
            case _:
                pass
        return True

    def wait(self, time: timedelta) -> None:
        """Time passes, and what is due happens on time."""
        until = self.now + time
        while not self.absence and (due := min((row.due_at for row in self.rows), default=until)) < until:
            self.now = max(self.now, due)
            if not self.fire():
                break
        self.now = until

    def death(self) -> None:
        """The process dies some time after its last heartbeat, and another one goes on later."""
        self.restart()
        last = max(self.beat, self.now - self.rng.randrange(60_000) * MS)
        self.now += self.rng.choice((5 * MINUTE, HOUR, 3 * DAY, 20 * 1000 * MS)) + self.rng.randrange(1000) * MS
        if self.absence:
            return
        if self.now - last >= OUTAGE:
            alive = max([last, *(row.created_at for row in self.rows)])
            self.away.append((alive, self.now))
            self.postpone(credited_after_death(self.rows, last, self.now))
        self.beat = self.now
        while self.fire():
            pass

    def postpone(self, by: timedelta) -> None:
        self.rows = [
            replace(row, due_at=row.due_at + by) if row.kind in POSTPONABLE_KINDS else row for row in self.rows
        ]

    def server_leaves(self) -> None:
        if self.absence is None:
            self.absence = (self.now, self.now)

    def hold(self) -> None:
        """The clocks of a server that is away are credited, a while ahead."""
        if self.absence:
            since, counted = self.absence
            until = self.now + max(MINUTE, (self.now - since) / 24)
            self.postpone(credited_time(self.rows, counted, until))
            self.absence = (since, until)

    def server_returns(self) -> None:
        if self.absence:
            since, counted = self.absence
            self.postpone(credited_time(self.rows, counted, self.now))
            self.absence, self.beat = None, self.now
            self.away.append((since, self.now))

    def vacation(self) -> None:
        """Somebody goes on vacation, or comes back from one, to the second."""
        user, spans = self.rng.choice(PEOPLE), self.vacations
        until = self.players[user].vacation_until
        if until and until > self.now:
            spans[user][-1] = (spans[user][-1][0], self.now)
            self.players[user] = PlayerRow(user)
        else:
            until = (self.now + self.rng.randrange(1, 200) * HOUR).replace(microsecond=0)
            spans[user].append((self.now, until))
            self.players[user] = PlayerRow(user, vacation_until=until)
        if user == self.user:
            self.keep(clock.replan_turn(self.table(), self.rows, self.players[user], self.counted, None))

    def gift(self) -> None:
        table = self.table()
        given = change(table, TimeGiven(table.public.seat, 24 * 60 * 60, BEN))
        plan = clock.extend_turn(given.table, self.rows, self.players[self.user], self.counted, DAY)
        self.keep(plan, given.events)
        self.gifts.append(self.now)

    def come_back(self) -> None:
        self.held = frozenset(sorted(self.held)[1:])


ACTIONS = {
    Schedule.end_turn: 8,
    Schedule.death: 2,
    Schedule.server_leaves: 1,
    Schedule.hold: 3,
    Schedule.server_returns: 3,
    Schedule.vacation: 2,
    Schedule.gift: 2,
    Schedule.come_back: 1,
}
"""What happens, and how often."""


def lived(tables: list[Table], seed: str) -> Schedule:
    """A schedule at its end."""
    rng = Random(seed)
    made = Schedule(tables, rng)
    for _ in range(60):
        made.wait(rng.randrange(rng.choice((40_000, 4_000_000, 40_000_000, 300_000_000))) * MS)
        if made.number >= TURNS:
            break
        (action,) = rng.choices(list(ACTIONS), list(ACTIONS.values()))
        action(made)
        if made.number >= TURNS:
            break
    return made


def test_what_is_used_is_the_sum_of_the_spans_in_which_a_person_could_have_moved():
    made_game, turns, stopped = game(), 0, 0
    games = [[with_pace(table, pace) for table in made_game] for pace in PACES]
    for number in range(SCHEDULES):
        made = lived(games[number % len(games)], f"{number}")
        events = (from_text(text) for _, text in made.log)
        used_up = [(event.seat, event.ms * MS) for event in events if isinstance(event, TimeUsed)]
        assert used_up == made.expected, f"schedule {number}"
        turns, stopped = turns + len(used_up), stopped + len(made.away)
    assert turns > 8 * SCHEDULES, "the schedules are long"
    assert stopped > SCHEDULES, "and full of absences"
