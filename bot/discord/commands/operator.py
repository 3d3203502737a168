"""`/operator …` in the operator's own server: say something to all tables, stop serving a server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.commands.localization import described
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import operator
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services


def operator_commands(services: Services, responder: Responder) -> app_commands.Group:
    """The command with its subcommands."""
    group = app_commands.Group(
        name=described("operator.command.operator"),
        description=described("operator.about.operator"),
        default_permissions=discord.Permissions(),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )

    @group.command(name=described("operator.command.say"), description=described("operator.about.say"))
    @app_commands.describe(text=described("operator.about.text"))
    @app_commands.rename(text=described("option.text"))
    async def say(interaction: Interaction, text: app_commands.Range[str, 1, 1500]) -> None:
        async def make(request: Request) -> Screen:
            return await operator.preview(services, request, text)

        await responder.reply(interaction, make)

    _add_serving(group, services, responder, "stop", served=False)
    _add_serving(group, services, responder, "serve", served=True)
    return group


def _add_serving(
    group: app_commands.Group, services: Services, responder: Responder, name: str, *, served: bool
) -> None:
    @group.command(name=described(f"operator.command.{name}"), description=described(f"operator.about.{name}"))
    @app_commands.describe(server=described("operator.about.server"))
    @app_commands.rename(server=described("operator.command.server"))
    async def change(interaction: Interaction, server: str) -> None:
        async def make(request: Request) -> Screen:
            return await operator.serve(services, request, server, served=served)

        await responder.reply(interaction, make)
