"""The commands around a table: start, join, leave, begin, cancel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.discord.commands.autocomplete import game_id, suggest_games, suggest_paces
from bot.discord.commands.localization import choices, described, languages, names, options
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import lobby, new_table, stop
from bot.interactions.find import find, find_open
from bot.interactions.new_table import Invited, Terms
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services import lookup
from bot.services.context import Services
from bot.tables.errors import Refused
from bot.tables.events import ORDERS, TALKS
from data.ids import UserId
from data.store import Status
from game.ai.levels import LEVELS
from game.modes import MODES

_MENTION: Final = re.compile(r"<@!?([0-9]{17,19})>")

LOBBY: Final[Sequence[Status]] = ("lobby",)
OPEN: Final[Sequence[Status]] = ("lobby", "running")


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_start(group, services, responder)
    _add_join(group, services, responder)
    _add_leave(group, services, responder)
    _add_begin_and_cancel(group, services, responder)


def _add_start(group: app_commands.Group, services: Services, responder: Responder) -> None:
    given = (
        "mode",
        "seats",
        "bots",
        "level",
        "with_",
        "pace",
        "language",
        "order",
        "talk",
        "hints",
        "casual",
        "thread",
    )

    @group.command(name=described("command.start"), description=described("command.about.start"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.choices(
        mode=choices(MODES),
        level=choices(LEVELS),
        language=languages(),
        order=choices(ORDERS),
        talk=choices(TALKS),
    )
    @app_commands.autocomplete(pace=suggest_paces)
    async def start(  # noqa: PLR0913, PLR0917 - one parameter an option
        interaction: Interaction,
        mode: str | None = None,
        seats: app_commands.Range[int, 1, 4] | None = None,
        bots: app_commands.Range[int, 0, 3] | None = None,
        level: str | None = None,
        with_: str | None = None,
        pace: str | None = None,
        language: str | None = None,
        order: str | None = None,
        talk: str | None = None,
        hints: bool | None = None,
        casual: bool | None = None,
        thread: bool | None = None,
    ) -> None:
        async def make(request: Request) -> Screen:
            invited = await new_table.invited(services, request, _named(with_)) if with_ else Invited()
            if invited.problems:
                return Screen("\n".join(invited.problems))
            asked = Terms(mode, seats, bots, invited.users, pace, language, order, talk, level, hints, casual, thread)
            started = await new_table.start(services, request, asked)
            return replace(started, text="\n".join([started.text, *invited.remarks]))

        await responder.reply(interaction, make)


def _named(text: str) -> list[UserId]:
    """The users mentioned in `with:`, in order, somebody who is named twice twice.

    Raises:
        Refused: `no-people` with the part that cannot be read.
    """
    rest = " ".join(re.sub(r"[,;]", " ", _MENTION.sub(" ", text)).split())
    users = [UserId(int(user)) for user in _MENTION.findall(text)]
    if rest or not users:
        raise Refused("no-people", text=(rest or text.strip())[:50])
    return users


def _add_join(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.join"), description=described("command.about.join"))
    @app_commands.describe(**options("game", "team"))
    @app_commands.rename(**names("game", "team"))
    @app_commands.autocomplete(game=suggest_games(services, LOBBY))
    async def join(
        interaction: Interaction, game: int | None = None, team: app_commands.Range[int, 1, 2] | None = None
    ) -> None:
        async def make(request: Request) -> Screen:
            person, wanted = request.user, game_id(game)
            loaded = await lookup.find(services.tables, person, request.location, LOBBY, wanted, others=True)
            return await lobby.join(services, request, loaded, side=None if team is None else team - 1)

        await responder.reply(interaction, make)


def _add_leave(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.leave"), description=described("command.about.leave"))
    @app_commands.describe(**options("player", "game"))
    @app_commands.rename(**names("player", "game"))
    @app_commands.autocomplete(game=suggest_games(services, OPEN))
    async def leave(interaction: Interaction, player: discord.User | None = None, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            loaded = await find_open(services, request, game_id(game))
            if player is not None and player.id != request.user:
                return await lobby.remove(services, request, loaded, user=UserId(player.id))
            return await lobby.leave(services, request, loaded)

        await responder.reply(interaction, make)


def _add_begin_and_cancel(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.begin"), description=described("command.about.begin"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, LOBBY))
    async def begin(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            loaded = await find(services, request, LOBBY, game_id(game))
            return await lobby.begin(services, request, loaded)

        await responder.reply(interaction, make)

    @group.command(name=described("command.cancel"), description=described("command.about.cancel"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, OPEN))
    async def cancel(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            loaded = await find_open(services, request, game_id(game))
            return await stop.cancel(services, request, loaded)

        await responder.reply(interaction, make)
