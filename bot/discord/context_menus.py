"""What a right-click offers: *Challenge* and *Profile* on a person, *Replay* on a message of the bot."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands

from bot.discord.commands.localization import described
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import info, new_table, statistics
from bot.interactions.request import Request
from bot.screens.message_game import game_of_message
from bot.screens.model import Screen
from bot.services.context import Services
from data.ids import GameId, UserId


def context_menus(services: Services, responder: Responder) -> tuple[app_commands.ContextMenu, ...]:
    """The menus on people and on messages."""

    async def challenge(interaction: Interaction, person: discord.User | discord.Member) -> None:
        async def make(request: Request) -> Screen:
            return await new_table.challenge(services, request, UserId(person.id), is_bot=person.bot)

        await responder.reply(interaction, make)

    async def profile(interaction: Interaction, person: discord.User | discord.Member) -> None:
        async def make(request: Request) -> Screen:
            return await statistics.profile(services, request, UserId(person.id))

        await responder.reply(interaction, make)

    async def replay(interaction: Interaction, message: discord.Message) -> None:
        async def make(request: Request) -> Screen:
            return await info.replay_of_message(services, request, _game(interaction, message))

        await responder.reply(interaction, make)

    offered = {"menu.challenge": challenge, "menu.profile": profile, "menu.replay": replay}
    return tuple(app_commands.ContextMenu(name=described(key), callback=callback) for key, callback in offered.items())


def _game(interaction: Interaction, message: discord.Message) -> GameId | None:
    """The game of a message; none of a message that somebody else wrote, whatever it says."""
    if message.author != interaction.client.user:
        return None
    return game_of_message(message.content, _custom_ids(message))


def _custom_ids(message: discord.Message) -> Iterator[str]:
    for row in message.components:
        for control in getattr(row, "children", ()):
            yield str(getattr(control, "custom_id", None) or "")
