"""Files that nobody but their owner may read, since there are racks and secret seeds in them."""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

OWNER: Final = 0o600
_OTHERS: Final = 0o077
_BESIDE: Final = ("", "-wal", "-shm", "-journal", ".lock")


def make(path: str) -> None:
    """Let there be a file; a new one is its owner's alone, and so is what SQLite makes beside it.

    What cannot be done is left to SQLite to report.
    """
    if path != ":memory:":
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER))


def narrow(path: str) -> None:
    """Take a database, with what belongs to it, from everybody but its owner; a line says so where that changes it."""
    narrowed = [f"{path}{end}" for end in _BESIDE if _narrowed(Path(f"{path}{end}"))]
    if narrowed:
        log.warning("others could read the database; now only its owner can", extra={"files": " ".join(narrowed)})


def _narrowed(path: Path) -> bool:
    """Whether others could read or write a file and cannot any more."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not path.is_file() or not mode & _OTHERS:
            return False
        path.chmod(mode & ~_OTHERS)
    except OSError:  # not ours, or not there
        return False
    return True
