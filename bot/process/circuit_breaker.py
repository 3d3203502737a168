"""The circuit breaker: after unexpected errors of many people the bot changes nothing for a minute."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from data.ids import UserId

PEOPLE_LIMIT: Final = 10
"""So many people who meet an unexpected error within `OPEN_FOR` open the circuit for as long.

People are counted, not errors: what fails for one person or at one table says nothing about the bot, and nobody can
make it rest for all the others, whatever they press.
"""
OPEN_FOR: Final = timedelta(minutes=1)


class CircuitOpen(Exception):  # noqa: N818 - named as what happened, as the other errors here
    """An action of the bot itself has to wait until the circuit breaker closes."""


class CircuitBreaker:
    """Counts the people who meet unexpected errors and opens when they are too many; it closes by itself."""

    def __init__(self) -> None:
        self._last_errors: dict[UserId, datetime] = {}
        """When each person last met one, of the last minute."""
        self._opened_at: datetime | None = None

    def count_error(self, user: UserId, now: datetime) -> bool:
        """Count one unexpected error that a person met; whether the circuit opens with it."""
        self._last_errors = {
            other: at for other, at in self._last_errors.items() if timedelta() <= now - at <= OPEN_FOR
        } | {user: now}
        if len(self._last_errors) < PEOPLE_LIMIT:
            return False
        self._last_errors.clear()
        self._opened_at = now
        return True

    def is_open(self, now: datetime) -> bool:
        """Whether the bot must not change anything at this moment."""
        opened_at = self._opened_at
        return opened_at is not None and opened_at <= now < opened_at + OPEN_FOR
