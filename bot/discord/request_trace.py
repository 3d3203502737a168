"""What discord.py runs around every request: a wait for its turn, and a look at who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import aiohttp

from bot.discord.failures import seconds_in
from bot.discord.limits import Limits
from bot.discord.pause import is_page
from bot.discord.request_limit import counts, route_of
from bot.process import metrics

_ACKNOWLEDGEMENTS: Final = "/interactions/"
"""They are worth nothing after three seconds, so they are made in a pause too."""


def request_trace(limits: Limits, heard_time: Callable[[datetime], None] | None = None) -> aiohttp.TraceConfig:
    """A trace in which each try of a request waits until `limits` lets it, and a page is no answer of Discord.

    It raises `BlockedError` for each request in a pause and for a page, and counts the requests that Discord refuses
    as one too many. `heard_time` gets the time of each answer.
    """
    requests, pause = limits.requests, limits.pause

    async def begins(_session: object, _context: object, parameters: aiohttp.TraceRequestStartParams) -> None:
        path = parameters.url.path
        if requests is not None and counts(path):
            await requests.turn()
        route = route_of(path)
        if pause is not None and route is not None and not route.startswith(_ACKNOWLEDGEMENTS):
            pause.check()

    async def ended(_session: object, _context: object, parameters: aiohttp.TraceRequestEndParams) -> None:
        if parameters.response.status == 429:
            metrics.RATE_LIMITS.inc()
        response = parameters.response
        if pause is not None and route_of(parameters.url.path) is not None:
            if is_page(response.status, response.headers):
                raise pause.refused(response.status, seconds_in(response.headers))
            pause.answered()
        at = answered_at(response.headers)
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
