"""A command in one of several games: what the button does that answers the question which of them was meant."""

from __future__ import annotations

from bot.interactions import absence, info, lobby, play, stop
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from data.ids import UserId


async def answer(  # noqa: C901, PLR0911, PLR0912 - one case a command
    services: Services, request: Request, loaded: Loaded, command: str
) -> Screen:
    """What a command, as `discord.command_draft` writes it, says in this game.

    Raises:
        Refused: `bad-press`, or what the command raises.
    """
    match command.split("."):
        case ["board" | "text" as how]:
            return info.board(request, loaded, as_text=how == "text")
        case ["replay"]:
            return info.film(request, loaded)
        case ["rack"]:
            return play.rack(request, loaded)
        case ["place"]:
            return play.open_panel(request, loaded)
        case ["place", tile, at, to, *rest]:
            exchange = {"": None, "x": True, "n": False}.get("".join(rest))
            return await play.place_typed(services, request, loaded, tile=tile, at=at, to=to, exchange=exchange)
        case ["nudge"]:
            return await absence.nudge(services, request, loaded)
        case ["give"]:
            return await absence.give_day(services, request, loaded)
        case ["resign"]:
            return absence.confirm_resign(request, loaded)
        case ["join", *team] if team in ([], ["1"], ["2"]):
            return await lobby.join(services, request, loaded, side=int(team[0]) - 1 if team else None)
        case ["leave"]:
            return await lobby.leave(services, request, loaded)
        case ["leave", user] if user.isdecimal():
            return await lobby.remove(services, request, loaded, user=UserId(int(user)))
        case ["begin"]:
            return await lobby.begin(services, request, loaded)
        case ["cancel"]:
            return await stop.cancel(services, request, loaded)
        case _:
            raise Refused("bad-press")
