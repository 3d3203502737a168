"""About a server: its settings, its channels, and the end of a game by somebody who manages it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.interactions.request import Request
from bot.screens import settings
from bot.screens.model import Screen
from bot.services import lookup, stored
from bot.services.context import Services
from bot.tables import lobby
from bot.tables.errors import Refused
from bot.tables.planner import repost
from bot.tables.preferences import AUTO, one_of
from bot.tables.schedule import PACES
from bot.texts import LANGUAGES
from bot.texts.typed import is_all, is_off
from data.ids import ChannelId, GameId
from data.store import ServerRow, Status
from render.theme import THEMES

log = logging.getLogger(__name__)

_CHANNEL: Final = re.compile(r"<#([0-9]{17,19})>")
_OPEN: Final[tuple[Status, ...]] = ("lobby", "running")


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
    """The channel that gets the table of each day, as a mention; "off" for none."""


async def change_settings(
    services: Services, request: Request, asked: ServerChange, *, is_channel: Callable[[ChannelId], bool]
) -> Screen:
    """The settings of the server after what was asked; `is_channel` says whether the server has a channel.

    Raises:
        Refused: `managers-only` in a direct message, `unknown-choice`, `bad-channels`, `unknown-channels`.
    """
    if request.server is None:
        raise Refused("managers-only")
    row = with_change(request.server, asked)
    named = row.channels if asked.channels is not None else ()
    if asked.daily is not None and row.daily_channel is not None:
        named = (*named, row.daily_channel)
    unknown = tuple(channel for channel in named if not is_channel(channel))
    if unknown:
        raise Refused("unknown-channels", channels=unknown[:10])
    if row != request.server:
        await services.store.save_server(row)
        stored.note()
        services.daily_changed()
        log.info("changed the settings", extra={"user": request.user, "guild": row.guild, "settings": row})
    return settings.server(row, request.texts)


def with_change(row: ServerRow, asked: ServerChange) -> ServerRow:
    """A server's settings with what was asked.

    Raises:
        Refused: `unknown-choice`, `bad-channels`.
    """
    allowed = ((asked.language, (*LANGUAGES, AUTO)), (asked.pace, tuple(PACES)), (asked.theme, (*THEMES, AUTO)))
    for value, values in allowed:
        if value is not None:
            one_of(values, value)
    if asked.language is not None:
        row = replace(row, language=None if asked.language == AUTO else asked.language)
    if asked.pace is not None:
        time = PACES[asked.pace]
        row = replace(row, pace=int(time.total_seconds()) if time else None)
    if asked.theme is not None:
        row = replace(row, theme=None if asked.theme == AUTO else asked.theme)
    if asked.channels is not None:
        row = replace(row, channels=_channels(asked.channels))
    if asked.person_games is not None:
        row = replace(row, person_games=asked.person_games)
    if asked.channel_games is not None:
        row = replace(row, channel_games=asked.channel_games)
    if asked.daily is not None:
        row = replace(row, daily_channel=_daily_channel(asked.daily))
    return row if asked.threads is None else replace(row, threads=asked.threads)


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


def check_channel(request: Request, parent: ChannelId | None) -> None:
    """Refuse a channel in which the server allows no games; `parent` is that of a thread.

    Raises:
        Refused: `wrong-channel` with those that are allowed.
    """
    allowed = request.server.channels if request.server else ()
    if allowed and request.location.channel not in allowed and parent not in allowed:
        raise Refused("wrong-channel", channels=allowed[:10])


async def move_here(services: Services, request: Request, game: GameId | None, home: ChannelId) -> Screen:
    """Play a game of this person in this channel from now on; `home` is the channel, or that of the thread.

    Raises:
        Refused: see `lookup.find_elsewhere`.
    """
    loaded = await lookup.find_elsewhere(services.tables, request.user, request.location, _OPEN, game)
    await services.tables.move(loaded, request.location.channel, home=home, messages=[repost(loaded.table)])
    return Screen(request.texts("place.moved", game=loaded.table.id))


async def stop_game(services: Services, request: Request, game: GameId) -> Screen:
    """End a game of the server, or close its lobby, by the word of somebody who manages it, from wherever they are.

    Raises:
        Refused: `no-such-game` for one of another server, or it is over.
    """
    loaded = await services.tables.load(game)
    if request.location.guild is None or loaded.row.guild != request.location.guild:
        raise Refused("no-such-game", game=game)
    log.info("ended by somebody who manages the server", extra={"game": game, "user": request.user})
    await services.tables.change(loaded, lobby.stop)
    return Screen(request.texts("settings.ended", game=game))
