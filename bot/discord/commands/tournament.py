"""`/tournament …`: opening a tournament and looking after it; people enter by its buttons."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord.commands.autocomplete import suggest_paces
from bot.discord.commands.localization import choices, described, names
from bot.discord.components import Interaction
from bot.discord.responder import Responder
from bot.interactions import tournament as interactions
from bot.interactions.request import Request
from bot.interactions.tournament import Terms
from bot.screens.model import Screen
from bot.services.context import Services
from bot.tournaments.actions import MOST_PEOPLE, MOST_ROUNDS, TABLE_MODES
from bot.tournaments.events import DAYS, SYSTEMS
from data.ids import TournamentId, UserId

_ABOUT = {
    "mode": "tournament-mode",
    "seats": "tournament-seats",
    "system": "system",
    "rounds": "rounds",
    "days": "days",
    "pace": "tournament-pace",
    "people": "people",
    "hours": "hours",
    "casual": "tournament-casual",
    "role": "role",
    "rating_from": "rating_from",
    "rating_to": "rating_to",
}


def tournament(services: Services, responder: Responder) -> app_commands.Group:
    """The command with all its subcommands; it works in servers alone."""
    name, about = described("command.tournament"), described("command.about.tournament")
    group = app_commands.Group(name=name, description=about, guild_only=True)
    _add_open(group, services, responder)
    _add_show(group, services, responder)
    _add_managing(group, services, responder)
    return group


def _add_open(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.open"), description=described("command.about.tournament-open"))
    @app_commands.describe(**{name: described(f"option.about.{about}") for name, about in _ABOUT.items()})
    @app_commands.rename(**names(*_ABOUT))
    @app_commands.choices(
        mode=choices(TABLE_MODES),
        system=choices(SYSTEMS),
    )
    @app_commands.autocomplete(pace=suggest_paces)
    async def open_(  # noqa: PLR0913, PLR0917 - one parameter an option
        interaction: Interaction,
        mode: str | None = None,
        seats: app_commands.Range[int, 2, 4] | None = None,
        system: str | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        days: app_commands.Range[int, DAYS[0], DAYS[-1]] | None = None,
        pace: str | None = None,
        people: app_commands.Range[int, 2, MOST_PEOPLE] | None = None,
        hours: app_commands.Range[int, 1, 336] | None = None,
        casual: bool | None = None,
        role: discord.Role | None = None,
        rating_from: app_commands.Range[int, 1, 5000] | None = None,
        rating_to: app_commands.Range[int, 1, 5000] | None = None,
    ) -> None:
        async def make(request: Request) -> Screen:
            only = None if role is None else role.id
            asked = Terms(mode, seats, system, rounds, days, pace, people, hours, casual, only, rating_from, rating_to)
            return await interactions.open_one(services, request, asked)

        await responder.reply(interaction, make)


def _add_show(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.show"), description=described("command.about.tournament-show"))
    @app_commands.describe(tournament=described("option.about.tournament"))
    @app_commands.rename(**names("tournament"))
    async def show(interaction: Interaction, tournament: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await interactions.show(services, request, _number(tournament))

        await responder.reply(interaction, make)


def _add_managing(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.remove"), description=described("command.about.tournament-remove"))
    @app_commands.describe(
        player=described("option.about.tournament-player"), tournament=described("option.about.tournament")
    )
    @app_commands.rename(**names("player", "tournament"))
    async def remove(interaction: Interaction, player: discord.User, tournament: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await interactions.remove(services, request, _number(tournament), UserId(player.id))

        await responder.reply(interaction, make)

    @group.command(name=described("command.cancel"), description=described("command.about.tournament-cancel"))
    @app_commands.describe(tournament=described("option.about.tournament"))
    @app_commands.rename(**names("tournament"))
    async def cancel(interaction: Interaction, tournament: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await interactions.cancel(services, request, _number(tournament))

        await responder.reply(interaction, make)

    @group.command(name=described("command.here"), description=described("command.about.tournament-here"))
    @app_commands.describe(tournament=described("option.about.tournament"))
    @app_commands.rename(**names("tournament"))
    async def here(interaction: Interaction, tournament: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await interactions.move_here(services, request, _number(tournament))

        await responder.reply(interaction, make)


def _number(tournament: int | None) -> TournamentId | None:
    return None if tournament is None else TournamentId(tournament)
