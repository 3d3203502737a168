"""Reminders, quiet hours and vacations: when something is due. Pure: the present moment comes in as a value.

All moments are aware datetimes in UTC; only quiet hours are thought in a person's own time zone.
"""

from __future__ import annotations

import zoneinfo
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.tables.pace import Pace
from data.store import PlayerRow

REMINDERS: Final[Mapping[str, tuple[float, ...]]] = {
    "off": (),
    "half": (0.5,),
    "late": (0.875,),
    "both": (0.5, 0.875),
}
"""At which parts of the time of a turn somebody wants to be reminded, by the names of the preferences."""

NUDGE_EVERY: Final = timedelta(hours=12)
"""How often a table can be nudged."""
TAKEOVER_OFFER: Final = timedelta(days=7)
"""After how long without a clock the others may vote for a bot; also how long a lobby waits."""
LOBBY_WARNING: Final = timedelta(days=1)
"""How long before its end a lobby gets a warning."""
ABANDONED: Final = timedelta(days=60)
"""After how long without a move a game without a clock is stopped; with a clock bots bring it on."""
ABANDON_WARNING: Final = timedelta(days=7)
"""How long before that its players are warned."""
REMATCH: Final = timedelta(days=7)
"""How long after the end of a game there can be a rematch."""
VACATION: Final = timedelta(days=14)
"""How much vacation a person has in a season, a quarter of the year in UTC; a day is 24 hours in every zone."""
_NEXT_SEASON: Final = timedelta(days=93)
"""From the start of a season into the next one, whichever they are."""
DAY_MINUTES: Final = 24 * 60
MISSED_IN_A_ROW: Final = 2
"""After how many missed turns in a row a bot holds the seat."""
OUTAGE: Final = timedelta(minutes=3)
"""From which absence of the bot on the running clocks are credited with it."""
OUTAGE_TOLD: Final = timedelta(hours=1)
"""From which absence on the tables announce it."""

Outages = Iterable[tuple[datetime, datetime]]
"""From when until when the bot was away."""


def grace(pace: Pace) -> timedelta:
    """How long after the deadline, and the notice of it, a bot waits to place."""
    return min(pace.total / 4, timedelta(hours=12))


def start_of_turn(now: datetime, player: PlayerRow) -> datetime:
    """When the clock of a turn that begins now starts to run: after a vacation."""
    return max(now, player.vacation_until or now)


def reminders(start: datetime, time: timedelta, player: PlayerRow) -> dict[float, datetime]:
    """When to remind of a turn that has so much time, by the part of it that is over then.

    What falls into quiet hours waits for their end, or comes before they begin where that would be too late.
    """
    found: dict[float, datetime] = {}
    for part in REMINDERS.get(player.reminders, ()):
        at = reminder(start + time * part, start, start + time, player)
        if at is not None and at not in found.values():
            found[part] = at
    return found


def reminder(at: datetime, earliest: datetime, deadline: datetime, player: PlayerRow) -> datetime | None:
    """The moment of a reminder outside quiet hours; `None` where all the time that is left is quiet."""
    later = awake(at, player)
    if later < deadline:
        return later
    before = _before_quiet(at, player)
    return before if before > earliest else None


