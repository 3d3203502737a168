"""Several writers on one game: exactly one wins, and nothing of the others is left."""

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from data.sqlite import SqliteStore
from data.store import Conflict, GameChange, NewGame, Note, SeatRow, Store

TABLE = NewGame(guild=10, channel=20, mode="standard", language="en", host=30)
ROUNDS = 100
RACER = Path(__file__).with_name("racer.py")


async def attempt(store: Store, game: int, after: int, name: str) -> bool:
    """Whether this writer was the one; everything it writes bears its name."""
    try:
        await store.append(
            game,
            after,
            [f"{name} a", f"{name} b"],
            change=GameChange(mode=name),
            seats=[SeatRow(0, 30, name)],
            outbox=[Note(name, "{}")],
        )
    except Conflict:
        return False
    return True


@pytest.mark.parametrize("writers", [2, 10])
async def test_of_many_who_append_at_once_one_wins_each_round(store, opener, clock, writers):
    game = await store.create(TABLE, ["opened"])
    async with opener() as other:
        for round_ in range(ROUNDS):
            results = await asyncio.gather(
                *(attempt((store, other)[n % 2], game, 1 + 2 * round_, f"writer {n}") for n in range(writers))
            )
            winner = f"writer {results.index(True)}"
            assert results.count(True) == 1
            found = await other.load(game)
            assert found.events[-2:] == (f"{winner} a", f"{winner} b")
            assert (found.row.version, found.row.mode) == (3 + 2 * round_, winner)
            assert found.seats == (SeatRow(0, 30, winner),)
            (note,) = await store.due(clock.now, 9)
            assert note.kind == winner
            await store.done(note.id)


async def test_writers_of_different_games_do_not_disturb_each_other(store, opener):
    async def play(by: Store, game: int) -> None:
        for after in range(1, 20, 2):
            assert await attempt(by, game, after, "player")

    async with opener() as other:
        games = [await store.create(TABLE, ["opened"]) for _ in range(20)]
        await asyncio.gather(*(play((store, other)[game % 2], game) for game in games))
        assert {(await other.game(game)).version for game in games} == {21}


async def test_two_processes_share_the_rounds_without_a_gap(path, clock):
    async with SqliteStore.open(path, clock=clock) as store:
        game = await store.create(TABLE, ["opened"])
    racers = [
        await asyncio.create_subprocess_exec(
            sys.executable, str(RACER), str(path), str(game), name, str(ROUNDS), stdout=asyncio.subprocess.PIPE
        )
        for name in ("left", "right")
    ]
    outputs = [(await racer.communicate())[0] for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    won: dict[str, list[int]] = {name: json.loads(out) for name, out in zip(("left", "right"), outputs, strict=True)}
    assert sorted(won["left"] + won["right"]) == list(range(ROUNDS))
    async with SqliteStore.open(path, clock=clock) as store:
        found = await store.load(game)
        notes = await store.due(clock.now, 2 * ROUNDS)
    winners = [next(name for name in won if round_ in won[name]) for round_ in range(ROUNDS)]
    assert found.events[1:] == tuple(f"{name} {half}" for name in winners for half in "ab")
    assert found.seats == (SeatRow(0, 30, winners[-1]),)
    assert Counter(note.kind for note in notes) == Counter(winners)


async def test_a_key_that_is_taken_behind_the_back_rolls_back_whole(sqlite_store, clock):
    game = await sqlite_store.create(TABLE, ["opened"], [SeatRow(0, 30, "Ann")])
    before = await sqlite_store.game(game)
    await sqlite_store._write(lambda db: db.execute("INSERT INTO events VALUES (?, 3, 'foreign', 0)", (game,)))
    assert not await attempt(sqlite_store, game, 1, "late")
    assert await sqlite_store.game(game) == before
    assert await sqlite_store.due(clock.now, 9) == []
    rows = await sqlite_store._read(lambda db: db.execute("SELECT seq, body FROM events ORDER BY seq").fetchall())
    assert rows == [(1, "opened"), (3, "foreign")]
    seats = await sqlite_store._read(lambda db: db.execute("SELECT name FROM seats").fetchall())
    assert seats == [("Ann",)]
