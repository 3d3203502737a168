"""The commands about results: profile and leaderboard."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.commands.localization import choices, described, names, options
from bot.discord.components import Interaction
from bot.discord.permissions import is_member
from bot.discord.responder import Responder
from bot.interactions import statistics
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from bot.tables.statistics import PERIODS
from data.ids import UserId
from game.modes import MODES


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""

    @group.command(name=described("command.profile"), description=described("command.about.profile"))
    @app_commands.describe(player=described("option.about.of"))
    @app_commands.rename(**names("player"))
    async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await statistics.profile(services, request, UserId(player.id) if player else None)

        await responder.reply(interaction, make)

    @group.command(name=described("command.leaderboard"), description=described("command.about.leaderboard"))
    @app_commands.describe(**options("mode", "period"))
    @app_commands.rename(**names("mode", "period"))
    @app_commands.choices(mode=choices(MODES), period=choices(PERIODS))
    async def leaderboard(interaction: Interaction, mode: str | None = None, period: str | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await statistics.leaderboard(services, request, mode, period)

        await responder.reply(interaction, make, public=interaction.guild_id is not None and is_member(interaction))
