"""A hint for the seat on turn: what a strong player would place there, who sees no more than the person does."""

from __future__ import annotations

import logging
from typing import Final

from bot.interactions.request import Request
from bot.process.worker_calls import OutOfTimeError
from bot.process.worker_process import WorkerError
from bot.screens.hint import hinted
from bot.screens.model import Screen
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.change import Change
from bot.tables.errors import Refused
from bot.tables.own_play import take_hint
from bot.tables.table import Table
from data.ids import UserId
from game.ai.levels import LevelName
from game.analysis import AnalysisError
from game.analysis import hint as best_placement

log = logging.getLogger(__name__)

_LEVEL: Final[LevelName] = "4"


async def show(services: Services, request: Request, loaded: Loaded, version: int) -> Screen:
    """The panel with the best placement for the person's own seat in the position of this version.

    Raises:
        Refused: `no-hints` where the table forbids them or there are none for its mode, `hint-not-yours`, `come-back`,
            `moved-on`, `hint-later`, or the person does not play.
    """
    table = loaded.table
    seat = table.check_playing(request.user)
    if not table.opened.hints:
        raise Refused("no-hints")
    view = table.view_for(request.user)
    if view.seat != seat or not view.on_turn:
        raise Refused("hint-not-yours")
    if table.is_bot(seat):
        raise Refused("come-back")
    if version != view.position.version:
        raise Refused("moved-on")
    try:
        found = await services.thinker.run(best_placement, view, _LEVEL)
    except AnalysisError as error:
        raise Refused("no-hints") from error
    except (WorkerError, OutOfTimeError) as error:
        log.warning("a hint was not made: %r", error, extra={"game": table.id})
        raise Refused("hint-later") from error
    # Thinking took its time: the turn may have been made meanwhile, or the game ended.
    now = await services.tables.load(table.id)
    if now.table.status != "running" or now.table.game().position.version != version:
        raise Refused("moved-on")
    now = await services.tables.change(now, lambda table: _noted(table, request.user, version))
    return hinted(now.table, view, found, request.texts)


def _noted(table: Table, user: UserId, version: int) -> Change:
    """The note of a hint for the position of this version; raises `Refused` where it has gone."""
    if table.game().position.version != version:
        raise Refused("moved-on")
    return take_hint(table, user)
