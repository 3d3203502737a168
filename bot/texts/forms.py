"""Plural forms, ordinal forms and lists by the rules of the Unicode CLDR, which Babel brings.

Babel is imported, and reads the data of a language, when the first text needs it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from babel import Locale


@dataclass(frozen=True, slots=True)
class Forms:
    """A text in a form for each category of a number, such as `one` and `other`."""

    counted: str
    """The value with the number: an integer, or a list, of which the length counts."""
    ordinal: bool
    """Whether the number is a rank (1st, 2nd) and not an amount."""
    texts: Mapping[str, str]

    def chosen(self, cldr: str, values: Mapping[str, object], *, zero: str = "") -> str:
        """The form that the values ask for; 0 takes the category `zero` where one is given.

        Raises:
            KeyError: the value that is counted is missing, or is no number and no list.
        """
        value = values[self.counted]
        number = len(value) if isinstance(value, list | tuple) else value  # pyright: ignore[reportUnknownArgumentType]
        if not isinstance(number, int):
            raise KeyError(self.counted)
        asked = zero if zero and number == 0 and not self.ordinal else category(cldr, number, ordinal=self.ordinal)
        return self.texts.get(asked) or self.texts["other"]


def forms(entry: Mapping[str, object]) -> Forms | None:
    """The forms of an entry with `count = "…"` or `ordinal = "…"`; `None` for a table of texts."""
    ordinal = "ordinal" in entry
    if "other" not in entry or ("count" in entry) == ordinal:
        return None
    texts = {key: str(text) for key, text in entry.items() if key not in ("count", "ordinal")}
    return Forms(str(entry["ordinal" if ordinal else "count"]), ordinal, texts)


def category(cldr: str, number: int, *, ordinal: bool = False) -> str:
    """The category of a number in a language: `zero`, `one`, `two`, `few`, `many` or `other`."""
    rule = locale(cldr).ordinal_form if ordinal else locale(cldr).plural_form
    return rule(number)


def categories(cldr: str, *, ordinal: bool = False) -> frozenset[str]:
    """The categories that a language has."""
    rule = locale(cldr).ordinal_form if ordinal else locale(cldr).plural_form
    return frozenset({*rule.tags, "other"})


_SOUND_OF_I = re.compile(r"h?i(?![aeou])")
"""How a word begins that begins with the vowel I: "Isabel", "Hilda", but not "Iuri"."""


def listed(cldr: str, items: Sequence[str], *, and_before_i: Sequence[str] = (), comma: str = "") -> str:
    """Some things as a list, such as "Ann, Ben and Cem".

    `and_before_i` is the word "and" and what it becomes before the sound of I, in a language where it does; `comma`
    stands between all of them, in one that has no such word.
    """
    if comma or len(items) < 2:
        return comma.join(items)
    from babel.lists import format_list  # noqa: PLC0415 - see the docstring of the module

    text = format_list(items, locale=locale(cldr))
    last = unicodedata.normalize("NFKD", items[-1].casefold())
    if and_before_i and _SOUND_OF_I.match("".join(char for char in last if not unicodedata.combining(char))):
        usual, before_i = and_before_i
        text = f"{text.removesuffix(f' {usual} {items[-1]}')} {before_i} {items[-1]}"
    return text


def written(cldr: str, day: date, parts: str, *, first: str = "") -> str:
    """A day as the language writes these parts of it, such as `MMMMd`; the first of a month as `first` if given."""
    from babel.dates import format_skeleton  # noqa: PLC0415 - see the docstring of the module

    text = format_skeleton(parts, day, locale=locale(cldr))
    return re.sub(r"\b1\b", first, text, count=1) if first and day.day == 1 else text


@cache
def locale(cldr: str) -> Locale:
    """The CLDR's data of a language."""
    from babel import Locale  # noqa: PLC0415 - see the docstring of the module

    return Locale.parse(cldr)
