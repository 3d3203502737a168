"""The commands around a table: start, join, leave, begin, cancel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, cast

import discord
from discord import app_commands

from bot.discord import permissions
from bot.discord.commands.autocomplete import suggest_games
from bot.discord.commands.localization import choices, described, names, options
from bot.discord.commands.player import check_channel
from bot.discord.components import Interaction
from bot.discord.responder import reply
from bot.interactions import router
from bot.screens.model import Screen
from bot.services import lookup
from bot.services.context import Person, Services
from bot.tables.errors import Refused
from bot.tables.events import Joined, Opened, Order, Talk
from bot.tables.lobby import seats_asked
from bot.tables.preferences import one_of
from bot.tables.schedule import PACES
from bot.texts import LANGUAGES, known
from data.store import Status
from game.modes import MODES

_MENTION: Final = re.compile(r"<@!?([0-9]{17,19})>")

LOBBY: Final[Sequence[Status]] = ("lobby",)
OPEN: Final[Sequence[Status]] = ("lobby", "running")


def add(group: app_commands.Group, services: Services) -> None:
    """Add the commands to the group."""
    _add_start(group, services)
    _add_join_and_leave(group, services)
    _add_begin_and_cancel(group, services)


def _add_start(group: app_commands.Group, services: Services) -> None:
    given = ("mode", "seats", "bots", "with_", "pace", "language", "order", "talk")

    @group.command(name=described("command.start"), description=described("command.about.start"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.choices(
        mode=choices(MODES),
        pace=choices(PACES),
        language=choices(LANGUAGES),
        order=choices(("random", "joined")),
        talk=choices(("closed", "open")),
    )
    async def start(  # noqa: PLR0913, PLR0917 - one parameter an option
        interaction: Interaction,
        mode: str | None = None,
        seats: app_commands.Range[int, 1, 4] | None = None,
        bots: app_commands.Range[int, 0, 3] | None = None,
        with_: str | None = None,
        pace: str | None = None,
        language: str | None = None,
        order: str | None = None,
        talk: str | None = None,
    ) -> None:
        async def make(person: Person) -> Screen:
            server = None if person.location.guild is None else await services.store.server(person.location.guild)
            permissions.check(interaction, threads=server is not None and server.threads)
            await check_channel(services, person.location, getattr(interaction.channel, "parent_id", None))
            invited = _invited(with_, interaction)
            terms = Opened(
                person.user,
                one_of(MODES, mode or "standard"),
                seats_asked(mode or "standard", seats, bots or 0, len(invited)),
                bots or 0,
                one_of(LANGUAGES, language or await _language(services, person)),
                cast("Order", one_of(("random", "joined"), order or "random")),
                cast("Talk", one_of(("closed", "open"), talk or "closed")),
                invited,
                one_of(PACES, pace or await _pace(services, person)),
                person.location.channel,
            )
            loaded = await services.tables.open(person.location, Joined(person.user, person.name), terms)
            if loaded.table.state is not None:
                return await router.begun(services, person, loaded)
            opened = person.texts("lobby.opened", game=loaded.table.id)
            slow = 0 if server is not None and server.threads else permissions.slow_mode_s(interaction)
            return Screen(f"{opened}\n{person.texts('place.slow', seconds=slow)}" if slow else opened)

        await reply(services, interaction, make)


def _invited(text: str | None, interaction: Interaction) -> tuple[int, ...]:
    """The people mentioned in `with:`.

    Raises:
        Refused: `no-people`, `no-bots-invited`.
    """
    if not text:
        return ()
    users = dict.fromkeys(int(user) for user in _MENTION.findall(text))
    if not users or _MENTION.sub("", text).strip(" ,;"):
        raise Refused("no-people")
    if interaction.client.user is not None and interaction.client.user.id in users:
        raise Refused("no-bots-invited")
    users.pop(interaction.user.id, None)
    return tuple(users)


async def _pace(services: Services, person: Person) -> str:
    """The move time of a table whose opener names none: the server's."""
    seconds = None if person.location.guild is None else (await services.store.server(person.location.guild)).pace
    return next((name for name, time in PACES.items() if time and time.total_seconds() == seconds), "none")


async def _language(services: Services, person: Person) -> str:
    """The language of a table whose opener names none: the server's, else the bot's; alone, the person's own."""
    if person.location.guild is None:
        return person.texts.language
    return known((await services.store.server(person.location.guild)).language, services.default_language)


def _add_join_and_leave(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.join"), description=described("command.about.join"))
    @app_commands.describe(**options("game", "team"))
    @app_commands.rename(**names("game", "team"))
    @app_commands.autocomplete(game=suggest_games(services, LOBBY))
    async def join(
        interaction: Interaction, game: int | None = None, team: app_commands.Range[int, 1, 2] | None = None
    ) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, LOBBY, game, others=True)
            side = None if team is None else team - 1
            await services.tables.join(loaded.table.id, Joined(person.user, person.name), side)
            return Screen(person.texts("lobby.joined", game=loaded.table.id))

        await reply(services, interaction, make)

    @group.command(name=described("command.leave"), description=described("command.about.leave"))
    @app_commands.describe(**options("player", "game"))
    @app_commands.rename(**names("player", "game"))
    @app_commands.autocomplete(game=suggest_games(services, OPEN))
    async def leave(interaction: Interaction, player: discord.User | None = None, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, OPEN, game)
            if player is not None and player.id != person.user:
                return await router.remove(services, person, loaded.table.id, player.id)
            await services.tables.leave(loaded.table.id, person.user, person.user)
            return Screen(person.texts("lobby.left", game=loaded.table.id))

        await reply(services, interaction, make)


def _add_begin_and_cancel(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.begin"), description=described("command.about.begin"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, LOBBY))
    async def begin(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, LOBBY, game)
            return await router.begun(services, person, await services.tables.begin(loaded.table.id, person.user))

        await reply(services, interaction, make)

    @group.command(name=described("command.cancel"), description=described("command.about.cancel"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, OPEN))
    async def cancel(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, OPEN, game)
            return await router.cancel(services, person, loaded.table.id)

        await reply(services, interaction, make)
