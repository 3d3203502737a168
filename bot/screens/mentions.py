"""Commands in texts as mentions: Discord shows them in the reader's own language, and a tap types them. Pure.

A text names a command in its own language, as in `/ingenious eröffnen`; a client in another language does not know that
name. Only the text of a message can hold a mention: not the label of a button or an option, nor the words of a picture.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from bot.screens.emoji import LENGTH
from bot.screens.model import Screen
from bot.texts import FALLBACK, LANGUAGES, texts

CommandIds = Mapping[str, int]
"""The numbers that Discord gave to commands, by name; empty until they are known."""

ROOT: Final = "ingenious"
_NAMED: Final = re.compile(rf"`/{ROOT} ([^\s`]+)(?: ([^`]+))?`")
_MENTIONED: Final = re.compile(rf"</{ROOT} ([^\s:>]+):\d+>(?: `([^`]+)`)?")


def with_mentions(screen: Screen, ids: CommandIds) -> Screen:
    """The screen with mentions for the commands in its text; a text that would get too long stays as it is."""
    text = mentioning(screen.text, ids)
    return replace(screen, text=text) if len(text) <= LENGTH else screen


def mentioning(text: str, ids: CommandIds) -> str:
    """The text with mentions for its commands, as far as they are known."""
    number = ids.get(ROOT)
    if number is None:
        return text

    def mention(found: re.Match[str]) -> str:
        name = _names().get(found[1])
        if name is None:
            return found[0]
        return f"</{ROOT} {name}:{number}>" + (f" `{found[2]}`" if found[2] else "")

    return _NAMED.sub(mention, text)


def comparable(text: str) -> str:
    """The text with its commands as one language names them, whether they are mentions or not."""

    def named(found: re.Match[str]) -> str:
        return f"`/{ROOT} {found[1]}" + (f" {found[2]}`" if found[2] else "`")

    def known(found: re.Match[str]) -> str:
        return f"`/{ROOT} {_names().get(found[1], found[1])}" + (f" {found[2]}`" if found[2] else "`")

    return _NAMED.sub(known, _MENTIONED.sub(named, text))


@cache
def _names() -> Mapping[str, str]:
    """The name of each subcommand for Discord, by its name in any language."""
    keys = [key for key in texts(FALLBACK).keys if re.fullmatch(r"command\.[^.]+", key)]
    names = {texts(language).get(key) or "": texts(FALLBACK)(key) for key in keys for language in reversed(LANGUAGES)}
    return names | {texts(FALLBACK)(key): texts(FALLBACK)(key) for key in keys}
