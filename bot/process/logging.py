"""The log: one line a record, `time= level= at= game= seq= interaction= … msg="…"`, without tokens.

Fields come from `extra` and from `bound`; nothing is parsed out of a message.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_FIRST: Final = ("game", "seq", "interaction")
"""The fields that stand first, in this order; the others follow as they were given."""
_TOKEN_IN_URL: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s\"'?)]+")
_FOREIGN: Final = ("discord", "simcord", "asyncio", "aiohttp", "aiosqlite", "asyncpg")
"""Loggers whose records below WARNING contain whole payloads, racks included."""
_PLAIN: Final = re.compile(r"[^\s\"=\\]+")
"""A value that needs no quotes."""
_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""The attributes that each record has; what else there is came by `extra`."""

_bound: ContextVar[Mapping[str, object]] = ContextVar("bound", default={})  # noqa: B039 - is never changed in place


@contextmanager
def bound(**fields: int | None) -> Generator[None]:
    """Add these fields to each record that is logged in the block, and in tasks and threads that it starts.

    A field that is `None` is left out, also if an outer block has bound it.
    """
    token = _bound.set({**_bound.get(), **fields})
    try:
        yield
    finally:
        _bound.reset(token)


def bound_interaction() -> int | None:
    """The interaction that is bound here, to be bound again where its work goes on in a task of another."""
    found = _bound.get().get("interaction")
    return found if isinstance(found, int) else None


def set_up_logging(level: str, token: str | None) -> None:
    """Log to standard error from this level on, without the bot's token."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Line(token))
    logging.basicConfig(level=level, handlers=[handler])
    for name in _FOREIGN:
        logging.getLogger(name).setLevel(max(logging.getLevelNamesMapping()[level], logging.WARNING))


class Line(logging.Formatter):
    """Formats a record as one line, whatever it contains; times are UTC."""

    converter = time.gmtime
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self, token: str | None = None) -> None:
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The record as `time=… level=… at=… game=… seq=… interaction=… key=value … msg="…" trace="…"`."""
        parts = [f"time={self.formatTime(record)}", f"level={record.levelname}", f"at={record.name}"]
        parts += [f"{key}={_written(value)}" for key, value in _fields(record).items()]
        if words := record.getMessage():
            parts.append(f"msg={_quoted(words)}")
        if record.exc_info:
            parts.append(f"trace={_quoted(self.formatException(record.exc_info))}")
        line = _TOKEN_IN_URL.sub(r"\1***", " ".join(parts))
        return line.replace(self._token, "***") if self._token else line


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What is bound and what came by `extra`, in order, without what is `None`."""
    found: dict[str, object] = {**_bound.get()}
    found |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
    order = [*(key for key in _FIRST if key in found), *(key for key in found if key not in _FIRST)]
    return {key: found[key] for key in order if found[key] is not None}


def _written(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
