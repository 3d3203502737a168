"""Values of settings as people type them, understood in every language of the bot at once.

Only what has one meaning is understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from functools import cache
from typing import Final, TypeVar

from bot.tables.errors import Refused
from bot.tables.schedule import DAY_MINUTES
from bot.texts.forms import locale
from bot.texts.languages import LANGUAGES, profile
from bot.texts.typed import folded, words_for

AUTO: Final = "auto"
"""As it is set elsewhere: the language by Discord, a person's theme by the server."""
ALL: Final = "all"
"""Typed in English: all are meant."""
OFF: Final = "off"
"""Typed in English: there shall be none."""

_YEAR: Final = r"(?P<year>[0-9]{4})"
_SHORT_YEAR: Final = r"(?P<year>[0-9]{4}|[0-9]{2})"
_MONTH: Final = r"(?P<month>[0-9]{1,2})"
_WORD: Final = r"(?P<month>[^\W\d_]{3,})\.?"
_DAY: Final = r"(?P<day>[0-9]{1,2})"
_NTH: Final = r"(?:\.|st|nd|rd|th|er|º|°)?"
_DATES: Final = tuple(
    re.compile(form)
    for form in (
        rf"{_YEAR}-{_MONTH}-{_DAY}",
        rf"{_YEAR}/{_MONTH}/{_DAY}",
        rf"{_YEAR}\.\s*{_MONTH}\.\s*{_DAY}\.?",
        *(
            rf"(?:{_YEAR}\s*{year}\s*)?{_MONTH}\s*{month}\s*{_DAY}\s*{day}"
            for year, month, day in filter(None, (profile(language).date for language in LANGUAGES))
        ),
        rf"{_DAY}\.\s*{_MONTH}(?:\.\s*{_SHORT_YEAR}?)?",
        rf"{_DAY}-{_MONTH}-{_YEAR}",
        rf"{_DAY}/{_MONTH}(?:/{_SHORT_YEAR})?",
        rf"{_MONTH}/{_DAY}(?:/{_SHORT_YEAR})?",
        rf"{_DAY}{_NTH}\s*{_WORD}(?:,?\s*{_YEAR})?",
        rf"{_WORD}\s*{_DAY}{_NTH}(?:,?\s+{_YEAR})?",
    )
)
"""The forms of a date; a text that has several meanings by them has none."""

_QUOTES: Final = " \"'\u2018\u2019“”„«»「」\u00a0"
"""What may be left around a word that was typed as a text names it, such as “off”."""

_Typed = TypeVar("_Typed")
_Kept = TypeVar("_Kept")
_Word = TypeVar("_Word", bound=str)


def changed(kept: _Kept, typed: _Typed | None, read: Callable[[_Typed], _Kept]) -> _Kept:
    """The value of a setting: the one that is typed, or the one that is kept where nothing is."""
    return kept if typed is None else read(typed)


# --- words ---------------------------------------------------------------------------------------------------------


def one_of(offered: Iterable[_Word], word: str) -> _Word:
    """The word among those that are offered.

    Raises:
        Refused: `unknown-choice`.
    """
    found = next((one for one in offered if one == word), None)
    if found is None:
        raise Refused("unknown-choice", text=word[:50])
    return found


def one_or_auto(offered: Iterable[str], word: str) -> str | None:
    """The word among those that are offered; `None` for `AUTO`.

    Raises:
        Refused: `unknown-choice`.
    """
    return None if word == AUTO else one_of(offered, word)


def is_off(text: str) -> bool:
    """Whether somebody typed that there shall be none."""
    return text.strip(_QUOTES).casefold() in words_for("off")


def is_all(text: str) -> bool:
    """Whether somebody typed that all are meant."""
    return text.strip(_QUOTES).casefold() in words_for("all")


def plain_words(text: str) -> str:
    """A text in lower case, with single spaces, straight apostrophes, and wide signs as the usual ones."""
    return " ".join(text.casefold().translate(_USUAL).split())


