"""How soon the bot acknowledges and answers a press, and how soon it is online, over a Discord on this machine.

The bot runs as a process of its own and is reached as it is in earnest: a gateway and REST on 127.0.0.1. Beside it
runs one that does nothing but acknowledge; both take turns, so that they meet the same machine in the same minute.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from statistics import median
from time import perf_counter

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.tables.table import Table
from tests.wire.fake import Discord, Interaction
from tests.wire.program import NEW_INTERPRETER, online, running, until
from tests.wire.server import Server, serve
from tests.wire.tables import fill, placement, press_of, shown, tables, turn_of

BOARDS = 20
ROUNDS = 8
PRESSES = 15  # in each round and of each bot
PAUSE_S = 0.01
FEW, MANY = 10, 10_000
STARTS = 5


def main() -> None:
    """Print everything."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_presses(Path(folder)))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_starts(Path(folder)))


# --- presses -------------------------------------------------------------------------------------------------------


async def _presses(folder: Path) -> None:
    path = folder / "db.sqlite3"
    await fill(path, BOARDS, turns=6)
    drawing: list[float] = []
    resting: list[float] = []
    nothing: list[float] = []
    drawn_s: list[float] = []
    looks: list[float] = []
    moves_s: list[float] = []
    async with AsyncExitStack() as stack:
        ours, idle = Discord(), Discord()
        server = await stack.enter_async_context(serve(ours))
        await stack.enter_async_context(online(server, folder, NEW_INTERPRETER))
        await shown(ours, BOARDS)
        other = await stack.enter_async_context(serve(idle))
        await stack.enter_async_context(_does_nothing(other))
        await until(lambda: other.connected)
        idle.messages = {channel: list(messages) for channel, messages in ours.messages.items()}
        for _ in range(ROUNDS):
            nothing += await _acknowledged(idle)
            resting += await _acknowledged(ours)
            before, start, games = len(ours.shown()), perf_counter(), await tables(path, BOARDS)
            moves = [press_of(ours, turn_of(one), placement(one)) for one in games]
            await until(lambda moves=moves: all(one.answers for one in moves))
            await _stored(path, games)
            drawing += await _acknowledged(ours, lambda before=before: len(ours.shown()) < before + BOARDS - 2)
            await until(lambda moves=moves: all(one.filled for one in moves))
            over = sum(one.turn > old.turn for one, old in zip(await tables(path, BOARDS), games, strict=True))
            await until(lambda before=before, over=over: len(ours.shown()) >= before + over)
            drawn_s.append(perf_counter() - start)
        for one in await tables(path, BOARDS):
            looks.append(await _filled(press_of(ours, turn_of(one), f"ig1:{one.id}:0:scores:")))
            moves_s.append(await _filled(press_of(ours, turn_of(one), placement(one))))
    floor = median(nothing)
    print(f"bot: a press acknowledged, {ROUNDS} rounds of {PRESSES} presses, medians; the bots in turn")
    print(f"  a bot that does nothing {floor * 1e3:.2f} ms")
    print(f"  ours, nothing else to do {median(resting) * 1e3:.2f} ms: {median(resting) / floor:.2f} x")
    print(
        f"  ours, {BOARDS} boards being drawn ({median(drawn_s):.1f} s) {median(drawing) * 1e3:.2f} ms:"
        f" {median(drawing) / floor:.2f} x (at most 2); {len(drawing)} presses, the slowest {max(drawing) * 1e3:.0f} ms"
    )
    print(f"  from a press to its whole answer, medians of {BOARDS}: the scores {median(looks) * 1e3:.0f} ms,")
    print(f"    a placement {median(moves_s) * 1e3:.0f} ms")


async def _filled(pressed: Interaction) -> float:
    """The seconds from a press to its answer, once that is there."""
    await until(lambda: pressed.filled_at)
    return (pressed.filled_at or 0) - pressed.sent_at


