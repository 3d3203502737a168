"""What the engine needs of asyncpg, with types, and what a server answers in words.

Must not know what the tables mean.
"""
# ruff: noqa: ASYNC109 - the limits are asyncpg's own, which cancel the statement on the server

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from typing import Any, Protocol, cast

import asyncpg  # pyright: ignore[reportMissingTypeStubs]

from data.address import ServerUrl
from data.errors import (
    DatabaseDamaged,
    DatabaseUnusable,
    Interrupted,
    KeyTaken,
    ReferenceMissing,
    StoreError,
    Unstorable,
)
from data.sql.values import Row


class Connection(Protocol):
    """A connection, as far as it is used here."""

    async def execute(self, query: str, *values: object, timeout: float | None = None) -> str:
        """The tag of the last statement; without values there may be several statements, in one round trip."""
        ...

    async def executemany(self, query: str, rows: Sequence[Sequence[object]], *, timeout: float | None = None) -> None:
        """Run the statement for each row, all in one round trip."""
        ...

    async def fetch(self, query: str, *values: object, timeout: float | None = None) -> list[Row]:
        """The rows."""
        ...

    async def fetchval(self, query: str, *values: object, timeout: float | None = None) -> object:
        """The first value of the first row, or None."""
        ...

    async def copy_records_to_table(
        self, table_name: str, *, records: Sequence[Sequence[object]], columns: Sequence[str]
    ) -> str:
        """Write rows in the quickest way that there is."""
        ...

    def cursor(self, query: str, *values: object, prefetch: int) -> AsyncIterator[Row]:
        """The rows one by one, inside a transaction."""
        ...

    def get_server_pid(self) -> int:
        """The number of the process that serves it."""
        ...

    def is_closed(self) -> bool:
        """Whether it is lost."""
        ...

    def terminate(self) -> None:
        """Close it without a word to the server."""
        ...

    async def close(self, *, timeout: float | None = None) -> None:
        """Close it."""
        ...

    async def add_listener(self, channel: str, callback: Callable[..., object]) -> None:
        """Call back with (connection, pid, channel, payload) for each notification."""
        ...


class Pool(Protocol):
    """Connections that are used in turn."""

    def acquire(self, *, timeout: float | None = None) -> AbstractAsyncContextManager[Connection]:
        """A connection for a block."""
        ...

    async def close(self) -> None:
        """Close all of them when they are given back."""
        ...

    def terminate(self) -> None:
        """Close all of them now."""
        ...


class _Session(asyncpg.Connection):  # pyright: ignore[reportMissingTypeArgument]
    """A connection on which nothing is ever set, so that nothing needs to be reset when it is given back."""

    def get_reset_query(self) -> str:
        """No statement."""
        return ""


SETTINGS = {
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "30s",  # of a process that is gone without a word
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "timezone": "UTC",
}


async def connect(address: ServerUrl, *, name: str, timeout_s: float) -> Connection:
    """A connection of its own. Raises what `errors_in_words` turns into words."""
    options: dict[str, Any] = {"timeout": timeout_s, "server_settings": {"application_name": name}}
    db = cast("Connection", await asyncpg.connect(address.url, **options))  # pyright: ignore[reportUnknownMemberType]
    await db.execute(_set(SETTINGS), timeout=timeout_s)
    return db


def _set(settings: Mapping[str, str]) -> str:
    """The statements that set these for a session. Poolers take no settings at the start but a few."""
    return "; ".join(f"SET {name} = '{value}'" for name, value in settings.items())


async def pool(address: ServerUrl, *, name: str, size: int, timeout_s: float, lock_s: float) -> Pool:
    """Up to `size` connections, which wait `lock_s` seconds at most for a lock."""
    statements = _set({**SETTINGS, "lock_timeout": str(int(lock_s * 1000))})

    async def set_up(db: Connection) -> None:
        await db.execute(statements, timeout=timeout_s)

    made = asyncpg.create_pool(  # pyright: ignore[reportUnknownMemberType]
        address.url,
        min_size=0,
        max_size=size,
        timeout=timeout_s,
        max_inactive_connection_lifetime=60,
        connection_class=_Session,
        server_settings={"application_name": name},
        init=set_up,
    )
    return cast("Pool", await made)


