"""What the store costs beside plain sqlite3: a move, a load, eight handlers at once, many stored games, a start.

Plain means the same statements with the same settings on one connection, without event loop and thread. All methods
take turns, each on a file of its own filled alike, so that they meet the same disk in the same minute.
"""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from data.ids import GameId, Seq
from data.sqlite import SqliteStore, connection
from data.store import NewOutboxRow, Store

EVENTS = (
    '{"placed": {"seat": 1, "tile": "RB", "at": "H8", "to": "H9", "points": [3, 2]}}',
    '{"ended": {"seat": 1, "returned": [], "drawn": ["GG"]}}',
)
BODY = '{"board": {"turn": 17, "mention": 123456789012345678}}'
STORED = 20  # events in each stored game
MOVES = 500
HANDLERS = 8
COMMITS = 2_000
SMALL, LARGE = 100, 100_000
FEW, MANY = 10, 10_000  # running games when the program starts
STARTS = 21
KINDS = ("reminder", "grace", "timeout")  # the outbox rows of a running clock
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MEMORY = Path("/dev/shm")  # noqa: S108 - a file system in memory, where a machine has one: syncing is free there
Log = tuple[GameId, Seq]  # a game and the number of its last event
Method = Callable[[Log], Awaitable[object]]

UPDATE = "UPDATE games SET version = ?, updated_at = ? WHERE id = ? AND version = ? RETURNING *"
EVENT = "INSERT INTO events (game, seq, body, at) VALUES (?, ?, ?, ?)"
OUTBOX = "INSERT INTO outbox (game, kind, body, created_at, due_at, attempts) VALUES (?, ?, ?, ?, ?, 0)"


def main() -> None:
    """Print everything."""
    print(
        f"data: a move writes {len(EVENTS)} events, the row of its game and an outbox row; medians, the methods in turn"
    )
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_move(Path(folder), on_disk=True))
        asyncio.run(_handlers(Path(folder)))
        asyncio.run(_growth(Path(folder)))
        asyncio.run(_start(Path(folder)))
    if MEMORY.is_dir():
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            asyncio.run(_move(Path(folder), on_disk=False))


# --- the plain way -------------------------------------------------------------------------------------------------


