"""What a person can set for themselves: typed words become a row of wishes, or a refusal that says what to type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final, TypeVar

from bot.tables.errors import Refused
from bot.tables.schedule import REMINDERS, on_vacation, season, vacation_left, zone_of
from bot.texts import LANGUAGES
from bot.texts.typed import is_off, parsed_date, parsed_hours
from bot.texts.zones import zone_named
from data.store import PlayerRow
from render.theme import THEMES

_Word = TypeVar("_Word", bound=str)

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
    confirm: bool | None = None
    listed: bool | None = None


def with_change(player: PlayerRow, asked: PreferenceChange, now: datetime) -> PlayerRow:
    """The wishes with what was asked.

    Raises:
        Refused: `bad-quiet`, `bad-zone`, `bad-date`, `vacation-too-long`, `unknown-choice`.
    """
    player = _with_switches(player, asked)
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


def _with_switches(player: PlayerRow, asked: PreferenceChange) -> PlayerRow:
    """The wishes with what is only on or off."""
    if asked.notices is not None:
        player = replace(player, dm_rack=asked.notices, closed_dms_reported=False)
    if asked.next_notice is not None:
        player = replace(player, next_notice=asked.next_notice)
    if asked.confirm is not None:
        player = replace(player, confirm_placing=asked.confirm)
    if asked.listed is not None:
        player = replace(player, unlisted=not asked.listed)
    return player


def one_of(offered: Iterable[_Word], word: str) -> _Word:
    """The word among those that are offered.

    Raises:
        Refused: `unknown-choice`.
    """
    found = next((one for one in offered if one == word), None)
    if found is None:
        raise Refused("unknown-choice", text=word[:50])
    return found


def _zone(text: str) -> str:
    found = zone_named(text)
    if found is None:
        raise Refused("bad-zone")
    return found


def _with_quiet(player: PlayerRow, text: str) -> PlayerRow:
    if is_off(text):
        return replace(player, quiet_from=None, quiet_to=None)
    hours = parsed_hours(text)
    if hours is None:
        raise Refused("bad-quiet")
    return replace(player, quiet_from=hours[0], quiet_to=hours[1])


def _with_vacation(player: PlayerRow, text: str, now: datetime) -> PlayerRow:
    """The wishes with a vacation from now to the end of a day in the person's zone, or back from one."""
    away = on_vacation(player, now)
    player = _back(player, now)
    if is_off(text):
        return player
    zone = zone_of(player)
    today = now.astimezone(zone).date()
    last = parsed_date(text, today)
    if last is None:
        raise Refused("bad-date")
    try:
        until = datetime.combine(last + timedelta(days=1), time(), zone).astimezone(UTC)
    except OverflowError as error:
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
