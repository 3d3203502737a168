"""The commands of a turn: place, and the rack."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import app_commands

from bot.discord.commands.autocomplete import game_id, or_no_suggestions, suggest_games
from bot.discord.commands.localization import described, names, options
from bot.discord.components import Interaction
from bot.discord.responder import Responder, request_of
from bot.interactions import play, player
from bot.interactions.find import find_played
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.screens.options import ranked
from bot.screens.phrases import tile_code, tile_name
from bot.services import lookup
from bot.services.context import Services
from bot.tables.errors import Refused
from bot.texts import Texts
from bot.texts.typed import matches, parsed_tile
from data.ids import GameId
from data.store import Status
from game.board import NAMES, adjacent
from game.state import SeatView
from game.tiles import COLOURS, Tile

RUNNING: Final[tuple[Status, ...]] = ("running",)

Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def add(group: app_commands.Group, services: Services, responder: Responder) -> None:
    """Add the commands to the group."""
    _add_place(group, services, responder)
    _add_rack(group, services, responder)


def _add_place(group: app_commands.Group, services: Services, responder: Responder) -> None:
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
        async def make(request: Request) -> Screen:
            try:
                loaded = await find_played(services, request, game_id(game))
            except Refused as error:
                if error.code == "which-game":
                    play.check_typed(tile, at, to)  # what is wrong in every game is said before the question
                raise
            return await play.place_typed(services, request, loaded, tile=tile, at=at, to=to, exchange=exchange)

        await responder.reply(interaction, responder.with_missing_permissions(interaction, make))


def _add_rack(group: app_commands.Group, services: Services, responder: Responder) -> None:
    @group.command(name=described("command.rack"), description=described("command.about.rack"))
    @app_commands.describe(**options("game"))
    @app_commands.rename(**names("game"))
    @app_commands.autocomplete(game=suggest_games(services, RUNNING))
    async def rack(interaction: Interaction, game: int | None = None) -> None:
        async def make(request: Request) -> Screen:
            return await player.rack(services, request, game_id(game))

        await responder.reply(interaction, make)


# --- suggestions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Meant:
    """The game that the command would mean."""

    view: SeatView | None = None
    """What the person who types may see of it; `None` if it is not their turn, or several could be meant."""
    several: bool = False


async def _meant(services: Services, interaction: Interaction) -> _Meant:
    request = request_of(interaction)
    game = interaction.namespace.game
    try:
        loaded = await lookup.find(
            services.tables,
            request.user,
            request.location,
            RUNNING,
            GameId(game) if isinstance(game, int) and not isinstance(game, bool) else None,
            elsewhere=True,
        )
    except Refused as error:
        return _Meant(several=error.code == "which-game")
    view = loaded.table.view_for(request.user)
    return _Meant(view if view.on_turn else None)


def _typed(interaction: Interaction, option: str) -> str:
    return str(getattr(interaction.namespace, option, None) or "").strip().upper()


def _typed_tile(interaction: Interaction) -> str:
    return str(getattr(interaction.namespace, "tile", None) or "").strip()


def _best_first(best: Mapping[int, int], current: str) -> list[app_commands.Choice[str]]:
    """Spaces with the most points that a placement on them makes, in front of their names; the most points first."""
    best_first = sorted(best.items(), key=lambda one: (-one[1], one[0]))
    named = [(f"+{points} · {NAMES[cell]}", NAMES[cell]) for cell, points in best_first]
    return [app_commands.Choice(name=name, value=cell) for name, cell in named if matches(str(current), name)][:25]


def _any_tiles(current: str, words: Texts) -> list[app_commands.Choice[str]]:
    """Tiles of the bag that fit what was typed, those that are written either way first as they are named."""
    tiles = [Tile(first, second) for first in COLOURS for second in COLOURS]
    tiles.sort(key=lambda tile: tile != tile.piece)
    meant = parsed_tile(current)
    named = {tile: f"{tile_code(tile, words)} · {tile_name(tile, words)}" for tile in tiles}
    return [
        app_commands.Choice(name=name, value=tile.code)
        for tile, name in named.items()
        if matches(current, name) or tile == meant
    ][:25]


def _any_spaces(current: str, beside: str = "") -> list[app_commands.Choice[str]]:
    """Spaces of the board whose names begin with what was typed; only those `beside` a space where one is named."""
    cells = {name: cell for cell, name in NAMES.items()}
    near = cells.get(beside)
    return [
        app_commands.Choice(name=name, value=name)
        for name, cell in cells.items()
        if name.startswith(current.strip().upper()) and (near is None or adjacent(near, cell))
    ][:25]


def _suggest_tiles(services: Services) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _meant(services, interaction)
        if found.several:
            return _any_tiles(str(current), request_of(interaction).texts)
        view = found.view
        pieces = dict.fromkeys(tile.piece for tile in view.rack) if view else {}
        words = request_of(interaction).texts
        tiles = dict.fromkeys(side for tile in pieces for side in (tile, tile.turned))
        most: dict[Tile, int] = {}
        for one in ranked(view) if view else ():
            most[one.tile] = max(most.get(one.tile, 0), one.steps)
        named = {
            tile.code: f"+{most[tile.piece]} · {tile_code(tile, words)} · {tile_name(tile, words)}"
            for tile in tiles
            if tile.piece in most
        }
        meant = parsed_tile(str(current))
        return [
            app_commands.Choice(name=name, value=code)
            for code, name in named.items()
            if matches(str(current), name) or (meant is not None and meant.code == code)
        ][:25]

    return suggest


def _suggest_at(services: Services) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _meant(services, interaction)
        if found.several:
            return _any_spaces(str(current))
        best: dict[int, int] = {}
        for (first, _), points in _typed_pairs(found.view, _typed_tile(interaction)):
            best[first] = max(best.get(first, 0), points)
        return _best_first(best, current)

    return suggest


def _suggest_to(services: Services) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await _meant(services, interaction)
        at = _typed(interaction, "at")
        if found.several:
            return _any_spaces(str(current), at)
        best: dict[int, int] = {}
        for (first, other), points in _typed_pairs(found.view, _typed_tile(interaction)):
            if NAMES[first] == at:
                best[other] = max(best.get(other, 0), points)
        return _best_first(best, current)

    return suggest


def _typed_pairs(view: SeatView | None, typed: str) -> Iterator[tuple[tuple[int, int], int]]:
    """The spaces for the first and the second symbol of the tile typed, and what it would score there.

    Any tile of the rack, either way round, while none is typed.
    """
    if view is None:
        return
    meant = parsed_tile(typed)
    if typed and meant is None:
        return
    for one in ranked(view, meant.piece if meant else None):
        if meant is None or one.tile == meant:
            yield (one.a, one.b), one.steps
        if meant is None or one.tile == meant.turned:
            yield (one.b, one.a), one.steps
