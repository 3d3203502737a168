"""Text as people see it: cleaned, cut into clusters and at the places where a line may break. Must not know fonts."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from render.bidi import END, ISOLATE

LONGEST: Final = 80
"""Characters of a text that are looked at; no box is wide enough for more."""
JOINER: Final = "\u200d"
"""Makes one picture of two emojis, and joins the letters of some scripts."""
EMOJI_STYLE: Final = "\ufe0f"
"""Asks for the character before it as an emoji."""
_STYLES: Final = (*map(chr, range(0xFE00, 0xFE10)),)
_TONES: Final = (*map(chr, range(0x1F3FB, 0x1F400)),)
_UNSEEN: Final = ("Cc", "Cf")
_PAIR: Final = re.compile(rf"{ISOLATE}([^{ISOLATE}{END}]*[^\W_][^{ISOLATE}{END}]*){END}|[{ISOLATE}{END}]")
"""An isolate about something, or one that is none."""

_WIDE: Final = r"\u3001-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff65\U00020000-\U0003ffff"
"""Letters and signs of Chinese and Japanese, between which a line may break."""
_OPENING: Final = "「『（【〈《"  # noqa: RUF001 - wide brackets
"""Those with which no line ends."""
_CLOSING: Final = "、。，．・：；？！」』）】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…"  # noqa: RUF001 - wide signs
"""Those with which no line begins."""
_BREAK: Final = re.compile(
    rf"(?<=[{_WIDE}])(?<![{_OPENING}])(?![{_CLOSING}]|\W|$)|(?<=[^\W\d])(?<![{_WIDE}])(?=[{_WIDE}])(?![{_CLOSING}])"
)


def cleaned(text: str) -> str:
    """A text in one line without control and format characters but isolates, accents composed, spaces single."""
    kept: list[str] = []
    for letter in _PAIR.sub(lambda pair: pair[0] if pair[1] else "", unicodedata.normalize("NFC", text[: 4 * LONGEST])):
        if letter in (ISOLATE, END) or (
            letter == JOINER and kept and unicodedata.category(kept[-1]) in ("So", "Sk", "Mn")
        ):
            kept.append(letter)
        elif letter.isspace():
            kept.append(" ")
        elif unicodedata.category(letter) not in _UNSEEN:
            kept.append(letter)
    return " ".join("".join(kept).split()).strip(JOINER)


def clusters(text: str) -> list[str]:
    """The text in pieces that are seen as one: a letter with its marks, the parts of an emoji."""
    found: list[str] = []
    for letter in text:
        if found and (_continues(letter) or found[-1].endswith(JOINER) or _is_second_half(found[-1], letter)):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _continues(letter: str) -> bool:
    return letter == JOINER or letter in _TONES or unicodedata.category(letter) in ("Mn", "Me", "Mc")


def _is_second_half(before: str, letter: str) -> bool:
    """Whether two letters together make a flag."""
    return len(before) == 1 and all("\U0001f1e6" <= half <= "\U0001f1ff" for half in (before, letter))


def drawn(cluster: str) -> str:
    """What of a cluster has a picture: without tones of skin, for which a picture has no colours, and styles."""
    return cluster[0] + "".join(letter for letter in cluster[1:] if letter not in _STYLES and letter not in _TONES)


def pieces(text: str) -> list[tuple[str, str]]:
    """What a line must not break, each with what stands before it in the same line: a space or nothing."""
    found: list[tuple[str, str]] = []
    for word in text.split(" "):
        parts = [part for part in _BREAK.split(word) if part]
        found += [(" " if at == 0 else "", part) for at, part in enumerate(parts)]
    return found
