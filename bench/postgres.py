"""What a move costs on PostgreSQL beside SQLite, in one run: one caller, and eight at once; few and many stored games.

The server is one of its own on this machine with its ordinary settings, so a commit waits for the disk on both.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.data import COMMITS, HANDLERS, MOVES, NOW, SMALL, Log, Method, filled, logs, store_move, take_turns
from data.address import Address
from data.opening import migrate, open_store
from data.store import Store
from tests.postgres import Cluster, programs

MANY = 20_000


def main() -> None:
    """Print everything; nothing without PostgreSQL's programs."""
    if programs() is None:
        print("postgres: not measured here, since the programs of PostgreSQL are not installed")
        return
    print("postgres: the moves of `data` on both engines, in turn; medians")
    cluster = Cluster(fsync="on", full_page_writes="on", autovacuum="on")
    try:
        cluster.start()
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_measure(Path(folder), cluster))
    finally:
        cluster.remove()


async def _measure(folder: Path, cluster: Cluster) -> None:
    times: dict[int, list[float]] = {}
    for games in (SMALL, MANY):
        file = filled(folder / str(games), games)
        server = cluster.url(cluster.new())
        start = perf_counter()
        await migrate(file, server, clock=lambda: NOW, holder="bench")
        spent = perf_counter() - start
        cluster.sql("ANALYZE", cluster_name(server.url))
        print(f"  {games} stored games (moved from SQLite in {spent:.1f} s)")
        times[games] = await _alone(file, server, games)
        await _together(file, server, games)
    for number, engine in enumerate(("SQLite", "PostgreSQL")):
        few, many = times[SMALL][number], times[MANY][number]
        print(f"  {engine}: a move with {MANY} games against {SMALL}: {many / few:.2f} x (at most 1.5)")


def cluster_name(url: str) -> str:
    """The name of the database in a URL."""
    return url.split("/")[3].partition("?")[0]


async def _opened(stack: AsyncExitStack, places: Sequence[Address]) -> list[Store]:
    return [await stack.enter_async_context(open_store(place, lambda: NOW)) for place in places]


async def _alone(file: Path, server: Address, games: int) -> list[float]:
    """The medians of both, one move of each in turn."""
    async with AsyncExitStack() as stack:
        stores = await _opened(stack, (file, server))
        taken = await take_turns([store_move(store) for store in stores], logs(games, MOVES))
    sqlite, postgres = (median(times) for times in taken)
    print(f"    a move: PostgreSQL {postgres * 1e6:.0f} us, SQLite {sqlite * 1e6:.0f} us: {postgres / sqlite:.2f} x")
    return [sqlite, postgres]


async def _together(file: Path, server: Address, games: int) -> None:
    """Moves a second of several callers at once, each with games of its own."""
    spent: list[float] = []
    async with AsyncExitStack() as stack:
        for store in await _opened(stack, (file, server)):
            move, part = store_move(store), list(logs(games, MOVES + COMMITS))[MOVES:]
            shares = [[log for log in part if log[0] % HANDLERS == number] for number in range(HANDLERS)]
            start = perf_counter()
            await asyncio.gather(*(_made(move, share) for share in shares))
            spent.append(perf_counter() - start)
    sqlite, postgres = (COMMITS / one for one in spent)
    print(f"    {HANDLERS} callers at once: PostgreSQL {postgres:.0f} moves/s, SQLite {sqlite:.0f} moves/s")


async def _made(move: Method, own: Sequence[Log]) -> None:
    for log in own:
        await move(log)
