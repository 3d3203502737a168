"""Copies of the database file: made while it is in use, and put back in its place.

Blocks, so a running program calls it in a thread. Must not know what the tables mean, apart from the lease.
"""

import os
import sqlite3
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from data.errors import DatabaseDamaged, DatabaseUnusable, NewerSchema, OlderSchema
from data.sqlite import connection, private

_EXISTS = "exists already: name a new file, or remove this one first"
_DAMAGED = "is damaged: take another backup"
_IN_USE = "is in use: stop the program that uses it first"


def backup(source: Path, target: Path) -> None:
    """Write the database to a new file, whole and checked, while others read and write it.

    It does not bring along who acts at the moment (the lease). Raises `DatabaseUnusable`, above all if there is
    such a file already.
    """
    if target.exists():
        raise DatabaseUnusable(str(target), _EXISTS)
    with _part_of(target) as part:
        _copy(source, part, target)
        try:
            target.touch(exist_ok=False)  # it may have come to be meanwhile, and is not overwritten even then
        except FileExistsError as error:
            raise DatabaseUnusable(str(target), _EXISTS) from error
        _move(part, target)


def restore(source: Path, target: Path) -> Path | None:
    """Replace the database by a backup, and give the name under which the old one is kept, if there was one.

    The source may be of any schema that this program knows; the next start migrates it. Raises `DatabaseUnusable`
    and changes nothing, above all if the target is in use.
    """
    target = _resolved(target)
    kept = next(name for number in count(1) if not (name := _beside(target, f".old-{number}")).exists())
    with _part_of(target) as part:
        _copy(source, part, target)
        if not target.exists():
            _put(part, target, kept)
            return None
        with _unused(target) as given:
            _skip(part, given)
            _keep(target, part, kept)
            _put(part, target, kept)
    return kept


def _resolved(target: Path) -> Path:
    try:
        return target.resolve()
    except (OSError, RuntimeError) as error:
        raise DatabaseUnusable(str(target), "is a symbolic link that leads to itself: name a file") from error


def _copy(source: Path, part: Path, target: Path) -> None:
    """Write what the source is at one moment to a file that needs no log beside it, check it and sync it."""
    if not source.is_file():
        raise DatabaseUnusable(str(source), "does not exist: check its name")
    with (
        closing(connection.connect_beside(source)) as db,
        closing(connection.connect_beside(part)) as copy,
        _damage_of(source),
    ):
        with connection.errors_in_words(str(source)):
            db.execute("PRAGMA query_only = ON")
            if not connection.check(db, str(source)):
                raise DatabaseUnusable(str(source), "is empty: check its name")
        with connection.errors_in_words(str(target)):
            db.backup(copy)  # in one step: it holds up no writer, and none makes it begin again
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                raise DatabaseDamaged(str(source), _DAMAGED)
            _leave_litestream(copy)
            copy.execute("DELETE FROM lease")
            copy.execute("PRAGMA secure_delete = ON")
            copy.execute("DELETE FROM meta WHERE name LIKE 'answer:%'")  # they hold tokens of minutes
            copy.execute("PRAGMA journal_mode = DELETE")


def _leave_litestream(copy: sqlite3.Connection) -> None:
    """Drop what Litestream keeps in the source: it counts what it has sent of that file."""
    found = copy.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?", (connection.LITESTREAM,)
    )
    for (name,) in found.fetchall():
        copy.execute(f'DROP TABLE "{name}"')


@contextmanager
def _damage_of(source: Path) -> Generator[None, None, None]:
    """Says that it is the source of a copy which is damaged, and not that a backup is to be put back."""
    try:
        yield
    except DatabaseDamaged as error:
        raise DatabaseDamaged(str(source), _DAMAGED) from error


@contextmanager
def _unused(target: Path) -> Generator[list[tuple[str, int]], None, None]:
    """Keeps everyone from opening the database, which is all in its one file meanwhile; the last ids that it gave."""
    with closing(connection.connect_beside(target)) as db:
        with connection.errors_in_words(str(target)):
            given = _lock(db, target)
        yield given


def _lock(db: sqlite3.Connection, target: Path) -> list[tuple[str, int]]:
    """Take the lock that nobody else may have; a file that is too damaged for it is used by nobody."""
    try:
        with suppress(NewerSchema, OlderSchema):  # a backup of another version is the way back from it
            connection.check(db, str(target))
        db.execute("PRAGMA journal_mode = DELETE")  # refused while another connection is open
        db.execute("BEGIN EXCLUSIVE")
        (mode,) = db.execute("PRAGMA journal_mode").fetchone()
        counts = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").fetchone()
        given = db.execute("SELECT name, seq FROM sqlite_sequence").fetchall() if counts else []
    except sqlite3.DatabaseError as error:
        match error.sqlite_errorcode & 0xFF:
            case sqlite3.SQLITE_BUSY:
                mode, given = "busy", []
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                return []
            case _:
                raise
    if mode != "delete":  # else somebody came between the two statements
        raise DatabaseUnusable(str(target), _IN_USE)
    return given


def _skip(part: Path, given: list[tuple[str, int]]) -> None:
    """Let ids that were given after the backup, which buttons and messages bear by now, not be given again."""
    with connection.errors_in_words(str(part)), closing(connection.connect_beside(part)) as db:
        for name, last in given:
            db.execute(
                "INSERT INTO sqlite_sequence SELECT ?, 0 WHERE ? NOT IN (SELECT name FROM sqlite_sequence)",
                (name, name),
            )
            db.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (last, name))


def _keep(target: Path, part: Path, kept: Path) -> None:
    """Give the old file its other name, and its owner to the new one; both are that one's alone."""
    private.narrow(str(target))
    with suppress(PermissionError):
        os.chown(part, target.stat().st_uid, target.stat().st_gid)
    try:
        os.link(target, kept)
    except OSError:  # a file system without links; the name is free for a moment
        target.rename(kept)


def _put(part: Path, target: Path, kept: Path) -> None:
    """Move the new file to its name, after what belonged to the old one and would spoil it."""
    for suffix in ("-wal", "-journal"):
        with suppress(FileNotFoundError):
            _beside(target, suffix).rename(_beside(kept, suffix))
    _beside(target, "-shm").unlink(missing_ok=True)
    _move(part, target)


@contextmanager
def _part_of(target: Path) -> Generator[Path, None, None]:
    """A file beside the target, readable for its owner only, since there is a secret seed in it; gone at the end."""
    try:
        handle, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
        os.close(handle)
        part = Path(name)
        try:
            yield part
        finally:
            for suffix in ("", "-wal", "-shm", "-journal"):
                _beside(part, suffix).unlink(missing_ok=True)
    except OSError as error:
        why = f"cannot be written ({error.strerror}): check its directory and the space on the disk"
        raise DatabaseUnusable(str(target), why) from error


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _move(part: Path, target: Path) -> None:
    """Give the new file its name; after it both would survive a power cut."""
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a directory, would survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
