"""A file beside the database that one process at a time has locked; the system unlocks it when the process dies."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from io import TextIOWrapper
from pathlib import Path
from typing import Final

_HOLDER: Final = re.compile(r"\S{1,199}")


class LockFile:
    """The lock, with the name of its holder as the content of the file; without a path nothing is ever locked."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIOWrapper | None = None

    def lock(self) -> str | None:
        """Lock the file; returns the name that its last holder left, or `None` if it was locked before or cannot be."""
        if self._file is not None or self._path is None:
            return None
        try:
            number = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)  # new, it is its owner's alone
            file = os.fdopen(number, "a+", encoding="utf-8")
        except OSError:
            return None  # The lease works without the lock; taking over only takes longer.
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(0)
            name = file.read(200)
        except (OSError, UnicodeDecodeError):
            file.close()
            return None
        if name and not _HOLDER.fullmatch(name):  # the file of somebody else, which is not overwritten
            file.close()
            return None
        self._file = file
        return name

    def holder(self) -> str | None:
        """The name in the file, whoever has it locked; `None` if it cannot be read."""
        if self._path is None:
            return None
        try:
            return self._path.read_text(encoding="utf-8")[:200]
        except (OSError, UnicodeDecodeError):
            return None

    def sign(self, name: str) -> None:
        """Write the name of the holder into the file, if we have it locked."""
        if self._file is None:
            return
        with contextlib.suppress(OSError):  # a full disk
            self._file.seek(0)
            self._file.truncate()
            self._file.write(name)
            self._file.flush()

    def unlock(self) -> None:
        """Unlock the file; the name in it stays and belongs to a lease that has ended."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None
