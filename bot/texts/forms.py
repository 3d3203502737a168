"""Plural forms, ordinal forms and lists by the rules of the Unicode CLDR, which Babel brings.

Babel is imported, and reads the data of a language, when the first text needs it.
"""

from __future__ import annotations

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

    def chosen(self, cldr: str, values: Mapping[str, object]) -> str:
        """The form that the values ask for.

        Raises:
            KeyError: the value that is counted is missing, or is no number and no list.
        """
        value = values[self.counted]
        number = len(value) if isinstance(value, list | tuple) else value  # pyright: ignore[reportUnknownArgumentType]
        if not isinstance(number, int):
            raise KeyError(self.counted)
        return self.texts.get(category(cldr, number, ordinal=self.ordinal)) or self.texts["other"]


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


def listed(cldr: str, items: Sequence[str]) -> str:
    """Some things as a list, such as "Ann, Ben and Cem"."""
    if len(items) < 2:
        return "".join(items)
    from babel.lists import format_list  # noqa: PLC0415 - see the docstring of the module

    return format_list(items, locale=locale(cldr))


def written(cldr: str, day: date, parts: str) -> str:
    """A day as the language writes these parts of it, such as `MMMMd`."""
    from babel.dates import format_skeleton  # noqa: PLC0415 - see the docstring of the module

    return format_skeleton(parts, day, locale=locale(cldr))


@cache
def locale(cldr: str) -> Locale:
    """The CLDR's data of a language."""
    from babel import Locale  # noqa: PLC0415 - see the docstring of the module

    return Locale.parse(cldr)
