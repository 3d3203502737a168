"""About a server: its settings, its channels, and the end of a game by somebody who manages it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from bot.interactions import stop
from bot.interactions.request import Request
from bot.screens import settings
from bot.screens.model import Screen
from bot.screens.press import AboutServer, ServerPress, SettingChoice
from bot.screens.refusals import refusal_text
from bot.screens.verbs import ServerVerb, Setting
from bot.services import daily, departures, lookup, writes
from bot.services.context import Services
from bot.services.directory import Absence
from bot.services.loaded import Loaded
from bot.settings.server import ServerChange, with_change
from bot.settings.typed import ALL, AUTO, OFF
from bot.tables import lobby
from bot.tables.errors import Refused
from bot.tables.messages import DailyRanking
from bot.tables.outbox_rows import Scheduled
from bot.tables.planner import repost
from bot.tables.timers import DayTimer
from data.ids import ChannelId, GameId
from data.store import NewOutboxRow, ServerRow, Status

log = logging.getLogger(__name__)

OPEN: Final[tuple[Status, ...]] = ("lobby", "running")


async def handle(services: Services, request: Request, press: AboutServer) -> Screen:
    """What a press about the settings leads to; one that cannot be done is answered with the reason and the settings.

    Raises:
        Refused: `managers-only`.
    """
    row = _managed(request)
    try:
        return await change_settings(services, request, _asked(press))
    except Refused as error:
        shown = _shown(request, row)
        return replace(shown, text=f"{refusal_text(error, request.texts)}\n{shown.text}")


def _asked(press: AboutServer) -> ServerChange:
    match press:
        case ServerPress(ServerVerb.SETTINGS):
            return ServerChange()
        case ServerPress(verb):
            return ServerChange(threads=verb == ServerVerb.THREADS_ON)
        case SettingChoice(Setting.LANGUAGE, chosen):
            return ServerChange(language=next(iter(chosen), AUTO))
        case SettingChoice(setting, chosen):
            channels = " ".join(f"<#{channel}>" for channel in chosen)
            if setting == Setting.DAILY:
                return ServerChange(daily=channels or OFF)
            return ServerChange(channels=channels or ALL)


def _managed(request: Request) -> ServerRow:
    """The settings of the server, for somebody who manages it.

    Raises:
        Refused: `not-in-server`, `managers-only`.
    """
    request.check_membership()
    if request.server is None or not request.manages:
        raise Refused("managers-only")
    return request.server


def _shown(request: Request, row: ServerRow, *, saved: bool = False) -> Screen:
    def selectable(channel: ChannelId) -> bool:
        found = request.named_channel(channel)
        return found is not None and found.is_readable and not found.is_thread

    return settings.server(row, request.texts, saved=saved, gaps=_gaps(request, row), selectable=selectable)


def _gaps(request: Request, row: ServerRow) -> list[settings.Gap]:
    """What the bot lacks in the channels of the games: those that the server names, else the one of the request."""
    channels = {one: request.named_channel(one) for one in row.channels} or {request.location.channel: request.channel}
    found = list[settings.Gap]()
    for one, channel in channels.items():
        if channel is None or not channel.is_readable:
            continue
        if channel.missing:
            found.append(settings.Gap(one, channel.missing))
        elif row.threads and not channel.is_thread and channel.missing_for_threads:
            found.append(settings.Gap(one, channel.missing_for_threads, only_threads=True))
    return found


async def change_settings(services: Services, request: Request, asked: ServerChange) -> Screen:
    """The settings of the server after what was asked.

    Raises:
        Refused: `managers-only`, `unknown-choice`, `bad-channels`, `unknown-channels`, `no-access` or `lacks-in` for a
            channel in which the message of a day could not be posted.
    """
    before = _managed(request)
    row = with_change(before, asked)
    named = row.channels if asked.channels is not None else ()
    follows = row.daily_channel if asked.daily is not None else None
    found = {one: request.named_channel(one) for one in (*named, *([follows] if follows else []))}
    unknown = tuple(one for one, what in found.items() if what is None)
    if unknown:
        raise Refused("unknown-channels", channels=unknown[:10])
    if follows and (what := found[follows]):
        if not what.is_readable:
            raise Refused("no-access")
        if what.missing:
            raise Refused("lacks-in", channels=(follows,), lacking=list(what.missing))
    if row != before:
        await services.store.save_server(row, _of_the_day(services, before, row))
        writes.record()
        services.server_changed()
        log.info("changed the settings", extra={"user": request.user, "guild": row.guild, "settings": row})
    return _shown(request, row, saved=asked != ServerChange())


def _of_the_day(services: Services, before: ServerRow, row: ServerRow) -> list[NewOutboxRow]:
    """What the message of the day has to do where a server follows it from now on, or from now on in other words."""
    if row.daily_channel is None:
        return []
    if row.daily_channel != before.daily_channel:
        return [Scheduled(DayTimer()).row]
    changes = (row.language, row.theme) != (before.language, before.theme)
    return [Scheduled(DailyRanking(daily.today(services))).row] if changes else []


def check_channel(request: Request, *, threads: bool = False) -> None:
    """Refuse a channel in which the bot cannot play, with `threads` in a thread there, or the server allows no games.

    Raises:
        Refused: `not-in-server`, `no-access`, `permissions` with their names, `wrong-channel` with those that are
            allowed.
    """
    request.check_membership()
    channel = request.channel
    if not channel.is_readable:
        raise Refused("no-access")
    missing = channel.missing_for_threads if threads else channel.missing
    if missing:
        raise Refused("permissions", lacking=list(missing))
    allowed = request.server.channels if request.server else ()
    if allowed and request.location.channel not in allowed and channel.parent not in allowed:
        raise Refused("wrong-channel", channels=allowed[:10])


async def move_here(services: Services, request: Request, game: GameId | None, home: ChannelId) -> Screen:
    """Play a game of this person in this channel from now on; `home` is the channel, or that of the thread.

    A game of a message of others, or of private answers, comes to the server so as well, where its number is given.

    Raises:
        Refused: see `lookup.find_elsewhere`, and `_check_arrival` for one that comes to the server.
    """
    loaded = await lookup.find_elsewhere(services.tables, request.user, request.location, OPEN, game)
    channel, guild = request.location.channel, request.location.guild
    if loaded.row.guild != guild:
        await _check_arrival(services, request, loaded)
    await services.tables.relocate(loaded, channel, home=home, guild=guild, messages=[repost(loaded.table)])
    return Screen(request.texts("place.moved", game=loaded.table.id))


async def _check_arrival(services: Services, request: Request, loaded: Loaded) -> None:
    """Refuse to take a game to a server in which some of its people are not: bots would get their seats there.

    Raises:
        Refused: `not-all-here` with their names, `unserved`.
    """
    request.check_served()
    found = await services.directory.members(request.location.guild, departures.waited_for(loaded.table))
    away = tuple(loaded.table.name_of(user) for user, what in found.items() if isinstance(what, Absence))
    if away:
        raise Refused("not-all-here", names=away)


async def show_board(services: Services, request: Request, game: GameId | None) -> Screen:
    """Post the board of a game of this message of others again, for one whose board was deleted or is far up.

    Raises:
        Refused: `no-game-here`, `not-playing`, or see `lookup.find`.
    """
    loaded = await lookup.find(services.tables, request.user, request.location, OPEN, game)
    if not loaded.lives_by_presses or loaded.row.home != request.location.channel:
        raise Refused("no-game-here")
    if request.user not in loaded.table.humans:
        raise Refused("not-playing")
    return Screen(request.texts("place.moved", game=loaded.table.id), board_below=loaded.table.id)


async def stop_game(services: Services, request: Request, game: GameId) -> Screen:
    """End a game of the server, or close its lobby, by the word of somebody who manages it, from wherever they are.

    In a game in which they play themselves that is no more than their vote.

    Raises:
        Refused: `no-such-game` for one of another server, it is over, or see `stop.cancel`.
    """
    loaded = await services.tables.load(game)
    if request.location.guild is None or loaded.row.guild != request.location.guild:
        raise Refused("no-such-game", game=game)
    if loaded.table.status == "running" and request.user in loaded.table.humans:
        return await stop.cancel(services, request, loaded)
    await services.tables.change(loaded, lambda table: lobby.stop(table, request.user))
    log.info("ended by somebody who manages the server", extra={"game": game, "user": request.user})
    return Screen(request.texts("settings.ended", game=game))
