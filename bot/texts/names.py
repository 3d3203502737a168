"""Names of people made safe to keep and to show."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

FORMER: Final = "former player"
"""What is stored as the name of somebody who had their data deleted; `Texts.shown` says it in the reader's language."""

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]()<:@/.-])")
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that nobody sees."""
_MARKS: Final = 3
"""How many marks may stand on one letter: as many as any script needs, not a heap."""
_NAME_LENGTH: Final = 32
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
"""The classes of letters and digits of the scripts that are written from right to left."""
_ISOLATE, _END = "\u2068", "\u2069"
"""What stands between them has a direction of its own, and moves nothing around it."""


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
    """A name that Discord shows as it is: no markdown, mention, emoji code or link in it works.

    In a sentence it keeps its place, see `isolated`.
    """
    return isolated(_MARKDOWN.sub(r"\\\1", name).replace("\\@", "@\u2060").replace("\\:", ":\u2060"))


def isolated(name: str) -> str:
    """A name that keeps its place in a line of text: one written from right to left swaps with no number beside it.

    Other names have nothing that could move, and are as they were.
    """
    turns = any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in name)
    return f"{_ISOLATE}{name}{_END}" if turns else name


def drawn(text: str) -> str:
    """The words of a picture: without markdown, and names as they are."""
    return unmarked(text).replace(_ISOLATE, "").replace(_END, "")


def unmarked(text: str) -> str:
    """A text for where no markdown works, such as an alt text: without bold, and names as they are in a sentence."""
    return re.sub(r"\\([^0-9A-Za-z\s])|\*\*|\u2060", lambda match: match[1] or "", text)
