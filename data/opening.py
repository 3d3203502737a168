"""The store at an address, on the engine that the address asks for, and everything in it moved to another address."""

from contextlib import AbstractAsyncContextManager
from typing import assert_never

from data.address import Address, Path, ServerUrl
from data.errors import DatabaseUnusable
from data.postgres import PostgresStore
from data.postgres.side import postgres_side
from data.rows import Clock
from data.sqlite import SqliteStore
from data.sqlite.side import sqlite_side
from data.store import Store
from data.transfer import Side, move, unused


def open_store(address: Address, clock: Clock) -> AbstractAsyncContextManager[Store]:
    """The store, made or migrated as needed, closed at the end of the block. Opening it raises `DatabaseUnusable`."""
    match address:
        case Path():
            return SqliteStore.open(address, clock=clock)
        case ServerUrl():
            return PostgresStore.open(address, clock=clock)
        case _:
            assert_never(address)


async def migrate(source: Address, target: Address, *, clock: Clock, holder: str) -> dict[str, int]:
    """Move everything to another database; returns how many rows of each table.

    Both are brought to the newest schema. The source stays as it is. `holder` is a name that no process has.

    Raises:
        DatabaseUnusable: one of them is in use, the target is not empty, or the copy is not the same; then the target
            is as empty as before.
    """
    if isinstance(source, Path) and not source.is_file():
        raise DatabaseUnusable(str(source), "does not exist: check its name")
    if str(source) == str(target):
        raise DatabaseUnusable(str(target), "is the source itself: name another target")
    async with (
        open_store(source, clock) as old,
        unused(old, str(source), holder, clock),
        open_store(target, clock) as new,
        unused(new, str(target), holder, clock),
        _side(source, write=False) as reading,
        _side(target, write=True) as writing,
    ):
        return await move(reading, writing, str(target))


def _side(address: Address, *, write: bool) -> AbstractAsyncContextManager[Side]:
    match address:
        case Path():
            return sqlite_side(address, write=write)
        case ServerUrl():
            return postgres_side(address, write=write)
        case _:
            assert_never(address)
