"""The languages: each `*.toml` file of this folder is one; its table `[language]` has its name and words to type."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias, cast

Language: TypeAlias = str
"""The name of a file without its ending: `en` for `en.toml`."""

FALLBACK: Final[Language] = "en"
"""The language of people whose own is none of ours, and of the names of commands that Discord shows by default."""

_FOLDER: Final = Path(__file__).parent

LANGUAGES: Final[tuple[Language, ...]] = tuple(
    sorted((path.stem for path in _FOLDER.glob("*.toml")), key=lambda name: (name != FALLBACK, name))
)
"""All languages, the fallback first."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The table `[language]` of a file. The words are what people may type, in lower case."""

    name: str
    """What the language calls itself."""
    cldr: str
    """The locale of the Unicode CLDR whose plural rules, lists and names of months are used, such as `en_GB`."""
    discord: tuple[str, ...]
    """Discord's codes of the language, such as `en-US`."""
    all: tuple[str, ...]
    off: tuple[str, ...]
    today: tuple[str, ...]
    tomorrow: tuple[str, ...]
    until: tuple[str, ...]
    """The words between two times of day, as in "22 to 7"."""
    clock: tuple[str, ...]
    """The words after a time of day, as in "10 o'clock"."""
    of: tuple[str, ...]
    """The words between the parts of a date, as in "24 de diciembre"."""
    hours: tuple[str, ...]
    """The words after a number of hours."""
    days: tuple[str, ...]
    weeks: tuple[str, ...]
    a_move: tuple[str, ...]
    """What says that a time is meant for each move, before it or after it."""
    at_most: tuple[str, ...]
    """What says that a time is the longest one, before it or after it."""
    plus: tuple[str, ...]
    """The words between a time and what is added to it."""
    before: tuple[str, ...] = ()
    """The words before the first of two times of day, as in "from 22 to 7"."""
    the: tuple[str, ...] = ()
    """The words before a day, as in "l'8 dicembre"."""
    minutes: tuple[str, ...] = ()
    """The words after the minutes of a time of day that are not written with a sign, as in "22時30分"."""
    am: tuple[str, ...] = ()
    """The words before a time of day until noon, as in "午前7時"."""
    pm: tuple[str, ...] = ()
    """Those after noon."""
    date: tuple[str, ...] = ()
    """What stands after the year, the month and the day, where a date is written so, as in "2026年12月24日"."""
    comma: str = ""
    """What stands between all parts of a list where the CLDR's word "and" is that of offices, as in Korean."""
    first: str = ""
    """How the first day of a month is written where it is no plain number, as in "1er novembre"."""
    and_before_i: tuple[str, ...] = ()
    """The word "and", and what it becomes before a name that begins with the sound of I, as in "Ann e Isabel"."""
    zero: str = ""
    """The plural category of 0 where people write another one than the CLDR says, as in Brazil "0 dias"."""


@cache
def source(language: Language) -> Mapping[str, object]:
    """The file of a language as it is written."""
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def profile(language: Language) -> Profile:
    """What a language says of itself."""
    table = cast("Mapping[str, str | list[str]]", source(language)["language"])
    values = {field.name: table[field.name] for field in fields(Profile) if field.name in table}
    return Profile(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})  # pyright: ignore[reportArgumentType]


@cache
def spoken(locale: str) -> Language | None:
    """The language of one of Discord's locales, such as `en-US`: by the whole code, else by its first part."""
    codes = {code: language for language in reversed(LANGUAGES) for code in profile(language).discord}
    mains = {_main(code): language for code, language in codes.items()}
    return codes.get(locale) or mains.get(_main(locale))


def _main(locale: str) -> str:
    return locale.split("-", maxsplit=1)[0]


def language_of(locale: str | None, default: Language = FALLBACK) -> Language:
    """Ours of Discord's locales, English for a language that is none of ours; `default` where no locale is known."""
    return default if locale is None else spoken(locale) or FALLBACK


def known(language: str | None, default: Language = FALLBACK) -> Language:
    """A stored language, or the default where it is none of ours."""
    return language if language in LANGUAGES else default
