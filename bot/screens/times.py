"""Lengths of time and paces in words."""

from __future__ import annotations

from datetime import timedelta

from bot.tables.pace import pace_of
from bot.tables.table import Table
from bot.texts import Texts, plain

_UNITS = (("days", timedelta(days=1)), ("hours", timedelta(hours=1)), ("minutes", timedelta(minutes=1)))


def duration(time: timedelta, texts: Texts) -> str:
    """A length of time in its two largest units, such as "2 days 4 hours"; less than a minute is 0 minutes."""
    at = next((at for at, (_, unit) in enumerate(_UNITS) if time >= unit), len(_UNITS) - 1)
    parts: list[str] = []
    for name, unit in _UNITS[at : at + 2]:
        number, time = divmod(time, unit)
        if number or not parts:
            parts.append(texts(f"time.{name}", **{name: number}))
    return parts[0] if len(parts) == 1 else texts("time.two", first=parts[0], second=parts[1])


def pace_words(name: str, texts: Texts) -> str:
    """A pace in a menu: a time a move by its length, a time bank by its three."""
    pace = pace_of(name)
    if pace is None:
        return texts(f"choice.{name}")
    if not pace.is_bank:
        return duration(pace.total, texts)
    total, increment, cap = (duration(time, texts) for time in (pace.total, pace.increment, pace.cap))
    return texts("lobby.pace.bank", total=total, increment=increment, cap=cap)


def terms_words(name: str, texts: Texts) -> str:
    """A pace among the terms of a lobby."""
    pace = pace_of(name)
    if pace is None:
        return texts(f"lobby.pace.{name}")
    words = pace_words(name, texts)
    return words if pace.is_bank else texts("lobby.pace.limited", time=words)


def left_line(table: Table, seat: int, time: timedelta, texts: Texts) -> str:
    """Who has how much of their time bank left."""
    return texts("time.left", name=plain(table.short_names[seat]), time=duration(time, texts))


def others_left(table: Table, texts: Texts) -> str:
    """How much of their time banks the people have left who are not on turn; empty where nothing is saved."""
    if table.pace is None or not table.pace.is_bank:
        return ""
    seats = [at for at, seat in enumerate(table.seats) if seat.user is not None and not table.is_bot(at)]
    lines = (left_line(table, at, table.time_left[at], texts) for at in seats if at != table.public.seat)
    return " · ".join(lines)