_USUAL: Final = {0x2019: "'", 0x301C: "~", **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}}
"""Wide digits and signs, as they are typed in Japanese, and the curved apostrophe."""


# --- dates ---------------------------------------------------------------------------------------------------------


def parsed_date(text: str, today: date) -> date | None:
    """The date that somebody typed: `2026-12-24`, `24.12.`, `24-12-2026`, `24 de diciembre`, `December 24, 2026`.

    Without a year it is the next such day. A date with slashes is understood where only one order makes sense.
    """
    typed = plain_words(text)
    if typed in words_for("today"):
        return today
    if typed in words_for("tomorrow"):
        return today + timedelta(days=1)
    articles = words_for("the")
    parts = " ".join(word for word in typed.split() if word not in words_for("of") | articles)
    parts = parts.removeprefix(next((word for word in articles if word.endswith("'") and parts.startswith(word)), ""))
    found = (form.fullmatch(parts) for form in _DATES)
    meant = {_day(match["year"], _month(match["month"]), int(match["day"]), today) for match in found if match}
    meant.discard(None)
    return meant.pop() if len(meant) == 1 else None


def _day(year: str | None, month: int, day: int, today: date) -> date | None:
    """A date, without a year the next one from today on; `None` where there is none."""
    years: Iterable[int] = (int(year) + (2000 if len(year) == 2 else 0),) if year else range(today.year, today.year + 2)
    for at in years:
        try:
            found = date(at, month, day)
        except ValueError:
            continue
        if year or found >= today:
            return found
    return None


def _month(text: str) -> int:
    """The number of a month, written as a number or as the beginning of its name in any language; 0 if it is none."""
    if text.isdecimal():
        return int(text)
    found = {number for name, number in _months() if name.startswith(folded(text))}
    return found.pop() if len(found) == 1 else 0


@cache
def _months() -> frozenset[tuple[str, int]]:
    """The names of months in all languages, with their numbers."""
    return frozenset(
        (folded(name), number)
        for language in LANGUAGES
        for use in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in locale(profile(language).cldr).months[use][width].items()
    )


# --- times of day --------------------------------------------------------------------------------------------------


def parsed_hours(text: str) -> tuple[int, int] | None:
    """The minutes of the day from and to which a span goes: `22-7`, `10pm to 7am`, `from 22 to 7`, `22 bis 7 Uhr`.

    24:00 is 0; a span of no length is `None`.
    """
    match = _span().fullmatch(plain_words(text))
    if match is None:
        return None
    start, end = (_minute(*(match[at + part] for part in range(4))) for at in (1, 5))
    return None if start is None or end is None or start == end else (start, end)


@cache
def _span() -> re.Pattern[str]:
    am, pm, clock, until, before, minutes = (
        "|".join(map(re.escape, sorted(words_for(kind), key=len, reverse=True)))
        for kind in ("am", "pm", "clock", "until", "before", "minutes")
    )
    minute = rf"(?:[:.h]|\s*(?:{clock})\s*)([0-5][0-9])(?:\s*(?:{minutes}))?"
    half = r"(am|pm|a\.m\.|p\.m\.)?"
    time = rf"({am}|{pm})?\s*([0-9]{{1,2}})(?:{minute})?\s*{half}(?:\s*(?:{clock}))?"
    return re.compile(rf"(?:(?:{before})\s+)?{time}\s*(?:[-~\u2010-\u2015]|{until})\s*{time}")


def _minute(before: str | None, hour: str, minute: str | None, after: str | None) -> int | None:
    """The minute of the day; a word before or after the number may say in which half of the day it is."""
    hours, minutes = int(hour), int(minute or 0)
    if before and after:
        return None
    if before or after:
        if not 1 <= hours <= 12:
            return None
        late = before in words_for("pm") or (after or "").startswith("p")
        hours = hours % 12 + (12 if late else 0)
    at = hours * 60 + minutes
    return at % DAY_MINUTES if at <= DAY_MINUTES else None
