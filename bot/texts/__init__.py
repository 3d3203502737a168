"""All text that people read, in English and German, kept in `en.toml` and `de.toml` beside this file."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, cast

Language = Literal["en", "de"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<:@/-])")
_NAME_LENGTH: Final = 32


class Texts:
    """The sentences of one language: `texts("panel.which-tile", name="ann")`."""

    def __init__(self, language: Language, table: Mapping[str, str]) -> None:
        self.language: Language = language
        self._table = table

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence of a key with the facts filled in.

        Raises:
            KeyError: there is no such sentence, or it needs a fact that is missing.
        """
        return self._table[key].format_map(facts)

    def get(self, key: str) -> str | None:
        """The raw sentence of a key, if there is one."""
        return self._table.get(key)

    @property
    def keys(self) -> frozenset[str]:
        """The names of all sentences."""
        return frozenset(self._table)


@cache
def texts(language: Language) -> Texts:
    """The sentences of a language."""
    source = tomllib.loads(Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8"))
    return Texts(language, dict(_flat("", source)))


def _flat(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flat(f"{prefix}{key}.", cast("dict[str, object]", value))
        else:
            found.append((prefix + key, str(value).strip()))
    return found


def language_of(locale: str | None, default: Language = "en") -> Language:
    """Ours of Discord's locales: German for `de`, English for every other; `default` where none is known."""
    if locale is None:
        return default
    return "de" if locale.split("-")[0] == "de" else "en"


def known(language: str | None, default: Language = "en") -> Language:
    """A stored language, or the default where it is none of ours."""
    return "de" if language == "de" else "en" if language == "en" else default


def clean_name(name: str) -> str:
    """A display name as it is kept: one line, no control or direction marks, at most 32 characters, never empty."""
    text = "".join(
        " " if unicodedata.category(char).startswith("Z") else char
        for char in unicodedata.normalize("NFC", name)
        if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") or char == "\u200d"
    )
    return " ".join(text.split())[:_NAME_LENGTH].strip("\u200d ") or "?"


def plain(name: str) -> str:
    """A name that Discord shows as it is: no markdown, mention, emoji code or link in it works."""
    return _MARKDOWN.sub(r"\\\1", name).replace("\\@", "@\u2060").replace("\\:", ":\u2060")
