"""One process of `test_race.py`: appends once a round to a game and prints the rounds that it won as JSON."""

import asyncio
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from data.address import parsed
from data.opening import open_store
from data.store import Conflict, NewOutboxRow, SeatRow


async def main(path: str, game: int, name: str, rounds: int) -> None:
    won: list[int] = []
    async with open_store(parsed(path), lambda: datetime(2026, 1, 1, tzinfo=UTC)) as store:
        for round_ in range(rounds):
            try:
                await store.append(
                    game,
                    1 + 2 * round_,
                    [f"{name} a", f"{name} b"],
                    seats=[SeatRow(0, 30, name)],
                    outbox=[NewOutboxRow(name, "{}")],
                )
            except Conflict:
                continue
            won.append(round_)
    sys.stdout.write(json.dumps(won))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
