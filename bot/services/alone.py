"""Games of one person, alone or against bots: waiting until the board stands in the channel, and until bots have moved.

The board of such a game is one message, which is edited. A panel that was there before it would lie above it, so that
each turn began with a scroll.
"""

from __future__ import annotations

from typing import Final

from bot.services.context import Services
from bot.services.loaded import Loaded, posts_anew
from data.ids import GameId

_BOARD_S: Final = 3.0
"""How long is waited for the board."""
_BOTS_S: Final = 4.0
"""How long is waited for bots that think."""
_REMATCH_S: Final = 2.0
"""How long is waited for a rematch to begin."""


def awaits_board(services: Services, loaded: Loaded) -> bool:
    """Whether the panel belongs below a board that is on its way as a new message."""
    table = loaded.table
    if not loaded.is_posted or not posts_anew(loaded.row, services.clock()):
        return False
    return table.is_alone and table.status == "running"


async def with_board(services: Services, game: GameId) -> Loaded:
    """The table once its board stands in the channel, or as it is after a while.

    Raises:
        Refused: the game cannot be read.
    """

    async def look() -> Loaded | None:
        loaded = await services.tables.load(game)
        return None if posts_anew(loaded.row, services.clock()) else loaded

    return await services.signals.until(game, look, within_s=_BOARD_S) or await services.tables.load(game)


async def after_bots(services: Services, loaded: Loaded) -> Loaded:
    """The table of who plays alone once the bots that think have made their turns, or as it is after a while."""
    if not (loaded.table.is_alone and loaded.table.is_thinking):
        return loaded
    game = loaded.table.id

    async def look() -> Loaded | None:
        now = await services.tables.load(game)
        return None if now.table.is_thinking else now

    return await services.signals.until(game, look, within_s=_BOTS_S) or await services.tables.load(game)


async def rematch_of(services: Services, loaded: Loaded) -> Loaded | None:
    """The rematch to which everybody has agreed; `None` where it has not begun after a while."""
    game = loaded.table.id

    async def look() -> Loaded | None:
        following = (await services.tables.load(game)).table.next_game
        return None if following is None else await services.tables.load(following)

    return await services.signals.until(game, look, within_s=_REMATCH_S)
