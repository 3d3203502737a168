"""When a failed delivery is tried again. Pure."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.outbox.messenger import DeliveryFailed, Failure, GuildUnavailable
from bot.process.circuit_breaker import OPEN_FOR, CircuitOpen

WAITS_S: Final[dict[Failure, tuple[float, ...]]] = {
    Failure.TRANSIENT: (1, 2, 5, 15, 30, 60, 300, 900),
    Failure.DENIED: (5, 600, 3600, 6 * 3600, 24 * 3600),
    Failure.REFUSED: (5, 60, 600, 3600, 6 * 3600),
    Failure.IMPOSSIBLE: (),
}
"""Seconds before each next attempt. A permission, role or channel that changes brings a denied one at once."""


def wait_before_retry(error: Exception, attempts: int) -> timedelta | None:
    """How long to wait before the next attempt after so many before; `None` to give up.

    A failure that passes is retried until it works.
    """
    if isinstance(error, GuildUnavailable):
        return error.wait
    if isinstance(error, CircuitOpen):
        return OPEN_FOR
    failure = error.failure if isinstance(error, DeliveryFailed) else Failure.REFUSED
    waits = WAITS_S[failure]
    if failure is Failure.TRANSIENT:
        asked_s = error.retry_after_s if isinstance(error, DeliveryFailed) else 0
        return timedelta(seconds=max(waits[min(attempts, len(waits) - 1)], asked_s))
    return timedelta(seconds=waits[attempts]) if attempts < len(waits) else None
