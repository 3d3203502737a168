"""What a person can set for themselves: typed words become a row, or a refusal that says what to type."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final

from bot.settings.typed import changed, is_off, one_of, one_or_auto, parsed_date, parsed_hours
from bot.settings.zones import zone_named
from bot.tables.daily import HALF_A_DAY
from bot.tables.errors import Refused
from bot.tables.schedule import REMINDERS, Outages, latest_return, season, vacation_left, vacation_used, zone_of
from bot.texts import LANGUAGES
from data.store import PlayerRow, Vacation
from render.theme import THEME_NAMES

_SET_BACK: Final = timedelta(hours=1)
"""By how much fourteen days are longer where clocks are set back; a vacation ends so much earlier then."""


@dataclass(frozen=True, slots=True)
class PreferenceChange:
    """What somebody typed; `None` leaves a setting as it is."""

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


def with_change(player: PlayerRow, asked: PreferenceChange, now: datetime, outages: Outages = ()) -> PlayerRow:
    """The settings with what was asked; the bot was away in the `outages`, which are no vacation.

    Raises:
        Refused: `bad-quiet`, `bad-zone`, `bad-date`, `vacation-too-long`, `unknown-choice`.
    """
    player = replace(
        player,
        dm_rack=changed(player.dm_rack, asked.notices, bool),
        closed_dms_reported=player.closed_dms_reported and asked.notices is None,
        next_notice=changed(player.next_notice, asked.next_notice, bool),
        confirm_placing=changed(player.confirm_placing, asked.confirm, bool),
        unlisted=changed(player.unlisted, asked.listed, lambda listed: not listed),
        reminders=changed(player.reminders, asked.reminders, lambda word: one_of(REMINDERS, word)),
        language=changed(player.language, asked.language, lambda word: one_or_auto(LANGUAGES, word)),
        theme=changed(player.theme, asked.theme, lambda word: one_or_auto(THEME_NAMES, word)),
        zone=changed(player.zone, asked.zone, _zone),
    )
    if asked.quiet is not None:
        player = _with_quiet(player, asked.quiet.strip())
    if asked.vacation is not None:
        player = _with_vacation(player, asked.vacation.strip(), now, outages)
    return player


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


def _with_vacation(player: PlayerRow, text: str, now: datetime, outages: Outages) -> PlayerRow:
    """The settings with a vacation from now to the end of a day in the person's zone, or back from one."""
    player = _back(player, now, outages)
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
    if last < today:
        raise Refused("bad-date")
    latest = latest_return(player, now, outages)
    if until > latest + _SET_BACK or latest <= now:
        raise Refused("vacation-too-long", left=vacation_left(player, now, outages))
    return replace(player, vacation_from=now, vacation_until=min(until, latest))


def _back(player: PlayerRow, now: datetime, outages: Outages) -> PlayerRow:
    """The settings without a vacation; of one that goes on, the time until now is used."""
    if player.vacation_until is None:
        return player
    ended = replace(player, vacation_until=min(player.vacation_until, now))
    used = vacation_used(ended, now, outages)
    return replace(player, vacation_from=None, vacation_until=None, vacation_used=used, season=season(now))


def vacations(before: PlayerRow, after: PlayerRow, now: datetime) -> list[Vacation]:
    """What a change of the settings makes of vacations: the one before ends now, and another begins.

    One of which less than half a day is left has no length: it could excuse no day.
    """
    found: list[Vacation] = []
    if before.vacation_from == after.vacation_from:
        return found
    if before.vacation_from and before.vacation_until:
        until = min(before.vacation_until, now)
        began = before.vacation_from
        found.append(Vacation(began, until if until - began >= HALF_A_DAY else began))
    if after.vacation_from and after.vacation_until:
        found.append(Vacation(after.vacation_from, after.vacation_until))
    return found


def clock_words(minute: int) -> str:
    """A minute of the day, such as `22:00`."""
    return f"{minute // 60:02}:{minute % 60:02}"
