"""How soon a leaderboard and a profile are there with 10,000 finished games in a server, and what rating them takes.

The floor is what nobody can leave out: the same query on a plain connection, and the picture. Both take turns with the
whole, in one run on one file.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bot.pictures import Pictures
from bot.screens import statistics as screens
from bot.screens.model import Screen
from bot.services import statistics
from bot.services.context import Services
from bot.services.results import rate_all
from bot.services.tables import Tables
from bot.texts import texts
from data.ids import GuildId, UserId
from data.sqlite import SqliteStore
from render.paint import draw, png
from render.theme import load_theme

GAMES, PEOPLE = 10_000, 200
ROUNDS = 15
LIMIT_S = 1.0
"""Within which a leaderboard has to be there."""
GUILD = GuildId(1)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
ENGLISH, THEME = texts("en"), load_theme()

INSERT = """
INSERT INTO results (
    game, seat, at, guild, mode, seats, side, user_id, name, level, place, won, lowest, points, ending, resigned,
    casual, feats, rated
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, '[9, 8, 7, 6, 5, 4]', 'board-full', 0, 0, '[]', ?)
"""
PLAIN = """
SELECT user_id, count(*), sum(won), max(lowest), sum(lowest) FROM results
WHERE guild = ? AND mode = ? AND user_id > 0 GROUP BY user_id
"""


def main() -> None:
    """Print everything."""
    print(f"statistics: {GAMES:,} finished games of {PEOPLE} people in one server")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder) / "games.sqlite3"))


async def _measure(path: Path) -> None:
    async with SqliteStore.open(path, clock=lambda: NOW) as store:
        _fill(path)
        start = perf_counter()
        await rate_all(store)
        took = perf_counter() - start
        print(f"  to rate all of them, as after a rebuild: {took:.1f} s, {1000 * took / GAMES:.2f} ms a game")
        services = Services.build(Tables(store, 1, lambda: NOW), Pictures(), lambda: NOW, "en", "")
        for mode, period in (("standard", "all"), ("standard", "month"), ("team", "all"), ("solo", "all")):
            await _compared(path, services, mode, period)
        profile = [await _timed(lambda: _profile(services)) for _ in range(ROUNDS)]
        print(f"  profile of somebody with {GAMES * 3 // PEOPLE} games: {1000 * median(profile):.0f} ms")


def _fill(path: Path) -> None:
    """Games of two to four people in all modes, one a minute; some a server away, and one after the other by time."""
    rng = Random(1)
    rows: list[tuple[object, ...]] = []
    for game in range(1, GAMES + 1):
        mode, seats = rng.choice((("standard", 2), ("standard", 3), ("standard", 4), ("team", 4), ("solo", 1)))
        people = rng.sample(range(1, PEOPLE + 1), seats)
        at = int((NOW - timedelta(minutes=15 * (GAMES - game))).timestamp() * 1_000_000)
        for seat, user in enumerate(people):
            side = seat % 2 if mode == "team" else seat
            lowest, rated = rng.randrange(19), 0 if mode == "solo" else None
            row = (game, seat, at, GUILD, mode, seats, side, user, f"Player {user}", side + 1, side == 0 < seats - 1)
            rows.append((*row, lowest, rated))
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany(INSERT, rows)


async def _compared(path: Path, services: Services, mode: str, period: str) -> None:
    """Print how long a leaderboard takes, and the floor."""
    whole: list[float] = []
    query: list[float] = []
    drawing: list[float] = []
    for _ in range(ROUNDS):
        whole.append(await _timed(lambda: _leaderboard(services, mode, period)))
        query.append(await _timed(lambda: _plain(path, mode)))
        rows = await statistics.of_server(services, GUILD, mode, period, UserId(PEOPLE))
        shown = screens.leaderboard(rows, mode, period, PEOPLE, ENGLISH)
        drawing.append(await _timed(lambda shown=shown: _drawn(shown)))
    floor = median(query) + median(drawing)
    verdict = "within" if max(whole) < LIMIT_S else "MORE THAN"
    print(
        f"  leaderboard {mode}, {period}: {1000 * median(whole):.0f} ms, at most {1000 * max(whole):.0f} "
        f"({verdict} {LIMIT_S:.0f} s); floor {1000 * floor:.0f} ms: plain query {1000 * median(query):.0f}, "
        f"picture {1000 * median(drawing):.0f}; {median(whole) / floor:.1f} times the floor"
    )


async def _leaderboard(services: Services, mode: str, period: str) -> None:
    rows = await statistics.of_server(services, GUILD, mode, period, UserId(PEOPLE))
    await _drawn(screens.leaderboard(rows, mode, period, PEOPLE, ENGLISH))


async def _profile(services: Services) -> None:
    found = await statistics.of_person(services, UserId(PEOPLE), GUILD, "Ann", own=True)
    if found:
        await _drawn(screens.profile(found, ENGLISH, button=True, everywhere=True))


async def _plain(path: Path, mode: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(PLAIN, (GUILD, mode)).fetchall()


async def _drawn(screen: Screen) -> None:
    picture = screen.picture
    if picture:
        await asyncio.to_thread(lambda: png(draw(picture, THEME)))


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    start = perf_counter()
    await work()
    return perf_counter() - start
