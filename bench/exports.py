"""What an export of everything that is kept of somebody with 10,000 finished games takes: time, memory, size of files.

The games are read by the worker, as in the program; meanwhile the event loop is to be as free as without.
"""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from time import perf_counter
from zipfile import ZipFile

from bot.process.guard import Guard
from bot.process.worker import Worker
from bot.services.archive import File
from bot.services.exports import Exports
from bot.tables.events import Begun, Joined, Opened, Seat, to_text
from data.ids import ChannelId, GuildId, UserId
from data.sqlite import SqliteStore
from tests.bot.games import whole

GAMES, KINDS = 10_000, 200
ANN, BEN = UserId(730_451_926_835_118_077), UserId(730_451_926_835_118_078)
GUILD, CHANNEL = GuildId(1), ChannelId(2)
NOW = datetime(2026, 6, 1, tzinfo=UTC)
MIB = 1024 * 1024

GAME = """
INSERT INTO games (id, guild, channel, home, status, mode, language, host, version, created_at, updated_at, ended_at)
VALUES (?, ?, ?, ?, 'over', 'standard', 'en', ?, ?, ?, ?, ?)
"""
EVENT = "INSERT INTO events (game, seq, body, at) VALUES (?, ?, ?, 0)"
RESULT = """
INSERT INTO results (
    game, seat, at, guild, mode, seats, side, user_id, name, level, place, won, lowest, points, ending, resigned,
    casual, feats, rated
) VALUES (?, 0, ?, ?, 'standard', 2, 0, ?, 'Ann', NULL, 1, 1, 9, '[9, 8, 7, 6, 5, 4]', 'board-full', 0, 0, '[]', 0)
"""


def main() -> None:
    """Print everything."""
    print(f"exports: everything that is kept of somebody with {GAMES:,} finished games")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder) / "games.sqlite3"))


async def _measure(path: Path) -> None:
    async with SqliteStore.open(path, clock=lambda: NOW) as store:
        _fill(path)
        worker = Worker()
        before = _peak_mib()
        late_s = list[float]()
        watching = asyncio.create_task(_watch(late_s))
        start = perf_counter()
        files = await Exports(store, worker, Guard()).begin(ANN)
        took_s = perf_counter() - start
        watching.cancel()
        await worker.stop()
    print(f"  made in {took_s:.0f} s, {1000 * took_s / GAMES:.1f} ms a game, by the worker")
    print(f"  the loop was late by {1000 * max(late_s):.0f} ms at most; memory + {_peak_mib() - before:.0f} MiB")
    sizes = ", ".join(f"{name} {len(content) / MIB:.2f} MiB" for name, content in files)
    print(f"  {sizes}; {_plain_size(files) / MIB:.1f} MiB before compression")


def _fill(path: Path) -> None:
    """Copies of some games, each with its result."""
    logs = [_log(seed) for seed in range(1, KINDS + 1)]
    at = int(NOW.timestamp() * 1_000_000)
    with closing(sqlite3.connect(path)) as db, db:
        for game in range(1, GAMES + 1):
            log = logs[game % KINDS]
            db.execute(GAME, (game, GUILD, CHANNEL, CHANNEL, ANN, len(log), at, at, at))
            db.executemany(EVENT, [(game, seq, body) for seq, body in enumerate(log, 1)])
            db.execute(RESULT, (game, at + game, GUILD, ANN))


def _log(seed: int) -> list[str]:
    seats = (Seat(ANN, "Ann"), Seat(BEN, "Ben"))
    opened = Opened(ANN, "standard", 2, order="joined")
    facts = [opened, Joined(ANN, "Ann"), Joined(BEN, "Ben"), Begun(seats), *whole("standard", 2, seed, "random")]
    return [to_text(fact) for fact in facts]


async def _watch(late_s: list[float]) -> None:
    """Note how much later than asked the loop goes on."""
    while True:
        start = perf_counter()
        await asyncio.sleep(0.005)
        late_s.append(perf_counter() - start - 0.005)


def _plain_size(files: Sequence[File]) -> int:
    zips = [ZipFile(BytesIO(content)) for name, content in files if name.endswith(".zip")]
    return sum(one.file_size for found in zips for one in found.infolist())


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
