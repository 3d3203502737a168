"""The daily challenge: a solo game that everybody plays once, with the same tiles in the same order.

Pure. A try is no game of the log: it has a row of its own, so nothing that shows games can show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Final

from bot.tables.errors import Refused
from bot.tables.events import Opened, Seat
from bot.tables.table import NO_GAME, Table
from data.daily import DailyResult, DailyTry
from data.ids import Seq, UserId
from game import rules
from game.bag import seeded
from game.events import Dealt, Event, Intent, Place, Placed
from game.modes import MODES
from game.record import from_json, to_json

MODE: Final = MODES["solo"]
_MICROSECOND: Final = timedelta(microseconds=1)
HALF_A_DAY: Final = timedelta(hours=12)
"""From how much of a day on that nobody could play, or that was vacation, it breaks no streak."""


def ends_at(day: date) -> datetime:
    """When a day is over that begins at this date of UTC: the next midnight."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try with its events read."""

    row: DailyResult
    events: tuple[Event, ...]

    @property
    def day(self) -> date:
        """The day of which it is."""
        return date.fromisoformat(self.row.day)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.row.ended_at is not None

    def called(self, name: str) -> Attempt:
        """The same under the name that its person has where it is shown."""
        return replace(self, row=replace(self.row, name=name))

    @property
    def table(self) -> Table:
        """The try as a table of one person, for panel and pictures."""
        return self.table_with(b"")

    def table_with(self, seed: bytes) -> Table:
        """The same with the seed of its bag, for the record of a day that is over."""
        opened = Opened(self.row.user, MODE.name, 1, hints=False)
        state = rules.fold(self.events)
        return Table(
            NO_GAME,
            opened,
            seq=Seq(len(self.events)),
            seats=(Seat(self.row.user, self.row.name),),
            events=self.events,
            state=state,
            last_public_state=state,
            seed=seed,
        )

    @property
    def stored(self) -> DailyTry:
        """The try as the store keeps it."""
        return DailyTry(self.row, tuple(to_json(event) for event in self.events))


def read(kept: DailyTry) -> Attempt:
    """A stored try; raises `ValueError` for a damaged one."""
    return Attempt(kept.row, tuple(from_json(text) for text in kept.events))


def begin(day: date, user: UserId, name: str, seed: bytes) -> Attempt:
    """A new try: the deal of the day."""
    return Attempt(DailyResult(day.isoformat(), user, name), (_deal(seed),))


def can_go_on(attempt: Attempt, seed: bytes) -> bool:
    """Whether a try goes on with this seed: it has not ended, and was dealt from its bag."""
    return not attempt.over and attempt.events[:1] == (_deal(seed),)


def _deal(seed: bytes) -> Dealt:
    return rules.deal(MODE, 1, seeded(seed))


def play(attempt: Attempt, version: int, intent: Intent, seed: bytes, now: datetime) -> Attempt:
    """The try after a placement, or after its end by resigning.

    Raises:
        Refused: `daily-ended`, or `moved-on` when the position is not the one of `version`.
        Illegal: the rules forbid it.
    """
    if attempt.over:
        raise Refused("daily-ended")
    state = rules.fold(attempt.events)
    if version != state.position.version:
        raise Refused("moved-on")
    bag = seeded(seed, attempt.events)
    made = rules.decide(state, 0, intent, bag)
    after = replace(attempt, events=(*attempt.events, *made))
    position = rules.fold(after.events).position
    if position.ending is None:
        return after
    counts = now < ends_at(attempt.day)
    row = replace(attempt.row, ended_at=now, counts=counts, result=position.pegs(0))
    return replace(after, row=row)


def is_made(attempt: Attempt, intent: Place) -> bool:
    """Whether this very placement is the last one: a second press of the same button asks for it again."""
    placed = [event for event in attempt.events if isinstance(event, Placed)]
    return bool(placed) and (placed[-1].tile, placed[-1].at) == (intent.tile, intent.at)


@dataclass(frozen=True, slots=True)
class Summary:
    """What somebody has reached over the days."""

    days: int = 0
    streak: int = 0
    """How many days in a row they have finished, today or yesterday the last."""
    vacation: int = 0
    """How many days of vacation lie in these, or after them."""
    best: int | None = None
    best_day: date | None = None


def summary(
    history: Iterable[DailyResult], today: date, excused: Container[date] = (), vacation: Container[date] = ()
) -> Summary:
    """What all tries of a person add up to, without those that do not count.

    `excused` days, and those of their `vacation`, break no streak.
    """
    found = {date.fromisoformat(one.day): one for one in history if one.counts}
    streak, away = _streak(found, today, excused, vacation)
    best = max(found, key=lambda day: (sorted(found[day].result), -day.toordinal()), default=None)
    return Summary(len(found), streak, away, None if best is None else found[best].lowest, best)


def _streak(days: Container[date], today: date, excused: Container[date], vacation: Container[date]) -> tuple[int, int]:
    """How many of these days follow each other up to today, or to yesterday where today is not one of them yet.

    A day that is excused, or of a vacation, neither breaks a streak nor lengthens it; the second number is how many
    of a vacation there are after the first of the days.
    """
    day = today if today in days else today - timedelta(days=1)
    streak = away = later = 0
    while day in days or day in excused or day in vacation:
        if day in days:
            streak, away = streak + 1, later
        elif day in vacation:
            later += 1
        day -= timedelta(days=1)
    return streak, away


def excused_days(spans: Iterable[tuple[datetime, datetime]]) -> frozenset[date]:
    """The days of UTC of which half or more lies in these spans of time: the bot, or a person, was away."""
    missed = Counter[date]()
    reached = datetime.min.replace(tzinfo=UTC)
    for began, ended in sorted(spans):
        at = max(began, reached)
        while at < ended:
            until = min(ended, ends_at(at.date()))
            missed[at.date()] += (until - at) // _MICROSECOND
            at = until
        reached = max(reached, ended)
    return frozenset(day for day, time in missed.items() if time * _MICROSECOND >= HALF_A_DAY)


def last_open_day(today: date, excused: Container[date]) -> date:
    """The last day before today on which people could play."""
    day = today - timedelta(days=1)
    while day in excused:
        day -= timedelta(days=1)
    return day


@dataclass(frozen=True, slots=True)
class Streak:
    """How many days in a row somebody has finished, up to yesterday: two at least."""

    user: UserId
    name: str
    days: int


def streaks_to_keep(
    before: Iterable[DailyResult],
    finished: Mapping[UserId, Collection[date]],
    today: date,
    excused: Container[date] = (),
    vacations: Mapping[UserId, Collection[date]] = MappingProxyType({}),
) -> list[Streak]:
    """The streaks of those who finished the day `before` and not yet today, the longest first.

    `finished` has the days that count of each of them; `excused` days and those of their `vacations` break no streak.
    Who is on vacation today loses nothing.
    """
    found: list[Streak] = []
    for one in before:
        had, away = set(finished.get(one.user, ())), vacations.get(one.user, ())
        if today not in had and today not in away:
            found.append(Streak(one.user, one.name, _streak(had, today, excused, away)[0]))
    return sorted((one for one in found if one.days > 1), key=lambda one: -one.days)


def ranked(results: Sequence[DailyResult]) -> list[DailyResult]:
    """The results of a day, the best first: the lowest colours compared from the lowest up, then who was first."""
    return sorted(results, key=lambda one: [-peg for peg in sorted(one.result)])
