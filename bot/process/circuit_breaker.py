"""The circuit breaker: after many unexpected errors the bot changes nothing for a minute."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from typing import Final

ERROR_LIMIT: Final = 10
"""So many unexpected errors within `OPEN_FOR` open the circuit for as long."""
OPEN_FOR: Final = timedelta(minutes=1)


class CircuitOpen(Exception):  # noqa: N818 - named as what happened, as the other errors here
    """An action of the bot itself has to wait until the circuit breaker closes."""


class CircuitBreaker:
    """Counts unexpected errors and opens when they come too fast; it closes by itself."""

    def __init__(self) -> None:
        self._errors: deque[datetime] = deque(maxlen=ERROR_LIMIT)
        self._opened_at: datetime | None = None

    def count_error(self, now: datetime) -> bool:
        """Count one unexpected error; whether the circuit opens with it."""
        self._errors.append(now)
        if len(self._errors) < ERROR_LIMIT or now - self._errors[0] > OPEN_FOR:
            return False
        self._errors.clear()
        self._opened_at = now
        return True

    def is_open(self, now: datetime) -> bool:
        """Whether the bot must not change anything at this moment."""
        opened_at = self._opened_at
        return opened_at is not None and opened_at <= now < opened_at + OPEN_FOR
