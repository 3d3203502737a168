"""The commands of a turn: place, and the rack."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from discord import app_commands

from bot.discord.commands.autocomplete import or_no_suggestions, suggest_games
from bot.discord.commands.localization import described, names, options
from bot.discord.components import Interaction
from bot.discord.responder import reply, who
from bot.interactions import router
from bot.screens import info
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.services import lookup
from bot.services.context import Person, Services
from bot.tables.errors import Refused
from data.store import Status
from game.board import NAMES, parse_cell
from game.events import Place
from game.illegal import Illegal
from game.placements import placements
from game.state import SeatView
from game.tiles import Tile, parse_tile

RUNNING: Final[tuple[Status, ...]] = ("running",)

Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def add(group: app_commands.Group, services: Services) -> None:
    """Add the commands to the group."""
    _add_place(group, services)
    _add_rack(group, services)


def _add_place(group: app_commands.Group, services: Services) -> None:
    given = ("tile", "at", "to", "exchange", "game")

    @group.command(name=described("command.place"), description=described("command.about.place"))
    @app_commands.describe(**options(*given))
    @app_commands.rename(**names(*given))
    @app_commands.autocomplete(
        tile=or_no_suggestions(_suggest_tiles(services)),
        at=or_no_suggestions(_suggest_at(services)),
        to=or_no_suggestions(_suggest_to(services)),
    )
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def place(
        interaction: Interaction, tile: str, at: str, to: str, exchange: bool | None = None, game: int | None = None
    ) -> None:
        async def make(person: Person) -> Screen:
            loaded = await lookup.find(services.tables, person.user, person.location, RUNNING, game)
            number = loaded.table.id
            try:
                intent = Place(_tile(tile), (_cell(at), _cell(to)), exchange)
                return await router.place(services, person, number, None, intent)
            except (Refused, Illegal) as error:
                return await router.refused(services, person, number, error)

        await reply(services, interaction, make)


def _tile(text: str) -> Tile:
    try:
        return parse_tile(text.strip())
    except ValueError as error:
        raise Refused("bad-tile", text=_quoted(text)) from error


def _cell(text: str) -> int:
    try:
        return parse_cell(text.strip())
    except ValueError as error:
        raise Refused("bad-cell", text=_quoted(text)) from error


def _quoted(text: str) -> str:
    """Typed text as it can be shown again: short, letters and digits only."""
    return "".join(char for char in text[:20] if char.isalnum() or char == " ")


def _add_rack(group: app_commands.Group, services: Services) -> None:
    @group.command(name=described("command.rack"), description=described("command.about.rack"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def rack(interaction: Interaction, game: int | None = None) -> None:
        async def make(person: Person) -> Screen:
            if person.location.guild is None and game is None:
                mine = await lookup.games_of(services.tables, person.user, RUNNING)
                if len(mine) > 1:
                    racks = [
                        (item.table, item.table.view_for(person.user), whereabouts(item, person.texts)) for item in mine
                    ]
                    return info.racks(racks, person.texts)
            loaded = await lookup.find(services.tables, person.user, person.location, RUNNING, game)
            return await router.rack_screen(services, person, loaded)

        await reply(services, interaction, make)


# --- suggestions ---------------------------------------------------------------------------------------------------


async def _view(services: Services, interaction: Interaction) -> SeatView | None:
    """What the person who types may see of the game that the command would mean; `None` if it is not their turn."""
    person = who(interaction)
    game = interaction.namespace.game
    try:
        loaded = await lookup.find(
            services.tables,
            person.user,
            person.location,
            RUNNING,
            game if isinstance(game, int) and not isinstance(game, bool) else None,
        )
    except Refused:
        return None
    view = loaded.table.view_for(person.user)
    return view if view.on_turn else None


def _typed(interaction: Interaction, option: str) -> str:
    return str(getattr(interaction.namespace, option, None) or "").strip().upper()


def _fitting(values: list[str], current: str) -> list[app_commands.Choice[str]]:
    typed = str(current).strip().upper()
    return [app_commands.Choice(name=value, value=value) for value in values if value.startswith(typed)][:25]


def _suggest_tiles(services: Services) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        view = await _view(services, interaction)
        pieces = dict.fromkeys(tile.piece for tile in view.rack) if view else {}
        codes = dict.fromkeys(code for tile in pieces for code in (tile.code, tile.turned.code))
        return _fitting(list(codes), current)

    return suggest


def _suggest_at(services: Services) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        view = await _view(services, interaction)
        cells = {cell for pair in _pairs(view, _typed(interaction, "tile")) for cell in pair}
        return _fitting([NAMES[cell] for cell in sorted(cells)], current)

    return suggest


def _suggest_to(services: Services) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        view = await _view(services, interaction)
        at = _typed(interaction, "at")
        pairs = _pairs(view, _typed(interaction, "tile"))
        cells = {b if NAMES[a] == at else a for a, b in pairs if at in (NAMES[a], NAMES[b])}
        return _fitting([NAMES[cell] for cell in sorted(cells)], current)

    return suggest


def _pairs(view: SeatView | None, code: str) -> list[tuple[int, int]]:
    """The pairs of spaces on which the tile can be laid; any tile of the rack while none is typed."""
    if view is None:
        return []
    wanted = {tile.piece for tile in view.rack if code in ("", tile.code, tile.turned.code)}
    return [(a, b) for tile, a, b, _, _ in placements(view) if tile in wanted]
