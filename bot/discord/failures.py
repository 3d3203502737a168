"""What a failed request to Discord means for the message that was to be sent, and when to try again. Sends nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import aiohttp
import discord

_PASSING_S: Final = (5, 60, 300, 900)
"""Seconds before each next attempt where Discord or the network is at fault; the last repeats until it works."""
_DENIED_S: Final = (600, 3600, 6 * 3600, 24 * 3600)
"""Where a permission is missing that somebody may give; the next turn tries at once anyway."""
_OTHER_S: Final = (5, 60, 600, 3600, 6 * 3600)

_OLD_EDITS: Final = 30046
_GONE: Final = (10003, 10004)
_CLOSED: Final = (50007, 50278)
_NOBODY: Final = (10013, 50033)
_MISSING_PERMISSIONS: Final = 50013
_LOCKED: Final = (50083, 160005)
UNKNOWN_MESSAGE: Final = 10008
HAS_THREAD: Final = 160004
TOO_MANY_THREADS: Final = 160006


class AbsentError(Exception):
    """The server of a game is not there: the bot was removed from it, or Discord has an outage in it."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__("the server is not there")
        self.wait = wait
        """After how long to look again."""


class NotYetError(OSError):
    """Something of the connection is not there yet."""


def is_passing(error: Exception) -> bool:
    """Whether the same request may well work later: Discord or the network is at fault, or too much was asked."""
    if isinstance(error, discord.HTTPException):
        return error.code != _OLD_EDITS and (error.status == 429 or error.status >= 500)
    return isinstance(error, (discord.RateLimited, TimeoutError, OSError, aiohttp.ClientError))


def is_open(error: Exception) -> bool:
    """Whether the request may have been carried out although it failed."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, (TimeoutError, OSError, aiohttp.ClientError)) and not isinstance(error, NotYetError)


def is_gone(error: discord.HTTPException) -> bool:
    """Whether the channel was deleted."""
    return error.code in _GONE


def is_shut(error: discord.HTTPException) -> bool:
    """Whether nothing can be posted in this channel: it is gone, locked, or a permission is missing."""
    return is_gone(error) or error.status == 403 or error.code in _LOCKED


def is_closed(error: discord.HTTPException) -> bool:
    """Whether a person takes no direct messages of the bot."""
    return error.code in _CLOSED or error.status == 403


def lacks_permission(error: discord.HTTPException) -> bool:
    """Whether a permission is missing, such as that to attach files."""
    return error.code == _MISSING_PERMISSIONS


def next_try_s(error: Exception, attempts: int) -> float | None:
    """In how many seconds to try again after so many attempts before; `None` where it would help nobody."""
    if isinstance(error, AbsentError):
        return error.wait.total_seconds()
    if is_passing(error):
        return max(_PASSING_S[min(attempts, len(_PASSING_S) - 1)], _asked_wait_s(error))
    waits = _OTHER_S
    if isinstance(error, discord.HTTPException):
        if error.code in (*_GONE, *_CLOSED, *_NOBODY):
            return None
        if is_shut(error):
            waits = _DENIED_S
    return waits[attempts] if attempts < len(waits) else None


def _asked_wait_s(error: Exception) -> float:
    """How long Discord asks to wait."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == 429:
        try:
            return float(error.response.headers.get("Retry-After", 0))
        except (AttributeError, ValueError):
            return 0
    return 0
