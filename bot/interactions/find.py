"""The table that a command or a press means, with the name that its person has now."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions.request import Request
from bot.services import departures, lookup
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from data.ids import GameId
from data.store import Status


async def find(
    services: Services,
    request: Request,
    statuses: Sequence[Status],
    game: GameId | None,
    *,
    others: bool = False,
    elsewhere: bool = False,
) -> Loaded:
    """The one game that a command means, see `lookup.find`.

    Raises:
        Refused: `no-such-game`, `no-game-here`, `no-lobby-here`, `which-game`.
    """
    found = await lookup.find(
        services.tables, request.user, request.location, statuses, game, others=others, elsewhere=elsewhere
    )
    return await with_present_name(services, request, found)


async def find_played(services: Services, request: Request, game: GameId | None, *, elsewhere: bool = True) -> Loaded:
    """The running game to act in, also one that is played `elsewhere`; else the finished one that could be meant.

    Raises:
        Refused: see `find`.
    """
    try:
        return await find(services, request, ("running",), game, elsewhere=elsewhere)
    except Refused as error:
        if error.code != "no-game-here":
            raise
        return await lookup.latest(services.tables, request.user, request.location, "over")


async def find_open(services: Services, request: Request, game: GameId | None) -> Loaded:
    """The lobby or running game to act in; where there is none, the finished one that could be meant.

    Raises:
        Refused: see `find`.
    """
    try:
        return await find(services, request, ("lobby", "running"), game)
    except Refused as error:
        if error.code != "no-game-here":
            raise
        return await lookup.latest(services.tables, request.user, request.location, "over")


async def with_present_name(services: Services, request: Request, loaded: Loaded) -> Loaded:
    """The table after a change of the name of the person who asks, where they have another one by now.

    Only where the request comes from the server of the game: elsewhere they may be called otherwise. The answer that a
    dead process owed is made for somebody without a name.
    """
    if not request.name or request.location.guild != loaded.row.guild:
        return loaded
    return await services.tables.rename(loaded, request.user, request.name)


async def with_present_host(services: Services, request: Request, loaded: Loaded) -> Loaded:
    """The table as its person finds it who wants to do what only its host may: a host who left is none any more."""
    table = loaded.table
    if table.status != "lobby" or request.user == table.host or request.user not in table.humans:
        return loaded
    return await departures.without_departed(services, loaded, (table.host,))
