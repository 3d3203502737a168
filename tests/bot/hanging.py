"""A store that hangs when told, as one whose server is suspended or locked by somebody else."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

from data.store import DatabaseUnusable, Store


class Hanging:
    """A store whose calls wait while it `hangs`, until `fail`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._failed = asyncio.Event()
        self.hangs = False
        self.waiting = list[str]()
        """The calls that have waited, or wait."""

    def fail(self) -> None:
        """Let all calls end as after their limit of time."""
        self._failed.set()

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)
        if not (self.hangs and inspect.iscoroutinefunction(call)):
            return call

        async def hanging(*_: object, **__: object) -> None:
            self.waiting.append(name)
            await self._failed.wait()
            raise DatabaseUnusable("db", "does not answer")

        return hanging
