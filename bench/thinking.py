"""What a press at a quiet table takes while ten bots of the highest level think at others.

The bot runs as a process of its own. In each round presses are timed while nothing else happens; then a person moves in
each of ten games, and presses are timed again until all ten bots have made their turns; then they are timed beside a
program of the same low priority that thinks about games of its own: that much is the machine's and not the bot's.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
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
    beside: list[float] = []
    took_s: list[float] = []
    async with AsyncExitStack() as stack:
        fake = Discord()
        server = await stack.enter_async_context(serve(fake))
        await stack.enter_async_context(online(server, folder))
        await until(lambda: server.connected)
        fake.messages[CHANNEL].append(fake._message(CHANNEL, 1, {}, {}))  # noqa: SLF001
        for _ in range(ROUNDS):
            for _ in range(QUIET // 5):
                quiet += await _five(fake, path)
            games = (await tables(path, GAMES + 1))[:GAMES]
            on_turn = [one for one in games if one.status == "running" and not one.is_thinking]
            moves = [press_of(fake, PEOPLE["ann"], placement(one)) for one in on_turn]
            await until(lambda moves=moves: all(one.filled for one in moves))
            start = perf_counter()
            while any(one.is_thinking for one in await tables(path, GAMES + 1)):
                thinking += await _five(fake, path)
            took_s.append(perf_counter() - start)
            async with _burner():
                for _ in range(QUIET // 5):
                    beside += await _five(fake, path)
    print("thinking: from a press to its whole answer at a quiet table")
    _say("nothing else to do", quiet, quiet)
    _say("beside another program that thinks", beside, quiet)
    _say(f"{GAMES} bots of level 5 thinking, for {median(took_s):.1f} s (at most 1.3 x)", thinking, quiet)


def _say(what: str, seconds: list[float], usual: list[float]) -> None:
    most, times = quantiles(seconds, n=20)[-1] * 1e3, median(seconds) / median(usual)
    print(f"  {what}: {median(seconds) * 1e3:.1f} ms (95 %: {most:.1f}), {times:.2f} x, {len(seconds)} presses")


@asynccontextmanager
async def _burner() -> AsyncIterator[None]:
    """Beside a program that plays games of level 5 with all the CPU that it gets, at the lowest priority."""
    code = (
        "import os, random\nos.nice(19)\nfrom game.modes import MODES\nfrom game.simulate import simulate\n"
        "while True: simulate(MODES['standard'], ('5', '5'), random.Random(1))"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, env=dict(os.environ))
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def _five(fake: Discord, path: Path) -> list[float]:
    """The seconds of five presses after a look at the tables, which all measurements have in common."""
    await tables(path, GAMES + 1)
    return [await _pressed(fake) for _ in range(5)]


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
