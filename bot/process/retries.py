"""Which requests to Discord are tried again, after which answers, when and how often: one table for all of them. Pure.

What an answer means says `bot.discord.failures`. docs/operation.md has the same table in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Failure(Enum):
    """Why a request failed, by what helps."""

    TRANSIENT = "transient"
    """The service or the network is at fault, or too much was asked: the same request may work later."""
    DENIED = "denied"
    """A permission is missing, or the channel is locked."""
    REFUSED = "refused"
    """The service does not take this."""
    IMPOSSIBLE = "impossible"
    """There is nobody, or nowhere, to deliver it to."""


class Purpose(Enum):
    """What a request is for."""

    ACKNOWLEDGEMENT = "the acknowledgement of a press"
    """Discord waits three seconds for it."""
    ANSWER = "the answer to a press"
    """Discord takes it for fifteen minutes."""
    MESSAGE = "a message of the outbox"
    """With all that it needs: a thread, a channel for direct messages, an edit."""
    REGISTRATION = "commands and emojis"
    CONNECTION = "the connection"
    SESSION = "a session"
    """Where one that has just begun was ended by Discord; counted from its beginning."""
    ANYTHING = "any request"
    """Where what stands before Discord refuses them all, and does not say for how long."""


@dataclass(frozen=True, slots=True)
class Retries:
    """Seconds before each next try."""

    waits_s: tuple[float, ...]
    goes_on: bool = False
    """Whether the last wait is repeated for ever."""


_RECONNECT: Final = Retries((5, 15, 60, 300), goes_on=True)

RETRIES: Final[Mapping[Purpose, dict[Failure, Retries]]] = {
    Purpose.ACKNOWLEDGEMENT: {Failure.TRANSIENT: Retries((0,))},
    Purpose.ANSWER: {Failure.TRANSIENT: Retries((0, 1, 2, 5, 15, 30, 60), goes_on=True)},
    Purpose.MESSAGE: {
        Failure.TRANSIENT: Retries((1, 2, 5, 15, 30, 60, 300, 900), goes_on=True),
        # A permission, role or channel that changes brings it at once.
        Failure.DENIED: Retries((5, 600, 3600, 6 * 3600, 24 * 3600)),
        Failure.REFUSED: Retries((5, 60, 600, 3600, 6 * 3600)),
    },
    Purpose.REGISTRATION: {Failure.TRANSIENT: _RECONNECT},
    Purpose.CONNECTION: {Failure.TRANSIENT: _RECONNECT},
    Purpose.SESSION: {Failure.TRANSIENT: Retries((5.5, 15, 60, 300), goes_on=True)},
    Purpose.ANYTHING: {Failure.TRANSIENT: _RECONNECT},
}
"""What is not here is not tried again."""


def wait_s(purpose: Purpose, failure: Failure, tries: int, asked_s: float = 0) -> float | None:
    """How long to wait before the next try after so many that failed before this one; `None` to give up.

    A wait that the service asks for is kept.
    """
    retries = RETRIES[purpose].get(failure, Retries(()))
    if tries < len(retries.waits_s):
        return max(retries.waits_s[tries], asked_s)
    return max(retries.waits_s[-1], asked_s) if retries.goes_on else None
