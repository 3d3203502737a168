"""The commands of the bot, translated once a process: all clients register the same, and it is half of their start."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Final

from discord import app_commands

from tests.overlapping import put

_TRANSLATE: Final = app_commands.Group.get_translated_payload
_payloads: dict[str, dict[str, Any]] = {}
"""Each group of commands as it is registered."""


def translated_once() -> AbstractContextManager[None]:
    """Translate the commands for the first client alone."""
    return put(app_commands.Group, "get_translated_payload", _translated)


async def _translated(group: app_commands.Group, *others: Any) -> dict[str, Any]:
    if group.name not in _payloads:
        _payloads[group.name] = await _TRANSLATE(group, *others)
    return _payloads[group.name]
