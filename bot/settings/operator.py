"""What the one who runs the bot shows of themselves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OperatorLinks:
    """Addresses of pages, beginning with https://; None where there is no such page."""

    privacy: str | None = None
    """The privacy policy."""
    terms: str | None = None
    """The terms of service."""
    support: str | None = None
    """Where people find help: a page, or the invitation of a server."""
