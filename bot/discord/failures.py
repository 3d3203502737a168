"""What a failed request to Discord means for the message that was to be sent. Sends nothing."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.outbox.messenger import DeliveryFailed, Failure

_OLD_EDITS: Final = 30046
_GONE: Final = (10003, 10004)
_CLOSED: Final = (50007, 50278)
_NOBODY: Final = (10013, 50033)
_MISSING_PERMISSIONS: Final = 50013
_LOCKED: Final = (50083, 160005)
UNKNOWN_MESSAGE: Final = 10008
HAS_THREAD: Final = 160004
TOO_MANY_THREADS: Final = 160006


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


@contextmanager
def as_delivery_failed() -> Generator[None]:
    """Raise `DeliveryFailed` for each failed request to Discord."""
    try:
        yield
    except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
        raise DeliveryFailed(
            error, _failure(error), retry_after_s=_asked_wait_s(error), may_have_arrived=is_open(error)
        ) from error


def _failure(error: Exception) -> Failure:
    if is_passing(error):
        return Failure.PASSING
    if isinstance(error, discord.HTTPException):
        if error.code in (*_GONE, *_CLOSED, *_NOBODY):
            return Failure.IMPOSSIBLE
        if is_shut(error):
            return Failure.DENIED
    return Failure.REFUSED


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
