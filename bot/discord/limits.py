"""What Discord lets this process do, shared by all clients that it makes one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord.pause import Pause
from bot.discord.request_limit import RequestLimit
from bot.discord.session_starts import SessionStarts


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that a client keeps; without one it asks nobody."""

    requests: RequestLimit | None = None
    """When requests may be made that count for the limit of the whole bot."""
    starts: SessionStarts | None = None
    """When sessions may be started."""
    pause: Pause | None = None
    """Whether requests may be made at all."""
