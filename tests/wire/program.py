"""`python -m bot` as a process of its own, online at the small Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Final

from tests import forks
from tests.forks import Forked
from tests.patience import PATIENCE_S
from tests.wire.server import Server

ROOT = Path(__file__).parents[2]
NOTHING: Final[Mapping[str, object]] = {}
NEW_INTERPRETER: Final = None


class Program:
    """A running bot and what it has printed."""

    def __init__(self, process: Forked | Popen[bytes]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), self.process.stderr)
        async for line in reader:
            self.lines.append(line.decode(errors="replace").rstrip("\n"))
        transport.close()

    @property
    def log(self) -> str:
        """All that it printed."""
        return "\n".join(self.lines)

    def send(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        self.process.send_signal(number)

    async def end(self, number: int = signal.SIGTERM, *, within_s: float = PATIENCE_S) -> int:
        """Send it a signal and wait for its end; the exit code."""
        self.send(number)
        return await self.over(within_s=within_s)

    async def over(self, *, within_s: float = PATIENCE_S) -> int:
        """Wait for its end; the exit code."""
        async with asyncio.timeout(within_s):
            await self._reading
            return await asyncio.to_thread(self.process.wait, within_s)


def _start(directory: Path, environ: dict[str, str], replaced: Mapping[str, object] | None) -> Forked | Popen[bytes]:
    if replaced is not NEW_INTERPRETER:
        return forks.start("bot", cwd=directory, env=environ, stderr=PIPE, replaced=replaced)
    return Popen(
        [sys.executable, "-m", "bot"], cwd=directory, env=environ | {"PYTHONPATH": str(ROOT)},
        stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, start_new_session=True,
    )  # fmt: skip


@asynccontextmanager
async def running(
    server: Server, directory: Path, replaced: Mapping[str, object] | None = NOTHING, /, **settings: str
) -> AsyncIterator[Program]:
    """The bot, started; killed in the end if it still runs. `replaced` is what `forks.start` takes.

    With `NEW_INTERPRETER` it is no fork but starts as an operator starts it, which a measurement of it needs.
    """
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("INGENIOUS_", "DISCORD_"))}
    environ |= server.settings | {"INGENIOUS_DATABASE": str(directory / "db.sqlite3")} | settings
    program = Program(_start(directory, environ, replaced))
    try:
        yield program
    finally:
        program.send(signal.SIGKILL)
        await program.over()


@asynccontextmanager
async def online(
    server: Server, directory: Path, replaced: Mapping[str, object] | None = NOTHING, /, **settings: str
) -> AsyncIterator[Program]:
    """The same, connected."""
    before = len(server.connected)
    async with running(server, directory, replaced, **settings) as program:
        try:
            await until(lambda: len(server.connected) > before)
            yield program
        except TimeoutError as error:
            raise AssertionError(f"{error}; it printed:\n{program.log}") from error


async def until(condition: Callable[[], object], *, within_s: float = PATIENCE_S) -> None:
    """Wait until this is so."""
    end = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it did not come about")
        await asyncio.sleep(0.01)
