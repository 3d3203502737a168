"""What discord.py runs around every request: a wait for its turn, and a count of those that came too soon."""

from __future__ import annotations

import aiohttp

from bot.discord.request_limit import RequestLimit, counts
from bot.process import metrics


def request_trace(requests: RequestLimit | None) -> aiohttp.TraceConfig:
    """A trace in which each request waits for its turn, and those that Discord refuses as one too many are counted.

    Here each try of a request passes, and the answers to interactions, which do not wait.
    """

    async def begins(_session: object, _context: object, parameters: aiohttp.TraceRequestStartParams) -> None:
        if requests is not None and counts(parameters.url.path):
            await requests.turn()

    async def ended(_session: object, _context: object, parameters: aiohttp.TraceRequestEndParams) -> None:
        if parameters.response.status == 429:
            metrics.RATE_LIMITS.inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begins)
    trace.on_request_end.append(ended)
    return trace
