"""Move times, reminders and quiet hours: when something is due. Pure: the present moment comes in as a value.

All moments are aware datetimes in UTC; only quiet hours are thought in a person's own time zone.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Annotated, Final

from data.store import PlayerRow

PACES: Final[Mapping[str, timedelta | None]] = {
    "none": None,
    "1h": timedelta(hours=1),
    "8h": timedelta(hours=8),
    "1d": timedelta(days=1),
    "2d": timedelta(days=2),
    "3d": timedelta(days=3),
    "7d": timedelta(days=7),
}
"""The move times that a table can have, by their names."""
PaceName = Annotated[str, frozenset(PACES)]
"""The name of one of `PACES`. What is stored with another one is neither written nor read."""

REMINDERS: Final[Mapping[str, tuple[float, ...]]] = {
    "off": (),
    "half": (0.5,),
    "late": (0.875,),
    "both": (0.5, 0.875),
}
"""At which parts of the move time somebody wants to be reminded, by the names of the wishes."""

NUDGE_EVERY: Final = timedelta(hours=12)
"""How often a table can be nudged."""
TAKEOVER_OFFER: Final = timedelta(days=7)
"""After how long without a clock the others may vote for an automatic player; also how long a lobby waits."""
LOBBY_WARNING: Final = timedelta(days=1)
"""How long before its end a lobby gets a warning."""
ABANDONED: Final = timedelta(days=60)
"""After how long without a move a game without a clock is stopped; with a clock automatic players bring it on."""
ABANDON_WARNING: Final = timedelta(days=7)
"""How long before that its players are told."""
REMATCH: Final = timedelta(days=7)
"""How long after the end of a game there can be a rematch."""
VACATION_DAYS: Final = 14
"""How many days of vacation a person has in a season, a quarter of the year."""
MISSED_IN_A_ROW: Final = 2
"""After how many missed turns in a row an automatic player holds the seat."""
_NIGHTS: Final = range(4)
"""The nights from now on in which quiet hours may end, or have begun; one in which the clocks change may do neither."""
OUTAGE: Final = timedelta(minutes=3)
"""From which absence of the bot on the running clocks are credited with it."""
OUTAGE_TOLD: Final = timedelta(hours=1)
"""From which absence on the tables are told of it."""


def grace(pace: timedelta) -> timedelta:
    """How long after the deadline, and the notice of it, the automatic player waits."""
    return min(pace / 4, timedelta(hours=12))


def start_of_turn(now: datetime, player: PlayerRow) -> datetime:
    """When the clock of a turn that begins now starts to run: after a vacation."""
    return max(now, player.vacation_until or now)


def reminders(start: datetime, pace: timedelta, player: PlayerRow) -> dict[float, datetime]:
    """When to remind of a turn, by the part of the move time that is over then.

    What falls into quiet hours waits for their end, or comes before they begin where that would be too late.
    """
    found: dict[float, datetime] = {}
    for part in REMINDERS.get(player.reminders, ()):
        at = reminder(start + pace * part, start, start + pace, player)
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
    local = at.astimezone(zone_of(player))
    minute = local.hour * 60 + local.minute
    return start <= minute < end if start < end else minute >= start or minute < end


def awake(at: datetime, player: PlayerRow) -> datetime:
    """The first full minute from `at` on that is not in the person's quiet hours; `at` itself where it is not."""
    if not is_quiet(at, player):
        return at
    ends = (end for days in _NIGHTS for end in _moments(at, days, player.quiet_to or 0, zone_of(player)))
    return next((end for end in ends if end > at and not is_quiet(end, player)), at)


def _before_quiet(at: datetime, player: PlayerRow) -> datetime:
    """The last minute before the quiet hours in which `at` lies."""
    starts = (start for days in _NIGHTS for start in _moments(at, -days, player.quiet_from or 0, zone_of(player))[::-1])
    minutes = (start - timedelta(minutes=1) for start in starts if start <= at)
    return next((minute for minute in minutes if not is_quiet(minute, player)), at)


def _moments(at: datetime, days: int, minute: int, zone: zoneinfo.ZoneInfo) -> list[datetime]:
    """A minute of a day, so many days after `at`, in a zone as UTC: one moment, but two when the clocks change then.

    It comes twice that night, or it is skipped; of a skipped one these are an hour before it and an hour after.
    """
    day = at.astimezone(zone).date() + timedelta(days=days)
    wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return sorted({wall.astimezone(UTC), wall.replace(fold=1).astimezone(UTC)})


def season(at: datetime) -> str:
    """The season of vacation days, such as `2026-4`."""
    return f"{at.year}-{(at.month - 1) // 3 + 1}"


def vacation_left(player: PlayerRow, now: datetime) -> int:
    """How many days of vacation a person still has this season."""
    used = player.vacation_days if player.season == season(now) else 0
    return max(0, VACATION_DAYS - used)


def on_vacation(player: PlayerRow, now: datetime) -> bool:
    """Whether a person's clocks stand still."""
    return player.vacation_until is not None and player.vacation_until > now


def stamp(at: datetime, style: str = "R") -> str:
    """A moment as Discord shows it in everybody's own time."""
    return f"<t:{int(at.timestamp())}:{style}>"
