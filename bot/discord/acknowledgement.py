"""Requests about interactions of which the outcome is not what the answer to them says.

Discord may carry out an acknowledgement and yet answer with an error, with something unreadable, or not at all. The
request that follows is refused with 40060, "already acknowledged": after a try of our own that means that it worked.
At the first try it means that another process has answered, and so it may at each while servers are handed over.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from contextvars import ContextVar
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord import failures
from bot.process.retries import Failure, Purpose, wait_s

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from discord.http import Route

log = logging.getLogger(__name__)

another_answers: ContextVar[Callable[[], bool]] = ContextVar("another_answers", default=lambda: False)
"""Whether another process may be answering the interaction of this task as well."""


def use_safe_acknowledgements() -> None:
    """Let discord.py make its requests about interactions so, in this task and those that it starts.

    Where a simulated Discord has taken its place, that one stays.
    """
    if type(async_context.get()) is AsyncWebhookAdapter:
        async_context.set(SafeAdapter())


class SafeAdapter(AsyncWebhookAdapter):
    """discord.py's own requests, with the outcome that they had."""

    async def request(self, route: Route, session: aiohttp.ClientSession, **words: Any) -> Any:  # noqa: ANN401
        """What Discord answered; for an acknowledgement that was carried out, what discord.py needs of it.

        Raises:
            discord.HTTPException, OSError, aiohttp.ClientError: as discord.py does.
            UnreadableAnswerError: nobody knows whether it was carried out.
        """
        acknowledging = route.path.endswith("/callback")
        noting = _NotingSession(session)
        for tries in count():
            try:
                with failures.readable():
                    answer = await super().request(route, cast("aiohttp.ClientSession", noting), **words)
                if isinstance(answer, dict) or not (answer or acknowledging):
                    return answer
                failure: Exception = failures.UnreadableAnswerError(f"{route.method} {route.path}: not JSON")
            except discord.HTTPException as error:
                ours = noting.uncertain and not another_answers.get()()
                if acknowledging and error.code == failures.ACKNOWLEDGED and ours:
                    log.info("acknowledged, though Discord answered with an error", extra={"reason": error})
                    return _acknowledged(route)
                raise
            except failures.NotYetError:
                raise
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                failure = error
            noting.uncertain = True
            if not acknowledging or wait_s(Purpose.ACKNOWLEDGEMENT, Failure.TRANSIENT, tries) is None:
                raise failure
        raise AssertionError("unreachable")


def _acknowledged(route: Route) -> dict[str, Any]:
    """What discord.py reads in the answer to an acknowledgement."""
    return {"interaction": {"id": str(route.webhook_id or 0), "type": 3}}


class _NotingSession:
    """A session that notes whether a request may have been carried out although it failed."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self.uncertain = False

    @asynccontextmanager
    async def request(self, *arguments: Any, **words: Any) -> AsyncGenerator[aiohttp.ClientResponse]:  # noqa: ANN401
        """The response, as from the session itself."""
        async with self._session.request(*arguments, **words) as response:
            if response.status >= 500:
                self.uncertain = True
            yield response
