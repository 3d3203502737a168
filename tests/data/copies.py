"""What the tests of backups share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from data.sqlite import SqliteStore
from data.store import DatabaseUnusable, NewGame

TABLE = NewGame(guild=10, channel=20, mode="standard", language="en", host=30)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())


async def fill(path: Path, clock, *events: str) -> None:
    """A database with one game."""
    async with SqliteStore.open(path, clock=clock) as store:
        await store.create(TABLE, events)


async def events_of(path: Path, clock) -> tuple[str, ...]:
    async with SqliteStore.open(path, clock=clock) as store:
        return (await store.load(1)).events


def why(call: Callable[[], object]) -> str:
    with pytest.raises(DatabaseUnusable) as refused:
        call()
    assert str(refused.value).endswith(".")
    return refused.value.why
