"""Figures of this process for Prometheus, over HTTP on a port of its own.

They count whether or not anybody asks. No name, text or number of a person or game is among them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, start_http_server

from bot.process.guard import Guard
from data.store import Store, StoreError

REGISTRY: Final = CollectorRegistry()
_SECONDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
LOOK_S: Final = 15.0
"""How often the games and the outbox are looked at."""

PRESSES: Final = Counter("ingenious_presses", "Presses and commands that arrived.", registry=REGISTRY)
ACKNOWLEDGED: Final = Histogram(
    "ingenious_acknowledged_seconds", "From a press to its acknowledgement.", buckets=_SECONDS, registry=REGISTRY
)
ANSWERED: Final = Histogram(
    "ingenious_answered_seconds", "From a press to its answer.", buckets=_SECONDS, registry=REGISTRY
)
ERRORS: Final = Counter("ingenious_errors", "Answers that failed, by cause.", ("cause",), registry=REGISTRY)
RATE_LIMITS: Final = Counter("ingenious_rate_limits", "Requests that Discord refused with 429.", registry=REGISTRY)
REQUEST_WAIT: Final = Histogram(
    "ingenious_request_wait_seconds",
    "How long a request waited for its turn among all requests of the bot.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
GAMES: Final = Gauge("ingenious_games_running", "Running games in the database.", registry=REGISTRY)
LAG: Final = Gauge(
    "ingenious_outbox_lag_seconds", "For how long the oldest message that is due waits.", registry=REGISTRY
)
ACTS: Final = Gauge("ingenious_acts", "1 where this process acts, 0 where it waits.", registry=REGISTRY)
SHARD_ACTS: Final = Gauge(
    "ingenious_shard_acts",
    "By shard: 1 where this process acts for it, else 0, also for those of other processes.",
    ("shard",),
    registry=REGISTRY,
)
SHARDS: Final = Info("ingenious_shards", "The shards whose messages this process delivers.", registry=REGISTRY)
OFFLINE: Final = Gauge(
    "ingenious_shards_offline", "Shards without a connection, while others have one.", registry=REGISTRY
)
STORE: Final = Gauge("ingenious_store_reachable", "1 where the database answers, else 0.", registry=REGISTRY)

for _cause in ("store", "unexpected"):
    ERRORS.labels(_cause)


@contextmanager
def served(address: tuple[str, int] | None) -> Generator[None]:
    """Serve the figures at this host and port in the block, in a thread; None serves nothing.

    Raises:
        OSError: the port cannot be had.
    """
    if address is None:
        yield
        return
    server, thread = start_http_server(address[1], address[0], REGISTRY)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(1)


async def look(store: Store, clock: Callable[[], datetime], guard: Guard) -> None:
    """Take the figures that are not counted as they happen."""
    now = clock()
    try:
        GAMES.set(await store.count_games(("running",)))
        first = next(iter(await store.due(now, 1, shards=guard.shards)), None)
        LAG.set((now - first.due_at).total_seconds() if first else 0)
        STORE.set(1)
    except StoreError:
        STORE.set(0)
    acts = await guard.acts()
    ACTS.set(int(acts))
    for shard in range(guard.count):
        SHARD_ACTS.labels(str(shard)).set(int(acts and shard in set(guard.shards)))
    SHARDS.info({"first": str(guard.shards.first), "last": str(guard.shards.last), "count": str(guard.shards.count)})
    OFFLINE.set(len(guard.offline.shards))


async def keep(store: Store, clock: Callable[[], datetime], guard: Guard) -> None:
    """Take them again and again; ends by being cancelled."""
    while True:
        await look(store, clock, guard)
        await asyncio.sleep(LOOK_S)
