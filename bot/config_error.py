"""What is wrong with a setting, in one line."""

from __future__ import annotations


class ConfigError(Exception):
    """A setting that cannot be used: one line that names its key and what to do."""


def shown(value: str) -> str:
    """The value within a line: without line breaks, and not longer than helps."""
    most = 60
    return repr(value if len(value) <= most else f"{value[:most]}…")
