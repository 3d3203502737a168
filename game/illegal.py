"""The exception with which the rules refuse; `explain` and the bot turn it into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

IllegalCode = Literal[
    "bonus-open",
    "dealt-twice",
    "drawn-after-end",
    "exchange-all",
    "exchange-undecided",
    "game-over",
    "no-exchange",
    "no-placement-left",
    "no-such-seat",
    "not-adjacent",
    "not-an-opening",
    "not-dealt",
    "not-empty",
    "not-in-bag",
    "not-on-rack",
    "not-your-turn",
    "nothing-placed",
    "off-board",
    "outside",
    "unknown-mode",
    "wrong-deal",
    "wrong-draw",
    "wrong-seats",
]
"""What the rules refuse; each has a sentence under `[illegal]` in every language of the bot."""


class Illegal(Exception):  # noqa: N818 - a refusal, not a fault; it reads as one everywhere
    """An event or intent that the rules refuse.

    Attributes:
        code: what is wrong, such as `not-empty`; one for each sentence a player may need.
        rule: the number in docs/rules.md, or `None` where no rule is broken.
        values: what the sentence needs, such as the cell.
    """

    def __init__(self, code: IllegalCode, rule: str | None, **values: object) -> None:
        super().__init__(code, rule, values)
        self.code: IllegalCode = code
        self.rule = rule
        self.values: Mapping[str, object] = values