def plain_connection(path: Path) -> sqlite3.Connection:
    """A connection with the settings of the store."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def statements(db: sqlite3.Connection, log: Log) -> Iterator[Callable[[], object]]:
    """What `append` does, call by call."""
    game, after = log
    events = [(game, seq, body, 0) for seq, body in enumerate(EVENTS, after + 1)]
    yield lambda: db.execute("BEGIN IMMEDIATE")
    yield lambda: db.execute(UPDATE, (after + len(events), 0, game, after)).fetchall()
    yield lambda: db.execute(f"{EVENT}, (?, ?, ?, ?)", [value for event in events for value in event])
    yield lambda: db.execute(OUTBOX, (game, "board", BODY, 0, 0))
    yield lambda: db.execute("COMMIT")


def plain_move(db: sqlite3.Connection) -> Method:
    """All calls one after the other, here."""

    async def move(log: Log) -> None:
        for statement in statements(db, log):
            statement()

    return move


def hopping_move(db: sqlite3.Connection, thread: ThreadPoolExecutor) -> Method:
    """Each call handed to a thread and awaited, which is the least that an asynchronous wrapper of sqlite3 costs."""

    async def move(log: Log) -> None:
        for statement in statements(db, log):
            await asyncio.get_running_loop().run_in_executor(thread, statement)

    return move


# --- the measurements ----------------------------------------------------------------------------------------------


async def _move(folder: Path, *, on_disk: bool) -> None:
    """One caller at a time."""
    paths = [filled(folder / name, SMALL) for name in ("store", "plain", "hops")]
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(SqliteStore.open(paths[0], clock=lambda: NOW))
        plain, hops = (stack.enter_context(closing(plain_connection(path))) for path in paths[1:])
        thread = stack.enter_context(ThreadPoolExecutor(1))
        file = stack.enter_context((folder / "file").open("wb"))

        async def sync(_: Log) -> None:
            _write_through(file.fileno())

        methods = [store_move(store), plain_move(plain), hopping_move(hops, thread), sync]
        taken = await take_turns(methods, logs(SMALL, MOVES))
    ours, floor, calls, disk = (median(times) for times in taken)
    print(f"  a move {'on this disk' if on_disk else 'in memory, where syncing is free'}")
    print(f"    the store {ours * 1e6:.0f} us, plain {floor * 1e6:.0f} us: {ours / floor:.2f} x (at most 12)")
    limit = "" if on_disk else " (at most 2.5)"
    print(f"    a thread's answer for each statement {calls * 1e6:.0f} us: {ours / calls:.2f} x{limit}")
    if on_disk:
        print(f"    syncing 16 KiB alone {disk * 1e6:.0f} us: {ours / disk:.2f} x (at most 4)")


async def _handlers(folder: Path) -> None:
    """Several callers at once, each with games of its own; in turn with as many plain moves in a row."""
    paths = [filled(folder / name, SMALL) for name in ("shared", "alone")]
    waits: list[float] = []
    rows: list[float] = []
    spent = 0.0
    all_logs = list(logs(SMALL, COMMITS))

    async def handler(move: Method, own: Sequence[Log]) -> None:
        for log in own:
            start = perf_counter()
            await move(log)
            waits.append(perf_counter() - start)

    async with SqliteStore.open(paths[0], clock=lambda: NOW) as store:
        with closing(plain_connection(paths[1])) as db:
            for first in range(0, COMMITS, COMMITS // 10):
                part = all_logs[first : first + COMMITS // 10]
                shares = [[log for log in part if log[0] % HANDLERS == number] for number in range(HANDLERS)]
                start = perf_counter()
                await asyncio.gather(*(handler(store_move(store), share) for share in shares))
                spent += perf_counter() - start
                (taken,) = await take_turns([plain_move(db)], part)
                rows.extend(taken)
    in_a_row = [sum(rows[at : at + HANDLERS]) for at in range(len(rows) - HANDLERS + 1)]
    print(f"  {HANDLERS} handlers at once, {COMMITS} moves")
    print(
        f"    the store {COMMITS / spent:.0f} moves/s, plain {COMMITS / sum(rows):.0f}: {sum(rows) / spent:.2f} of it"
    )
    for name, ours, floor in (("median", median(waits), median(in_a_row)), ("worst", max(waits), max(in_a_row))):
        print(
            f"    {name} wait {ours * 1e3:.1f} ms, {name} {HANDLERS} plain moves in a row {floor * 1e3:.1f} ms:"
            f" {ours / floor:.2f} x"
        )


async def _growth(folder: Path) -> None:
    """A move and a whole game read, with few and with many games stored."""
    paths = [filled(folder / str(games), games) for games in (SMALL, LARGE)]
    async with AsyncExitStack() as stack:
        few, many = [await stack.enter_async_context(SqliteStore.open(path, clock=lambda: NOW)) for path in paths]
        plain_few, plain_many = [plain_move(stack.enter_context(closing(plain_connection(path)))) for path in paths]
        print(f"  {LARGE} stored games against {SMALL}, {STORED} events each, random games")
        _print_growth("a game read", await _pairs(lambda log: few.load(log[0]), lambda log: many.load(log[0])))
        _print_growth("a move", await _pairs(store_move(few), store_move(many)), " (at most 1.3)")
        _print_growth("the same, plain", await _pairs(plain_few, plain_many, skip=MOVES))


async def _start(folder: Path) -> None:
    """Opening the file and finding what is due, with few and with many running games; then an outage credited."""
    times: dict[int, list[float]] = {}
    paths = {games: filled(folder / f"start {games}", games, clocks=True) for games in (FEW, MANY)}
    for number in range(STARTS):
        for games in (FEW, MANY) if number % 2 else (MANY, FEW):
            start = perf_counter()
            async with SqliteStore.open(paths[games], clock=lambda: NOW) as store:
                await store.last_heartbeat()
                found = await store.due(NOW, 50), await store.next_due()
                times.setdefault(games, []).append(perf_counter() - start)
            if len(found[0]) != FEW:
                raise RuntimeError("not what was filled in")
    few, many = median(times[FEW]), median(times[MANY])
    async with SqliteStore.open(paths[MANY], clock=lambda: NOW) as store:
        start = perf_counter()
        await store.postpone_all(KINDS, timedelta(hours=9), heartbeat=NOW)
        shift = perf_counter() - start
    print(f"  a start: opening, {FEW} outbox rows due, the next one, with {MANY} running games against {FEW}")
    print(f"    {many * 1e3:.2f} ms against {few * 1e3:.2f} ms: {many / few:.2f} x (at most 3)")
    print(f"    an outage credited to {MANY} clocks at once: {shift * 1e3:.0f} ms")


async def _pairs(few: Method, many: Method, *, skip: int = 0) -> tuple[float, float]:
    """The medians of both, called in turn and each first every other time; `skip` moves were made on both before."""
    times: dict[Method, list[float]] = {few: [], many: []}
    both = [list(logs(games, skip + MOVES))[skip:] for games in (SMALL, LARGE)]
    for number, (small, large) in enumerate(zip(*both, strict=True)):
        pair = [(few, small), (many, large)]
        for method, log in pair if number % 2 else reversed(pair):
            start = perf_counter()
            await method(log)
            times[method].append(perf_counter() - start)
    return median(times[few]), median(times[many])


def _print_growth(what: str, pair: tuple[float, float], limit: str = "") -> None:
    few, many = pair
    print(f"    {what}: {many * 1e6:.0f} us against {few * 1e6:.0f} us: {many / few:.2f} x{limit}")


async def take_turns(methods: Sequence[Method], logs: Sequence[Log] | Iterator[Log]) -> list[list[float]]:
    """The times of each method in seconds, one move of each in turn."""
    taken: list[list[float]] = [[] for _ in methods]
    for log in logs:
        for method, times in zip(methods, taken, strict=True):
            start = perf_counter()
            await method(log)
            times.append(perf_counter() - start)
    return taken


def store_move(store: Store) -> Method:
    """A move through a store."""
    return lambda log: store.append(*log, EVENTS, outbox=[NewOutboxRow("board", BODY, NOW)])


def logs(games: int, count: int, stored: int = STORED) -> Iterator[Log]:
    """Moves of random games that have so many events, each behind the one before; the same ones for every method."""
    rng = Random(1)
    versions: dict[GameId, Seq] = {}
    for _ in range(count):
        game = GameId(rng.randint(1, games))
        after = versions.get(game, Seq(stored))
        versions[game] = Seq(after + len(EVENTS))
        yield game, after


def filled(path: Path, games: int, *, clocks: bool = False) -> Path:
    """A database with so many running games of two people; with clocks, a few of them have run out."""
    connection.connect(str(path), 1).close()
    numbers = range(1, games + 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO games (guild, channel, home, status, mode, language, host, version, created_at, updated_at)"
            " VALUES (1, ?, 0, 'running', 'standard', 'en', 7, ?, 0, 0)",
            ((game % 5_000, STORED) for game in numbers),
        )
        db.executemany(EVENT, ((game, seq, EVENTS[0], 0) for seq in range(1, STORED + 1) for game in numbers))
        db.executemany(
            "INSERT INTO seats (game, place, user_id, name) VALUES (?, ?, ?, 'Ann')",
            ((game, place, (game * 7 + place) % 30_000) for game in numbers for place in range(2)),
        )
        if clocks:
            now = (NOW - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
            db.execute("UPDATE games SET deadline = ? + id", (now,))
            db.executemany(
                OUTBOX,
                (
                    (game, kind, BODY, now, now + (game * 997 if kind != "timeout" or game > FEW else 0))
                    for game in numbers
                    for kind in KINDS
                ),
            )
        db.execute("COMMIT")
    return path


def _write_through(file: int) -> None:
    """16 KiB on the disk, the least that a commit could be."""
    os.pwrite(file, b"x" * 16_384, 0)
    getattr(os, "fdatasync", os.fsync)(file)  # macOS has only the other


if __name__ == "__main__":
    main()
