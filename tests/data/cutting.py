"""A line to the PostgreSQL server of the tests that can be cut at a moment of a transaction."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal

from data.address import ServerUrl
from tests.patience import PATIENCE_S

Cut = Literal["before", "after", "silent"]


class Line:
    """Forwards bytes between the clients in a folder and the server in another."""

    def __init__(self, server: Path, folder: Path) -> None:
        self.folder = folder
        self.cut: tuple[bytes, Cut] | None = None
        """At the next message with these bytes the line is cut, before the server gets it or after it has done it; or
        nothing goes over the line any more, in silence."""
        self.cut_off = asyncio.Event()
        self.closed = False
        """Nobody gets through any more."""
        self.cuts = 0
        self._server = server
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            if not self.closed:
                up = await asyncio.open_unix_connection(str(self._server / ".s.PGSQL.5432"))
                await self._forward(reader, writer, *up)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
        up: asyncio.StreamWriter,
    ) -> None:
        silent, answered = asyncio.Event(), asyncio.Event()

        async def back() -> None:
            while data := await answers.read(65536):
                if silent.is_set():
                    answered.set()
                    continue
                writer.write(data)
            writer.close()

        backwards = asyncio.create_task(back())
        try:
            while data := await reader.read(65536):
                if self.cut and self.cut[0] in data:
                    how, self.cut, self.cuts = self.cut[1], None, self.cuts + 1
                    silent.set()
                    self.cut_off.set()
                    if how == "after":
                        up.write(data)
                        await asyncio.wait_for(answered.wait(), PATIENCE_S)  # the server has carried it out
                    if how != "silent":
                        return
                    continue
                up.write(data)
        finally:
            backwards.cancel()
            up.transport.abort()

    async def end(self) -> None:
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


@asynccontextmanager
async def line_to(address: ServerUrl) -> AsyncIterator[tuple[Line, ServerUrl]]:
    """A line to the server of an address, and the address of the same database over it."""
    start, _, server = address.url.rpartition("?host=")
    folder = Path(tempfile.mkdtemp(prefix="pg-line-"))
    line = Line(Path(server), folder)
    listening = await asyncio.start_unix_server(line.serve, str(folder / ".s.PGSQL.5432"))
    try:
        yield line, ServerUrl(f"{start}?host={folder}")
    finally:
        listening.close()
        await line.end()
        shutil.rmtree(folder, ignore_errors=True)
