"""Why one placement is better than another, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.phrases import side_name, sign
from bot.texts import Texts
from game.ai.reasons import Reason
from game.state import Position


def reasons_words(reasons: Sequence[Reason], position: Position, names: Sequence[str], texts: Texts) -> str:
    """What speaks for a placement, such as "lifts the lowest colour, 🟢 green, by 3 and earns a bonus placement"."""
    return texts.join(*(_words(reason, position, names, texts) for reason in reasons))


def _words(reason: Reason, position: Position, names: Sequence[str], texts: Texts) -> str:
    colour = reason.colour
    return texts(
        f"reason.{reason.code}",
        amount=reason.amount,
        colour="" if colour is None else f"{sign(colour)} {texts(f'textboard.{colour.name.lower()}')}",
        name="" if reason.seat is None else side_name(position, names, reason.seat, texts),
    )
