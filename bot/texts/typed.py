"""What people type, understood in every language of the bot at once: dates, times, tiles, names, "off" and "all".

Only what has one meaning is understood; everything else is `None`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache, lru_cache
from typing import Final, Literal, cast

from bot.texts.forms import locale
from bot.texts.languages import LANGUAGES, Language, profile, source
from game.tiles import COLOURS, Colour, Tile

DAY_MINUTES: Final = 24 * 60

_YEAR: Final = r"(?P<year>[0-9]{4})"
_MONTH: Final = r"(?P<month>[0-9]{1,2})"
_WORD: Final = r"(?P<month>[^\W\d_]{3,})\.?"
_DAY: Final = r"(?P<day>[0-9]{1,2})"
_NTH: Final = r"(?:\.|st|nd|rd|th|er|º|°)?"
_DATES: Final = tuple(
    re.compile(form)
    for form in (
        rf"{_YEAR}-{_MONTH}-{_DAY}",
        rf"{_DAY}\.\s*{_MONTH}(?:\.\s*{_YEAR}?)?",
        rf"{_DAY}-{_MONTH}-{_YEAR}",
        rf"{_DAY}/{_MONTH}(?:/{_YEAR})?",
        rf"{_MONTH}/{_DAY}(?:/{_YEAR})?",
        rf"{_DAY}{_NTH}\s*{_WORD}(?:,?\s*{_YEAR})?",
        rf"{_WORD}\s*{_DAY}{_NTH}(?:,?\s+{_YEAR})?",
    )
)
"""The forms of a date; a text that has several meanings by them has none."""


# --- names ---------------------------------------------------------------------------------------------------------


_QUOTES: Final = " \"'\u2018\u2019“”„«»\u00a0"
"""What may be left around a word that was typed as a text names it, such as “off”."""
_BARRED: Final = str.maketrans("łøđ", "lod")
"""Letters whose stroke Unicode does not take for an accent."""


@lru_cache(maxsize=2048)
def folded(text: str) -> str:
    """A text without case, accents and punctuation: `São_Paulo` is `sao paulo`, `żółty` is `zolty`."""
    bare = unicodedata.normalize("NFKD", text.casefold()).translate(_BARRED)
    letters = (char for char in bare if not unicodedata.combining(char))
    return " ".join("".join(char if char.isalnum() else " " for char in letters).split())


def matches(typed: str, candidate: str) -> bool:
    """Whether a suggestion fits what was typed so far: each typed word begins one of its words.

    Case, accents and punctuation do not matter, nor whether words are written as one: `new york` and `newyork` fit
    `America/New_York`.
    """
    words = folded(candidate).split()
    wanted = folded(typed).split()
    if all(any(word.startswith(part) for word in words) for part in wanted):
        return True
    together = "".join(wanted)
    return any("".join(words[at:]).startswith(together) for at in range(len(words)))


# --- words ---------------------------------------------------------------------------------------------------------


@cache
def _words(kind: Literal["all", "off", "today", "tomorrow", "until", "clock", "of"]) -> frozenset[str]:
    """The words of all languages for something."""
    return frozenset(word for language in LANGUAGES for word in getattr(profile(language), kind))


def is_off(text: str) -> bool:
    """Whether somebody typed that there shall be none."""
    return text.strip(_QUOTES).casefold() in _words("off")


def is_all(text: str) -> bool:
    """Whether somebody typed that all are meant."""
    return text.strip(_QUOTES).casefold() in _words("all")


# --- tiles ---------------------------------------------------------------------------------------------------------


def parsed_tile(text: str) -> Tile | None:
    """The tile that somebody typed, in codes or names of colours: `RB`, `red blue`, `GeB`, `gelb-blau`."""
    typed = folded(text).replace(" ", "")
    meant = {
        Tile(first, second)
        for language in LANGUAGES
        for at in range(1, len(typed))
        if (first := _colours(language).get(typed[:at])) is not None
        and (second := _colours(language).get(typed[at:])) is not None
    }
    return meant.pop() if len(meant) == 1 else None


@cache
def _colours(language: Language) -> dict[str, Colour]:
    """The colours of a language by their codes and names."""
    tables = (cast("dict[str, str]", source(language)[table]) for table in ("code", "textboard"))
    return {folded(table[colour.name.lower()]): colour for table in tables for colour in COLOURS}


# --- dates ---------------------------------------------------------------------------------------------------------


def parsed_date(text: str, today: date) -> date | None:
    """The date that somebody typed: `2026-12-24`, `24.12.`, `24-12-2026`, `24 de diciembre`, `December 24, 2026`.

    Without a year it is the next such day. A date with slashes is understood where only one order makes sense.
    """
    typed = " ".join(text.casefold().split())
    if typed in _words("today"):
        return today
    if typed in _words("tomorrow"):
        return today + timedelta(days=1)
    parts = " ".join(word for word in typed.split() if word not in _words("of"))
    found = (form.fullmatch(parts) for form in _DATES)
    meant = {_day(match["year"], _month(match["month"]), int(match["day"]), today) for match in found if match}
    meant.discard(None)
    return meant.pop() if len(meant) == 1 else None


def _day(year: str | None, month: int, day: int, today: date) -> date | None:
    """A date, without a year the next one from today on; `None` where there is none."""
    years: Iterable[int] = (int(year),) if year else range(today.year, today.year + 2)
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
    """The minutes of the day from and to which a span goes: `22-7`, `22:00-07:00`, `10pm to 7am`, `22 bis 7 Uhr`.

    24:00 is 0; a span of no length is `None`.
    """
    match = _span().fullmatch(" ".join(text.casefold().split()))
    if match is None:
        return None
    start, end = (_minute(match[at], match[at + 1], match[at + 2]) for at in (1, 4))
    return None if start is None or end is None or start == end else (start, end)


@cache
def _span() -> re.Pattern[str]:
    clock = "|".join(map(re.escape, sorted(_words("clock"), key=len, reverse=True)))
    until = "|".join(map(re.escape, sorted(_words("until"), key=len, reverse=True)))
    time = rf"([0-9]{{1,2}})(?:[:.h]([0-5][0-9]))?\s*(am|pm|a\.m\.|p\.m\.)?(?:\s*(?:{clock}))?"
    return re.compile(rf"{time}\s*(?:[-\u2010-\u2015]|{until})\s*{time}")


def _minute(hour: str, minute: str | None, half: str | None) -> int | None:
    hours, minutes = int(hour), int(minute or 0)
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    at = hours * 60 + minutes
    return at % DAY_MINUTES if at <= DAY_MINUTES else None
