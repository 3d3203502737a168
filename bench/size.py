"""What the bot needs at which size: memory a process, presses and statements a second, and the database of a game.

The figures of docs/operation.md come from here. The bot is a process of its own on PostgreSQL, at a Discord of this
machine whose servers have 30 channels each.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bench.server import measure
from bench.servers import CHANNELS
from data.address import ServerUrl
from data.postgres import PostgresStore
from game.events import TurnEnded
from tests.bot.games import whole
from tests.bot.killing import Clock, new_discord, process
from tests.bot.painters import Blank
from tests.postgres import Cluster
from tests.wire.fake import CHANNEL, Discord, Interaction
from tests.wire.program import NEW_INTERPRETER, Program, online, until
from tests.wire.server import serve
from tests.wire.tables import fill, placement, press_of, shown, tables, turn_of

Move = tuple[int, str, int]
"""A user, the custom id of a placement, and the channel of its game."""
SERVERS = (1, 1000, 2500)
MOST = 100_000
GAMES = 200
AT_ONCE = 20
NO_LIMIT = "99999"


def main() -> None:
    """Print everything; nothing without PostgreSQL's programs."""
    measure("size", _measure, "one process on PostgreSQL")


async def _measure(folder: Path, cluster: Cluster) -> None:
    for servers in SERVERS:
        await _memory(folder, cluster, servers)
    await _many_servers()
    await _presses(folder, cluster)
    await _statements(cluster)
    await _database(cluster)


# --- memory --------------------------------------------------------------------------------------------------------


async def _memory(folder: Path, cluster: Cluster, servers: int) -> None:
    fake = Discord()
    for number in range(1, servers):
        guild = CHANNEL * 10 + number * 1000
        fake.homes |= {guild + 1 + at: guild for at in range(CHANNELS)}
    async with _online(folder, cluster.url(cluster.new()), fake) as program:
        resident = await _steady(program)
    print(f"  memory: {servers} servers of {CHANNELS} channels: {resident / 1e6:.0f} MB")


async def _many_servers() -> None:
    """What the servers of the largest bot take beside the process itself; it takes minutes."""
    command = (sys.executable, "-m", "bench.servers", str(MOST))
    made = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    output, _ = await made.communicate()
    print(f"  memory: {MOST} servers of {CHANNELS} channels take {output.decode().strip()} MB more than none")


async def _steady(program: Program) -> int:
    """The bytes that a process holds once they no longer change."""
    last, now = 0, _resident(program)
    while now != last:
        await asyncio.sleep(2)
        last, now = now, _resident(program)
    return now


def _resident(program: Program) -> int:
    pages = Path(f"/proc/{program.process.pid}/statm").read_text("utf-8").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def _online(folder: Path, url: ServerUrl, fake: Discord) -> AsyncIterator[Program]:
    # Else the limit of Discord for all requests of a bot would be measured.
    settings = {"INGENIOUS_DATABASE": url.url, "INGENIOUS_REQUEST_LIMIT": NO_LIMIT}
    async with serve(fake) as server, online(server, folder, NEW_INTERPRETER, **settings) as program:
        await until(lambda: "invite link" in program.log)
        yield program


# --- presses -------------------------------------------------------------------------------------------------------


async def _presses(folder: Path, cluster: Cluster) -> None:
    """Placements in games of their own, so many at once; each leads to a message with a picture."""
    url, fake = cluster.url(cluster.new()), Discord()
    await fill(url, GAMES, turns=6)
    async with _online(folder, url, fake):
        await shown(fake, GAMES)
        moves = [(turn_of(one), placement(one), CHANNEL) for one in await tables(url, GAMES)]
        before, start = len(fake.requests), perf_counter()
        pressed = await pressed_by_people(fake, moves)
        spent = perf_counter() - start
        await _sent(fake)
        requests = sum(one.counts for one in fake.requests[before:])
    acknowledged = [(one.answered_at or 0) - one.sent_at for one in pressed]
    answered = [(one.filled_at or 0) - one.sent_at for one in pressed]
    print(
        f"  presses: {len(pressed) / spent:.1f} placements a second, {AT_ONCE} people at once;"
        f" acknowledged in {median(acknowledged) * 1e3:.0f} ms (99 %: {quantiles(acknowledged, n=100)[-1] * 1e3:.0f}),"
        f" answered in {median(answered) * 1e3:.0f} ms, with {requests / len(pressed):.1f} requests that count"
    )


async def _sent(fake: Discord) -> None:
    """Wait until nothing more is sent."""
    count = -1
    while count != len(fake.requests):
        count = len(fake.requests)
        await asyncio.sleep(3)


async def pressed_by_people(fake: Discord, moves: Sequence[Move]) -> list[Interaction]:
    """All of these pressed, by `AT_ONCE` people who each wait for the answer before they press again."""
    pressed: list[Interaction] = []
    left = iter(moves)

    async def person() -> None:
        for user, custom_id, channel in left:
            control = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
            message = fake.last(channel) | {"components": [{"type": 1, "components": [control]}]}
            one = fake.press(user, custom_id, message)
            pressed.append(one)
            await until(lambda one=one: one.filled, within_s=600)

    await asyncio.gather(*(person() for _ in range(AT_ONCE)))
    return pressed


# --- statements and the database -----------------------------------------------------------------------------------


async def _statements(cluster: Cluster) -> None:
    """From a press to the last message that it leads to."""
    url = cluster.url(cluster.new())
    await fill(url, 1, turns=6)
    clock, sent = Clock(datetime.now(UTC)), list[str]()
    fake = new_discord(clock)
    async with process(url, fake, Blank(), clock=clock) as here:
        store = here.app.store._store  # noqa: SLF001 # pyright: ignore
        if not isinstance(store, PostgresStore):
            raise TypeError(store)
        (one,) = await tables(url, 1)
        await store.trace(sent.append)
        press_of(fake, turn_of(one), placement(one))
        await here.quiet()
        await store.trace(None)
    print(f"  statements: {len(sent)} for a placement and its messages")


async def _database(cluster: Cluster) -> None:
    """Whole games of two people."""
    name = cluster.new()
    url = cluster.url(name)
    turns = min(sum(isinstance(event, TurnEnded) for event in whole("standard", 2, seed)) for seed in range(1, 6))
    await fill(url, 1, turns=turns)
    before = _bytes(cluster, name)
    await fill(url, GAMES, turns=turns)
    print(f"  database: {(_bytes(cluster, name) - before) / GAMES / 1e3:.0f} kB a whole game of two people")


def _bytes(cluster: Cluster, name: str) -> int:
    cluster.sql("CHECKPOINT", name)
    size = cluster.sql("SELECT pg_database_size(current_database())", name)[0][0]
    return int(str(size))


if __name__ == "__main__":
    main()
