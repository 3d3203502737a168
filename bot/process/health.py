"""The health file: a small JSON file for a supervisor. Its age matters most: a bot that hangs writes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from bot.process.guard import Guard
from bot.process.heartbeat import BEAT_S
from data.store import Store, StoreError

log = logging.getLogger(__name__)

State = Literal["starting", "waiting", "online", "offline", "ending"]
"""`waiting`: another process acts on this database; `offline`: the connection to Discord is lost and being retried."""


class Health:
    """The file at `path`, if any; `keep` writes it each minute and after each `turn`."""

    def __init__(
        self, path: Path | None, store: Store, clock: Callable[[], datetime], guard: Guard, version: str
    ) -> None:
        self._path = path
        self._store = store
        self._clock = clock
        self._guard = guard
        self._version = version
        self._state: State = "starting"
        self._connects_at: datetime | None = None
        self._turned = asyncio.Event()
        self._write_failed = False

    def turn(self, state: State) -> None:
        """Change the state; nothing follows `ending`."""
        if self._state not in (state, "ending"):
            self._state = state
            self._turned.set()

    def hold(self, wait_s: float | None) -> None:
        """Discord lets this process start no session for so long; `None` where it does."""
        self._connects_at = None if wait_s is None else self._clock() + timedelta(seconds=wait_s)
        self._turned.set()

    async def keep(self) -> None:
        """Write the file until the state `ending` is written."""
        while self._path is not None:
            self._turned.clear()
            state = self._state
            await self._write(self._path, state)
            if state == "ending":
                break
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._turned.wait(), BEAT_S)

    async def _write(self, path: Path, state: State) -> None:
        text = json.dumps(await self._report(state), indent=1) + "\n"
        try:
            await asyncio.to_thread(_replace, path, text)
            self._write_failed = False
        except OSError as error:
            if not self._write_failed:
                log.warning("the health file cannot be written", extra={"path": path, "error": error.strerror})
            self._write_failed = True

    async def _report(self, state: State) -> dict[str, object]:
        now = self._clock()
        games: int | None = None
        undelivered_s: int | None = None
        try:
            games = await self._store.count_games(("running",))
            first = next(iter(await self._store.due(now, 1, shards=self._guard.shards)), None)
            undelivered_s = int((now - first.due_at).total_seconds()) if first else 0
        except StoreError as error:
            log.warning("the health file has no numbers", extra={"error": error})
        return {
            "time": now.isoformat(timespec="seconds"),
            "state": state,
            "connects_at": None if self._connects_at is None else self._connects_at.isoformat(timespec="seconds"),
            "version": self._version,
            "shards": str(self._guard.shards) if self._guard.shards.count > 1 else "all",
            "games_running": games,
            "oldest_undelivered_s": undelivered_s,
            "resting": self._guard.circuit.is_open(now),
        }


def _replace(path: Path, text: str) -> None:
    """Write a new file and rename it to `path`, so that a reader never sees half of it."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        with part.open("x", encoding="utf-8") as file:  # with the permissions of any new file: a supervisor reads it
            file.write(text)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
