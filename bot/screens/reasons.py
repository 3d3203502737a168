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
"""What is told of several colours in one phrase, and the key of that phrase."""


def reasons_words(
    reasons: Sequence[Reason], position: Position, names: Sequence[str], texts: Texts, *, compared: bool = True
) -> str:
    """What speaks for a placement, such as "scores 3 more in 🟢 green and 1 more in 🔴 red".

    Args:
        reasons: the most important first; alike ones are told together.
        position: the one in which it is placed.
        names: of the seats.
        texts: the language.
        compared: whether another placement is meant; otherwise the points are those of the placement itself.
    """
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
    """One phrase of what is told together."""
    key, seat = phrase
    if key not in _TOGETHER.values():
        return texts(f"reason.{key}" if compared or key != "earns-bonus" else "reason.earns", amount=alike[0].amount)
    items = texts.join(*(_item(reason, texts, compared=compared) for reason in alike))
    return texts(f"reason.{key}", items=items, name="" if seat is None else side_name(position, names, seat, texts))


def _item(reason: Reason, texts: Texts, *, compared: bool) -> str:
    """One colour in a phrase."""
    colour = reason.colour
    code = reason.code if compared or reason.code not in ("lifts-lowest", "raises") else f"{reason.code}-points"
    named = "" if colour is None else f"{sign(colour)} {texts(f'textboard.{colour.name.lower()}')}"
    return texts(f"reason.{code}", amount=reason.amount, colour=named)