async def _stored(path: Path, games: Sequence[Table]) -> None:
    """Wait until each game has its move: from then on there is nothing to do but to draw and to send."""
    while any(now.seq == old.seq for now, old in zip(await tables(path, BOARDS), games, strict=True)):  # noqa: ASYNC110 - another process moves
        await asyncio.sleep(PAUSE_S)


async def _acknowledged(fake: Discord, going: Callable[[], bool] = lambda: True) -> list[float]:
    """The seconds from a press to its acknowledgement, for presses one after the other while this goes on."""
    taken: list[float] = []
    for number in range(PRESSES):
        if not going():
            break
        pressed = press_of(fake, 15, f"ig1:{number + 1}:0:rules:")
        await _answered(pressed)
        taken.append((pressed.answered_at or 0) - pressed.sent_at)
        await asyncio.sleep(PAUSE_S)
    return taken


async def _answered(pressed: Interaction) -> None:
    await until(lambda: pressed.answered_at)


@asynccontextmanager
async def _does_nothing(server: Server) -> AsyncIterator[None]:
    """The other bot, as a process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.bot", env=os.environ | server.settings, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.kill()
        await process.wait()


class _Nothing(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Acknowledge."""
        await interaction.response.defer(ephemeral=True, thinking=True)


def _do_nothing() -> None:
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    _Nothing(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"], log_handler=None)


# --- starts --------------------------------------------------------------------------------------------------------


async def _starts(folder: Path) -> None:
    """From the start of the process to the first press acknowledged, with few and with many running games."""
    times: dict[int, list[float]] = {FEW: [], MANY: []}
    folders = {games: folder / str(games) for games in times}
    for games, where in folders.items():
        where.mkdir()
        await fill(where / "db.sqlite3", 1, turns=20)
        _multiply(where / "db.sqlite3", games)
    for number in range(STARTS):
        for games in (FEW, MANY) if number % 2 else (MANY, FEW):
            times[games].append(await _start(folders[games]))
    few, many = median(times[FEW]), median(times[MANY])
    print(f"  a start, until a press is answered, with {MANY} running games against {FEW}")
    print(f"    {many * 1e3:.0f} ms against {few * 1e3:.0f} ms: {many / few:.2f} x (at most 2)")


async def _start(folder: Path) -> float:
    fake = Discord()
    async with serve(fake) as server:
        start = perf_counter()
        async with running(server, folder, NEW_INTERPRETER) as program:
            await until(lambda: server.connected)
            fake.messages[101].append(fake._message(101, 1, {}, {}))  # noqa: SLF001
            pressed = press_of(fake, 15, "ig1:1:0:rules:")
            await until(lambda: pressed.filled)
            taken = perf_counter() - start
            await program.end()
    return taken


def _multiply(path: Path, games: int) -> None:
    """Copies of the first game, each with a clock that has an hour to go; nothing is due."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM outbox")
        (now,) = db.execute("SELECT updated_at FROM games").fetchone()
        columns = [name for _, name, *_ in db.execute("PRAGMA table_info(games)") if name != "id"]
        listed = ", ".join(columns)
        numbers = [(number,) for number in range(2, games + 1)]
        db.executemany(f"INSERT INTO games (id, {listed}) SELECT ?, {listed} FROM games WHERE id = 1", numbers)  # noqa: S608
        db.executemany("INSERT INTO events SELECT ?, seq, body, at FROM events WHERE game = 1", numbers)
        db.executemany("INSERT INTO seats SELECT ?, place, user_id, name FROM seats WHERE game = 1", numbers)
        db.execute("UPDATE games SET deadline = ?", (now + 3_600_000_000,))
        db.execute(
            "INSERT INTO outbox (game, kind, body, created_at, due_at, attempts)"
            """ SELECT id, 'timeout', '{"turn": 20}', ?, ?, 0 FROM games""",
            (now, now + 3_600_000_000),
        )
        db.commit()


if __name__ == "__main__":
    _do_nothing()
