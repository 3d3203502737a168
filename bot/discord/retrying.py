"""Makes a request again as the table of retries says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeVar

import aiohttp
import discord

from bot.discord import failures
from bot.process.retries import Purpose, wait_s

log = logging.getLogger(__name__)

ERRORS: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""How a request to Discord fails."""
_T = TypeVar("_T")


async def retried(
    purpose: Purpose,
    what: str,
    attempt: Callable[[], Awaitable[_T]],
    *,
    until_s: float | None = None,
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> _T:
    """What `attempt` returns, as soon as it does; the log calls it `what`. No try begins after `until_s` of the loop.

    Raises:
        discord.DiscordException, aiohttp.ClientError, OSError: the last try failed so.
    """
    for tries in count():
        try:
            with failures.readable():
                return await attempt()
        except ERRORS as error:
            seconds = wait_s(purpose, failures.failure_of(error), tries, failures.asked_wait_s(error))
            if seconds is None or (until_s is not None and asyncio.get_running_loop().time() + seconds > until_s):
                raise
            log.warning("%s failed and is tried again", what, extra={"retry_s": seconds, "reason": repr(error)})
            await wait(seconds)
    raise AssertionError("unreachable")
