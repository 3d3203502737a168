"""Names and tiles that people type, understood in every language of the bot at once."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final, Literal, cast

from bot.texts.languages import LANGUAGES, Language, profile, source
from game.tiles import COLOURS, Colour, Tile

# --- names ---------------------------------------------------------------------------------------------------------


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
def words_for(
    kind: Literal[
        "all",
        "off",
        "today",
        "tomorrow",
        "until",
        "clock",
        "of",
        "before",
        "the",
        "minutes",
        "am",
        "pm",
        "hours",
        "days",
        "weeks",
        "a_move",
        "at_most",
        "plus",
    ],
) -> frozenset[str]:
    """The words of all languages for something."""
    return frozenset(word for language in LANGUAGES for word in getattr(profile(language), kind))


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
