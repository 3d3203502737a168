"""What the bot and its worker process exchange: calls and answers, pickled, each after its length."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LENGTH: Final = struct.Struct(">Q")
"""What comes before each call and each answer: its length in bytes."""


class OutOfTimeError(Exception):
    """A call took more CPU than it may."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call."""

    value: object = None
    error: BaseException | None = None
    logged: Sequence[tuple[str, int, str]] = ()
    """What it logged: the name of the logger, the level and the text."""
