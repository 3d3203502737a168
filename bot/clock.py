"""Move times, reminders and quiet hours: when something is due. Pure: the present moment comes in as a value.

All moments are aware datetimes in UTC; only quiet hours are thought in a person's own time zone.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

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

REMINDERS: Final[Mapping[str, tuple[float, ...]]] = {
    "off": (),
    "half": (0.5,),
    "late": (0.875,),
    "both": (0.5, 0.875),
}
"""At which parts of the move time somebody wants to be reminded, by the names of the wishes."""

NUDGE_EVERY: Final = timedelta(hours=12)
"""How often a table can be nudged."""
IDLE: Final = timedelta(days=7)
"""After how long without a clock the others may vote for an automatic player; also how long a lobby waits."""
LOBBY_WARNING: Final = timedelta(days=1)
"""How long before its end a lobby is told of it."""
REMATCH: Final = timedelta(days=7)
"""How long a rematch waits for everybody."""
VACATION_DAYS: Final = 14
"""How many days of vacation a person has in a season, a quarter of the year."""
MISSED_IN_A_ROW: Final = 2
"""After how many missed turns in a row an automatic player holds the seat."""
OUTAGE: Final = timedelta(minutes=3)
"""From which absence of the bot on the running clocks are credited with it."""
OUTAGE_TOLD: Final = timedelta(hours=1)
"""From which absence on the tables are told of it."""


def grace(pace: timedelta) -> timedelta:
    """How long after the deadline, and the notice of it, the automatic player waits."""
    return min(pace / 4, timedelta(hours=12))


@dataclass(frozen=True, slots=True)
class Due:
    """When a turn is due, and when to remind before."""

    deadline: datetime
    reminders: tuple[datetime, ...]


def turn_due(now: datetime, pace: timedelta, player: PlayerRow) -> Due:
    """The times of a turn that begins now; a vacation comes first, and reminders keep out of quiet hours."""
    start = max(now, player.vacation_until or now)
    deadline = start + pace
    times = (awake(start + pace * part, player) for part in REMINDERS.get(player.reminders, ()))
    return Due(deadline, tuple(dict.fromkeys(at for at in times if at < deadline)))


def zone_of(player: PlayerRow) -> zoneinfo.ZoneInfo:
    """A person's time zone, UTC where none is known."""
    try:
        return zoneinfo.ZoneInfo(player.zone or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return zoneinfo.ZoneInfo("UTC")


def awake(at: datetime, player: PlayerRow) -> datetime:
    """The first moment from `at` on that is not in the person's quiet hours."""
    start, end = player.quiet_from, player.quiet_to
    if start is None or end is None or start == end:
        return at
    local = at.astimezone(zone_of(player))
    minute = local.hour * 60 + local.minute
    quiet = start <= minute < end if start < end else minute >= start or minute < end
    if not quiet:
        return at
    day = local.date() + timedelta(days=1) if start > end and minute >= start else local.date()
    return _local(day, end, zone_of(player))


def _local(day: date, minute: int, zone: zoneinfo.ZoneInfo) -> datetime:
    """A minute of a day in a zone as UTC; one that the clocks skip is the moment after the skip."""
    wall = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return wall.astimezone(UTC)


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