def is_lost(db: Connection) -> bool:
    """Whether nothing can be asked over it any more; the pool takes a lost one back by itself."""
    try:
        return db.is_closed()
    except asyncpg.InterfaceError:
        return True


def drop(db: Connection) -> None:
    """Close it without a word to the server."""
    with suppress(asyncpg.InterfaceError):
        db.terminate()


_WHY = {
    "28000": "refuses this user: check the user and the server's pg_hba.conf",
    "28P01": "refuses the password: check the user and the password",
    "3D000": "does not exist: create it with `createdb`",
    "42501": "may not be used by this user: make them the owner of the database",
    "25006": "may only be read: it is a standby, name the primary server",
    "53100": "cannot grow: the disk of the server is full",
    "53200": "has no memory left on its server",
    "55P03": "is locked by another program",
    "57P05": "closed a connection that was idle for too long",
}
_AGAIN = {
    "40": "was busy: two changes were in each other's way",  # serialization failure, deadlock
    "53300": "has no connection left: raise max_connections of the server, or use fewer processes",
    "57014": "ended a statement that took too long",
    "08": "lost its connection",
    "57P": "is being stopped or restarted",
}
"""After these nothing was written, and a second try may succeed."""
_DAMAGED = ("XX001", "XX002")
POOLED = "is behind a pooler that keeps no sessions: set `pool_mode = session` for it, or name the server itself"
UNREACHABLE = "cannot be reached: check the address, and that the server runs"
_LOST = (
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)


@contextmanager
def errors_in_words(shown: str) -> Generator[None, None, None]:
    """Turns what asyncpg raises into a `StoreError`; `shown` is the address without its password."""
    try:
        yield
    except StoreError:
        raise
    except (asyncpg.DataError, UnicodeEncodeError, OverflowError) as error:
        raise Unstorable(f"A value cannot be stored: {error}.") from error
    except asyncpg.ClientConfigurationError as error:
        raise DatabaseUnusable(shown, f"cannot be used with this address: {error}") from error
    except asyncpg.ProtocolViolationError as error:
        if "statement pooling" in str(error):
            raise DatabaseUnusable(shown, POOLED) from error
        raise Interrupted(shown, f"was refused by its pooler: {error}") from error
    except _LOST as error:
        raise Interrupted(shown, _why_lost(error)) from error
    except asyncpg.PostgresError as error:
        raise _in_words(shown, error) from error


def _why_lost(error: BaseException) -> str:
    if isinstance(error, asyncpg.InterfaceError) and "pool is clos" in str(error):
        return "is closed"
    if isinstance(error, asyncpg.CannotConnectNowError):
        return "is being started or stopped"
    if isinstance(error, TimeoutError):
        return "did not answer in time"
    if isinstance(error, OSError):
        return UNREACHABLE
    return "lost its connection"


def _in_words(shown: str, error: asyncpg.PostgresError) -> StoreError:
    """The error of the store for one of the server."""
    code: str = getattr(error, "sqlstate", None) or ""
    refused = f"The database {shown} refused: {error}."
    if code in ("23505", "23503"):
        return KeyTaken(refused) if code == "23505" else ReferenceMissing(refused)
    if code in _WHY:
        return DatabaseUnusable(shown, _WHY[code])
    if code in _DAMAGED:
        return DatabaseDamaged(shown, "is damaged: stop the program and restore a dump with `pg_restore`")
    again = next((why for begin, why in _AGAIN.items() if code.startswith(begin)), None)
    return StoreError(refused) if again is None else Interrupted(shown, again)
