"""In which direction each character of a line runs: the Unicode Bidirectional Algorithm for a line from left to right.

Names have no embedding or isolating characters, so of the algorithm (UAX #9) the rules W1 to W7, N0 to N2, I1 and L2
are left. Must not know fonts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, TypeVar
from unicodedata import bidirectional

T = TypeVar("T")

_NUMBERS: Final = ("EN", "AN")
_NEUTRAL: Final = ("B", "S", "WS", "ON")
_BRACKETS: Final = {")": "(", "]": "[", "}": "{"}
_FOLLOWS: Final = "…"
"""What stands for the end of a text that was cut off runs as that text does."""


def levels(text: str) -> list[int]:
    """The level of each character: 0 from left to right, 1 from right to left, 2 for a number within the latter."""
    kinds = [_kind(char) for char in text]
    if not {"R", "AL", "AN"}.intersection(kinds):
        return [0] * len(text)
    return [{"R": 1, "AN": 2, "EN": 2}.get(kind, 0) for kind in _neutral(_bracketed(text, _weak(kinds)))]


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


def _kind(char: str) -> str:
    return "NSM" if char == _FOLLOWS else bidirectional(char) or "L"


def _weak(kinds: list[str]) -> list[str]:
    """The kinds with marks, numbers and what stands in and about numbers resolved (W1 to W7)."""
    kinds = _joined(_marked(kinds))
    found: list[str] = []
    strong = "L"
    for kind in kinds:
        strong = kind if kind in ("L", "R") else strong
        found.append("ON" if kind in ("ES", "ET", "CS") else "L" if kind == "EN" and strong == "L" else kind)
    return found


def _marked(kinds: list[str]) -> list[str]:
    """Marks run as their letters do, and numbers after Arabic letters are Arabic ones (W1 to W3)."""
    found: list[str] = []
    strong = "L"
    for kind in kinds:
        if kind in ("NSM", "BN"):
            found.append(found[-1] if found else "L")
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


def _bracketed(text: str, kinds: list[str]) -> list[str]:
    """The kinds with both brackets of a pair running alike (N0)."""
    for opening, closing in sorted(_pairs(text)):
        inside = {_side(kind) for kind in kinds[opening + 1 : closing]}
        before = next((side for kind in reversed(kinds[:opening]) if (side := _side(kind))), "L")
        if inside & {"L", "R"}:
            kinds[opening] = kinds[closing] = "L" if "L" in inside else before
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


def _neutral(kinds: list[str]) -> list[str]:
    """The kinds with neutral characters resolved by what is on both sides of them (N1, N2)."""
    at = 0
    for neutral, group in groupby([*kinds], lambda kind: kind in _NEUTRAL):
        end = at + len([*group])
        if neutral:
            sides = {"L" if place < 0 or place >= len(kinds) or kinds[place] == "L" else "R" for place in (at - 1, end)}
            kinds[at:end] = [sides.pop() if len(sides) == 1 else "L"] * (end - at)
        at = end
    return kinds
