"""A process of `test_request_limit.py`: many requests at once, and behind them the answer to an interaction.

`python -m tests.wire.requester DATABASE API_URL LIMIT COUNT TOKEN`
"""

from __future__ import annotations

import asyncio
import sys
import time
from datetime import UTC, datetime

from discord.http import Route

from bot import __version__
from bot.discord.client import IngeniousClient
from bot.discord.limits import Limits
from bot.discord.request_limit import RequestLimit
from bot.services.context import Services
from bot.services.tables import Tables
from data.address import parsed
from data.opening import open_store
from tests.bot.painters import Blank


def _now() -> datetime:
    return datetime.now(UTC)


async def main(database: str, api_url: str, limit: int, count: int, token: str) -> None:
    """Send all of them as the client of a bot does."""
    Route.BASE = api_url
    async with open_store(parsed(database), _now) as store:
        services = Services.build(Tables(store, 1, _now), Blank(), _now, "en", __version__)
        requests = RequestLimit(limit, store.reserve_requests, time.monotonic)
        client = IngeniousClient(services, limits=Limits(requests))
        async with client:
            await client.http.static_login("x")
            # Each of a channel of its own, since those of one route follow each other.
            routes = (Route("GET", "/channels/{channel_id}", channel_id=number) for number in range(count))
            sending = [asyncio.create_task(client.http.request(route)) for route in routes]
            await asyncio.sleep(0.5)
            answer = f"{api_url}/interactions/1/{token}/callback"
            async with client.http._HTTPClient__session.post(answer, json={"type": 6}):
                pass
            await asyncio.gather(*sending, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]))
