"""Paces as people type them, understood in every language of the bot at once.

Such as `2 days a move`, `3 days + 12 hours, at most 7 days`. Only what has one meaning is understood: two lengths of
time with nothing but a space between them could be one.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import cache
from typing import Literal

from bot.settings.typed import is_off, plain_words
from bot.tables.errors import Refused
from bot.tables.pace import MOVE_TIMES, NO_CLOCK, PACES, Pace, is_pace, name_of_bank
from bot.texts import LANGUAGES, texts
from bot.texts.typed import words_for

_UNITS: tuple[tuple[Literal["hours", "days", "weeks"], timedelta], ...] = (
    ("hours", timedelta(hours=1)),
    ("days", timedelta(days=1)),
    ("weeks", timedelta(weeks=1)),
)


def pace_named(text: str) -> str:
    """The name of the pace that somebody typed.

    Raises:
        Refused: `bad-pace`.
    """
    found = parsed_pace(text)
    if found is None:
        raise Refused("bad-pace")
    return found


def parsed_pace(text: str) -> str | None:
    """The name of the pace that somebody typed; `None` where it has no single meaning, or cannot be played.

    Without a cap nobody ever has more than they began with, or than a move adds where that is more.
    """
    typed = plain_words(text)
    if is_pace(typed.replace(" ", "")):
        return typed.replace(" ", "")
    if is_off(text) or typed in _no_clock():
        return NO_CLOCK
    match = _form().fullmatch(typed)
    if match is None:
        return None
    times = [_time(number, unit) for number, unit in zip(match.groups()[::2], match.groups()[1::2], strict=True)]
    total, increment, cap = times
    if total is None:
        return None
    if increment is None:
        return _named(Pace(total, total, total))
    return _named(Pace(total, increment, max(total, increment) if cap is None else cap))


def _named(pace: Pace) -> str | None:
    """The name of a pace; `None` for a time a move that is not offered, and a time bank that cannot be played."""
    if not pace.is_bank:
        return next((name for name, offered in MOVE_TIMES.items() if offered == pace), None)
    try:
        return name_of_bank(pace)
    except ValueError:
        return None


def paces_like(typed: str) -> list[str]:
    """The names of the paces to suggest: the one that was typed, then those that are offered."""
    found = parsed_pace(typed) if typed.strip() else None
    return list(dict.fromkeys(([found] if found else []) + list(PACES)))


@cache
def _no_clock() -> frozenset[str]:
    keys = ("choice.none", "lobby.pace.none")
    return frozenset(plain_words(texts(language)(key)) for language in LANGUAGES for key in keys)


def _time(number: str | None, unit: str | None) -> timedelta | None:
    if number is None or unit is None:
        return None
    return next(int(number) * length for kind, length in _UNITS if unit in words_for(kind))


@cache
def _form() -> re.Pattern[str]:
    """A length of time, then what a move adds, then at most how much; the last two may be missing."""
    time = rf"([0-9]{{1,3}})\s*({_any('hours', 'days', 'weeks')})"
    a_move = rf"\s*(?:{_any('a_move')})?\s*"
    added = rf"{a_move}(?:[+,;/、]\s*(?:{_any('plus')})?|(?:{_any('plus')})(?![^\W\d_])){a_move}{time}{a_move}"
    most = _any("at_most")
    capped = rf"(?:[,;/、]\s*(?:{most})?|{most})\s*{time}\s*(?:{most})?"
    return re.compile(rf"{a_move}{time}(?:{a_move}|{added}(?:{capped})?)")


def _any(*kinds: Literal["hours", "days", "weeks", "a_move", "at_most", "plus"]) -> str:
    words = sorted({word for kind in kinds for word in words_for(kind)}, key=len, reverse=True)
    return "|".join(map(re.escape, words))
