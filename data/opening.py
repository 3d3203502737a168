"""The store at an address, on the engine that the address asks for."""

from contextlib import AbstractAsyncContextManager
from typing import assert_never

from data.address import Address, Path, ServerUrl
from data.postgres import PostgresStore
from data.rows import Clock
from data.sqlite import SqliteStore
from data.store import Store


def open_store(address: Address, clock: Clock) -> AbstractAsyncContextManager[Store]:
    """The store, made or migrated as needed, closed at the end of the block. Opening it raises `DatabaseUnusable`."""
    match address:
        case Path():
            return SqliteStore.open(address, clock=clock)
        case ServerUrl():
            return PostgresStore.open(address, clock=clock)
        case _:
            assert_never(address)
