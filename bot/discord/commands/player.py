"""The commands about oneself: me, nudge, give, resign, privacy."""

from __future__ import annotations

import asyncio
from typing import Final

from discord import app_commands

from bot.discord.commands.autocomplete import game_id, suggest_games
from bot.discord.commands.localization import choices, described, languages, names, options
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import absence, player
from bot.interactions.find import find_played
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from bot.settings.person import PreferenceChange
from bot.settings.typed import AUTO
from bot.settings.zones import zones_like
from bot.tables.schedule import REMINDERS
from data.store import Status
from render.theme import THEME_NAMES

RUNNING: Final[tuple[Status, ...]] = ("running",)


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_me(group, services, responder)
    _add_nudge_and_give(group, services, responder)
    _add_resign(group, services, responder)
    _add_privacy(group, services, responder)


def _add_me(group: app_commands.Group, services: Services, responder: Responder) -> None:
    given = ("notices", "next", "reminders", "quiet", "zone", "vacation", "language", "theme", "confirm", "listed")

    async def suggest_zones(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:  # noqa: ARG001
        found = await asyncio.to_thread(zones_like, str(current))
        return [app_commands.Choice(name=name, value=name) for name in found]

    @group.command(name=described("command.me"), description=described("command.about.me"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.choices(reminders=choices(REMINDERS), language=languages(AUTO), theme=choices((*THEME_NAMES, AUTO)))
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
        confirm: bool | None = None,
        listed: bool | None = None,
    ) -> None:
        async def make(request: Request) -> Screen:
            asked = PreferenceChange(
                notices=notices,
                next_notice=next,
                reminders=reminders,
                quiet=quiet,
                zone=zone,
                vacation=vacation,
                language=language,
                theme=theme,
                confirm=confirm,
                listed=listed,
            )
            return await player.change_preferences(services, request, asked)

        await responder.reply(interaction, make)


def _add_nudge_and_give(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.nudge"), description=described("command.about.nudge"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def nudge(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            loaded = await find_played(services, request, game_id(game))
            return await absence.nudge(services, request, loaded)

        await responder.reply(interaction, make)

    @group.command(name=described("command.give"), description=described("command.about.give"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def give(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            loaded = await find_played(services, request, game_id(game))
            return await absence.give_day(services, request, loaded)

        await responder.reply(interaction, make)


def _add_resign(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.resign"), description=described("command.about.resign"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def resign(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            loaded = await find_played(services, request, game_id(game), elsewhere=False)
            return absence.confirm_resign(request, loaded)

        await responder.reply(interaction, make)


def _add_privacy(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.privacy"), description=described("command.about.privacy"))
    @app_commands.describe(**options("action"))
    @app_commands.rename(**names("action"))
    @app_commands.choices(action=choices(("show", "mine", "forget")))
    async def privacy(interaction: Interaction, action: str | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await player.show_privacy(services, request, action)

        await responder.reply(interaction, make)
