"""Rows of several kinds as files to send: a document that is read at once, or compressed where it would be long."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile

File = tuple[str, bytes]
"""The name of a file, and what is in it."""

READABLE: Final = 1_000_000
"""Up to how many bytes of JSON everything stands in one document."""
PART: Final = 8_000_000
"""From how many bytes on a compressed file is followed by another: Discord takes 10 MiB."""


class Archive:
    """One JSON document while the rows are few; from then on ZIP files with JSON lines, a file for each kind.

    Of many rows only their compressed form is held in memory.
    """

    def __init__(self, name: str, *, readable: int = READABLE, part: int = PART) -> None:
        self._name = name
        self._left = readable
        self._values = dict[str, object]()
        self._rows = dict[str, list[object]]()
        self._parts = list[_Part]()
        self._size = part

    def put(self, kind: str, value: object) -> None:
        """Keep something of which there is one."""
        self._values[kind] = value

    def add(self, kind: str, rows: Sequence[object]) -> None:
        """Keep some rows more of a kind; all of a kind come before those of the next."""
        if self._left >= 0:
            self._rows.setdefault(kind, []).extend(rows)
            self._left -= sum(len(_line(row)) for row in rows)
            if self._left < 0:
                kept, self._rows = self._rows, {}
                for earlier, some in kept.items():
                    self._compress(earlier, some)
        else:
            self._compress(kind, rows)

    def _compress(self, kind: str, rows: Sequence[object]) -> None:
        for row in rows:
            if not self._parts or self._parts[-1].size >= self._size:
                self.close()
                self._parts.append(_Part())
            self._parts[-1].add(kind, _line(row))

    def files(self) -> list[File]:
        """All of it, once: nothing can be added afterwards."""
        if self._left >= 0:
            return [(f"{self._name}.json", _document(self._values | self._rows))]
        self._parts[-1].write("about-you.json", _document(self._values))
        self.close()
        names = [f"{self._name}-{number}.zip" for number in range(1, len(self._parts) + 1)]
        names = names if len(names) > 1 else [f"{self._name}.zip"]
        return list(zip(names, (one.content for one in self._parts), strict=True))

    def close(self) -> None:
        """Finish what is open; also where the files are not wanted any more."""
        if self._parts:
            self._parts[-1].close()


class _Part:
    """One compressed file."""

    def __init__(self) -> None:
        self._buffer = BytesIO()
        self._zip = ZipFile(self._buffer, "w", ZIP_DEFLATED)
        self._kind = ""
        self._lines: IO[bytes] | None = None

    @property
    def size(self) -> int:
        """How many bytes it has so far, about."""
        return self._buffer.tell()

    @property
    def content(self) -> bytes:
        """What is in it, once it is closed."""
        return self._buffer.getvalue()

    def add(self, kind: str, line: bytes) -> None:
        """Write a line to the file of its kind."""
        if self._lines is None or kind != self._kind:
            self._end_lines()
            self._kind, self._lines = kind, self._zip.open(f"{kind}.jsonl", "w")
        self._lines.write(line)

    def write(self, name: str, content: bytes) -> None:
        """Write another file."""
        self._end_lines()
        self._zip.writestr(name, content)

    def close(self) -> None:
        """Finish it; nothing changes where it is finished."""
        self._end_lines()
        self._zip.close()

    def _end_lines(self) -> None:
        if self._lines is not None:
            self._lines.close()
            self._lines = None


def _document(value: object) -> bytes:
    return json.dumps(value, default=_plain, indent=1).encode()


def _line(row: object) -> bytes:
    return json.dumps(row, default=_plain, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _plain(value: object) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)
