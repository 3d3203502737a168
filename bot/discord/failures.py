"""What a failed request to Discord means for the message that was to be sent. Sends nothing."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.outbox.messenger import DeliveryFailed
from bot.process.retries import Failure

_OLD_EDITS: Final = 30046
_UNKNOWN_CHANNEL: Final = (10003, 10004)
_NO_DIRECT_MESSAGES: Final = (50007, 50278)
_NO_SUCH_USER: Final = (10013, 50033)
_MISSING_PERMISSIONS: Final = 50013
_THREAD_LOCKED: Final = (50083, 160005)
UNKNOWN_MESSAGE: Final = 10008
HAS_THREAD: Final = 160004
TOO_MANY_THREADS: Final = 160006
ACKNOWLEDGED: Final = 40060
"""The code of an interaction that has been acknowledged already."""

_CLOSED: Final = "Session is closed"
"""What aiohttp says where a request is made after the end of a session."""
CONNECTION_ERRORS: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""How a connection to Discord fails."""


class NotYetError(OSError):
    """Something of the connection is not there yet."""


class BlockedError(NotYetError):
    """What stands before Discord takes no requests at the moment: nothing was asked of Discord itself."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__(f"no request reaches Discord for {retry_after_s:.0f} s")
        self.retry_after_s = retry_after_s


class UnreadableAnswerError(OSError):
    """Discord answered with success, but not as its API does: what was asked may have been carried out, or not."""


@contextmanager
def readable() -> Generator[None]:
    """Around one request: raise `UnreadableAnswerError` where discord.py cannot read the answer to it.

    Where this process has closed its connection meanwhile, as at its end, `NotYetError` says so.
    """
    try:
        yield
    except RuntimeError as error:
        if str(error) != _CLOSED:
            raise
        raise NotYetError("the connection to Discord is closed") from error
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise UnreadableAnswerError(f"an answer of Discord cannot be read: {error!r}") from error


def is_transient(error: Exception) -> bool:
    """Whether the same request may well work later: Discord or the network is at fault, or too much was asked."""
    if isinstance(error, discord.HTTPException):
        return error.code != _OLD_EDITS and (error.status in (408, 429) or error.status >= 500)
    return isinstance(error, (discord.RateLimited, *CONNECTION_ERRORS))


def may_have_arrived(error: Exception) -> bool:
    """Whether the request may have been carried out although it failed."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, CONNECTION_ERRORS) and not isinstance(error, NotYetError)


def is_channel_deleted(error: discord.HTTPException) -> bool:
    """Whether the channel was deleted."""
    return error.code in _UNKNOWN_CHANNEL


def is_gone(error: discord.HTTPException) -> bool:
    """Whether the message was deleted, or its channel."""
    return error.code == UNKNOWN_MESSAGE or is_channel_deleted(error)


def is_channel_dead(error: discord.HTTPException) -> bool:
    """Whether a channel or thread takes nothing any more: it was deleted, locked, or archived for good."""
    return is_channel_deleted(error) or error.code in _THREAD_LOCKED


def is_channel_closed_to_bot(error: discord.HTTPException) -> bool:
    """Whether nothing can be posted in this channel: it is dead, or a permission is missing."""
    return is_channel_dead(error) or error.status == 403


def refuses_direct_messages(error: discord.HTTPException) -> bool:
    """Whether a person takes no direct messages of the bot."""
    return error.code in _NO_DIRECT_MESSAGES or error.status == 403


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
            error, failure_of(error), retry_after_s=asked_wait_s(error), may_have_arrived=may_have_arrived(error)
        ) from error


def failure_of(error: Exception) -> Failure:
    """Of which kind a failed request is."""
    if is_transient(error):
        return Failure.TRANSIENT
    if isinstance(error, discord.HTTPException):
        if error.code in (*_UNKNOWN_CHANNEL, *_NO_DIRECT_MESSAGES, *_NO_SUCH_USER):
            return Failure.IMPOSSIBLE
        if is_channel_closed_to_bot(error):
            return Failure.DENIED
    return Failure.REFUSED


def asked_wait_s(error: Exception) -> float:
    """How long Discord, or what stands before it, asks to wait."""
    if isinstance(error, BlockedError):
        return error.retry_after_s
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == 429:
        return seconds_in(getattr(error.response, "headers", {}))
    return 0


def seconds_in(headers: Mapping[str, str]) -> float:
    """The seconds of a `Retry-After` header; 0 where there is none that can be read."""
    try:
        return max(0.0, float(headers.get("Retry-After", 0)))
    except ValueError:
        return 0
