"""`python -m bot` as a process of its own, online at the small Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.patience import PATIENCE_S
from tests.wire.server import Server

ROOT = Path(__file__).parents[2]


class Program:
    """A running bot and what it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr
        async for line in self.process.stderr:
            self.lines.append(line.decode(errors="replace").rstrip("\n"))

    @property
    def log(self) -> str:
        """All that it printed."""
        return "\n".join(self.lines)

    def send(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.process.returncode is None:
            self.process.send_signal(number)

    async def end(self, number: int = signal.SIGTERM, *, within_s: float = PATIENCE_S) -> int:
        """Send it a signal and wait for its end; the exit code."""
        self.send(number)
        return await self.over(within_s=within_s)

    async def over(self, *, within_s: float = PATIENCE_S) -> int:
        """Wait for its end; the exit code."""
        async with asyncio.timeout(within_s):
            code = await self.process.wait()
            await self._reading
        return code


@asynccontextmanager
async def running(server: Server, directory: Path, **settings: str) -> AsyncIterator[Program]:
    """The bot, started; killed in the end if it still runs."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("INGENIOUS_", "DISCORD_"))}
    environ |= (
        server.settings | {"PYTHONPATH": str(ROOT), "INGENIOUS_DATABASE": str(directory / "db.sqlite3")} | settings
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", cwd=directory, env=environ, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    program = Program(process)
    try:
        yield program
    finally:
        program.send(signal.SIGKILL)
        await program.over()


@asynccontextmanager
async def online(server: Server, directory: Path, **settings: str) -> AsyncIterator[Program]:
    """The same, connected."""
    before = len(server.connected)
    async with running(server, directory, **settings) as program:
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
