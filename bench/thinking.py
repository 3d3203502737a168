"""What a press at a quiet table takes while ten bots of the highest level think at others.

The bot runs as a process of its own. In each round presses are timed while nothing else happens; then a person moves in
each of ten games, and presses are timed again until all ten bots have made their turns.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bot.tables.events import Begun, Joined, Opened, Seat, to_text
from data.ids import ChannelId, GuildId, UserId
from data.sqlite import SqliteStore
from data.store import GameChange, NewGame, SeatRow
from tests.bot.games import simulated
from tests.wire.fake import CHANNEL, GUILD, PEOPLE, Discord, Interaction
from tests.wire.program import online, until
from tests.wire.server import serve
from tests.wire.tables import placement, press_of, tables

GAMES = 10
ROUNDS = 3
QUIET = 60  # presses in each round
PAUSE_S = 0.05
_USERS = count(1000)


def main() -> None:
    """Print it."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> None:
    path = folder / "db.sqlite3"
    await _fill(path)
    quiet: list[float] = []
    thinking: list[float] = []
    took_s: list[float] = []
    async with AsyncExitStack() as stack:
        fake = Discord()
        server = await stack.enter_async_context(serve(fake))
        await stack.enter_async_context(online(server, folder))
        await until(lambda: server.connected)
        fake.messages[CHANNEL].append(fake._message(CHANNEL, 1, {}, {}))  # noqa: SLF001
        for _ in range(ROUNDS):
            quiet += [await _pressed(fake) for _ in range(QUIET)]
            games = (await tables(path, GAMES + 1))[:GAMES]
            on_turn = [one for one in games if one.status == "running" and not one.is_thinking]
            moves = [press_of(fake, PEOPLE["ann"], placement(one)) for one in on_turn]
            await until(lambda moves=moves: all(one.filled for one in moves))
            start = perf_counter()
            while any(one.is_thinking for one in await tables(path, GAMES + 1)):
                thinking += [await _pressed(fake) for _ in range(5)]
            took_s.append(perf_counter() - start)
    usual, slowed = median(quiet), median(thinking)
    print(f"thinking: from a press to its whole answer at a quiet table, medians of {len(quiet)} and {len(thinking)}")
    print(f"  nothing else to do {usual * 1e3:.1f} ms (95 %: {quantiles(quiet, n=20)[-1] * 1e3:.1f})")
    print(
        f"  {GAMES} bots of level 5 thinking ({median(took_s):.1f} s) {slowed * 1e3:.1f} ms"
        f" (95 %: {quantiles(thinking, n=20)[-1] * 1e3:.1f}): {slowed / usual:.2f} x (at most 1.3)"
    )


async def _pressed(fake: Discord) -> float:
    """The seconds from a press at the quiet table to its answer, each by somebody else: nobody may press so often."""
    pressed: Interaction = press_of(fake, next(_USERS), f"ig1:{GAMES + 1}:0:scores:")
    await until(lambda: pressed.filled_at)
    await asyncio.sleep(PAUSE_S)
    return (pressed.filled_at or 0) - pressed.sent_at


async def _fill(path: Path) -> None:
    """Games of Ann, who is on turn, against bots of level 5, and one of Ann and Ben."""
    users = {name: UserId(PEOPLE[name]) for name in ("ann", "ben")}
    ann, ben = Seat(users["ann"], "Ann"), Seat(users["ben"], "Ben")
    async with SqliteStore.open(path, clock=lambda: datetime.now(UTC)) as store:
        for number in range(GAMES + 1):
            seats = (ann, ben if number == GAMES else Seat(None, "Bot", "5"))
            people = [seat for seat in seats if seat.user]
            opened = Opened(users["ann"], "standard", 2, 2 - len(people), order="joined")
            log = [opened, *(Joined(seat.user, seat.name) for seat in people if seat.user), Begun(seats)]
            log += simulated("standard", 2, turns=6, seed=1 + number % 5)
            new = NewGame(GuildId(GUILD), ChannelId(CHANNEL), "standard", "en", opened.host)
            rows = [SeatRow(at, seat.user, seat.name) for at, seat in enumerate(seats) if seat.user]
            row = await store.create(new, [to_text(event) for event in log], rows)
            await store.append(row.id, row.version, (), change=GameChange(status="running"))
