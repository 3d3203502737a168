"""The log: one line an event, `key=value`, without what nobody may read there. Knows nothing of what is logged.

A message begins with its pairs (`game=7 event=12`) and may go on in words, which become `msg="…"`.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Final

_PAIRS: Final = re.compile(r"(?:[a-z_]+=\S*(?:\s+|$))*")
_TOKEN_IN_URL: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s\"'?)]+")
_FOREIGN: Final = ("discord", "simcord", "asyncio", "aiohttp")
"""What these log below WARNING are whole payloads, racks included."""


def set_up_logging(level: str, token: str | None) -> None:
    """Log to standard error, from this level on; the token is left out wherever it would stand."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Line(token))
    logging.basicConfig(level=level, handlers=[handler])
    for name in _FOREIGN:
        logging.getLogger(name).setLevel(max(logging.getLevelNamesMapping()[level], logging.WARNING))


class Line(logging.Formatter):
    """One line for each record, whatever is in it; times are UTC."""

    converter = time.gmtime
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self, token: str | None = None) -> None:
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The record as `time=… level=… at=… key=value … msg="…" trace="…"`."""
        message = record.getMessage()
        found = _PAIRS.match(message)
        pairs = found[0] if found else ""
        parts = [f"time={self.formatTime(record)}", f"level={record.levelname}", f"at={record.name}", *pairs.split()]
        if words := message[len(pairs) :]:
            parts.append(f"msg={json.dumps(words, ensure_ascii=False)}")
        if record.exc_info:
            parts.append(f"trace={json.dumps(self.formatException(record.exc_info), ensure_ascii=False)}")
        line = _TOKEN_IN_URL.sub(r"\1***", " ".join(parts))
        return line.replace(self._token, "***") if self._token else line
