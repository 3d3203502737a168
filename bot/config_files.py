"""The files that settings name: whether they can be written, and are none that the bot needs for something else."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.config_error import ConfigError, shown
from data.address import Address

OF_DATABASES: Final = ("-wal", "-shm", "-journal", ".lock")
"""How the names end of what SQLite and the bot keep beside a database."""


def refuse_our_file(name: str, path: Path, database: Address, dotenv: Path) -> None:
    """Check that a file to be written is none that the bot needs for something else.

    Raises:
        ConfigError: it is the database, belongs to one, or is the file of settings; the text begins with `name`.
    """
    ours = [dotenv]
    if isinstance(database, Path):
        ours += [database, *(database.with_name(database.name + end) for end in OF_DATABASES)]
    if path.name.endswith(OF_DATABASES) or any(is_same_file(path, one) for one in ours):
        raise ConfigError(f"{name}: {shown(str(path))} is a file that the bot needs for something else: name another")


def writable(key: str, value: str | Path) -> Path:
    """The path of a file that a setting names.

    Raises:
        ConfigError: it cannot be written; the text begins with `key`.
    """
    try:
        path = Path(value).expanduser()
        _try_to_write(path)
    except (OSError, RuntimeError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ConfigError(
            f"{key}: {shown(str(value))} cannot be written ({reason.lower()}): "
            "name a file in a directory that exists and can be written"
        ) from None
    return path


def is_health(path: Path) -> bool:
    """Whether a file is empty or one that the bot wrote to say its state."""
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else "-"
        return not text or "state" in json.loads(text)
    except (OSError, ValueError, TypeError):
        return False


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which need not exist."""
    try:
        return one.samefile(other)
    except OSError:
        with suppress(OSError, RuntimeError):  # a symbolic link that leads to itself is no file at all
            return one.resolve() == other.resolve()
        return False


def _try_to_write(path: Path) -> None:
    """Write nothing, but as will be: into the file, and beside it, where SQLite keeps its log and parts are written.

    Raises:
        OSError: it cannot.
    """
    if path.exists():
        with path.open("r+b"):
            pass
    with tempfile.TemporaryFile(dir=path.parent):
        pass
