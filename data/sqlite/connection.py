"""One connection to the SQLite file: opened and brought to the newest schema, transactions, errors in words.

Blocks, so a running program calls it in a thread. Must not know what the tables mean.
"""

import sqlite3
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from data import schemas
from data.errors import (
    DatabaseDamaged,
    DatabaseUnusable,
    KeyTaken,
    ReferenceMissing,
    RowsUnreadable,
    StoreError,
    Unstorable,
)
from data.sqlite import private

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = 0x494E4745  # "INGE" in the file's header: it is ours, whatever its name

LITESTREAM = "_litestream_*"
"""The pattern of the names of what Litestream keeps in a database that it replicates: none of it is the program's."""

LOCKED = "is locked by another program"
_ESSENTIALS = (
    "* FROM meta",
    "* FROM meta WHERE name IN ('seed', 'beat')",
    "* FROM lease",
    "sum(attempts) FROM outbox NOT INDEXED",
    "count(*) FROM outbox INDEXED BY outbox_by_due WHERE due_at IS NOT NULL",
    "count(*) FROM outbox INDEXED BY outbox_by_game WHERE game IS NOT NULL",
    "sum(version) FROM games NOT INDEXED",
    "count(*) FROM games INDEXED BY games_by_status WHERE status IS NOT NULL",
    "count(*) FROM games INDEXED BY games_by_channel WHERE channel IS NOT NULL",
    "count(*) FROM games INDEXED BY games_by_home WHERE home IS NOT NULL",
    "* FROM events LIMIT 1",
    "* FROM seats INDEXED BY sqlite_autoindex_seats_1 WHERE game > 0 LIMIT 1",
    "* FROM seats INDEXED BY seats_by_user WHERE user_id > 0 LIMIT 1",
)
_WHY = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_READONLY: "may not be written: check the permissions of the file and its directory",
    sqlite3.SQLITE_PERM: "may not be opened: check the permissions of the file and its directory",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: check that its directory exists and may be written",
    sqlite3.SQLITE_NOTADB: "is not a SQLite database",
    sqlite3.SQLITE_CORRUPT: "is damaged: stop the program and put a backup back with `python -m bot restore`",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


class _Cursor(sqlite3.Cursor):
    """A cursor that ends when it fails: while it is open, its connection sees the database as it was then."""

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except BaseException:
            self.close()
            raise


class _Connection(sqlite3.Connection):
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - as declared by sqlite3
        return self.cursor(_Cursor).execute(sql, parameters)


def migrations() -> list[tuple[int, str]]:
    """The steps to the newest schema as (number, SQL), in order; the first, `schemas.FIRST`, makes the tables."""
    return [(int(file.name[:4]), file.read_text("utf-8")) for file in sorted(MIGRATIONS.glob("*.sql"))]


def connect(path: str, busy_s: float) -> sqlite3.Connection:
    """A connection to the database of this program, made or migrated as needed; waits `busy_s` for other writers.

    Raises `DatabaseUnusable`, and its kinds `OlderSchema` and `NewerSchema` before anything is written.
    """
    with errors_in_words(path):
        private.make(path)
        db = sqlite3.connect(path, timeout=busy_s, isolation_level=None, factory=_Connection)
        try:
            with transaction(db, "DEFERRED"):  # one view: another process may be making the tables
                check(db, path)
            private.narrow(path)
            _configure(db, path, busy_s)
            _migrate(db, path)
            db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            db.close()
            raise
        return db


def connect_beside(path: Path, busy_s: float = 2.0) -> sqlite3.Connection:
    """A further connection to a file that exists; it makes, migrates and checks nothing."""
    with errors_in_words(str(path)):
        uri = f"{path.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(uri, busy_s, isolation_level=None, factory=_Connection, uri=True)


