"""One process of `test_lease.py`: holds the lease on and off and prints, as JSON, from when to when it held it."""

import asyncio
import json
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from data.address import parsed
from data.opening import open_store

LEASE = timedelta(milliseconds=30)
LEAST = 3
"""It goes on until it has held it so often, since a slow machine does little in a second."""


def clock() -> datetime:
    return datetime.now(UTC)


async def main(path: str, name: str, seconds: float) -> None:
    rng, held = Random(name), list[tuple[float, float]]()
    end = time.monotonic() + seconds
    async with open_store(parsed(path), clock) as store:
        while time.monotonic() < end or len(held) < LEAST:
            now = clock()
            if not await store.take_lease(name, now, now + LEASE):
                await asyncio.sleep(0.002)
                continue
            since = clock()
            await asyncio.sleep(rng.choice((0, 0.005, 0.04)))  # renews early or in time, or is too late
            until = min(now + LEASE, clock())
            if since < until:
                held.append((since.timestamp(), until.timestamp()))
            if rng.random() < 0.4:
                await store.drop_lease(name)
                await asyncio.sleep(0.005)
    sys.stdout.write(json.dumps(held))


async def hold(path: str, name: str) -> None:
    """Take it for half a second and wait to be killed."""
    async with open_store(parsed(path), clock) as store:
        until = clock() + timedelta(seconds=0.5)
        await store.take_lease(name, clock(), until)
        sys.stdout.write(f"{until.timestamp()}\n")
        sys.stdout.flush()
        await asyncio.sleep(60)


if __name__ == "__main__":
    file, holder, *rest = sys.argv[1:]
    asyncio.run(main(file, holder, float(rest[0])) if rest else hold(file, holder))
