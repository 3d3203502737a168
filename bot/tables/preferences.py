"""What a person can set for themselves: typed words become a row of wishes, or a refusal that says what to type."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final

from bot.tables.errors import Refused
from bot.tables.schedule import REMINDERS, on_vacation, season, vacation_left, zone_of
from bot.texts import LANGUAGES
from data.store import PlayerRow
from render.theme import THEMES

_QUIET: Final = re.compile(r"([0-9]{1,2})(?::([0-5][0-9]))?\s*-\s*([0-9]{1,2})(?::([0-5][0-9]))?")
OFF: Final = "off"
AUTO: Final = "auto"
"""As it is set elsewhere: the language by Discord, the theme by the server."""


@dataclass(frozen=True, slots=True)
class PreferenceChange:
    """What somebody typed; `None` leaves a wish as it is."""

    notices: bool | None = None
    next_notice: bool | None = None
    reminders: str | None = None
    quiet: str | None = None
    zone: str | None = None
    vacation: str | None = None
    language: str | None = None
    theme: str | None = None


def with_change(player: PlayerRow, asked: PreferenceChange, now: datetime) -> PlayerRow:
    """The wishes with what was asked.

    Raises:
        Refused: `bad-quiet`, `bad-zone`, `bad-date`, `vacation-too-long`, `unknown-choice`.
    """
    if asked.notices is not None:
        player = replace(player, dm_rack=asked.notices, closed_dms_reported=False)
    if asked.next_notice is not None:
        player = replace(player, next_notice=asked.next_notice)
    if asked.reminders is not None:
        player = replace(player, reminders=one_of(tuple(REMINDERS), asked.reminders))
    if asked.language is not None:
        wanted = one_of((*LANGUAGES, AUTO), asked.language)
        player = replace(player, language=None if wanted == AUTO else wanted)
    if asked.theme is not None:
        wanted = one_of((*THEMES, AUTO), asked.theme)
        player = replace(player, theme=None if wanted == AUTO else wanted)
    if asked.zone is not None:
        player = replace(player, zone=_zone(asked.zone))
    if asked.quiet is not None:
        player = _with_quiet(player, asked.quiet.strip())
    if asked.vacation is not None:
        player = _with_vacation(player, asked.vacation.strip(), now)
    return player


def one_of(allowed: Iterable[str], value: str) -> str:
    """The value, if it is one of those that are offered.

    Raises:
        Refused: `unknown-choice`.
    """
    if value not in allowed:
        raise Refused("unknown-choice", text=value[:50])
    return value


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, such as `Europe/Berlin`."""
    return tuple(sorted(zoneinfo.available_timezones()))


def _zone(text: str) -> str:
    found = next((name for name in zones() if name.lower() == text.strip().lower()), None)
    if found is None:
        raise Refused("bad-zone")
    return found


def _with_quiet(player: PlayerRow, text: str) -> PlayerRow:
    if text.lower() == OFF:
        return replace(player, quiet_from=None, quiet_to=None)
    match = _QUIET.fullmatch(text)
    if match is None:
        raise Refused("bad-quiet")
    start, end = (int(match[at]) * 60 + int(match[at + 1] or 0) for at in (1, 3))
    if start > 24 * 60 or end > 24 * 60 or start % (24 * 60) == end % (24 * 60):
        raise Refused("bad-quiet")
    return replace(player, quiet_from=start % (24 * 60), quiet_to=end % (24 * 60))


def _with_vacation(player: PlayerRow, text: str, now: datetime) -> PlayerRow:
    """The wishes with a vacation from now to the end of a day in the person's zone, or back from one."""
    away = on_vacation(player, now)
    player = _back(player, now)
    if text.lower() == OFF:
        return player
    zone = zone_of(player)
    today = now.astimezone(zone).date()
    try:
        last = date.fromisoformat(text)
        until = datetime.combine(last + timedelta(days=1), time(), zone).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused("bad-date") from error
    # A day that has begun is used, so that it is not counted again where one vacation becomes another.
    days = (last - today).days + (0 if away else 1)
    if last < today:
        raise Refused("bad-date")
    if days > vacation_left(player, now):
        raise Refused("vacation-too-long", left=vacation_left(player, now))
    used = player.vacation_days if player.season == season(now) else 0
    return replace(player, vacation_until=until, vacation_days=used + days, season=season(now))


def _back(player: PlayerRow, now: datetime) -> PlayerRow:
    """The wishes without a vacation; the days of it that have not begun are given back."""
    if not on_vacation(player, now) or player.vacation_until is None:
        return replace(player, vacation_until=None)
    zone = zone_of(player)
    last = (player.vacation_until - timedelta(minutes=1)).astimezone(zone).date()
    unused = max(0, (last - now.astimezone(zone).date()).days)
    return replace(player, vacation_until=None, vacation_days=max(0, player.vacation_days - unused))


def clock_words(minute: int) -> str:
    """A minute of the day, such as `22:00`."""
    return f"{minute // 60:02}:{minute % 60:02}"
