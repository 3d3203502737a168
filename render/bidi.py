"""In which direction each character of a line runs: the Unicode Bidirectional Algorithm for a line from left to right.

Names have no embedding characters, and no isolates but those that are put around them, so of the algorithm (UAX #9) the
rules P2, W1 to W7, N0 to N2, I1, I2 and L2 are left. Must not know fonts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final, TypeVar
from unicodedata import bidirectional

T = TypeVar("T")

ISOLATE: Final = "\u2068"
"""What stands between this and `END` has a direction of its own, and moves nothing around it."""
END: Final = "\u2069"

_ISOLATED: Final = re.compile(f"{ISOLATE}([^{END}]*)")
_FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})
"""The kinds of letters and digits of the scripts that are written from right to left."""
_NUMBERS: Final = ("EN", "AN")
_NEUTRAL: Final = ("B", "S", "WS", "ON")
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_CUT: Final = "…"
"""What stands for the end of a text that was cut off runs as the letters before it do."""


def isolated(name: str) -> str:
    """A name that keeps its place in a line; one with nothing that could move is as it was."""
    turns = any(bidirectional(char) in _FROM_THE_RIGHT for char in name)
    return f"{ISOLATE}{name}{END}" if turns else name


def levels(text: str) -> list[int]:
    """The level of each character: an even one from left to right, an odd one from right to left.

    It is 0 for the line, and higher for what stands within something else.
    """
    within = [match.span(1) for match in _ISOLATED.finditer(text)]
    around = [at for at in range(len(text)) if not any(start <= at < end for start, end in within)]
    found = dict(zip(around, _levels("".join(text[at] for at in around), 0), strict=True))
    for start, end in within:
        found |= enumerate(_levels(text[start:end], _first_level(text[start:end])), start)
    return [found[at] for at in range(len(text))]


def _first_level(text: str) -> int:
    """The level of what is isolated in a line, by its first letter."""
    return next((2 if kind == "L" else 1 for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), 2)


def _levels(text: str, level: int) -> list[int]:
    """The levels in a text without isolates that itself has this one."""
    side = "R" if level % 2 else "L"
    kinds = _kinds(text, side)
    if level % 2 == 0 and not _FROM_THE_RIGHT.intersection(kinds):
        return [level] * len(text)
    higher = {"L": 1, "EN": 1, "AN": 1} if side == "R" else {"R": 1, "EN": 2, "AN": 2}
    kinds = _neutral(_bracketed(text, _weak(kinds, side), side), side)
    return [level + higher.get(kind, 0) for kind in kinds]


def visual(runs: Sequence[tuple[int, T]]) -> list[T]:
    """Runs with their levels, in the order in which they are seen from the left (L2)."""
    line = list(runs)
    for level in range(max((level for level, _ in line), default=0), 0, -1):
        start = 0
        for end in range(len(line) + 1):
            if end == len(line) or line[end][0] < level:
                line[start:end] = line[start:end][::-1]
                start = end + 1
    return [run for _, run in line]


def _kinds(text: str, side: str) -> list[str]:
    """The kind of each character in a text that runs from this side."""
    found: list[str] = []
    for char in text:
        kind = "ON" if char in (ISOLATE, END) else bidirectional(char) or "L"
        if char == _CUT:
            kind = next((before for before in reversed(found) if before in ("L", "R", "AL")), side)
        found.append(kind)
    return found


def _weak(kinds: list[str], side: str) -> list[str]:
    """The kinds with marks, numbers and what stands in and about numbers resolved (W1 to W7)."""
    kinds = _joined(_marked(kinds, side))
    found: list[str] = []
    strong = side
    for kind in kinds:
        strong = kind if kind in ("L", "R") else strong
        found.append("ON" if kind in ("ES", "ET", "CS") else "L" if kind == "EN" and strong == "L" else kind)
    return found


def _marked(kinds: list[str], side: str) -> list[str]:
    """Marks run as their letters do, and numbers after Arabic letters are Arabic ones (W1 to W3)."""
    found: list[str] = []
    strong = side
    for kind in kinds:
        if kind in ("NSM", "BN"):
            found.append(found[-1] if found else side)
        else:
            found.append("AN" if kind == "EN" and strong == "AL" else kind)
        strong = kind if kind in ("L", "R", "AL") else strong
    return ["R" if kind == "AL" else kind for kind in found]


def _joined(kinds: list[str]) -> list[str]:
    """Signs in and beside numbers belong to them (W4, W5)."""
    for at in range(1, len(kinds) - 1):
        around = kinds[at - 1]
        joins = (kinds[at] == "ES" and around == "EN") or (kinds[at] == "CS" and around in _NUMBERS)
        if joins and kinds[at + 1] == around:
            kinds[at] = around
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        for at in order:
            if kinds[at] == "ET" and kinds[at - order.step] == "EN":
                kinds[at] = "EN"
    return kinds


def _bracketed(text: str, kinds: list[str], side: str) -> list[str]:
    """The kinds with both brackets of a pair running alike (N0)."""
    for opening, closing in sorted(_pairs(text)):
        inside = {_side(kind) for kind in kinds[opening + 1 : closing]}
        before = next((found for kind in reversed(kinds[:opening]) if (found := _side(kind))), side)
        if inside & {"L", "R"}:
            kinds[opening] = kinds[closing] = side if side in inside else before
    return kinds


def _pairs(text: str) -> list[tuple[int, int]]:
    """The places of brackets that belong together."""
    found: list[tuple[int, int]] = []
    open_at: list[int] = []
    for at, char in enumerate(text):
        if char in _BRACKETS.values():
            open_at.append(at)
        elif char in _BRACKETS:
            match = next((place for place in reversed(open_at) if text[place] == _BRACKETS[char]), None)
            if match is not None:
                found.append((match, at))
                open_at = [place for place in open_at if place < match]
    return found


def _side(kind: str) -> str:
    """The direction of a kind, as neutral characters see it; empty for such a one."""
    return "" if kind in _NEUTRAL else "L" if kind == "L" else "R"


def _neutral(kinds: list[str], side: str) -> list[str]:
    """The kinds with neutral characters resolved by what is on both sides of them (N1, N2)."""
    at = 0
    for neutral, group in groupby([*kinds], lambda kind: kind in _NEUTRAL):
        end = at + len([*group])
        if neutral:
            sides = {_side(kinds[place]) if 0 <= place < len(kinds) else side for place in (at - 1, end)}
            kinds[at:end] = [sides.pop() if len(sides) == 1 else side] * (end - at)
        at = end
    return kinds
