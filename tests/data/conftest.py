"""A store to test, engine by engine, and a clock that stands still until it is set."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.address import Address, ServerUrl
from data.postgres import PostgresStore
from data.sqlite import SqliteStore
from data.store import Store
from tests.patience import PATIENCE_S
from tests.postgres import Databases

Opener = Callable[[], AbstractAsyncContextManager[Store]]


@dataclass
class StoppedClock:
    now: datetime = datetime(2026, 3, 29, 1, 30, 0, 123456, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


DATABASES = Databases()
ENGINES: dict[str, Callable[[Path], Address]] = {"sqlite": lambda path: path, "postgres": DATABASES.of}
"""Each engine passes all tests that ask for `store`, `opener` or `place`."""


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the SQLite tests have their file."""
    return tmp_path / "games.sqlite3"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Where the backup goes."""
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "100% of it?.sqlite3"


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, path: Path) -> Iterator[Address]:
    """Where the database of this test is."""
    yield ENGINES[request.param](path)
    DATABASES.drop()


@pytest.fixture
def opener(place: Address, clock: StoppedClock) -> Opener:
    """Opens the store of this test; a second call is a second connection to the same games."""
    match place:
        case Path():
            return lambda: SqliteStore.open(place, clock=clock, busy_s=PATIENCE_S)
        case ServerUrl():
            return lambda: PostgresStore.open(place, clock=clock, busy_s=PATIENCE_S)


@pytest.fixture
def address(path: Path) -> Iterator[ServerUrl]:
    """An empty database of this test on a PostgreSQL server."""
    yield DATABASES.of(path)
    DATABASES.drop()


@pytest.fixture
async def store(opener: Opener) -> AsyncIterator[Store]:
    async with opener() as store:
        yield store


@pytest.fixture
async def sqlite_store(path: Path, clock: StoppedClock) -> AsyncIterator[SqliteStore]:
    """For what only this engine has."""
    async with SqliteStore.open(path, clock=clock, busy_s=0.2) as store:
        yield store


@pytest.fixture
async def pg(address: ServerUrl, clock) -> AsyncIterator[PostgresStore]:
    async with PostgresStore.open(address, clock=clock, busy_s=PATIENCE_S) as store:
        yield store
