"""SQLite in the thread of the event loop, for tests whose point is not the engine.

A call of the real engine goes to a thread and comes back: two wake-ups and a wait for what SQLite does in microseconds.
Here it is done at once; the caller still gives way to the other tasks, so that they come in between as they do in the
bot. The tests of `data/` and those with processes of their own use the threads.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import aiosqlite
from typing_extensions import override

from data.address import Address
from data.sqlite import connection
from tests.overlapping import put


class _Threadless(aiosqlite.Connection):
    """A connection whose thread never starts, and that does not wait for the disk."""

    @override
    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._connection is None:
            raise ValueError("Connection closed")
        await asyncio.sleep(0)
        return fn(*args, **kwargs)

    async def _opened(self) -> _Threadless:
        self._connection = self._connector()
        self._connection.execute("PRAGMA synchronous = OFF")
        return self

    @override
    def __await__(self) -> Generator[Any, None, _Threadless]:
        return self._opened().__await__()

    @override
    def stop(self) -> asyncio.Future[None]:
        opened, self._connection = self._connection, None
        if opened is not None:
            opened.close()
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


@contextmanager
def quick_sqlite(path: Address) -> Iterator[None]:
    """Let databases be opened without threads meanwhile; one that is not there yet is copied instead of made."""
    if isinstance(path, Path) and not path.exists():
        path.touch(0o600)
        path.write_bytes(_empty())
    with put(aiosqlite, "Connection", _Threadless):
        yield


@cache
def _empty() -> bytes:
    """A database of the newest schema."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "empty.sqlite3"
        connection.connect(str(path), 0).close()
        return path.read_bytes()
