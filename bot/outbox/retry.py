"""When a failed delivery is tried again. Pure."""

from __future__ import annotations

from datetime import timedelta

from bot.outbox.messenger import DeliveryFailed, GuildUnavailable
from bot.process.circuit_breaker import OPEN_FOR, CircuitOpen
from bot.process.retries import Failure, Purpose, wait_s


def wait_before_retry(error: Exception, attempts: int) -> timedelta | None:
    """How long to wait before the next attempt after so many before; `None` to give up.

    A failure that passes is retried until it works.
    """
    if isinstance(error, GuildUnavailable):
        return error.wait
    if isinstance(error, CircuitOpen):
        return OPEN_FOR
    if isinstance(error, DeliveryFailed):
        seconds = wait_s(Purpose.MESSAGE, error.failure, attempts, error.retry_after_s)
    else:
        seconds = wait_s(Purpose.MESSAGE, Failure.REFUSED, attempts)
    return None if seconds is None else timedelta(seconds=seconds)
