"""Where a database is: a path means SQLite, a URL means PostgreSQL.

Must not know an engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class ServerUrl:
    """A database on a PostgreSQL server; as text, and in its repr, it is without the password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """The URL as it may be shown."""
        parts = urlsplit(self.url)
        user, at, host = parts.netloc.rpartition("@")
        query = urlencode([(key, value) for key, value in parse_qsl(parts.query) if key != "password"], safe="/")
        return urlunsplit((parts.scheme, f"{user.partition(':')[0]}{at}{host}", parts.path, query, ""))


Address: TypeAlias = Path | ServerUrl
"""A file of SQLite, or a database on a server of PostgreSQL."""


def parsed(text: str) -> Address:
    """The address that a text names.

    Raises:
        ValueError: it begins as a URL and is none.
    """
    scheme, found, _ = text.partition("://")
    if not found:
        return Path(text).expanduser()
    if scheme not in SCHEMES or not urlsplit(text).path.strip("/"):
        raise ValueError("not a URL like postgresql://user:password@host/database")
    _ = urlsplit(text).port  # refuses a port that is no number
    return ServerUrl(text)
