"""What a move costs on PostgreSQL beside SQLite, in one run: one caller, and eight at once; few and many stored games.

The server is one of its own on this machine with its ordinary settings, so a commit waits for the disk on both.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.data import COMMITS, EVENTS, HANDLERS, MOVES, NOW, SMALL, Log, Method, filled, logs, store_move, take_turns
from bench.server import measure
from data.address import Address, ServerUrl
from data.opening import migrate, open_store
from data.postgres.connection import connect
from data.store import Store
from tests.postgres import Cluster

MANY, HUGE = 20_000, 1_000_000
EACH = 6  # events in each game of the growing database
_FILL = """
SET session_replication_role = replica;
INSERT INTO games (id, guild, channel, home, status, mode, language, host, version, created_at, updated_at)
SELECT id, 1, id % 5000, 0, 'running', 'standard', 'en', 7, {stored}, 0, 0 FROM generate_series(1, {games}) AS id;
INSERT INTO events SELECT id, seq, '{body}', 0
FROM generate_series(1, {games}) AS id, generate_series(1, {stored}) AS seq;
INSERT INTO seats SELECT id, place, (id * 7 + place) % 300000, 'Ann'
FROM generate_series(1, {games}) AS id, generate_series(0, 1) AS place;
VACUUM ANALYZE;
CHECKPOINT
"""


def main() -> None:
    """Print everything; nothing without PostgreSQL's programs."""
    measure("postgres", _measure, "the moves of `data` on both engines, in turn; medians")


async def _measure(folder: Path, cluster: Cluster) -> None:
    for games in (SMALL, MANY):
        file = filled(folder / str(games), games)
        server = cluster.url(cluster.new())
        start = perf_counter()
        await migrate(file, server, clock=lambda: NOW, holder="bench")
        spent = perf_counter() - start
        cluster.sql("VACUUM ANALYZE", cluster_name(server.url))
        print(f"  {games} stored games (moved from SQLite in {spent:.1f} s)")
        await _alone(file, server, games)
        await _together(file, server, games)
        cluster.drop(cluster_name(server.url))
    for games in (MANY, HUGE):
        few, many = [await filled_server(cluster, number) for number in (SMALL, games)]
        await _grown(few, many, games)
        for url in (few, many):
            cluster.drop(cluster_name(url.url))


async def filled_server(cluster: Cluster, games: int) -> ServerUrl:
    """A new database with so many running games of two people, like those of `bench.data.filled` but shorter."""
    url = cluster.url(cluster.new())
    async with open_store(url, lambda: NOW):
        pass
    start = perf_counter()
    db = await connect(url, name="bench", timeout_s=10)
    try:
        for statement in _FILL.split(";"):
            await db.execute(statement.format(games=games, stored=EACH, body=EVENTS[0]))
        (size,) = await db.fetch("SELECT pg_database_size(current_database()) AS bytes")
        print(f"  {games} games of {EACH} events: {size['bytes'] / 1e6:.0f} MB, made in {perf_counter() - start:.0f} s")
    finally:
        await db.close()
    return url


async def _grown(small: ServerUrl, large: ServerUrl, games: int) -> None:
    """A whole game read, and a move, in the database with few games and in that with many, in turn."""
    async with AsyncExitStack() as stack:
        few, many = await _opened(stack, (small, large))
        reads: list[Method] = [lambda log: few.load(log[0]), lambda log: many.load(log[0])]
        for what, methods in (("a game read", reads), ("a move", [store_move(few), store_move(many)])):
            times: list[list[float]] = [[], []]
            for pair in zip(logs(SMALL, MOVES, EACH), logs(games, MOVES, EACH), strict=True):
                for method, log, taken in zip(methods, pair, times, strict=True):
                    start = perf_counter()
                    await method(log)
                    taken.append(perf_counter() - start)
            one, other = map(median, times)
            print(
                f"    {what}: with {games} games {other * 1e6:.0f} us, with {SMALL} {one * 1e6:.0f} us:"
                f" {other / one:.2f} x (at most 1.5)"
            )


def cluster_name(url: str) -> str:
    """The name of the database in a URL."""
    return url.split("/")[3].partition("?")[0]


async def _opened(stack: AsyncExitStack, places: Sequence[Address]) -> list[Store]:
    return [await stack.enter_async_context(open_store(place, lambda: NOW)) for place in places]


async def _alone(file: Path, server: Address, games: int) -> None:
    """The medians of both, one move of each in turn."""
    async with AsyncExitStack() as stack:
        stores = await _opened(stack, (file, server))
        taken = await take_turns([store_move(store) for store in stores], logs(games, MOVES))
    sqlite, postgres = (median(times) for times in taken)
    print(f"    a move: PostgreSQL {postgres * 1e6:.0f} us, SQLite {sqlite * 1e6:.0f} us: {postgres / sqlite:.2f} x")


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
