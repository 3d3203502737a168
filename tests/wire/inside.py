"""The real client in this process on the small Discord, without sockets: its HTTP session is replaced, no gateway.

All that discord.py does with an answer (retries, rate limits, errors) stays its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from discord.user import ClientUser
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from multidict import CIMultiDict
from yarl import URL

from bot.discord.client import IngeniousClient
from data.shards import WHOLE, Shards
from tests.patience import PATIENCE_S
from tests.wire.fake import APPLICATION, Answer, Discord, shard_of

Handler = Callable[[str, str, Any, dict[str, bytes], str], Awaitable[Answer]]


class _Response:
    def __init__(self, answer: Answer) -> None:
        self.status, self.reason, self._answer = answer.status, "", answer
        self.headers = CIMultiDict({"content-type": "application/json"})
        self.headers.update(answer.headers)

    async def text(self, encoding: str = "utf-8") -> str:
        body = self._answer.body
        return body.decode(encoding) if isinstance(body, bytes) else json.dumps(body)


class _Going:
    """A request with what discord.py runs around it."""

    def __init__(self, answer: Callable[[], Awaitable[Answer]], trace: Any, method: str, url: URL) -> None:
        self._answer, self._trace, self._about = answer, trace, (method, url, CIMultiDict[str]())

    async def __aenter__(self) -> _Response:
        for hook in self._trace.on_request_start:
            await hook(None, None, aiohttp.TraceRequestStartParams(*self._about))
        response = _Response(await self._answer())
        for hook in self._trace.on_request_end:
            await hook(None, None, aiohttp.TraceRequestEndParams(*self._about, response))
        return response

    async def __aexit__(self, *_: object) -> None:
        pass


class Session:
    """What discord.py takes for its `aiohttp.ClientSession`."""

    closed = False

    def __init__(self, handler: Handler, trace: Any) -> None:
        self._handler, self._trace = handler, trace

    def request(self, method: str, url: str, *, data: Any = None, headers: Any = None, **_: object) -> _Going:
        """Go to the handler; as aiohttp says, where it is closed."""
        if self.closed:
            raise RuntimeError("Session is closed")
        path = urlsplit(url).path.removeprefix("/api/v10")
        body, files = _parsed(data)
        token = (headers or {}).get("Authorization", "")
        return _Going(lambda: self._handler(method, path, body, files, token), self._trace, method, URL(url))

    async def close(self) -> None:
        """Nothing is open."""


def _parsed(data: Any) -> tuple[Any, dict[str, bytes]]:
    if not isinstance(data, aiohttp.FormData):
        return (json.loads(data) if data else None), {}
    body, files = None, {}
    for options, _, value in data._fields:
        if options["name"] == "payload_json":
            body = json.loads(value)
        else:
            files[options["filename"]] = value.read()
    return body, files


async def connect(
    client: IngeniousClient, fake: Discord, handler: Handler | None = None, shards: Shards = WHOLE
) -> None:
    """Bring the client online for the servers of these shards, `setup_hook` included.

    Its answers to interactions go to `fake` too, even where an earlier test failed before simcord's adapter was reset.
    """
    async_context.set(AsyncWebhookAdapter())
    http, state = client.http, client._connection
    await client._async_setup_hook()
    http._HTTPClient__session = Session(handler or fake.request, http.http_trace)
    http._global_over = asyncio.Event()
    http._global_over.set()
    http.token = "x"
    state.user = ClientUser(state=state, data=fake.bot)
    state.application_id = APPLICATION
    await client.setup_hook()

    def listen(event: str, data: dict[str, Any]) -> None:
        if shard_of(event, data, shards.count) in list(shards):
            client.dispatch("socket_event_type", event)
            state.parsers[event](data)

    for guild in fake.guilds:
        if guild in shards:
            state.parsers["GUILD_CREATE"](fake.guild(guild))
    client._ready.set()
    client.dispatch("ready")
    fake.listeners.append(listen)


_RESIDENT = ("heartbeat", "outbox-timer", "departures", "daily-timer")


async def quiet(*resident: asyncio.Task[Any] | None, within_s: float = PATIENCE_S) -> None:
    """Wait until nothing goes on any more but the caller and what is resident."""
    async with asyncio.timeout(within_s):
        while True:
            going = asyncio.all_tasks() - {asyncio.current_task(), *resident}
            going = {task for task in going if task.get_name() not in _RESIDENT}
            if not going:
                return
            await asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED)
