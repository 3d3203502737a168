"""Why one placement is better than another, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.screens.phrases import side_name, sign
from bot.texts import Texts
from game.ai.reasons import Reason, ReasonCode
from game.state import Position

_TOGETHER: Final[dict[ReasonCode, str]] = {
    "lifts-lowest": "scores",
    "raises": "scores",
    "crosses": "brings-across",
    "blocks": "leaves",
    "builds": "sets-up",
}
"""What is said of several colours in one phrase, and the key of that phrase."""


def reasons_words(
    reasons: Sequence[Reason], position: Position, names: Sequence[str], texts: Texts, *, compared: bool = True
) -> str:
    """What speaks for a placement, such as "scores 3 more in 🟢 green and 1 more in 🔴 red".

    Args:
        reasons: the most important first; alike ones are said together.
        position: the one in which it is placed.
        names: of the seats.
        texts: the language.
        compared: whether another placement is meant; otherwise the points are those of the placement itself, and an
            exchange was mentioned already.
    """
    if not compared:
        reasons = [one for one in reasons if one.code != "exchanges"] or reasons
    phrases = [_phrase(one) for one in reasons]
    ordered = sorted(reasons, key=lambda one: phrases.index(_phrase(one)))
    return texts.join(
        *(
            _together(phrase, tuple(alike), position, names, texts, compared=compared)
            for phrase, alike in groupby(ordered, key=_phrase)
        )
    )


def _phrase(reason: Reason) -> tuple[str, int | None]:
    """What reasons of the same phrase have in common."""
    return _TOGETHER.get(reason.code, reason.code), reason.seat


def _together(
    phrase: tuple[str, int | None],
    alike: Sequence[Reason],
    position: Position,
    names: Sequence[str],
    texts: Texts,
    *,
    compared: bool,
) -> str:
    """One phrase of what is said together."""
    key, seat = phrase
    if key not in _TOGETHER.values():
        return _single(alike[0], position, names, texts, compared=compared)
    if key == "brings-across" and not compared:
        key = "brings-across-alone"
    items = texts.join(*(_item(reason, texts, compared=compared) for reason in alike))
    return texts(f"reason.{key}", items=items, name="" if seat is None else side_name(position, names, seat, texts))


def _single(reason: Reason, position: Position, names: Sequence[str], texts: Texts, *, compared: bool) -> str:
    """A phrase of what is said alone."""
    key = reason.code
    match key:
        case "earns-bonus" if reason.colour is not None:
            key = "earns-with"
        case "earns-bonus" if not compared:
            key = "earns"
        case "closes" | "exchanges" | "prepares" if not compared:
            key = f"{key}-alone"
        case _:
            pass
    name = "" if reason.seat is None else side_name(position, names, reason.seat, texts)
    return texts(f"reason.{key}", amount=reason.amount, colour=_colour(reason, texts), name=name)


def _colour(reason: Reason, texts: Texts) -> str:
    colour = reason.colour
    return "" if colour is None else f"{sign(colour)} {texts(f'textboard.{colour.name.lower()}')}"


def _item(reason: Reason, texts: Texts, *, compared: bool) -> str:
    """One colour in a phrase."""
    code = reason.code if compared or reason.code not in ("lifts-lowest", "raises") else f"{reason.code}-points"
    return texts(f"reason.{code}", amount=reason.amount, colour=_colour(reason, texts))
