"""What the tests of backups share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from data.sqlite import SqliteStore
from data.store import DatabaseUnusable
from tests.data.tables import opened


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())


async def fill(path: Path, clock, *events: str) -> None:
    """A database with one game."""
    async with SqliteStore.open(path, clock=clock) as store:
        await opened(store, events)


async def events_of(path: Path, clock) -> tuple[str, ...]:
    async with SqliteStore.open(path, clock=clock) as store:
        return (await store.load(1)).events


def why(call: Callable[[], object]) -> str:
    with pytest.raises(DatabaseUnusable) as refused:
        call()
    assert str(refused.value).endswith(".")
    return refused.value.why
