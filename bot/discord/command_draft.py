"""What a command asks for, as the draft of the button that does it in the game that was meant."""

from __future__ import annotations

from discord import app_commands

from bot.discord.components import Interaction
from bot.texts.typed import parsed_tile
from game.board import NAMES, parse_cell


def command_draft(interaction: Interaction) -> str:
    """The draft; empty where a button could not do it, as for `board here: True`, which needs to know its channel."""
    command, given = interaction.command, interaction.namespace
    name = command.name if isinstance(command, app_commands.Command) else ""
    match name:
        case "board" if given.here:
            return ""
        case "place":
            return ".".join(["place", *_placement(given)])
        case "board" if given.text:
            return "text"
        # No client sends other types than the commands have, but somebody else may.
        case "join" if isinstance(given.team, int):
            return f"join.{given.team}"
        case "leave" if isinstance(getattr(given.player, "id", None), int):
            return f"leave.{given.player.id}"
        case _:
            return name


def _placement(given: app_commands.Namespace) -> list[str]:
    """A placement in codes; nothing where it is none, so that the panel opens."""
    tile = parsed_tile(str(given.tile))
    try:
        cells = [NAMES[parse_cell(str(cell).strip())] for cell in (given.at, getattr(given, "and"))]
    except ValueError:
        return []
    exchange = ["x"] if given.exchange is True else ["n"] if given.exchange is False else []
    return [tile.code, *cells, *exchange] if tile else []
