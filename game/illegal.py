"""The exception with which the rules refuse; `explain` and the bot turn it into sentences."""

from __future__ import annotations

from collections.abc import Mapping


class Illegal(Exception):  # noqa: N818 - a refusal, not a fault; it reads as one everywhere
    """An event or intent that the rules refuse.

    Attributes:
        code: what is wrong, such as `not-empty`; one for each sentence a player may need.
        rule: the number in docs/rules.md, or `None` where no rule is broken.
        values: what the sentence needs, such as the cell.
    """

    def __init__(self, code: str, rule: str | None, **values: object) -> None:
        super().__init__(code, rule, values)
        self.code = code
        self.rule = rule
        self.values: Mapping[str, object] = values
