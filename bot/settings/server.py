"""What somebody who manages a server sets for it: typed words become a row, or a refusal that says what to type."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.settings.paces import pace_named
from bot.settings.typed import changed, is_all, is_off, one_or_auto
from bot.tables.errors import Refused
from bot.tables.events import Opened
from bot.texts import LANGUAGES
from data.ids import ChannelId
from data.store import ServerRow
from render.theme import THEME_NAMES

_CHANNEL: Final = re.compile(r"<#([0-9]{17,19})>")


@dataclass(frozen=True, slots=True)
class ServerChange:
    """What somebody who manages a server typed; `None` leaves a setting as it is."""

    language: str | None = None
    pace: str | None = None
    channels: str | None = None
    threads: bool | None = None
    theme: str | None = None
    person_games: int | None = None
    channel_games: int | None = None
    daily: str | None = None
    """The channel that gets the ranking of each day, as a mention; "off" for none."""


def with_change(row: ServerRow, asked: ServerChange) -> ServerRow:
    """A server's settings with what was asked.

    Raises:
        Refused: `unknown-choice`, `bad-pace`, `bad-channels`, `bad-daily`.
    """
    return replace(
        row,
        language=changed(row.language, asked.language, lambda word: one_or_auto(LANGUAGES, word)),
        pace=changed(row.pace, asked.pace, pace_named),
        channels=changed(row.channels, asked.channels, _channels),
        threads=changed(row.threads, asked.threads, bool),
        theme=changed(row.theme, asked.theme, lambda word: one_or_auto(THEME_NAMES, word)),
        person_games=changed(row.person_games, asked.person_games, int),
        channel_games=changed(row.channel_games, asked.channel_games, int),
        daily_channel=changed(row.daily_channel, asked.daily, _daily_channel),
    )


def wants_thread(server: ServerRow | None, terms: Opened, people: int) -> bool:
    """Whether a game that so many people play is to be in a thread of its own; `None` in a direct message.

    Where the terms do not say so, a game of one person is not: in the channel it is one message.
    """
    if server is None:
        return False
    return server.threads and people > 1 if terms.thread is None else terms.thread


def _channels(text: str) -> tuple[ChannelId, ...]:
    """The channels that are mentioned; none where all are meant.

    Raises:
        Refused: `bad-channels`.
    """
    found = tuple(dict.fromkeys(ChannelId(int(channel)) for channel in _CHANNEL.findall(text)))
    if is_all(text):
        return ()
    if not found or _CHANNEL.sub("", text).strip(" ,;"):
        raise Refused("bad-channels")
    return found[:50]


def _daily_channel(text: str) -> ChannelId | None:
    """The one channel that is mentioned; `None` for "off".

    Raises:
        Refused: `bad-daily`.
    """
    if is_off(text):
        return None
    found = _CHANNEL.fullmatch(text.strip())
    if found is None:
        raise Refused("bad-daily")
    return ChannelId(int(found[1]))
