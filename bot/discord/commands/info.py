"""The commands that only show: board, scores, history, replay, games, export, rules, help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from discord import app_commands

from bot.discord.commands.autocomplete import suggest_games
from bot.discord.commands.localization import choices, described, names, options
from bot.discord.components import Interaction
from bot.discord.responder import reply
from bot.screens import board, info, replay
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.screens.text_board import text_board
from bot.services import lookup
from bot.services.context import Person, Services
from bot.services.tables import Loaded
from bot.tables.errors import Refused
from bot.tables.table import Table
from bot.texts import Texts
from data.store import Status
from game.modes import MODES
from game.state import SeatView

BEGUN: Final[tuple[Status, ...]] = ("running", "over")


def add(group: app_commands.Group, services: Services) -> None:
    """Add the commands to the group."""
    _add_looks(group, services)
    _add_export(group, services)
    _add_games_rules_help(group, services)


async def find(services: Services, person: Person, game: int | None) -> Loaded:
    """The game to look at: a running one, else the finished one that could be meant.

    Raises:
        Refused: see `lookup.find`.
    """
    if game is None:
        try:
            return await lookup.find(services.tables, person.user, person.location, ("running",), None)
        except Refused as error:
            if error.code != "no-game-here":
                raise
            return await lookup.latest(services.tables, person.user, person.location, "over")
    return await lookup.find(services.tables, person.user, person.location, BEGUN, game)


def _add_looks(group: app_commands.Group, services: Services) -> None:
    _add_board(group, services)
    _add_look(group, services, "scores", info.scores)
    _add_look(group, services, "history", info.history)
    _add_look(group, services, "replay", lambda table, _, texts: replay.film(table, texts))


def _add_board(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.board"), description=described("command.about.board"))
    @app_commands.describe(**options("text", "game"))
    @app_commands.rename(**names("text", "game"))
    @app_commands.autocomplete(game=suggest_games(services, BEGUN))
    async def look(interaction: Interaction, text: bool = False, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            table = (await find(services, person, game)).table
            view = table.view_for(person.user)
            if not text:
                return board.present(table, view, person.texts)
            rows = board.play_row(table, view, person.texts)
            return Screen(text_board(view, table.names, person.texts), rows=rows)

        await reply(services, interaction, make)


def _add_look(
    group: app_commands.Group, services: Services, name: str, screen: Callable[[Table, SeatView, Texts], Screen]
) -> None:
    @group.command(name=described(f"command.{name}"), description=described(f"command.about.{name}"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, BEGUN))
    async def look(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            table = (await find(services, person, game)).table
            return screen(table, table.view_for(person.user), person.texts)

        await reply(services, interaction, make)


def _add_export(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.export"), description=described("command.about.export"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, BEGUN))
    async def export(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            table = (await find(services, person, game)).table
            key = "export.done" if table.game().position.ending else "export.public"
            file = (f"ingenious-{table.id}.json", board.record_file(table))
            return Screen(person.texts(key, game=table.id), file=file)

        await reply(services, interaction, make)


def _add_games_rules_help(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.games"), description=described("command.about.games"))
    async def games(interaction: Interaction) -> None:
        async def make(person: Person) -> Screen:
            mine = await lookup.games_of(services.tables, person.user)
            listed = [info.Listed(item.table, whereabouts(item, person.texts)) for item in mine]
            return info.games(listed, person.user, person.texts)

        await reply(services, interaction, make)

    @group.command(name=described("command.rules"), description=described("command.about.rules"))
    @app_commands.describe(**options("mode", "game"))
    @app_commands.rename(**names("mode", "game"))
    @app_commands.choices(mode=choices(MODES))
    @app_commands.autocomplete(game=suggest_games(services, BEGUN))
    async def rules(interaction: Interaction, mode: str | None = None, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            return info.rules_page(mode or await _mode_of(services, person, game), person.texts)

        await reply(services, interaction, make)

    @group.command(name=described("command.help"), description=described("command.about.help"))
    async def help_(interaction: Interaction) -> None:
        async def make(person: Person) -> Screen:
            return info.help_page(person.texts, services.version)

        await reply(services, interaction, make)


async def _mode_of(services: Services, person: Person, game: int | None) -> str:
    """The mode of the game that could be meant, standard where there is none."""
    try:
        return (await find(services, person, game)).table.opened.mode
    except Refused as error:
        if game is not None or error.code != "no-game-here":
            raise
        return "standard"
