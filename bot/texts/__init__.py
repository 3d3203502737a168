"""All text that people read: one TOML file a language in this folder, and what people may type in it.

A new language is one more file. Its table `[language]` says what it is called and which words may be typed; all other
texts have the keys of `en.toml`, at the top of which the format is described. A text with plural forms is an inline
table that names the value that counts: `{ count = "turns", one = "{turns} turn", other = "{turns} turns" }`. A value
that is a list or a tuple is written as a list of the language, "Ann, Ben and Cem".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import cast

from bot.texts.forms import Forms, forms, listed, written
from bot.texts.languages import FALLBACK, LANGUAGES, Language, Profile, known, language_of, profile, source, spoken
from bot.texts.names import FORMER, clean_name, drawn, isolated, plain, unmarked

__all__ = [
    "FALLBACK",
    "FORMER",
    "LANGUAGES",
    "Forms",
    "Language",
    "Profile",
    "Texts",
    "clean_name",
    "drawn",
    "isolated",
    "known",
    "language_of",
    "plain",
    "profile",
    "spoken",
    "texts",
    "unmarked",
]


class Texts:
    """The sentences of one language: `texts("panel.which-tile", name="ann")`."""

    def __init__(self, language: Language, table: Mapping[str, str | Forms]) -> None:
        self.language: Language = language
        self._table = table
        self._profile = profile(language)
        self._cldr = self._profile.cldr

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence of a key with the values filled in, in the plural form that they ask for.

        Raises:
            KeyError: there is no such sentence, or it needs a value that is missing.
        """
        text = self._table[key]
        if isinstance(text, Forms):
            text = text.chosen(self._cldr, values, zero=self._profile.zero)
        return text.format_map({name: self._written(value) for name, value in values.items()})

    def _written(self, value: object) -> object:
        if isinstance(value, list | tuple):
            return self.join(*(str(item) for item in cast("list[object]", value)))
        return self.shown(value) if isinstance(value, str) else value

    def join(self, *items: str) -> str:
        """Some things or people as a list, such as "Ann, Ben and Cem"."""
        shown, own = [self.shown(item) for item in items], self._profile
        return listed(self._cldr, shown, and_before_i=own.and_before_i, comma=own.comma)

    def day(self, day: date) -> str:
        """A day of a month, such as "28 November"."""
        return written(self._cldr, day, "MMMMd", first=self._profile.first)

    def short_day(self, day: date) -> str:
        """A day as it fits on a button, such as "28 Nov"."""
        return written(self._cldr, day, "MMMd", first=self._profile.first)

    def month(self, day: date) -> str:
        """The month of a day, such as "November 2026"."""
        return written(self._cldr, day, "yMMMM")

    def shown(self, name: str) -> str:
        """A name as it is; what is stored for a former player in words of this language."""
        if name != FORMER and not re.fullmatch(rf"{FORMER} \\?\(\d+\\?\)", name):
            return name
        return f"{self._table['name.former']}{name.removeprefix(FORMER)}"

    def get(self, key: str) -> str | None:
        """The raw sentence of a key, if there is one; of several plural forms the general one."""
        text = self._table.get(key)
        return text.texts["other"] if isinstance(text, Forms) else text

    def forms(self, key: str) -> Mapping[str, str]:
        """The raw plural forms of a key by their categories; a text without them is `other`."""
        text = self._table[key]
        return text.texts if isinstance(text, Forms) else {"other": text}

    def counted(self, key: str) -> tuple[str, bool] | None:
        """The value by which the form of a text is chosen, and whether it is a rank; `None` without plural forms."""
        text = self._table[key]
        return (text.counted, text.ordinal) if isinstance(text, Forms) else None

    @property
    def keys(self) -> frozenset[str]:
        """The names of all sentences."""
        return frozenset(self._table)


@cache
def texts(language: Language) -> Texts:
    """The sentences of a language."""
    tables = {key: value for key, value in source(language).items() if key != "language"}
    return Texts(language, dict(_flat("", tables)))


def _flat(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str | Forms]]:
    found: list[tuple[str, str | Forms]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            entry = cast("dict[str, object]", value)
            several = forms(entry)
            found += [(prefix + key, several)] if several else _flat(f"{prefix}{key}.", entry)
        else:
            found.append((prefix + key, str(value).strip()))
    return found