def zone_of(player: PlayerRow) -> zoneinfo.ZoneInfo:
    """A person's time zone, UTC where none is known."""
    try:
        return zoneinfo.ZoneInfo(player.zone or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return zoneinfo.ZoneInfo("UTC")


def is_quiet(at: datetime, player: PlayerRow) -> bool:
    """Whether a moment is in the person's quiet hours."""
    start, end = player.quiet_from, player.quiet_to
    if start is None or end is None or start == end:
        return False
    minute = _wall_minute(at, zone_of(player))
    return start <= minute < end if start < end else minute >= start or minute < end


def awake(at: datetime, player: PlayerRow) -> datetime:
    """The first full minute from `at` on that is not in the person's quiet hours; `at` itself where it is not."""
    zone = zone_of(player)
    while is_quiet(at, player):
        at = at.replace(second=0, microsecond=0)
        end = at + timedelta(minutes=((player.quiet_to or 0) - _wall_minute(at, zone)) % DAY_MINUTES)
        at = _clock_change(at, end, zone) or end
    return at


def _before_quiet(at: datetime, player: PlayerRow) -> datetime:
    """The last minute before the quiet hours in which `at` lies."""
    zone = zone_of(player)
    while is_quiet(at, player):
        at = at.replace(second=0, microsecond=0)
        before = at - timedelta(minutes=(_wall_minute(at, zone) - (player.quiet_from or 0)) % DAY_MINUTES + 1)
        change = _clock_change(before, at, zone)
        at = change - timedelta(minutes=1) if change else before
    return at


def _wall_minute(at: datetime, zone: zoneinfo.ZoneInfo) -> int:
    """The minute of the day that a clock in this zone shows."""
    local = at.astimezone(zone)
    return local.hour * 60 + local.minute


def _clock_change(start: datetime, end: datetime, zone: zoneinfo.ZoneInfo) -> datetime | None:
    """The first minute after `start`, and not after `end`, in which clocks are set forward or back; less than a day."""

    def offset(minutes: int) -> timedelta | None:
        return (start + timedelta(minutes=minutes)).astimezone(zone).utcoffset()

    minutes = range((end - start) // timedelta(minutes=1) + 1)
    changed = bisect_left(minutes, True, key=lambda at: offset(at) != offset(0))
    return None if changed == len(minutes) else start + timedelta(minutes=changed)


def season(at: datetime) -> str:
    """The season of vacation days, such as `2026-4`."""
    return f"{at.year}-{(at.month - 1) // 3 + 1}"


def _season_start(at: datetime) -> datetime:
    return datetime(at.year, (at.month - 1) // 3 * 3 + 1, 1, tzinfo=UTC)


def vacation_used(player: PlayerRow, now: datetime, outages: Outages = ()) -> timedelta:
    """How much vacation of this season a person has used, or is about to use in the one that goes on.

    Time at which the bot was away is not used.
    """
    used = player.vacation_used if player.season == season(now) else timedelta()
    if player.vacation_from is None or player.vacation_until is None:
        return used
    start = _season_start(now)
    end = min(player.vacation_until, _season_start(start + _NEXT_SEASON))
    return used + _outside(max(player.vacation_from, start), end, outages)


def _outside(start: datetime, end: datetime, outages: Outages) -> timedelta:
    """How much of a span of time lies in none of these, which may overlap."""
    outside = timedelta()
    for began, ended in sorted(outages):
        outside += max(timedelta(), min(began, end) - start)
        start = max(start, ended)
    return outside + max(timedelta(), end - start)


def vacation_left(player: PlayerRow, now: datetime, outages: Outages = ()) -> int:
    """How many whole days of vacation a person still has this season."""
    return max(timedelta(), VACATION - vacation_used(player, now, outages)) // timedelta(days=1)


def latest_return(player: PlayerRow, now: datetime, outages: Outages = ()) -> datetime:
    """Until when a vacation that begins now can last: what is left of this season, and then all of the next one."""
    latest = now + max(timedelta(), VACATION - vacation_used(player, now, outages))
    edge = _season_start(_season_start(now) + _NEXT_SEASON)
    return edge + VACATION if latest >= edge else latest


def on_vacation(player: PlayerRow, now: datetime) -> bool:
    """Whether a person's clocks stand still."""
    return player.vacation_until is not None and player.vacation_until > now


def stamp(at: datetime, style: str = "R") -> str:
    """A moment as Discord shows it in everybody's own time."""
    return f"<t:{int(at.timestamp())}:{style}>"


def last_day(until: datetime) -> str:
    """The last day before a midnight, as Discord shows it: the last day of a vacation that ends then."""
    return stamp(until - timedelta(minutes=1), "D")
