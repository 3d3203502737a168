"""A process of `test_crash.py` that is killed: writes as it is told and prints how far it has come."""

import asyncio
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from data.address import parsed
from data.opening import open_store
from data.store import GameChange, NewGame, NewOutboxRow, SeatRow
from tests.data.tables import opened


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def hang(statement: str) -> None:
    if statement.startswith("INSERT INTO outbox"):
        say("inside")
        time.sleep(60)


async def main(path: str, where: str) -> None:
    async with open_store(parsed(path), lambda: datetime(2026, 1, 1, tzinfo=UTC)) as store:
        game = await opened(store, ["opened"], [SeatRow(0, 30, "before")], table=NewGame(10, 20, "standard", "en", 30))
        if where == "writing":
            for n in range(1, 5000):
                events = [f"{n} a", f"{n} b"]
                seats, notes = [SeatRow(0, 30, str(n))], [NewOutboxRow("x", str(n))]
                await store.append(game, 2 * n - 1, events, seats=seats, outbox=notes)
                say(str(n))
        if where == "inside":
            await store.trace(hang)
        running = GameChange(status="running")
        await store.append(
            game, 1, ["a", "b"], change=running, seats=[SeatRow(0, 30, "after")], outbox=[NewOutboxRow("x", "")]
        )
        say("committed")
        await asyncio.sleep(60)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
