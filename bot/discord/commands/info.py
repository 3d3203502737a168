"""The commands that show something: board, replay, games, help. `board here:` also moves the game."""

from __future__ import annotations

from discord import app_commands

from bot.discord import permissions
from bot.discord.commands.autocomplete import SuggestGames, game_id, suggest_games
from bot.discord.commands.localization import choices, described, names, options
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import info, next_turn, server
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from game.modes import MODES


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_board(group, services, responder)
    _add_replay(group, services, responder)
    _add_games_and_help(group, services, responder)


def _add_board(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.board"), description=described("command.about.board"))
    @app_commands.describe(**options("text", "here", "game"))
    @app_commands.rename(**names("text", "here", "game"))
    @app_commands.autocomplete(game=_suggest_boards(services))
    async def board(interaction: Interaction, text: bool = False, here: bool = False, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            if here and request.location.is_of_others:
                return await server.show_board(services, request, game_id(game))
            if here:
                server.check_channel(request)
                return await server.move_here(services, request, game_id(game), permissions.home_of(interaction))
            return info.board(request, await info.find_viewable(services, request, game_id(game)), as_text=text)

        await responder.reply(interaction, make)


def _suggest_boards(services: Services) -> SuggestGames:
    """The games whose board there is to see; with `here:` those that can be moved."""
    begun, open_ = suggest_games(services, info.BEGUN), suggest_games(services, server.OPEN)

    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await (open_ if interaction.namespace.here else begun)(interaction, current)

    return suggest


def _add_replay(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.replay"), description=described("command.about.replay"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, info.BEGUN))
    async def replay(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return info.film(request, await info.find_viewable(services, request, game_id(game)))

        await responder.reply(interaction, make)


def _add_games_and_help(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.games"), description=described("command.about.games"))
    async def games(interaction: Interaction) -> None:
        async def make(request: Request) -> Screen:
            return await next_turn.games(services, request)

        await responder.reply(interaction, make)

    @group.command(name=described("command.help"), description=described("command.about.help"))
    @app_commands.describe(mode=described("option.about.rules-mode"))
    @app_commands.rename(**names("mode"))
    @app_commands.choices(mode=choices(MODES))
    async def help_(interaction: Interaction, mode: str | None = None) -> None:
        async def make(request: Request) -> Screen:
            return info.rules(request, mode) if mode else info.help_page(services, request)

        await responder.reply(interaction, make)
