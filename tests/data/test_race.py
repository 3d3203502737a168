"""Several writers on one game: exactly one wins, and nothing of the others is left."""

import asyncio
import json
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from data.opening import open_store
from data.store import Conflict, GameChange, NewOutboxRow, SeatRow, Store
from tests.data.tables import argument, opened

ROUNDS = 100
RACER = Path(__file__).with_name("racer.py")


async def attempt(store: Store, game: int, after: int, name: str) -> bool:
    """Whether this writer was the one; everything it writes bears its name."""
    try:
        await store.append(
            game,
            after,
            [f"{name} a", f"{name} b"],
            change=GameChange(host=int.from_bytes(name.encode()[-6:])),
            seats=[SeatRow(0, 30, name)],
            outbox=[NewOutboxRow(name, "{}")],
        )
    except Conflict:
        return False
    return True


@pytest.mark.parametrize("writers", [2, 10])
async def test_of_many_who_append_at_once_one_wins_each_round(store, opener, clock, writers):
    game = await opened(store, ["opened"])
    async with opener() as other:
        for round_ in range(ROUNDS):
            results = await asyncio.gather(
                *(attempt((store, other)[n % 2], game, 1 + 2 * round_, f"writer {n}") for n in range(writers))
            )
            winner = f"writer {results.index(True)}"
            assert results.count(True) == 1
            found = await other.load(game)
            assert found.events[-2:] == (f"{winner} a", f"{winner} b")
            assert (found.row.version, found.row.host) == (3 + 2 * round_, int.from_bytes(winner.encode()[-6:]))
            assert found.seats == (SeatRow(0, 30, winner),)
            (note,) = await store.due(clock.now, 9)
            assert note.kind == winner
            await store.complete(game, [note.id])


async def test_writers_of_different_games_do_not_disturb_each_other(store, opener):
    async def play(by: Store, game: int) -> None:
        for after in range(1, 20, 2):
            assert await attempt(by, game, after, "player")

    async with opener() as other:
        games = [await opened(store, ["opened"]) for _ in range(20)]
        await asyncio.gather(*(play((store, other)[game % 2], game) for game in games))
        assert {(await other.game(game)).version for game in games} == {21}


async def test_two_processes_share_the_rounds_without_a_gap(place, clock):
    async with open_store(place, clock) as store:
        game = await opened(store, ["opened"])
    racers = [
        await asyncio.create_subprocess_exec(
            sys.executable, str(RACER), argument(place), str(game), name, str(ROUNDS), stdout=asyncio.subprocess.PIPE
        )
        for name in ("left", "right")
    ]
    outputs = [(await racer.communicate())[0] for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    won: dict[str, list[int]] = {name: json.loads(out) for name, out in zip(("left", "right"), outputs, strict=True)}
    assert sorted(won["left"] + won["right"]) == list(range(ROUNDS))
    async with open_store(place, clock) as store:
        found = await store.load(game)
        notes = await store.due(clock.now, 2 * ROUNDS)
    winners = [next(name for name in won if round_ in won[name]) for round_ in range(ROUNDS)]
    assert found.events[1:] == tuple(f"{name} {half}" for name in winners for half in "ab")
    assert found.seats == (SeatRow(0, 30, winners[-1]),)
    assert Counter(note.kind for note in notes) == Counter(winners)


async def test_a_key_that_is_taken_behind_the_back_rolls_back_whole(sqlite_store, path, clock):
    game = await opened(sqlite_store, ["opened"], [SeatRow(0, 30, "Ann")])
    before = await sqlite_store.game(game)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO events VALUES (?, 3, 'foreign', 0)", (game,))
    assert not await attempt(sqlite_store, game, 1, "late")
    assert await sqlite_store.game(game) == before
    assert await sqlite_store.due(clock.now, 9) == []
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT seq, body FROM events ORDER BY seq").fetchall() == [(1, "opened"), (3, "foreign")]
        assert db.execute("SELECT name FROM seats").fetchall() == [("Ann",)]
