"""Commands that are now part of others, for clients that still offer the former ones. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.screens.mentions import ROOT
from bot.texts import Texts

_NOW: Final[Mapping[str, tuple[str, ...]]] = {
    "scores": ("command.board",),
    "history": ("command.board",),
    "here": ("command.board", "option.here"),
    "export": ("command.replay",),
    "rules": ("command.help", "option.mode"),
}
"""The keys of the names of the command, and of its option, that does what the former one did."""


def where_now(former: str, texts: Texts) -> str | None:
    """Where somebody finds what a former command did; `None` where there was no such command."""
    keys = _NOW.get(former)
    if keys is None:
        return None
    command, *option = (texts(key) for key in keys)
    typed = " ".join([f"/{ROOT}", command, *(f"{name}:" for name in option)])
    return texts("refused.former-command", command=f"`{typed}`")
