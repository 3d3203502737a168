"""What discord.py runs around every request: a wait for its turn, and a count of those that came too soon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import aiohttp

from bot.discord.request_limit import RequestLimit, counts
from bot.process import metrics


def request_trace(
    requests: RequestLimit | None, heard_time: Callable[[datetime], None] | None = None
) -> aiohttp.TraceConfig:
    """A trace in which each request waits for its turn, and those that Discord refuses as one too many are counted.

    Here each try of a request passes, and the answers to interactions, which do not wait. `heard_time` gets the time of
    each answer.
    """

    async def begins(_session: object, _context: object, parameters: aiohttp.TraceRequestStartParams) -> None:
        if requests is not None and counts(parameters.url.path):
            await requests.turn()

    async def ended(_session: object, _context: object, parameters: aiohttp.TraceRequestEndParams) -> None:
        if parameters.response.status == 429:
            metrics.RATE_LIMITS.inc()
        at = answered_at(parameters.response.headers)
        if heard_time is not None and at is not None:
            heard_time(at)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begins)
    trace.on_request_end.append(ended)
    return trace


def answered_at(headers: Mapping[str, str]) -> datetime | None:
    """When an answer was given, to the second; `None` where it does not say, or comes out of a cache."""
    if "Age" in headers:
        return None
    try:
        at = parsedate_to_datetime(headers["Date"])
    except (KeyError, ValueError):
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
