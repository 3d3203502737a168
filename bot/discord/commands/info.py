"""The commands that only show: board, scores, history, replay, games, export, rules, help."""

from __future__ import annotations

from collections.abc import Callable

from discord import app_commands

from bot.discord.commands.autocomplete import game_id, suggest_games
from bot.discord.commands.localization import choices, described, names, options
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import info
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from bot.services.loaded import Loaded
from game.modes import MODES


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_board(group, services, responder)
    looks = {"scores": info.scores, "history": info.history, "replay": info.film, "export": info.export}
    for name, show in looks.items():
        _add_look(group, services, responder, name, show)
    _add_games_rules_help(group, services, responder)


def _add_board(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.board"), description=described("command.about.board"))
    @app_commands.describe(**options("text", "game"))
    @app_commands.rename(**names("text", "game"))
    @app_commands.autocomplete(game=suggest_games(services, info.BEGUN))
    async def board(interaction: Interaction, text: bool = False, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return info.board(request, await info.find_viewable(services, request, game_id(game)), as_text=text)

        await responder.reply(interaction, make)


def _add_look(
    group: app_commands.Group,
    services: Services,
    responder: Responder,
    name: str,
    show: Callable[[Request, Loaded], Screen],
) -> None:
    @group.command(name=described(f"command.{name}"), description=described(f"command.about.{name}"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, info.BEGUN))
    async def look(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return show(request, await info.find_viewable(services, request, game_id(game)))

        await responder.reply(interaction, make)


def _add_games_rules_help(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.games"), description=described("command.about.games"))
    async def games(interaction: Interaction) -> None:
        async def make(request: Request) -> Screen:
            return await info.games(services, request)

        await responder.reply(interaction, make)

    @group.command(name=described("command.rules"), description=described("command.about.rules"))
    @app_commands.describe(**options("mode", "game"))
    @app_commands.rename(**names("mode", "game"))
    @app_commands.choices(mode=choices(MODES))
    @app_commands.autocomplete(game=suggest_games(services, info.BEGUN))
    async def rules(interaction: Interaction, mode: str | None = None, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await info.rules(services, request, mode, game_id(game))

        await responder.reply(interaction, make)

    @group.command(name=described("command.help"), description=described("command.about.help"))
    async def help_(interaction: Interaction) -> None:
        async def make(request: Request) -> Screen:
            return info.help_page(services, request)

        await responder.reply(interaction, make)
