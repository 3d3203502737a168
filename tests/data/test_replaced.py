"""The file is deleted or replaced while it is open: the next change is refused, so that a process knows it must end."""

import shutil
from pathlib import Path

import pytest

from data.store import DatabaseReplaced
from tests.data.tables import TABLE, opened


def delete(path: Path) -> None:
    path.unlink()


def rename(path: Path) -> None:
    path.rename(path.with_name("moved"))


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


@pytest.mark.parametrize("change", [delete, rename, replace])
async def test_a_change_to_a_file_that_is_gone_is_refused_in_words(sqlite_store, path, clock, change):
    game = await opened(sqlite_store, ["opened"])
    change(path)
    for ask in (
        sqlite_store.append(game, 1, ["a"]),
        sqlite_store.record_heartbeat(clock.now),
        sqlite_store.create(TABLE, ["b"]),
    ):
        with pytest.raises(DatabaseReplaced, match="was deleted or replaced while it was in use") as refused:
            await ask
        assert "must stop" in refused.value.why
    assert (await sqlite_store.load(game)).events == ("opened",)


async def test_a_file_that_comes_back_is_written_again(sqlite_store, path, clock):
    game = await opened(sqlite_store, ["opened"])
    path.rename(path.with_name("moved"))
    with pytest.raises(DatabaseReplaced):
        await sqlite_store.append(game, 1, ["a"])
    path.with_name("moved").rename(path)
    await sqlite_store.append(game, 1, ["b"])
    assert (await sqlite_store.load(game)).events == ("opened", "b")
