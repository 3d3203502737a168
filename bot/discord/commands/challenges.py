"""The commands for one person alone: puzzles and the daily challenge."""

from __future__ import annotations

from discord import app_commands

from bot.discord.commands.localization import choices, described, names
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import daily, puzzle
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from game.puzzles import setups


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_puzzle(group, services, responder)

    @group.command(name=described("command.daily"), description=described("command.about.daily"))
    async def daily_(interaction: Interaction) -> None:
        async def make(request: Request) -> Screen:
            return await daily.overview(services, request)

        await responder.reply(interaction, make)


def _add_puzzle(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.puzzle"), description=described("command.about.puzzle"))
    @app_commands.describe(mode=described("option.about.puzzle-mode"))
    @app_commands.rename(**names("mode"))
    @app_commands.choices(mode=choices(dict.fromkeys(mode for mode, _ in setups())))
    async def puzzle_(interaction: Interaction, mode: str | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await puzzle.offer(services, request, mode)

        await responder.reply(interaction, make)
