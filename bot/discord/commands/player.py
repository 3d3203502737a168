"""The commands about oneself and for being away: me, nudge, resign, privacy; and the server's settings."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands

from bot.discord import permissions
from bot.discord.commands.autocomplete import suggest_games
from bot.discord.commands.localization import choices, described, names, options
from bot.discord.components import Interaction
from bot.discord.responder import reply
from bot.screens import settings
from bot.screens.model import Screen
from bot.services import lookup, privacy
from bot.services.context import Person, Services
from bot.services.tables import Location
from bot.tables.errors import Refused
from bot.tables.messages import repost
from bot.tables.preferences import AUTO, PreferenceChange, one_of, zones
from bot.tables.schedule import PACES, REMINDERS
from bot.texts import LANGUAGES, known, language_of, texts
from data.store import ServerRow, Status
from render.theme import THEMES

log = logging.getLogger(__name__)

RUNNING: Final[tuple[Status, ...]] = ("running",)
OPEN: Final[tuple[Status, ...]] = ("lobby", "running")
_CHANNEL: Final = re.compile(r"<#([0-9]{17,19})>")


def add(group: app_commands.Group, services: Services) -> None:
    """Add the commands to the group."""
    _add_me(group, services)
    _add_nudge_and_resign(group, services)
    _add_here(group, services)
    _add_privacy(group, services)
    _add_settings(group, services)


def _add_me(group: app_commands.Group, services: Services) -> None:
    given = ("notices", "next", "reminders", "quiet", "zone", "vacation", "language", "theme")

    async def suggest_zones(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:  # noqa: ARG001
        typed = str(current).strip().lower()
        found = [name for name in zones() if typed in name.lower()][:25]
        return [app_commands.Choice(name=name, value=name) for name in found]

    @group.command(name=described("command.me"), description=described("command.about.me"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.choices(
        reminders=choices(REMINDERS), language=choices((*LANGUAGES, AUTO)), theme=choices((*THEMES, AUTO))
    )
    @app_commands.autocomplete(zone=suggest_zones)
    async def me(  # noqa: PLR0913, PLR0917 - one parameter an option
        interaction: Interaction,
        notices: bool | None = None,
        next: bool | None = None,  # noqa: A002
        reminders: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        vacation: str | None = None,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        async def make(person: Person) -> Screen:
            asked = PreferenceChange(notices, next, reminders, quiet, zone, vacation, language, theme)
            row = await privacy.change_preferences(services, person.user, asked)
            # In the language as it is now, not as it was when the command was typed.
            words = texts(known(row.language, language_of(interaction.locale.value)))
            return settings.me(row, services.clock(), words)

        await reply(services, interaction, make)


def _add_nudge_and_resign(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.nudge"), description=described("command.about.nudge"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def nudge(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, RUNNING, game)
            later = await services.tables.nudge(loaded.table.id, person.user)
            return Screen(person.texts("away.nudged-later" if later else "away.nudged"))

        await reply(services, interaction, make)

    @group.command(name=described("command.resign"), description=described("command.about.resign"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def resign(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, RUNNING, game)
            loaded.table.check_playing(person.user)
            return settings.confirm_resign(loaded.table, person.texts)

        await reply(services, interaction, make)


def _add_here(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.here"), description=described("command.about.here"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, OPEN))
    async def here(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            parent = getattr(interaction.channel, "parent_id", None)
            permissions.check(interaction)
            await check_channel(services, person.location, parent)
            loaded = await lookup.find_elsewhere(services.tables, person.user, person.location, OPEN, game)
            notes = [repost(loaded.table)]
            await services.tables.move(
                loaded.table.id, person.location.channel, home=parent_of(interaction), notes=notes
            )
            return Screen(person.texts("place.moved", game=loaded.table.id))

        await reply(services, interaction, make)


def parent_of(interaction: Interaction) -> int:
    """The channel to which a game belongs that is played here: that of a thread, else this one."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id or 0


def _add_privacy(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.privacy"), description=described("command.about.privacy"))
    @app_commands.describe(**options("action"))
    @app_commands.rename(**names("action"))
    @app_commands.choices(action=choices(("show", "mine", "forget")))
    async def privacy_(interaction: Interaction, action: str | None = None) -> None:
        async def make(person: Person) -> Screen:
            if action == "mine":
                data = await privacy.export(services, person.user)
                return Screen(person.texts("privacy.mine"), file=("ingenious-my-data.json", data))
            if action == "forget":
                return settings.confirm_forget(person.texts)
            return Screen(person.texts("privacy.text"))

        await reply(services, interaction, make)


def _add_settings(group: app_commands.Group, services: Services) -> None:
    given = ("language", "pace", "channels", "threads", "theme", "end")

    @group.command(name=described("command.settings"), description=described("command.about.settings"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.choices(language=choices((*LANGUAGES, AUTO)), pace=choices(PACES), theme=choices((*THEMES, AUTO)))
    async def server(
        interaction: Interaction,
        language: str | None = None,
        pace: str | None = None,
        channels: str | None = None,
        threads: bool | None = None,
        theme: str | None = None,
        end: int | None = None,
    ) -> None:
        async def make(person: Person) -> Screen:
            if interaction.guild_id is None or not interaction.permissions.manage_guild:
                raise Refused("managers-only")
            if end is not None:
                await privacy.stop_as_manager(services, end, person.user, interaction.guild_id)
                return Screen(person.texts("settings.ended", game=end))
            before = await services.store.server(interaction.guild_id)
            row = _changed(before, _AskedOfServer(language, pace, channels, threads, theme))
            if row != before:
                await services.store.save_server(row)
                log.info("user=%s changed the settings of guild=%s: %s", person.user, interaction.guild_id, row)
            return settings.server(row, person.texts)

        await reply(services, interaction, make)


@dataclass(frozen=True, slots=True)
class _AskedOfServer:
    """What somebody who manages a server typed; `None` leaves a setting as it is."""

    language: str | None
    pace: str | None
    channels: str | None
    threads: bool | None
    theme: str | None


def _changed(row: ServerRow, asked: _AskedOfServer) -> ServerRow:
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
    return row if asked.threads is None else replace(row, threads=asked.threads)


def _channels(text: str) -> tuple[int, ...]:
    """The channels that are mentioned; none for `all`.

    Raises:
        Refused: `bad-channels`.
    """
    found = tuple(dict.fromkeys(int(channel) for channel in _CHANNEL.findall(text)))
    if text.strip().lower() in ("all", "alle"):
        return ()
    if not found or _CHANNEL.sub("", text).strip(" ,;"):
        raise Refused("bad-channels")
    return found[:50]


async def check_channel(services: Services, place: Location, parent: int | None) -> None:
    """Refuse a channel in which the server allows no games.

    Raises:
        Refused: `wrong-channel` with those that are allowed.
    """
    if place.guild is None:
        return
    allowed = (await services.store.server(place.guild)).channels
    if allowed and place.channel not in allowed and parent not in allowed:
        raise Refused("wrong-channel", channels=" ".join(f"<#{channel}>" for channel in allowed[:10]))
