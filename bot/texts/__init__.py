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

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<:@/.-])")
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that nobody sees."""
_MARKS: Final = 3
"""How many marks may stand on one letter: as many as any script needs, not a heap."""
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
    """A display name as it is kept: one line, no control or direction marks, at most 32 characters, never unseen."""
    text = "".join(
        " " if unicodedata.category(char).startswith("Z") or char in _BLANK else char
        for char in name
        if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn") or char == "\u200d"
    )
    line = " ".join(_without_heaps(unicodedata.normalize("NFC", text)).split())
    return line[:_NAME_LENGTH].strip("\u200d ") or "?"


def _without_heaps(text: str) -> str:
    """The text without marks that are too many for one letter, or that stand on nothing."""
    kept: list[str] = []
    marks = _MARKS
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me"):
            marks += 1
        elif char != "\u200d":
            marks = _MARKS if char == " " else 0
        if marks <= _MARKS or char in " \u200d":
            kept.append(char)
    return "".join(kept)


def plain(name: str) -> str:
    """A name that Discord shows as it is: no markdown, mention, emoji code or link in it works."""
    return _MARKDOWN.sub(r"\\\1", name).replace("\\@", "@\u2060").replace("\\:", ":\u2060")


def unmarked(text: str) -> str:
    """A text for where no markdown works, such as an alt text: without bold, and names as they are."""
    return re.sub(r"\\([^0-9A-Za-z\s])|\*\*|\u2060", lambda match: match[1] or "", text)
