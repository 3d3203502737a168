"""The command about the server: its settings."""

from __future__ import annotations

from discord import app_commands

from bot.discord import permissions
from bot.discord.commands.autocomplete import suggest_paces
from bot.discord.commands.localization import choices, described, languages, names, options
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import server
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from bot.settings.server import ServerChange
from bot.settings.typed import AUTO
from bot.tables.errors import Refused
from bot.tables.limits import LIMITS
from data.ids import GameId
from render.theme import THEME_NAMES


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_settings(group, services, responder)


def _add_settings(group: app_commands.Group, services: Services, responder: Responder) -> None:
    given = ("language", "pace", "channels", "threads", "theme", "person_games", "channel_games", "daily", "end")

    @group.command(name=described("command.settings"), description=described("command.about.settings"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.choices(language=languages(AUTO), theme=choices((*THEME_NAMES, AUTO)))
    @app_commands.autocomplete(pace=suggest_paces)
    async def settings(  # noqa: PLR0913, PLR0917 - one parameter an option
        interaction: Interaction,
        language: str | None = None,
        pace: str | None = None,
        channels: str | None = None,
        threads: bool | None = None,
        theme: str | None = None,
        person_games: app_commands.Range[int, 1, LIMITS.person] | None = None,
        channel_games: app_commands.Range[int, 1, LIMITS.channel] | None = None,
        daily: str | None = None,
        end: int | None = None,
    ) -> None:
        async def make(request: Request) -> Screen:
            request.check_membership()
            if not request.manages:
                raise Refused("managers-only")
            if end is not None:
                return await server.stop_game(services, request, GameId(end))
            where, follows = (permissions.with_mentions(interaction, text) for text in (channels, daily))
            asked = ServerChange(
                language=language,
                pace=pace,
                channels=where,
                threads=threads,
                theme=theme,
                person_games=person_games,
                channel_games=channel_games,
                daily=follows,
            )
            return await server.change_settings(services, request, asked)

        await responder.reply(interaction, make)
