"""What the statements need of an engine: one statement that reads, and transactions that write.

Must not know a table.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from functools import wraps
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from data.sql.values import Row, Value, Values

P = ParamSpec("P")
R = TypeVar("R")


class Transaction(Protocol):
    """Everything that runs in it is committed together, or not at all."""

    async def run(self, name: str, /, **values: Value) -> list[Row]:
        """What the statement of this name finds or returns."""
        ...

    async def insert(self, name: str, rows: Sequence[Values]) -> None:
        """Run an INSERT of one row for each of these rows. Raises `KeyTaken`, `ReferenceMissing`."""
        ...


class Engine(Protocol):
    """A database that is open."""

    @property
    def shown(self) -> str:
        """How the database is called in messages."""
        ...

    def now(self) -> datetime:
        """The moment that is written as the time of a change."""
        ...

    async def read(self, name: str, /, **values: Value) -> list[Row]:
        """What the statement of this name finds in one unchanging view of the database."""
        ...

    async def read_slowly(self, name: str, /, **values: Value) -> list[Row]:
        """As `read`, for what takes seconds; nobody waits behind it."""
        ...

    def write(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction: committed at the end, rolled back by any exception, also where the caller is cancelled."""
        ...

    async def notify(self, text: str) -> None:
        """Notify all processes that are `listening`, where the engine can."""
        ...

    def listening(self, heard: Callable[[str], object], process: str) -> AbstractAsyncContextManager[None]:
        """Call `heard` with what processes notify while the block lasts, and have a session, where the engine can."""
        ...

    async def repeated(self, call: Callable[[], Awaitable[R]]) -> R:
        """What the call gives; it is called again for a while where it raises `Interrupted`."""
        ...


class OnEngine:
    """A part of a store over an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine


S = TypeVar("S", bound=OnEngine)


def repeated(
    method: Callable[Concatenate[S, P], Awaitable[R]],
) -> "Callable[Concatenate[S, P], CoroutineType[Any, Any, R]]":
    """The method, which is one transaction, tried again where it was interrupted."""

    @wraps(method)
    async def call(part: S, /, *args: P.args, **words: P.kwargs) -> R:
        return await part._engine.repeated(lambda: method(part, *args, **words))  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]

    return call