def check(db: sqlite3.Connection, path: str) -> int:
    """The schema of the database, 0 if it is new. Raises `DatabaseUnusable` unless it is ours and known."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    application: int = db.execute("PRAGMA application_id").fetchone()[0]
    names = "SELECT count(*) FROM sqlite_master WHERE name NOT GLOB ?"
    tables: int = db.execute(names, (LITESTREAM,)).fetchone()[0]
    if application != APPLICATION_ID and (found or application or tables):
        raise DatabaseUnusable(path, "belongs to another program")
    if found < 0:
        raise DatabaseUnusable(path, f"is damaged: its schema has the number {found}")
    if found:
        schemas.check(path, found, migrations()[-1][0])
    return found


@contextmanager
def transaction(db: sqlite3.Connection, kind: Literal["DEFERRED", "IMMEDIATE"]) -> Generator[None, None, None]:
    """Everything inside or nothing: committed at the end, rolled back whole by any exception."""
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    finally:
        # A failed COMMIT leaves the transaction open, a full disk may have ended it: ask, do not guess.
        if db.in_transaction:
            db.execute("ROLLBACK")


@contextmanager
def errors_in_words(path: str) -> Generator[None, None, None]:
    """Turns what SQLite raises into a `StoreError`."""
    try:
        yield
    except (UnicodeEncodeError, OverflowError) as error:
        raise Unstorable(f"A value cannot be stored: {error}.") from error
    except sqlite3.Error as error:
        raise _in_words(path, error) from error


def _in_words(path: str, error: sqlite3.Error) -> StoreError:
    """The error of the store for one of SQLite."""
    extended: int | None = getattr(error, "sqlite_errorcode", None)
    refused = f"The database {path} refused: {error}."
    if extended is None and isinstance(error, sqlite3.OperationalError):  # Python's complaint, which quotes the text
        return RowsUnreadable(f"The database {path} holds a text that is not UTF-8.")
    if extended is None:
        return StoreError(refused)
    if extended in (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE):
        return KeyTaken(refused)
    if extended == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return ReferenceMissing(refused)
    code = extended & 0xFF  # the low byte is the kind
    if code == sqlite3.SQLITE_CORRUPT:
        return DatabaseDamaged(path, _WHY[code])
    return DatabaseUnusable(path, _WHY[code]) if code in _WHY else StoreError(refused)


def _configure(db: sqlite3.Connection, path: str, busy_s: float) -> None:
    """Write-ahead log, and a commit returns only when it would survive a power cut."""
    if _use_wal(db, busy_s) != "wal":
        raise DatabaseUnusable(path, "cannot keep a write-ahead log where it is")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: past the cache of the drive, too
    db.execute("PRAGMA foreign_keys = OFF")  # a step that creates a table again would delete what refers to the old one


def _use_wal(db: sqlite3.Connection, busy_s: float) -> str:
    """The journal mode after asking for a write-ahead log; here SQLite does not wait for others by itself."""
    until = time.monotonic() + busy_s
    while True:
        try:
            return db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.005)


def _migrate(db: sqlite3.Connection, path: str) -> None:
    """Take every step that is missing, each with its number in one transaction."""
    for number, sql in migrations():
        with transaction(db, "IMMEDIATE"):
            if check(db, path) < number:  # looked up inside: another process may have been first
                for statement in _statements(sql):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {number}")
                _sign(db)
    with transaction(db, "IMMEDIATE"):
        _sign(db)  # nothing new, but a write: a read-only file refuses here and not at the first move


def read_essentials(db: sqlite3.Connection) -> None:
    """Fail now where a page is damaged without which nothing goes on; of other pages only some games or people suffer.

    Takes some 40 ms with 100,000 games on a busy machine. The schema is the newest. Raises `sqlite3.Error`.
    """
    for what in _ESSENTIALS:
        db.execute(f"SELECT {what}").fetchall()


def _sign(db: sqlite3.Connection) -> None:
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _statements(sql: str) -> Iterator[str]:
    """The statements of a script one by one, since `executescript` would commit before it begins."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
